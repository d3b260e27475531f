#include "parsers/hb_model_info.h"

#include <doctest/doctest.h>

#include <string>

#include "tests/compiled_text.h"

namespace npulint {
namespace {

const std::string kBin =
    "hb_model_info det.bin\n"
    "Start hb_model_info....\n"
    "hb_model_info version 1.24.3\n"
    "******** det_128x256_nv12 info *********\n"
    "############# model deps info #############\n"
    "hb_mapper version   : 1.24.3\n"
    "hbdk version        : 3.49.15\n"
    "hbdk runtime version: 3.15.55\n"
    "horizon_nn version  : 1.1.0\n"
    "############# model_parameters info #############\n"
    "onnx_model          : /work/det.onnx\n"
    "BPU march           : bayes-e\n"
    "output_model_file_prefix: det_128x256_nv12\n"
    "remove node type    : Dequantize\n"
    "############# input_parameters info #############\n"
    "------------------------------------------\n"
    "---------input info : data ---------\n"
    "input_name          : data\n"
    "input_type_rt       : nv12\n"
    "input_space&range   : regular\n"
    "input_layout_rt     : None\n"
    "input_type_train    : rgb\n"
    "norm_type           : data_mean_and_scale\n"
    "input_shape         : 1x3x128x256\n"
    "mean_value          : 123.675,116.28,103.53,\n"
    "cal_data_dir        : ./cal\n"
    "---------input info : data end -------\n"
    "---------input info : state ---------\n"
    "input_name          : state\n"
    "input_type_rt       : featuremap\n"
    "input_type_train    : featuremap\n"
    "input_shape         : 1x8\n"
    "---------input info : state end -------\n"
    "------------------------------------------\n"
    "############# calibration_parameters info #############\n"
    "preprocess_on       : False\n"
    "calibration_type    : max\n"
    "############# compiler_parameters info #############\n"
    "hbdk_pass_through_params: --O3 --core-num 1\n"
    "input-source        : {'data': 'pyramid'}\n"
    "--------- input/output types -------------------\n"
    "model input types   : [<InputDataType.NV12: 7>, <InputDataType.F32: 5>]\n"
    "model output types  : [<DataType.F32: 1>, <DataType.S32: 6>]\n";
const std::string kDeleted =
    "--------- deleted nodes -------------------\n"
    "deleted nodes: a_HzDequantize\n"
    "deleted nodes: b_HzDequantize\n";

const std::string kStamp = "2025-05-19 06:26:57,020 INFO ";
std::string stamped(std::string_view text) {
  std::string out;
  for (size_t pos = 0; pos < text.size();) {
    const size_t end = text.find('\n', pos) + 1;
    out += kStamp + std::string(text.substr(pos, end - pos));
    pos = end;
  }
  return out;
}

const std::string kS100 =
    "Start hb_model_info....\n"
    "hb_model_info version 3.3.11\n"
    "############# model deps info #############\n"
    "builder version     : 3.3.11\n"
    "hbdk version        : 4.1.17\n"
    "horizon nn version  : 2.1.9\n"
    "############# model_parameters info #############\n"
    "BPU march           : nash-e\n"
    "remove_node_name    : /head/Conv_0;/head/Conv_1\n"
    "############# calibration_parameters info #############\n"
    "cal_data_dir        : /data/cal\n"
    "max_percentile      : None\n";
const std::string kRemovable =
    "############# Removable node info #############\n"
    "Node Name     Node Type\n"
    "------------- ----------\n"
    "/head/Conv_0  Dequantize\n"
    "/head/Conv 1  Dequantize\n";
const std::string kTable =
    "############# Model input/output info #############\n"
    "NAME      TYPE   SHAPE            DATA_TYPE\n"
    "--------- ------ ---------------- ---------\n"
    "images_y  input  [1, 640, 640, 1] UINT8\n"
    "images_uv input  [1, 320, 320, 2] UINT8\n"
    "499       output [1, 80, 80, 64]  INT32\n"
    "an output name output [-1, 80]    FLOAT32\n";

TEST_CASE("hb_model_info: of a .bin") {
  CHECK(looks_like_hb_model_info(kBin));
  const auto p = parse_hb_model_info(0, kBin);
  CHECK(first(p) == "");
  REQUIRE(p.record.models.size() == 1);
  const CompiledModel& m = p.record.models[0];
  CHECK(m.format == "hb_model_info");
  CHECK(*m.name == "det_128x256_nv12");
  CHECK(*m.describes == "det.bin");
  CHECK(*m.march == "bayes-e");
  CHECK(kBin.substr(m.march.at.begin, m.march.at.end - m.march.at.begin) == "bayes-e");
  REQUIRE(m.versions.size() == 5);
  CHECK(m.versions[0].first == "hb_mapper");
  CHECK(*m.versions[2].second == "3.15.55");
  CHECK(m.versions[2].first == "hbrt");
  // the keys under which a .bin holds them
  CHECK(value(m, "BUILDER_VERSION") == "1.24.3");
  CHECK(value(m, "MARCH") == "bayes-e");
  CHECK(value(m, "MODEL_PREFIX") == "det_128x256_nv12");
  CHECK(value(m, "REMOVE_NODE_TYPE") == "Dequantize");
  CHECK(value(m, "CALI_TYPE") == "max");
  CHECK(value(m, "CALI_DIR") == "./cal");
  CHECK(value(m, "INPUT_NAMES") == "data;state");
  CHECK(value(m, "INPUT_TYPE_RT") == "nv12;featuremap");
  CHECK(value(m, "INPUT_SHAPE") == "1x3x128x256;1x8");
  CHECK(value(m, "MEAN_VALUE") == "123.675,116.28,103.53,");
  CHECK(value(m, "HBDK_PASS_THROUGH_PARAMS") == "--O3 --core-num 1");
  CHECK(value(m, "INPUT-SOURCE") == "{'data': 'pyramid'}");
  CHECK_FALSE(m.build.contains("INPUT_LAYOUT_RT"));  // None: not set
  REQUIRE(m.inputs.size() == 2);
  CHECK(m.inputs[0].name == "data");
  CHECK(*m.inputs[0].image == "nv12");
  CHECK(*m.inputs[0].shape == Shape{1, 3, 128, 256});
  CHECK(*m.inputs[1].dtype == DType::kFloat32);
  CHECK(m.inputs[1].index == 1);
  REQUIRE(m.outputs.size() == 2);
  CHECK(m.outputs[0].name.empty());  // the text gives types only
  CHECK(*m.outputs[1].dtype == DType::kInt32);
  CHECK_FALSE(m.outputs[1].quant);
  CHECK(m.removed_nodes.empty());
}

TEST_CASE("hb_model_info: deleted nodes, after which the types of the build do not hold") {
  const auto p = parse_hb_model_info(0, kBin + kDeleted);
  CHECK(first(p) == "");
  REQUIRE(p.record.models.size() == 1);
  const CompiledModel& m = p.record.models[0];
  REQUIRE(m.removed_nodes.size() == 2);
  CHECK(*m.removed_nodes[1] == "b_HzDequantize");
  REQUIRE(m.outputs.size() == 2);
  CHECK_FALSE(m.outputs[1].dtype);
  CHECK(m.outputs[1].dtype.missing.in(Lang::kEn).find("deleted") != std::string::npos);
  CHECK(*m.inputs[0].image == "nv12");  // by the setting, not by the list
  CHECK_FALSE(m.inputs[1].dtype);
}

TEST_CASE("hb_model_info: of a .hbm, with stamps, CRLF and colours") {
  std::string text = stamped(kS100 +
                             "############# compiler_parameters info #############\n"
                             "core_num            : 1\n" +
                             kTable);
  for (size_t i = 0; (i = text.find('\n', i)) != std::string::npos; i += 6)
    text.replace(i, 1, "\x1b[0m\r\n");
  CHECK(looks_like_hb_model_info(text));
  const auto p = parse_hb_model_info(0, text);
  CHECK(first(p) == "");
  REQUIRE(p.record.models.size() == 1);
  const CompiledModel& m = p.record.models[0];
  CHECK(m.format == "hb_model_info");
  CHECK(value(m, "CORE_NUM") == "1");
  CHECK(value(m, "CAL_DATA_DIR") == "/data/cal");
  CHECK(value(m, "HORIZON_NN_VERSION") == "2.1.9");
  CHECK(m.versions[0].first == "builder");
  REQUIRE(m.removed_nodes.size() == 2);  // what the build was told to remove
  CHECK(*m.removed_nodes[1] == "/head/Conv_1");
  REQUIRE(m.inputs.size() == 2);
  CHECK(*m.inputs[1].shape == Shape{1, 320, 320, 2});
  CHECK(*m.inputs[1].dtype == DType::kUint8);
  REQUIRE(m.outputs.size() == 2);
  CHECK(m.outputs[0].name == "499");  // no part of the stamp
  CHECK(*m.outputs[0].dtype == DType::kInt32);
  CHECK(m.outputs[1].name == "an output name");
  CHECK(*m.outputs[1].shape == Shape{-1, 80});
  CHECK(text.substr(m.outputs[0].at.begin, 3) == "499");
}

TEST_CASE("hb_model_info: a .bc is the stage before the artifact") {
  const auto p = parse_hb_model_info(0, stamped(kS100 + kRemovable + kTable));
  CHECK(first(p) == "");
  REQUIRE(p.record.models.size() == 1);
  const CompiledModel& m = p.record.models[0];
  CHECK(m.format == "bc");
  CHECK(m.removed_nodes.empty());  // not removed yet
  CHECK(value(m, "REMOVABLE_NODES") == "/head/Conv_0;/head/Conv 1");
  CHECK(m.outputs.size() == 2);
  CHECK(parse_hb_model_info(0, "hb_model_info a/b.bc\n" + kS100).record.models[0].format == "bc");
  CHECK(parse_hb_model_info(0, "root@pc:/w# hb_model_info a/b.hbm\n" + kS100)
            .record.models[0]
            .format == "hb_model_info");
}

TEST_CASE("hb_model_info: tables between bars") {
  const auto p = parse_hb_model_info(0, kS100 +
                                            "############# Removable node info #############\n"
                                            "| Node Name | Node Type |\n"
                                            "|-----------|-----------|\n"
                                            "| x_Cast_0  | Cast      |\n"
                                            "############# Model input/output info #############\n"
                                            "| NAME | TYPE | SHAPE | DATA_TYPE |\n"
                                            "|------|------|-------|-----------|\n"
                                            "| x | input | 1x3x8x8 | FLOAT32 |\n"
                                            "\n"
                                            "Done, input x was read from disk\n");
  CHECK(first(p) == "");
  REQUIRE(p.record.models.size() == 1);
  const CompiledModel& m = p.record.models[0];
  CHECK(value(m, "REMOVABLE_NODES") == "x_Cast_0");
  REQUIRE(m.inputs.size() == 1);
  CHECK(m.inputs[0].name == "x");
  CHECK(*m.inputs[0].shape == Shape{1, 3, 8, 8});
}

TEST_CASE("hb_model_info: several models and several runs in one text") {
  const std::string second = "******** other *********\n" + kBin.substr(kBin.find("####"));
  auto p = parse_hb_model_info(0, kBin + second);
  REQUIRE(p.record.models.size() == 2);  // a packed model
  CHECK(*p.record.models[1].name == "other");
  CHECK(p.record.models[1].inputs.size() == 2);
  CHECK(*p.record.models[1].describes == "det.bin");
  p = parse_hb_model_info(0, kBin + kDeleted + stamped(kS100 + kRemovable + kTable));
  REQUIRE(p.record.models.size() == 2);
  CHECK(p.record.models[0].format == "hb_model_info");
  CHECK(p.record.models[1].format == "bc");
  CHECK_FALSE(p.record.models[1].describes);
  CHECK(*p.record.models[1].march == "nash-e");
  CHECK(p.record.models[1].removed_nodes.empty());
  // models without names
  p = parse_hb_model_info(0, kS100 + kS100);
  CHECK(p.record.models.size() == 2);
}

TEST_CASE("hb_model_info: every kind of damage") {
  CHECK(says(parse_hb_model_info(0, "Start hb_model_info....\n"), "states no build setting"));
  CHECK(says(parse_hb_model_info(0, ""), "states no build setting"));
  // within the block of an input
  CHECK(says(parse_hb_model_info(0, kBin.substr(0, kBin.find("input_type_train"))),
             "within the description of the input `data`"));
  std::string text = kBin;
  text.replace(text.find("1x3x128x256"), 11, "1x3x128x");
  CHECK(says(parse_hb_model_info(0, text), "`1x3x128x` of the input `data` is no shape"));
  text = kBin.substr(0, kBin.rfind(", <DataType"));
  CHECK(says(parse_hb_model_info(0, text), "cut off or broken"));
  CHECK(parse_hb_model_info(0, text).record.models[0].outputs.empty());
  text = kBin;
  text.replace(text.find("DataType.S32"), 12, "DataType.S33");
  const auto odd = parse_hb_model_info(0, text);
  CHECK(odd.record.models[0].outputs[1].dtype.missing.in(Lang::kEn).find("S33") !=
        std::string::npos);
  CHECK(says(parse_hb_model_info(0, kS100 + kTable + "last output [1, 80, 8"), "no whole row"));
  CHECK(says(parse_hb_model_info(0, kS100 + kTable + "x input [1, 0x3] INT8\n"), "no whole row"));
  // far more than there can be
  text = kS100 + "############# Model input/output info #############\n";
  for (int i = 0; i < 5001; ++i) text += "x input [1] INT8\n";
  CHECK(says(parse_hb_model_info(0, text), "more than 200 models or 5000 tensors"));
  text.clear();
  for (int i = 0; i < 201; ++i) text += "**** m info ****\nBPU march : x\n";
  CHECK(says(parse_hb_model_info(0, text), "more than 200 models"));
}

TEST_CASE("hb_model_info: cut at every byte, and bytes of another encoding") {
  for (const std::string& text : {kBin + kDeleted, stamped(kS100 + kRemovable + kTable)})
    for (size_t n = 0; n <= text.size(); ++n) {
      const auto p = parse_hb_model_info(0, std::string_view(text).substr(0, n));
      for (const CompiledModel& m : p.record.models) {
        CHECK(m.inputs.size() <= 2);
        CHECK((!m.at.has_range() || m.at.end <= n));
        for (const auto& [key, fact] : m.build) CHECK(fact.at.end <= n);
      }
    }
  std::string text = kBin;
  text.replace(text.find("./cal"), 5, "/\xd0\xa3\xd7\xbc\xcf\xb3");  // GBK
  text.insert(0, std::string("\0\xff\n", 3));
  const auto p = parse_hb_model_info(0, text);
  CHECK(first(p) == "");
  CHECK(value(p.record.models[0], "CALI_DIR") == "/\xd0\xa3\xd7\xbc\xcf\xb3");
}

TEST_CASE("hb_model_info: build logs and prose are something else") {
  CHECK_FALSE(looks_like_hb_model_info(""));
  CHECK_FALSE(
      looks_like_hb_model_info("2025-10-09 16:40:22,075 file: hb_mapper.py func: hb_mapper "
                               "line No: 132 Start hb_mapper....\n"
                               "############# model deps info #############\n"
                               "hb_mapper version   : 1.24.3\n"));
  CHECK_FALSE(looks_like_hb_model_info("Run hb_model_info on the model; it prints the version.\n"));
  CHECK_FALSE(looks_like_hb_model_info("hb_model_info version \n"));
}

}  // namespace
}  // namespace npulint
