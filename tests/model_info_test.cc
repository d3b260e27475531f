#include "parsers/model_info.h"

#include <string>

#include <doctest/doctest.h>

using namespace npulint;

namespace {

// libdnn 1.x
constexpr std::string_view kA =
    "$ hrt_model_exec model_info --model_file out/det.bin\n"
    "[BPU_PLAT]BPU Platform Version(1.3.6)!\n"
    "[HBRT] set log level as 0. version = 3.15.46.0\n"
    "[HBRT] hbrtSetGlobalConfig, set bpu march to BERNOULLI2(4272728)\n"
    "[DNN] Runtime version = 1.23.5_(3.15.46 HBRT)\n"
    "[A][DNN][packed_model.cpp:247][Model](2025-07-24,22:00:31.501.776) [HorizonRT] The model "
    "builder version = 1.23.4\n"
    "This model file has 1 model:\n[det]\n"
    "---------------------------------------------------------------------\n"
    "[model name]: det\n\n"
    "input[0]: \nname: images\ninput source: HB_DNN_INPUT_FROM_PYRAMID\nvalid shape: (1,3,64,64,)\n"
    "aligned shape: (1,3,64,64,)\naligned byte size: 6144\ntensor type: HB_DNN_IMG_TYPE_NV12\n"
    "tensor layout: HB_DNN_LAYOUT_NCHW\nquanti type: NONE\nstride: (0,0,0,0,)\n\n"
    "output[0]: \nname: 475\nvalid shape: (1,8,8,3,)\naligned shape: (1,8,8,4,)\naligned byte "
    "size: 1024\n"
    "tensor type: HB_DNN_TENSOR_TYPE_S32\ntensor layout: HB_DNN_LAYOUT_NHWC\nquanti type: SCALE\n"
    "stride: (1024,128,16,4,)\nscale data: 0.5,1e-05,0.125,\nquantizeAxis: 3\n\n"
    "---------------------------------------------------------------------\n";

// A block of one output; `lines` follow its shape.
std::string block(std::string_view lines) {
  return "[model name]: m\noutput[0]: \nname: o\nvalid shape: (1,3,)\ntensor type: "
         "HB_DNN_TENSOR_TYPE_S8\n" +
         std::string(lines);
}

Parsed<CompiledFile> parse(std::string_view s) { return parse_model_info(0, s); }
std::string_view cut(std::string_view s, const Evidence& e) {
  return s.substr(e.begin, e.end - e.begin);
}

const CompiledTensor& only(const Parsed<CompiledFile>& p) {
  REQUIRE(p.record.models.size() == 1);
  REQUIRE(p.record.models[0].outputs.size() == 1);
  return p.record.models[0].outputs[0];
}

std::string with_line_ends(std::string_view s, std::string_view end, std::string_view prefix = "") {
  std::string out(prefix);
  for (char c : s) {
    if (c == '\n')
      out.append(end).append(prefix);
    else
      out += c;
  }
  return out;
}

void check_det(const Parsed<CompiledFile>& p) {
  CHECK(p.problems.empty());
  REQUIRE(p.record.models.size() == 1);
  const CompiledModel& m = p.record.models[0];
  CHECK(*m.name == "det");
  REQUIRE(m.inputs.size() == 1);
  REQUIRE(m.outputs.size() == 1);
  CHECK(m.inputs[0].name == "images");
  CHECK(*m.inputs[0].image == "nv12");
  CHECK_FALSE(m.inputs[0].dtype);
  CHECK(*m.inputs[0].source == "pyramid");
  CHECK(*m.inputs[0].byte_size == 6144);
  CHECK(m.inputs[0].quant->kind == Quantization::Kind::kNone);
  const CompiledTensor& o = m.outputs[0];
  CHECK(o.name == "475");
  CHECK(*o.shape == Shape{1, 8, 8, 3});
  CHECK(*o.aligned_shape == Shape{1, 8, 8, 4});
  CHECK(*o.dtype == DType::kInt32);
  CHECK(*o.layout == "NHWC");
  CHECK(*o.strides == std::vector<int64_t>{1024, 128, 16, 4});
  CHECK(o.quant->kind == Quantization::Kind::kScale);
  CHECK(o.quant->scales == std::vector<double>{0.5, 1e-05, 0.125});
  CHECK(o.quant->axis == 3);
  CHECK(o.quant->rounded);
}

}  // namespace

