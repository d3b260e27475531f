// Command lines in the YAML of a model zoo.
#include <doctest/doctest.h>

#include "lint/tpu_tools.h"
#include "parsers/detect.h"
#include "parsers/zoo_yaml.h"

using namespace npulint;

namespace {

std::vector<ToolCommand> commands(const std::string& s) {
  auto p = parse_zoo(1, s);
  CHECK(p.problems.empty());
  CHECK(p.record.complete);
  return tool_commands(p.record);
}

const std::string kZoo =
    "---\nname: yolov8s\npure: $(name)_v1\nmodel: $(home)/yolov8s.onnx\n\n"
    "mlir_transform: model_transform.py\n  --model_name $(name)\n  --model_def $(model)\n"
    "  --input_shapes [$(shape_param)]\n  --mlir $(workdir)/$(pure).mlir\n"
    "mlir_calibration: >\n  run_calibration.py $(workdir)/$(pure).mlir\n  --input_num 100\n"
    "  -o $(pure)_cali_table\n"
    "BM1684X:\n  deploy:\n    - model_deploy.py --mlir $(workdir)/$(pure).mlir\n"
    "      --chip $(target) --quantize INT8\n      --calibration_table $(pure)_cali_table\n"
    "    - \"model_deploy.py --quantize F32 $(extra)\"\n";

}  // namespace

TEST_CASE("zoo_yaml: commands with the file's own variables") {
  const auto all = commands(kZoo);
  REQUIRE(all.size() == 4);
  CHECK(all[0].value("--model_name")->text == "yolov8s");
  CHECK_FALSE(all[0].value("--model_def"));  // the runner sets $(home)
  CHECK(all[0].flag("--model_def")->values[0].text == "$(model)");
  CHECK_FALSE(all[0].open);
  CHECK(all[1].value("--calibration_table")->text == "yolov8s_v1_cali_table");
  CHECK(all[1].value("--input_num")->text == "100");
  CHECK(all[2].value("--chip")->text == "BM1684X");  // the section's name
  CHECK(all[2].value("--calibration_table")->text == "yolov8s_v1_cali_table");
  CHECK(all[3].flag("--quantize"));
}

TEST_CASE("zoo_yaml: words are places of the YAML") {
  for (const ToolCommand& c : commands(kZoo))
    for (const ToolFlag& f : c.flags) {
      CHECK(kZoo.substr(f.at.begin, f.written.size()) == f.written);
      for (const ShellWord& w : f.values)
        if (w.known && w.text.find("yolov8s") == w.text.npos && w.text != "BM1684X")
          CHECK(kZoo.substr(w.at.begin, w.at.end - w.at.begin) == w.text);
    }
}

TEST_CASE("zoo_yaml: literal blocks, lists of one line, values of variables that name themselves") {
  const auto a = commands(
      "deploy: [ 'model_deploy.py --chip bm1688', \"model_deploy --chip cv186x --quantize INT8\" "
      "]\n"
      "mlir_transform: |  # note\n  model_transform.py --model_name a \\\n    --mean 1,2,3\n");
  REQUIRE(a.size() == 3);
  CHECK(a[1].value("--chip")->text == "cv186x");
  CHECK(a[2].value("--mean")->text == "1,2,3");
  const auto loop = commands("a: $(b)\nb: $(a)\ndeploy: model_deploy.py --chip $(a)\n");
  REQUIRE(loop.size() == 1);
  CHECK_FALSE(loop[0].value("--chip"));
  const auto words = commands("opts: --chip bm1688\ndeploy: model_deploy.py $(opts)\n");
  CHECK(words[0].value("--chip")->text == "bm1688");
  const auto open = commands("deploy: model_deploy.py $(opts)\n");
  CHECK(open[0].open);
}

TEST_CASE("zoo_yaml: damage and aliases prove nothing") {
  const auto bad = parse_zoo(1, "deploy: model_deploy.py --chip a\nx: [\n");
  CHECK_FALSE(bad.problems.empty());
  CHECK_FALSE(bad.record.complete);
  CHECK_FALSE(parse_zoo(1, "a: &a x\ndeploy: *a\n").record.complete);
  CHECK_FALSE(parse_zoo(1, "deploy: \"model_deploy.py --a\\tb\"\n").record.complete);
  CHECK(parse_zoo(1, "deploy: {a: b}\n").record.commands.empty());
}

TEST_CASE("zoo_yaml: detection") {
  CHECK(detect("yolov8s.yaml", kZoo) == FileKind::kScript);
  CHECK(detect("a.yaml", "deploy: 3\nname: x\n") == FileKind::kUnknown);
  CHECK(detect("a.yaml", "run: model_deploy.py --mlir a\n") == FileKind::kUnknown);
  CHECK(detect("a.yaml", "model_parameters:\n  march: bayes-e\ndeploy: model_deploy.py\n") ==
        FileKind::kConfig);
}
