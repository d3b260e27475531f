// What an artifact says of its own build, against its config, its log and the board: on small
// binaries, as a run sees them.
#include <doctest/doctest.h>

#include <algorithm>

#include "lint/build_settings.h"
#include "lint/check.h"
#include "lint/tool_versions.h"
#include "tests/horizon_writer.h"

namespace npulint {
namespace {

using namespace test;  // NOLINT

BinSettings settings() {
  return {{"MARCH", "bayes-e"},
          {"BUILDER_VERSION", "1.24.3"},
          {"HBDK_VERSION", "3.49.15"},
          {"HBDK_RUNTIME_VERSION", " 3.15.55.0"},
          {"MODEL_PREFIX", "det"},
          {"INPUT_NAMES", "images;"},
          {"INPUT_TYPE_RT", "nv12;"},
          {"INPUT_TYPE_TRAIN", "rgb;"},
          {"INPUT_SHAPE", "1x3x32x32;"},
          {"NORM_TYPE", "data_scale;"},
          {"MEAN_VALUE", ";"},
          {"SCALE_VALUE", "0.003921568627451,;"},
          {"REMOVE_NODE_TYPE", ""},
          {"REMOVE_NODE_NAME", ""},
          {"CALI_TYPE", "max"},
          {"WORKING_DIR", "/build/out"},
          {"hbdk_pass_through_params", "--O3 --core-num 1 --fast"}};
}

std::string bin(const BinSettings& s, const std::string& magic = "B2E",
                const std::string& options = "-m x --march bayes-e --O3") {
  const HbmTensor images{"images", {1, 32, 32, 3}, {1, 32, 32, 4}, 1, 0, 2, 32, {0, 0, 0}};
  const HbmTensor y{"y", {1, 4, 4, 2}, {1, 4, 4, 4}, 3, 0, 0, 256, {0, 0}};
  const std::string hbm = hbm_file(magic, {{"sub", options, {images}, {y}}});
  return bin_file(bytes(1, bin_node("sub", "BPU", {"images"}, {"y"})) + bytes(2, "det") +
                      bytes(3, bin_hbm(hbm)) + bytes(4, bin_value("images", 3, {1, 32, 32, 3})) +
                      bytes(5, bin_value("y", 6, {1, 4, 4, 2})) + bytes(7, packed({7})) +
                      bytes(8, packed({2})),
                  s);
}

BinSettings with(std::string_view key, std::string value) {
  BinSettings s = settings();
  for (auto& [k, v] : s)
    if (k == key) v = std::move(value);
  return s;
}

constexpr const char* kYaml =
    "model_parameters:\n  onnx_model: det.onnx\n  march: bayes-e\n  working_dir: out\n"
    "  output_model_file_prefix: det\n"
    "input_parameters:\n  input_name: images\n  input_type_rt: nv12\n  input_type_train: rgb\n"
    "  input_shape: 1x3x32x32\n  norm_type: data_scale\n  scale_value: 0.003921568627451\n"
    "calibration_parameters:\n  cal_data_dir: ./cal\n  calibration_type: max\n"
    "compiler_parameters:\n  optimize_level: O3\n  core_num: 1\n";

// Findings and verdicts of one rule over a folder: "path:line severity", else the verdict.
std::string run(const char* code, std::map<std::string, std::string> files) {
  MemoryReader reader;
  for (auto& [name, text] : files) reader.files["/w/" + name] = std::move(text);
  CheckOptions o;
  o.load.cwd = "/w";
  o.load.paths = {"."};
  o.load.isolated = true;
  o.profile = Profile::kReview;
  o.select = {code};
  const Loaded l = check(reader, o);
  REQUIRE(l.errors.empty());
  std::string out;
  for (const Finding& f : l.run.result.findings) {
    const Place at = l.run.sources.place(f.at);
    out += (out.empty() ? "" : "; ") + l.run.sources.shown(f.at.file) +
           (at.line > 0 ? ":" + std::to_string(at.line) : "") + " " +
           std::string(severity_name(f.severity)) + " " + f.message.in(Lang::kEn);
    CHECK_FALSE(f.message.in(Lang::kZh).empty());
  }
  if (!out.empty()) return out;
  for (const Check& c : l.run.result.checks)
    if (c.rule->code == code)
      out += c.verdict == Verdict::kPass            ? "pass "
             : c.verdict == Verdict::kNotApplicable ? "n/a "
                                                    : "not checked ";
  return out;
}
bool says(const std::string& text, std::string_view part) {
  return text.find(part) != std::string::npos;
}

TEST_CASE("identity: three statements of a .bin agree, or one is odd") {
  CHECK(run("TGT002", {{"det.bin", bin(settings())}}) == "pass ");
  const std::string swapped =
      run("TGT002", {{"det.bin", bin(settings(), "X2A", "-m x --march bernoulli2 --O3")}});
  CHECK(says(swapped, "det.bin error the artifact contradicts itself: MARCH says bayes-e"));
  CHECK(says(swapped, "(bernoulli2)"));
  const std::string edited = run("TGT002", {{"det.bin", bin(with("MARCH", "bernoulli2"))}});
  CHECK(says(edited, "MARCH says bernoulli2, EMBEDDED_HBM_MAGIC says B2E (bayes-e)"));
  // a spelling that no table knows proves nothing
  CHECK(run("TGT002", {{"det.bin", bin(with("MARCH", "next-gen"))}}) == "pass ");
  CHECK(run("TGT002", {{"det.yaml", kYaml}}) == "n/a ");
}

TEST_CASE("runtime: older than the library that the .bin was built with") {
  const auto with_runtime = [&](const char* version) {
    return run("TGT004", {{"det.bin", bin(settings())},
                          {"contract.toml",
                           std::string("[target]\nruntime = { hbrt = \"") + version + "\" }\n"}});
  };
  CHECK(says(with_runtime("3.15.47"), "contract.toml:2 warning"));
  CHECK(says(with_runtime("3.9.60"), "hbrt 3.9.60 on the board, built with hbrt 3.15.55.0"));
  CHECK(with_runtime("3.15.55") == "pass ");
  CHECK(with_runtime("3.16") == "pass ");
  CHECK(with_runtime("unknown") == "not checked ");
  CHECK(run("TGT004", {{"det.bin", bin(settings())}}) == "not checked ");
}

TEST_CASE("cores: of the .bin's compiler options against the target") {
  const BinSettings two = with("hbdk_pass_through_params", "--O3 --core-num 2 --fast");
  CHECK(says(run("TGT005", {{"det.bin", bin(two)}}),
             "error the artifact was compiled for 2 cores; the target has 1"));
  CHECK(run("TGT005", {{"det.bin", bin(settings())}}) == "pass ");
  // the config's own core_num is judged there
  std::string yaml = kYaml;
  yaml.replace(yaml.find("core_num: 1"), 11, "core_num: 2");
  CHECK(run("TGT005", {{"det.yaml", yaml}, {"out/det.bin", bin(two)}}) == "n/a ");
  CHECK(says(run("TGT005", {{"det.yaml", kYaml}, {"out/det.bin", bin(two)}}), "2 cores"));
}

std::string drift(const BinSettings& s, std::string yaml = kYaml) {
  return run("TGT007", {{"det.yaml", std::move(yaml)}, {"out/det.bin", bin(s)}});
}

TEST_CASE("drift: every compared setting of a .bin, at the config's value") {
  CHECK(drift(settings()) == "pass ");
  struct {
    const char *key, *value, *line;
  } const cases[] = {
      {"INPUT_TYPE_RT", "rgb;", "det.yaml:8"},
      {"INPUT_TYPE_TRAIN", "bgr;", "det.yaml:9"},
      {"INPUT_SHAPE", "1x3x64x64;", "det.yaml:10"},
      {"NORM_TYPE", "no_preprocess;", "det.yaml:11"},
      {"SCALE_VALUE", "0.0039,;", "det.yaml:12"},
      {"CALI_TYPE", "kl", "det.yaml:15"},
      {"hbdk_pass_through_params", "--O2 --core-num 1", "det.yaml:17"},
      {"hbdk_pass_through_params", "--O3 --core-num 2", "det.yaml:18"},
      {"INPUT_NAMES", "data;", "det.yaml:7"},
      {"REMOVE_NODE_TYPE", "['Dequantize']", "det.yaml:1"},
      {"MEAN_VALUE", "128.0,;", "det.yaml:6"},
  };
  for (const auto& c : cases) {
    CAPTURE(c.key);
    const std::string found = drift(with(c.key, c.value));
    CHECK(found.starts_with(std::string(c.line) + " warning"));
    CHECK(found.find(';') == found.find(';', found.find('`')));
  }
}

TEST_CASE("drift: what is no difference") {
  struct {
    const char *key, *value;
  } const cases[] = {
      {"SCALE_VALUE", "0.003921568627451,0.003921568627451,0.003921568627451,;"},
      {"SCALE_VALUE", "3.921568627451e-3,;"},
      {"MEAN_VALUE", "0.0,;"},
      {"INPUT_TYPE_RT", "NV12"},
      {"INPUT_TYPE_RT", ";"},
      {"WORKING_DIR", "/elsewhere"},
      {"MODEL_PREFIX", "other"},
      {"REMOVE_NODE_NAME", "[]"},
      {"INPUT_SHAPE", "1x3x32x32;1x3x64x64;"},  // of another number of inputs: not this setting's
  };
  for (const auto& c : cases) {
    CAPTURE(c.key);
    CAPTURE(c.value);
    CHECK(drift(with(c.key, c.value)) == "pass ");
  }
}

TEST_CASE("drift: placeholders, batches, defaults and other targets are left alone") {
  const auto replaced = [](std::string_view what, std::string_view by) {
    std::string yaml = kYaml;
    return yaml.replace(yaml.find(what), what.size(), by);
  };
  CHECK(drift(settings(), replaced("0.003921568627451", "@SCALE@")) == "pass ");
  CHECK(drift(with("INPUT_SHAPE", "8x3x32x32;"),
              replaced("1x3x32x32", "1x3x32x32\n  input_batch: 8")) == "pass ");
  CHECK(drift(with("CALI_TYPE", "default"), replaced("  calibration_type: max\n", "")) == "pass ");
  CHECK(drift(with("SCALE_VALUE", "2,;"), replaced("scale_value", "std_value")) == "pass ");
  // TGT001 says that the config is for another board
  const std::string other = run("TGT007", {{"det.yaml", replaced("bayes-e", "bernoulli2")},
                                           {"out/det.bin", bin(settings())},
                                           {"contract.toml", "[target]\nmarch = \"nash-e\"\n"}});
  CHECK(other == "pass ");
  CHECK(says(
      drift(settings(), replaced("march: bayes-e", "march: bernoulli2")),
      "det.yaml:3 warning `model_parameters.march` is `bernoulli2` in the config; the artifact "
      "was built with `bayes-e`"));
  CHECK(run("TGT007", {{"det.yaml", kYaml}}) == "n/a ");
  CHECK(run("TGT007", {{"out/det.bin", bin(settings())}}) == "not checked ");
}

TEST_CASE("versions are compared number by number") {
  CHECK(*compare_versions("3.15.47", "3.15.55.0") < 0);
  CHECK(*compare_versions("3.15.55", "3.15.55.0") == 0);
  CHECK(*compare_versions("v1.10", "1.9-beta") > 0);
  CHECK(*compare_versions("v1.3.116-gf735aff3-20230821", "1.3.116") == 0);
  CHECK_FALSE(compare_versions("beta", "1"));
  CHECK(version_numbers("1.99999999999999999999.2").size() == 3);
  CHECK(VersionTable::get().comparable().size() == 2);
  for (const KnownBad& k : VersionTable::get().known_bad()) {
    CHECK_FALSE(k.what_en.empty());
    CHECK_FALSE(k.what_zh.empty());
    CHECK_FALSE(k.source.empty());
    CHECK_FALSE(k.versions.empty());
  }
}

TEST_CASE("printed names of settings are those of the artifact") {
  CHECK(stored_key("BPU march           ") == "MARCH");
  CHECK(stored_key("calibration_type:") == "CALI_TYPE");
  CHECK(stored_key("input_space&range") == "INPUT_SPACE_AND_RANGE");
  CHECK(stored_key("working dir") == "WORKING_DIR");
  CHECK(stored_key("output_model_file_prefix") == "MODEL_PREFIX");
  CHECK(stored_key("hbdk_pass_through_params") == "HBDK_PASS_THROUGH_PARAMS");
}

}  // namespace
}  // namespace npulint