TEST_CASE("model_info: libdnn text") {
  const auto p = parse(kA);
  check_det(p);
  const CompiledModel& m = p.record.models[0];
  CHECK(m.format == "model_info");
  CHECK(*m.march == "bernoulli2");
  CHECK(*m.describes == "out/det.bin");
  REQUIRE(m.versions.size() == 4);
  CHECK(m.versions[0].first == "bpu_platform");
  CHECK(*m.versions[1].second == "3.15.46.0");
  CHECK(*m.versions[2].second == "1.23.5");
  CHECK(m.versions[3].first == "builder");
  CHECK(*m.versions[3].second == "1.23.4");
}

TEST_CASE("model_info: evidence is the value on its line") {
  const auto p = parse(kA);
  const CompiledTensor& o = p.record.models[0].outputs[0];
  CHECK(cut(kA, o.quant.at) == "SCALE");
  CHECK(cut(kA, o.dtype.at) == "HB_DNN_TENSOR_TYPE_S32");
  CHECK(cut(kA, o.strides.at) == "(1024,128,16,4,)");
  CHECK(cut(kA, o.aligned_shape.at) == "(1,8,8,4,)");
  CHECK(cut(kA, o.at).starts_with("output[0]: \n"));
  CHECK(cut(kA, o.at).ends_with("quantizeAxis: 3"));
  CHECK(cut(kA, p.record.models[0].name.at) == "det");
  CHECK(cut(kA, p.record.models[0].march.at) == "BERNOULLI2");
  CHECK(cut(kA, p.record.models[0].versions[2].second.at) == "1.23.5");
}

TEST_CASE("model_info: line ends, indentation, log prefixes, blank lines between") {
  check_det(parse(with_line_ends(kA, "\r\n")));
  check_det(parse(with_line_ends(kA, "\n", "    ")));
  check_det(parse(with_line_ends(kA, "\n", "I0108 04:19:27.245879 24638 model_example.cc:104] ")));
  check_det(parse(with_line_ends(kA, "\n", "2025-07-24 22:00:31,501 INFO ")));
  check_det(parse(with_line_ends(kA, "\n", "[2025-07-24 22:00:31] ")));
  check_det(parse(with_line_ends(kA, "\n\n")));
}

TEST_CASE("model_info: UCP text with a description") {
  const std::string s =
      "[UCP]: UCP version = 3.3.3\n[DNN]: 3.3.3_(4.1.17 HBRT)\n[model name]: s\n\n"
      "[model desc]: {\"BUILDER_VERSION\": \"3.3.11\", \"HBDK_VERSION\": null, \"MARCH\": "
      "\"nash-e\", "
      "\"REMOVE_NODE_NAME\": \"a;b\", \"CORE_NUM\": 1, \"INPUT_SOURCE\": {\"i\": \"ddr\"}, "
      "\"lower_key\": \"x\"}\n"
      "input[0]: \nname: i_y\nvalid shape: (1,4,4,1,)\naligned byte size: -1\ntensor type: "
      "HB_DNN_TENSOR_TYPE_U8\n"
      "quanti type: NONE\nstride: (-1,-1,1,1,)\n\n"
      "output[0]: \nname: o\nvalid shape: (1,2,)\naligned byte size: 8\ntensor type: "
      "HB_DNN_TENSOR_TYPE_S32\n"
      "quanti type: SCALE\nstride: (8,4,)\nscale data: 0.5,0.25,\nquantizeAxis: 1\nzero_point "
      "data: ,,\n";
  const auto p = parse(s);
  CHECK(p.problems.empty());
  REQUIRE(p.record.models.size() == 1);
  const CompiledModel& m = p.record.models[0];
  CHECK(*m.march == "nash-e");
  CHECK(cut(s, m.march.at) == "\"nash-e\"");
  CHECK(*m.build.at("REMOVE_NODE_NAME") == "a;b");
  REQUIRE(m.removed_nodes.size() == 2);  // what the build was told to remove
  CHECK(*m.removed_nodes[1] == "b");
  CHECK(cut(s, m.removed_nodes[1].at) == "\"a;b\"");
  CHECK(*m.build.at("CORE_NUM") == "1");
  CHECK(*m.build.at("INPUT_SOURCE") == "{\"i\": \"ddr\"}");
  CHECK(m.build.count("LOWER_KEY") == 1);
  CHECK(m.build.count("HBDK_VERSION") == 0);
  REQUIRE(m.versions.size() == 4);
  CHECK(m.versions[2].first == "hbrt");
  CHECK(*m.versions[2].second == "4.1.17");
  CHECK(m.versions[3].first == "builder");
  CHECK(*m.inputs[0].byte_size == -1);
  CHECK(*m.inputs[0].strides == std::vector<int64_t>{-1, -1, 1, 1});
  CHECK(m.outputs[0].quant->zero_points.empty());
  CHECK(m.outputs[0].quant->scales.size() == 2);
}

