#include "lint/contract_init.h"

#include <doctest/doctest.h>

#include "lint/check.h"
#include "parsers/contract.h"
#include "tests/bmodel_builder.h"
#include "tests/horizon_writer.h"

namespace npulint {
namespace {

using namespace test;  // NOLINT

const std::string kPerAxis = R"({"schema": "npulint-metadata/1", "march": "nash-e",
 "models": [{"name": "det",
  "inputs": [{"name": "images_y", "dtype": "uint8", "shape": [1, 64, 64, 1], "strides_bytes": [-1, -1, 1, 1]},
             {"name": "images_uv", "dtype": "uint8", "shape": [1, 32, 32, 2], "strides_bytes": [-1, -1, 2, 1]}],
  "outputs": [{"name": "boxes", "dtype": "int32", "shape": [1, 4, 4, 3], "strides_bytes": [256, 64, 16, 4],
               "quantization": {"axis": 3, "scale": [0.1, 0.2, 0.4], "zero_point": [0]}},
              {"name": "scores", "dtype": "float32", "shape": [1, 10], "strides_bytes": [40, 4]}]}]})";

const std::string kOdd = R"({"schema": "npulint-metadata/1", "march": "nash-zz",
 "models": [{"name": "odd",
  "inputs": [{"name": "a \"b\"\\\n\u001b[2J", "dtype": "int8", "shape": [1, 3, 8, 8],
              "quantization": {"axis": null, "scale": [0.5], "zero_point": [3]}},
             {"name": "feature", "dtype": "float32", "shape": [-1, 16]}],
  "outputs": [{"name": "y", "dtype": "int8", "shape": [1, 4],
               "quantization": {"axis": null, "scale": [0.25], "zero_point": [0]}},
              {"name": "y", "dtype": "int32", "shape": [1, 4]},
              {"name": "z", "shape": [1, 4]}]}]})";

const std::string kEvidence = R"({"target": "x5", "model_path": "lpr.bin", "metadata": {"unified": {
  "model_name": "lpr", "input_names": ["image"], "input_shapes": {"image": [1, 3, 24, 94]},
  "input_dtypes": {"image": "float32"}, "output_names": ["y"], "output_shapes": {"y": [1, 68, 18, 1]},
  "output_dtypes": {"y": "float32"}, "output_strides": {"y": [4896, 72, 4, 4]},
  "output_quants": {"y": {"quant_type": "NONE", "scale": [], "zero_point": [], "axis": 0}}}}})";

HbmModel inner() {
  const HbmTensor in{"images", {1, 32, 32, 3}, {1, 32, 32, 4}, 1, 0, 2, 32, {0, 0, 0}};
  const HbmTensor out{
      "y", {1, 4, 4, 12}, {1, 4, 4, 16}, 3, 0, 0, 1024, std::vector<uint8_t>(12, 5)};
  return {"net", "-m x --march bayes-e --O3", {in}, {out}};
}

std::string a_bin() {
  return bin_file(bytes(1, bin_node("net", "BPU", {"images"}, {"y"})) + bytes(2, "det") +
                      bytes(3, bin_hbm(hbm_file("B2E", {inner()}))) +
                      bytes(4, bin_value("images", 3, {1, 32, 32, 3})) +
                      bytes(5, bin_value("y", 6, {1, 4, 4, 12})) + bytes(7, packed({7})) +
                      bytes(8, packed({2})),
                  {{"MARCH", "bayes-e"}, {"INPUT_NAMES", "images;"}, {"INPUT_TYPE_RT", "nv12;"}});
}

Loaded loaded(const MemoryReader& disk, bool all) {
  CheckOptions o;
  o.load.paths = {"."};
  o.load.cwd = "/d";
  o.load.isolated = true;
  o.profile = Profile::kReview;
  if (all) return check(disk, o);
  o.load.only_named = true;
  return load(disk, o.load);
}

std::vector<std::string> findings(const MemoryReader& disk) {
  const Loaded l = loaded(disk, true);
  std::vector<std::string> out;
  for (const Finding& f : l.run.result.findings)
    out.push_back(std::string(f.rule->code) + " " + f.message.in(Lang::kEn));
  return out;
}

// What its author confirms: the marker of the suggested lines goes.
std::string confirmed(std::string_view text) {
  std::string out;
  for (size_t at = 0; at < text.size();) {
    const size_t end = text.find('\n', at);
    std::string_view line = text.substr(at, end - at);
    if (line.starts_with("#: ")) line.remove_prefix(3);
    out += std::string(line) + '\n';
    at = end + 1;
  }
  return out;
}

std::string start_of(const std::string& file, const std::string& content, Lang lang = Lang::kEn) {
  MemoryReader disk;
  disk.files["/d/" + file] = content;
  const Loaded l = loaded(disk, false);
  for (const auto& f : l.run.files)
    if (f->compiled && !f->compiled->models.empty())
      return contract_start(f->compiled->models[0], l.run.platforms, file, lang);
  FAIL("no model in " << file);
  return "";
}

bool has(std::string_view text, std::string_view part) {
  return text.find(part) != std::string_view::npos;
}

}  // namespace

