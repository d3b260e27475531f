// Texts that describe an artifact in part, among the files of a bundle.
#include "parsers/descriptions.h"

#include <doctest/doctest.h>

#include <deque>
#include <string>

#include "lint/link.h"
#include "lint/load.h"
#include "parsers/detect.h"

using namespace npulint;

namespace {

const std::string kPerf =
    "hb_perf version 1.24.3\n**** det perf *****\n"
    "FPS=147.31, latency = 6788.5 us, DDR = 18865600 bytes\n";
const std::string kPerfJson = R"({"BPU march": "B25E", "FPS": 147.31, "HBDK version": "3.49"})";
const std::string kInfo =
    "Start hb_model_info....\n**** det info ****\n##### model deps info #####\n"
    "hb_mapper version : 1.24.3\n##### model_parameters info #####\nBPU march : bayes-e\n"
    "deleted nodes: a_HzDequantize\n";
const std::string kBc =
    "Start hb_model_info....\nhb_model_info version 3.3.11\n##### model deps info #####\n"
    "builder version : 3.3.11\n##### model_parameters info #####\nBPU march : nash-e\n"
    "##### Removable node info #####\n/head Dequantize\n"
    "##### Model input/output info #####\nx input [1, 4] UINT8\ny output [1, 4] FLOAT32\n";
const std::string kModelInfo =
    "[model name]: det\ninput[0]: \nname: x\nvalid shape: (1,4,)\ntensor type: "
    "HB_DNN_TENSOR_TYPE_U8\nquanti type: NONE\n\noutput[0]: \nname: y\nvalid shape: (1,4,)\n"
    "tensor type: HB_DNN_TENSOR_TYPE_S32\nquanti type: NONE\n";
const std::string kConfig =
    "model_parameters:\n  march: bayes-e\n  onnx_model: a.onnx\n  output_model_file_prefix: det\n"
    "calibration_parameters:\n  calibration_type: max\n";

// The bundles of a folder with these files, linked.
struct Linked {
  MemoryReader disk;
  LoadOptions options;
  Loaded loaded;
  explicit Linked(std::vector<std::pair<std::string, std::string>> files, std::string path = "/w") {
    for (auto& [name, text] : files) disk.files["/w/" + name] = std::move(text);
    options.cwd = "/w";
    options.isolated = true;
    options.paths = {std::move(path)};
    loaded = load(disk, options);
    link(loaded, options);
  }
  const std::deque<Bundle>& bundles() const { return loaded.run.bundles; }
};

TEST_CASE("descriptions: each text goes to its parser") {
  const auto format = [](const std::string& path, const std::string& text) {
    CHECK(detect(path, text) == FileKind::kCompiled);
    CHECK(is_description(path, text));
    const auto p = parse_description(0, path, text);
    REQUIRE(p.record.models.size() == 1);
    return p.record.models[0].format;
  };
  CHECK(format("a.log", kPerf) == "hb_perf");
  CHECK(format("a.json", kPerfJson) == "hb_perf");
  CHECK(format("a.txt", kPerfJson) == "hb_perf");
  CHECK(format("a.log", kInfo) == "hb_model_info");
  CHECK(format("a.txt", kBc) == "bc");
  CHECK(format("a.txt", kModelInfo) == "model_info");
  // both in one file: what lists the tensors of the artifact
  CHECK(format("a.txt", kInfo + kModelInfo) == "model_info");
  CHECK(is_side_description("a.log", kPerf));
  CHECK(is_side_description("a.txt", kInfo));
  CHECK_FALSE(is_side_description("a.txt", kModelInfo));
  CHECK(detect("a.json", "{\"a\": 1}") == FileKind::kUnknown);
  CHECK_FALSE(parse_description(0, "a.json", "{").problems.empty());
  CHECK_FALSE(parse_description(0, "a.txt", "x").problems.empty());
}

TEST_CASE("descriptions: a log of hb_perf splits no bundle and describes no tensor") {
  const Linked with({{"det.yaml", kConfig}, {"info.txt", kModelInfo}, {"hb_perf.log", kPerf}});
  REQUIRE(with.bundles().size() == 1);
  const Bundle& b = with.bundles()[0];
  CHECK(b.files.size() == 3);
  REQUIRE(b.compiled_record);
  CHECK(b.compiled_record->format == "model_info");
  CHECK(b.tensors.size() == 2);
  CHECK(b.tensors[0].subject == "input:x");  // one description: no names before it

  const Linked alone({{"det.yaml", kConfig}, {"hb_perf.log", kPerf}});
  REQUIRE(alone.bundles().size() == 1);
  CHECK_FALSE(alone.bundles()[0].compiled_record);
  CHECK(alone.bundles()[0].compiled_missing.in(Lang::kEn).find("hb_perf.log") != std::string::npos);
  CHECK(alone.bundles()[0].tensors.empty());
}

TEST_CASE("descriptions: in a folder of many, a side text stands by its name or not at all") {
  const Linked l(
      {{"a.yaml", kConfig}, {"b.yaml", kConfig}, {"a.json", kPerfJson}, {"hb_perf.log", kPerf}});
  REQUIRE(l.bundles().size() == 2);
  CHECK(l.bundles()[0].files.size() == 2);
  CHECK(l.bundles()[1].files.size() == 1);
  const Linked named({{"a.yaml", kConfig}, {"b.yaml", kConfig}, {"hb_perf.log", "Start hb_perf\n"}},
                     "/w/hb_perf.log");
  REQUIRE(named.bundles().size() == 1);  // its damage is reported
  bool damaged = false;
  for (const auto& f : named.loaded.run.files) damaged = damaged || !f->problems.empty();
  CHECK(damaged);
}

TEST_CASE("descriptions: settings alone name no tensor; a .bc is not the artifact") {
  const Linked info({{"det.yaml", kConfig}, {"hb_model_info.log", kInfo}});
  REQUIRE(info.bundles().size() == 1);
  const Bundle& b = info.bundles()[0];
  REQUIRE(b.compiled_record);
  CHECK(*b.compiled_record->march == "bayes-e");
  CHECK_FALSE(b.artifact_names);
  CHECK_FALSE(b.artifact_outputs);
  REQUIRE(b.removal_request);
  CHECK(*b.removal_request == "a_HzDequantize");

  const Linked bc({{"hb_model_info.log", kBc}});
  REQUIRE(bc.bundles().size() == 1);
  CHECK_FALSE(bc.bundles()[0].compiled_record);
  CHECK(bc.bundles()[0].outputs.empty());
  REQUIRE(bc.bundles()[0].built);  // its march holds for the artifact too
  CHECK(bc.bundles()[0].built->written == "nash-e");

  const Linked both({{"hb_model_info.log", kBc}, {"det.txt", kModelInfo}});
  REQUIRE(both.bundles().size() == 1);
  REQUIRE(both.bundles()[0].compiled_record);
  CHECK(*both.bundles()[0].compiled_record->outputs[0].dtype == DType::kInt32);
}

TEST_CASE("descriptions: a type that was to be removed is a request") {
  std::string text = kModelInfo;
  text.insert(text.find('\n') + 1,
              "[model desc]: {\"MARCH\": \"nash-e\", \"REMOVE_NODE_TYPE\": \"Dequantize\"}\n");
  const Linked l({{"det_model_info.txt", text}});
  REQUIRE(l.bundles().size() == 1);
  REQUIRE(l.bundles()[0].removal_request);
  CHECK(*l.bundles()[0].removal_request == "Dequantize");
}

}  // namespace