TEST_CASE("model_info: colours of a terminal, descriptions of two models, broken ones") {
  const std::string block =
      "input[0]: \nname: i\nvalid shape: (1,4,)\ntensor type: HB_DNN_TENSOR_TYPE_U8\n\n";
  const std::string s =
      "\x1b[32m[model name]: a\x1b[0m\r\n[model desc]: {\"MARCH\": \"nash-e\"}\r\n" + block +
      "[model name]: b\n[model desc]: {\"MARCH\": \"nash-m\", \"REMOVE_NODE_NAME\": \"x;;\"}\n" +
      block + "[model name]: c\n[model desc]: {\"MARCH\": \"nash-p\n" + block;
  const auto p = parse(s);
  REQUIRE(p.record.models.size() == 3);
  CHECK(*p.record.models[0].name == "a");
  CHECK(*p.record.models[0].march == "nash-e");
  CHECK(p.record.models[0].removed_nodes.empty());
  CHECK(*p.record.models[1].march == "nash-m");
  REQUIRE(p.record.models[1].removed_nodes.size() == 1);
  CHECK_FALSE(p.record.models[2].march);
  REQUIRE(p.problems.size() == 1);  // cut off within the string
  CHECK(p.problems[0].at.path == "model desc");
  CHECK(p.problems[0].at.begin > s.rfind("[model desc]"));
}

TEST_CASE("model_info: UCP text without trailing commas, no model name") {
  const std::string s =
      "input[0]: \nname: f\nvalid shape: (1,5,20,30000)\naligned byte size: 3008000\ntensor type: "
      "HB_DNN_TENSOR_TYPE_S8\n"
      "quanti type: SCALE\nstride: (3008000,601600,30080,1)\nscale data: (0.00771821)\nzero_point "
      "data: (-3)\n";
  const auto p = parse(s);
  CHECK(p.problems.empty());
  REQUIRE(p.record.models.size() == 1);
  CHECK_FALSE(p.record.models[0].name);
  const CompiledTensor& t = p.record.models[0].inputs.at(0);
  CHECK(*t.shape == Shape{1, 5, 20, 30000});
  CHECK(t.quant->scales == std::vector<double>{0.00771821});
  CHECK(t.quant->zero_points == std::vector<int64_t>{-3});
  CHECK_FALSE(t.quant->axis.has_value());
}

TEST_CASE("model_info: zero points printed as characters") {
  const std::string head =
      block("quanti type: SCALE\nscale data: 0.5,0.25,0.125,\nquantizeAxis: 1\nzero_point data: ");
  auto zeros = [&](std::string_view raw) {
    const std::string s = head + std::string(raw) + "\n\noutput[1]: \nname: next\n";
    const auto p = parse(s);
    CHECK(p.problems.empty());
    REQUIRE(p.record.models[0].outputs.size() == 2);
    CHECK(p.record.models[0].outputs[1].name == "next");
    return p.record.models[0].outputs[0].quant->zero_points;
  };
  CHECK(zeros(std::string_view("\0,\0,\0,", 6)) == std::vector<int64_t>{0, 0, 0});
  CHECK(zeros("\x05,\x80,\xFF,") == std::vector<int64_t>{5, -128, -1});
  CHECK(zeros("\n,\r, ,") == std::vector<int64_t>{10, 13, 32});
  CHECK(zeros("A,\x01,1,") == std::vector<int64_t>{65, 1, 49});
  CHECK(zeros("0,0,0,") == std::vector<int64_t>{0, 0, 0});
  CHECK(zeros("3,-12,0,") == std::vector<int64_t>{3, -12, 0});
  CHECK(zeros(",,,").empty());
  CHECK(zeros("").empty());
  // what a lossy copy left of them cannot be read
  const auto lossy = parse(head + "\xEF\xBF\xBD,\xEF\xBF\xBD,\x01,\n");
  CHECK(lossy.problems.size() == 1);
  CHECK_FALSE(only(lossy).quant);
  CHECK_FALSE(only(lossy).quant.missing.empty());
}