TEST_CASE("contract init: what every kind of artifact starts with is read back without a finding") {
  const std::pair<std::string, std::string> kinds[] = {
      {"m.metadata.json", kPerAxis},         {"odd.metadata.json", kOdd},
      {"evidence.json", kEvidence},          {"m.bin", a_bin()},
      {"m.hbm", hbm_file("B2E", {inner()})}, {"m.bmodel", bmodel(small_bmodel())},
  };
  for (const auto& [file, content] : kinds)
    for (const Lang lang : {Lang::kEn, Lang::kZh}) {
      CAPTURE(file);
      MemoryReader disk;
      disk.files["/d/" + file] = content;
      const auto before = findings(disk);
      const std::string text = start_of(file, content, lang);
      CHECK(text == start_of(file, content, lang));
      for (const std::string& c : {text, confirmed(text)}) {
        const auto read = parse_contract(0, c);
        for (const Problem& p : read.problems) FAIL_CHECK(p.what.in(Lang::kEn));
        disk.files["/d/contract.toml"] = c;
        for (const std::string& f : findings(disk))
          if (std::find(before.begin(), before.end(), f) == before.end()) FAIL_CHECK(f);
      }
    }
}

TEST_CASE("contract init: nothing is stated until it is confirmed") {
  const std::string text = start_of("m.metadata.json", kPerAxis);
  const Contract c = parse_contract(0, text).record;
  CHECK_FALSE(c.march);
  CHECK_FALSE(c.artifact_output_count);
  REQUIRE(c.outputs.size() == 2);
  for (const AppTensor& t : c.outputs) {
    CHECK(t.name);
    CHECK_FALSE(t.read_as);
    CHECK_FALSE(t.decode);
    CHECK_FALSE(t.shape);
    CHECK_FALSE(t.assume_contiguous);
  }
  MemoryReader disk;
  disk.files["/d/m.metadata.json"] = kPerAxis;
  disk.files["/d/contract.toml"] = text;
  for (const std::string_view code : {"QNT001", "QNT002", "IOC006", "TGT001", "MEM001"}) {
    const Loaded l = loaded(disk, true);
    for (const Check& x : l.run.result.checks)
      if (x.rule->code == code) {
        CAPTURE(code);
        CHECK(x.verdict != Verdict::kPass);
      }
  }
}

TEST_CASE("contract init: the suggested lines are what the artifact requires") {
  const std::string text = confirmed(start_of("m.metadata.json", kPerAxis));
  const Contract c = parse_contract(0, text).record;
  CHECK(*c.artifact_file == "m.metadata.json");
  CHECK(*c.march == "nash-e");
  CHECK(*c.artifact_output_count == 2);
  REQUIRE(c.inputs.size() == 1);
  CHECK(*c.inputs[0].name == "images");
  CHECK(*c.inputs[0].protocol == "split_nv12");
  CHECK(*c.inputs[0].width == 64);
  REQUIRE(c.outputs.size() == 2);
  CHECK(*c.outputs[0].read_as == DType::kInt32);
  CHECK(*c.outputs[0].decode == Decode::kPerAxis);
  CHECK(*c.outputs[0].axis == 3);
  CHECK(*c.outputs[0].assume_contiguous == false);
  CHECK(*c.outputs[1].decode == Decode::kNone);
  // a dense output may be read either way
  CHECK_FALSE(c.outputs[1].assume_contiguous);
  CHECK(has(text, "rows of 3 elements are 16 bytes apart, not 12"));
  CHECK(has(text, "\"RDK S100\""));

  // and one of them wrong is an error
  std::string wrong = text;
  const std::string decode = "decode = \"per_axis\"";
  wrong.replace(wrong.find(decode), decode.size(), "decode = \"none\"");
  MemoryReader disk;
  disk.files["/d/m.metadata.json"] = kPerAxis;
  disk.files["/d/contract.toml"] = wrong;
  const auto found = findings(disk);
  CHECK(std::any_of(found.begin(), found.end(),
                    [](const std::string& f) { return f.starts_with("QNT001"); }));
}

TEST_CASE("contract init: where more than one way is right there is no suggestion") {
  const std::string text = start_of("odd.metadata.json", kOdd);
  // one scale: the argmax needs no decoding
  CHECK(has(text, "#: read_as = \"int8\""));
  CHECK(has(text, "#? decode = \"…\"  # \"per_tensor\"; \"none\" is right only"));
  CHECK(has(text, "#: quantize = \"per_tensor\""));
  // no march that the table knows
  CHECK(has(text, "was built for nash-zz"));
  CHECK(has(text, "#? march = "));
  // two tensors of one name, and a name that would drive a terminal or end the string
  CHECK(has(text, "index = 1\n"));
  CHECK(has(text, "name = \"a \\\"b\\\"\\\\\\u000A\\u001B[2J\"\n"));
  CHECK_FALSE(has(text, "\x1b"));
  // a runtime of Sophgo may decode
  const std::string tpu = start_of("m.bmodel", bmodel(small_bmodel()));
  CHECK_FALSE(has(tpu, "#: decode = \"per_"));
}

}  // namespace npulint