TEST_CASE("model_info: kinds of tensors and quantisation") {
  const auto shift = parse(block("quanti type: SHIFT\nshift data: 3,4,5,\n"));
  CHECK(shift.problems.empty());
  CHECK(only(shift).quant->kind == Quantization::Kind::kShift);
  CHECK(only(shift).quant->shifts == std::vector<int64_t>{3, 4, 5});
  for (const auto& [word, image] :
       {std::pair("Y", "y"), std::pair("NV12_SEPARATE", "nv12_separate"),
        std::pair("YUV444", "yuv444"), std::pair("RGB", "rgb"), std::pair("BGR", "bgr")}) {
    const auto p = parse("input[0]:\nvalid shape: (1,)\ntensor type: HB_DNN_IMG_TYPE_" +
                         std::string(word) + "\n");
    CHECK(*p.record.models.at(0).inputs.at(0).image == image);
  }
  CHECK_FALSE(only(parse(block(""))).quant);
}

TEST_CASE("model_info: several models, and transcripts one after another") {
  const std::string s =
      "[model name]: a\noutput[0]: \nvalid shape: (1,)\n\n[model name]: b\noutput[0]: \nvalid "
      "shape: (2,)\n";
  const auto p = parse(s);
  REQUIRE(p.record.models.size() == 2);
  CHECK(*p.record.models[1].name == "b");
  const auto twice = parse("output[0]: \nvalid shape: (1,)\n\noutput[0]: \nvalid shape: (2,)\n");
  REQUIRE(twice.record.models.size() == 2);
  CHECK(*twice.record.models[1].outputs[0].shape == Shape{2});
  const auto many = parse("hrt_model_exec model_info --model_file a.bin,b.bin\n" + s);
  CHECK_FALSE(many.record.models[0].describes);
}

TEST_CASE("model_info: the runtime's own warning") {
  const auto p = parse(
      "[W][DNN]bpu_model_info.cpp:491][Version] Model: m. Inconsistency between the hbrt library "
      "version "
      "3.15.47.0 and the model build version 3.15.54.0 detected\n" +
      block(""));
  CHECK(p.record.models[0].build.at("VERSION_INCONSISTENCY")->find("3.15.54.0") !=
        std::string::npos);
}

TEST_CASE("model_info: damage is a problem at its value, the rest is read") {
  struct Case {
    std::string_view lines;
    std::string_view says;
  };
  for (const Case& c :
       {Case{"aligned shape: (1,3\n", "aligned shape"},
        Case{"aligned shape: (1,,3,)\n", "aligned shape"}, Case{"stride: (1,x,)\n", "stride"},
        Case{"stride: (99999999999999999999,)\n", "stride"},
        Case{"stride: (1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,)\n", "stride"},
        Case{"stride: (-2,)\n", "stride"}, Case{"aligned byte size: many\n", "aligned byte size"},
        Case{"quanti type: LUT\n", "quanti type"},
        Case{"quanti type: SCALE\n", "no line `scale data`"},
        Case{"quanti type: SCALE\nscale data: 0.1,abc,\n", "scale data"},
        Case{"quanti type: SCALE\nscale data: 0.1,...,\n", "scale data"},
        Case{"quanti type: SCALE\nscale data: (0.1\n", "scale data"},
        Case{"quanti type: SCALE\nscale data: 0.1,0.0", "scale data"},
        Case{"quanti type: SCALE\nscale data: 0.1,\nquantizeAxis: three\n", "quantizeaxis"}}) {
    CAPTURE(c.lines);
    const auto p = parse(block(c.lines));
    REQUIRE(p.problems.size() == 1);
    CHECK(p.problems[0].what.in(Lang::kEn).find(c.says) != std::string::npos);
    CHECK(p.problems[0].at.has_range());
    CHECK(*only(p).dtype == DType::kInt8);
    CHECK(*only(p).shape == Shape{1, 3});
  }
  const auto type = parse(
      "output[0]:\nvalid shape: (1,)\ntensor type: HB_DNN_TENSOR_TYPE_Q7\nquanti type: NONE\n");
  CHECK(type.problems.size() == 1);
  CHECK_FALSE(only(type).dtype);
}

TEST_CASE("model_info: absurd files stay bounded") {
  const auto index = parse("output[99999999]: \nvalid shape: (1,)\nquanti type: NONE\n");
  REQUIRE(index.problems.size() == 1);
  CHECK(only(index).index == 0);
  CHECK(parse("output[99999999999999999999999]: \nvalid shape: (1,)\n").problems.size() == 1);
  std::string s;
  for (int i = 0; i < 100000; ++i) s += "input[0]:\n";
  const auto many = parse(s);
  CHECK(many.record.models.size() <= 200);
  CHECK_FALSE(many.problems.empty());
  for (const Problem& p : many.problems) {
    CHECK(p.at.begin <= p.at.end);
    CHECK(p.at.end <= s.size());
  }
  const auto nothing = parse("[model name]: m\n");
  CHECK(nothing.record.models.empty());
  CHECK_FALSE(nothing.problems.empty());
  CHECK(parse("").problems.size() == 1);
  const auto desc = parse("[model name]: m\n[model desc]: {\"MARCH\": \"nash-e\n" + block(""));
  CHECK(desc.problems.size() >= 1);
}

TEST_CASE("model_info: every prefix of a text is read without harm") {
  for (size_t n = 0; n <= kA.size(); ++n) {
    const auto p = parse(kA.substr(0, n));
    CHECK(p.record.models.size() <= 1);
  }
}

TEST_CASE("model_info: dumps of libdnn programs") {
  const std::string cdev =
      "    model_name: fcos_nv12Input count: 1input[0]: tensorLayout: 2 tensorType: 1 "
      "validShape:(1, 3, 8, 8, ), "
      "alignedShape:(1, 3, 8, 8, )\n"
      "    Output count: 2Output[0]: tensorLayout: 0 tensorType: 13 validShape:(1, 4, 4, 7, ), "
      "alignedShape:(1, 4, 4, 8, )\n"
      "    Output[1]: tensorLayout: 0 tensorType: 14 validShape:(1, 4, 4, 1, ), alignedShape:(1, "
      "4, 4, 1, )\n";
  CHECK(looks_like_model_info(cdev));
  const auto p = parse(cdev);
  CHECK(p.problems.empty());
  REQUIRE(p.record.models.size() == 1);
  const CompiledModel& m = p.record.models[0];
  CHECK(*m.name == "fcos_nv12");
  CHECK(*m.inputs.at(0).image == "nv12");
  CHECK(*m.inputs[0].layout == "NCHW");
  REQUIRE(m.outputs.size() == 2);
  CHECK(*m.outputs[0].dtype == DType::kFloat32);
  CHECK(*m.outputs[1].dtype == DType::kInt32);
  CHECK(*m.outputs[0].aligned_shape == Shape{1, 4, 4, 8});
  CHECK(cut(cdev, m.outputs[1].dtype.at) == "14");
  CHECK_FALSE(m.outputs[0].quant);

  const std::string tutorial =
      "I0108 04:19:27.246139 24638 model_example.cc:189] [mobilenet] Model Info:  input num: 1, "
      "input[0] validShape: ( 1, 3, 8, 8 ), "
      "alignedShape: ( 1, 4, 8, 8 ), tensorLayout: 2, tensorType: 1, output num: 1, output[0] "
      "validShape: ( 1, 10, 1, 1 ), "
      "alignedShape: ( 1, 10, 1, 1 ), tensorLayout: 2, tensorType: 13\n"
      "    Tensor data type:0, Tensor layout: 2, shape:1x1x7x9, aligned shape:1x1x7x16\n"
      "    Tensor data type:5, Tensor layout: 0, shape:1x9x7x3, aligned shape:1x9x7x3\n"
      "    Tensor data type:77, Tensor layout: 0, shape:1x9x, aligned shape:1x9\n";
  CHECK(looks_like_model_info(tutorial));
  const auto t = parse(tutorial);
  REQUIRE(t.record.models.size() == 2);
  CHECK(*t.record.models[0].name == "mobilenet");
  CHECK(*t.record.models[0].inputs.at(0).aligned_shape == Shape{1, 4, 8, 8});
  CHECK(*t.record.models[0].outputs.at(0).dtype == DType::kFloat32);
  REQUIRE(t.record.models[1].inputs.size() == 3);
  CHECK(*t.record.models[1].inputs[0].image == "y");
  CHECK(*t.record.models[1].inputs[0].aligned_shape == Shape{1, 1, 7, 16});
  CHECK(*t.record.models[1].inputs[1].image == "bgr");
  CHECK(t.problems.size() == 2);  // the unknown type and the broken shape of the last line
}

TEST_CASE("model_info: recognition") {
  CHECK(looks_like_model_info(kA));
  CHECK(looks_like_model_info("input[0]: \nname: f\nvalid shape: (1,5)\naligned byte size: 8\n"));
  for (std::string_view other :
       {"", "the tool prints the valid shape: and the tensor type: of input[0]\n",
        "bmodel version: B.2.2\nchip: BM1688\nstage 0:\ninput: images, [1, 3, 640, 640], float32, "
        "scale: 1\n",
        "[model name]: x\nnothing else\n", "input[0]:\n  a list of files\n",
        "This model file has 1 model:\n", "input_name: data\ninput_shape: 1x3x2x2\n"})
    CHECK_FALSE(looks_like_model_info(other));
}
