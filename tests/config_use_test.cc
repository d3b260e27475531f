#include "lint/config_use.h"

#include <doctest/doctest.h>

#include <memory>

#include "parsers/oe_config.h"

using namespace npulint;

namespace {

std::unique_ptr<Config> read(const char* yaml) { return parse_config(0, yaml).record; }

std::vector<UnknownKey> unknown(const char* yaml, const char* toolchain) {
  return unknown_keys(*read(yaml), toolchain);
}

}  // namespace

TEST_CASE("config use: a slip is renamed unless the right key is there") {
  using Kind = UnknownKey::Kind;
  const auto one = unknown("compiler_parameters:\n  job: 4\n  advice: 0\n", "hb_compile");
  REQUIRE(one.size() == 1);
  CHECK(one[0].kind == Kind::kSlip);
  CHECK(one[0].near == "jobs");
  CHECK(one[0].rename);
  CHECK_FALSE(one[0].no_effect);
  CHECK_FALSE(one[0].silent);
  CHECK(one[0].at.begin == 23);
  CHECK(one[0].at.end == 26);
  const auto both = unknown("compiler_parameters:\n  job: 4\n  jobs: 4\n", "hb_compile");
  REQUIRE(both.size() == 1);
  CHECK_FALSE(both[0].rename);
  const auto none =
      unknown("input_parameters:\n  input_name: a\n  nrom_type: data_scale\n", "hb_compile");
  REQUIRE(none.size() == 1);
  CHECK(none[0].no_effect);
}

TEST_CASE("config use: keys of the other toolchain are no suggestions, and no unknown keys") {
  const auto u =
      unknown("calibration_parameters:\n  quant_confg: 1\n  quant_config: {}\n  cal_data_dir: a\n",
              "hb_mapper");
  REQUIRE(u.size() == 1);
  CHECK(u[0].near != "quant_config");
}

TEST_CASE("config use: a known key in the wrong section") {
  using Kind = UnknownKey::Kind;
  const char* yaml =
      "model_parameters:\n  onnx_model: a.onnx\n  input_type_rt: nv12\n  jbos: 1\n"
      "input_parameters:\n  input_type_train: rgb\n";
  const auto u = unknown(yaml, "hb_compile");
  REQUIRE(u.size() == 2);
  CHECK(u[0].kind == Kind::kElsewhere);
  CHECK(u[0].place == "input_parameters");
  CHECK(u[0].required);
  CHECK(u[1].kind == Kind::kSlipElsewhere);
  CHECK(u[1].near == "jobs");
  CHECK(u[1].place == "compiler_parameters");
  // …and the required key is not reported as absent a second time
  for (const MissingKey& m : missing_keys(*read(yaml), "hb_compile"))
    CHECK((!m.spec || m.spec->key != "input_type_rt"));
}

TEST_CASE("config use: what missing_keys names is not named again") {
  const char* yaml = "model_parameters:\n  onnx_modle: a.onnx\n  march: nash-e\n  marhc: x\n";
  const auto missing = missing_keys(*read(yaml), "hb_compile");
  const auto u = unknown(yaml, "hb_compile");
  REQUIRE(u.size() == 1);
  CHECK(u[0].key == "marhc");
  size_t named = 0;
  for (const MissingKey& m : missing) named += m.misspelt == "onnx_modle";
  CHECK(named == 1);
}

TEST_CASE("config use: a slip of a key with a default is unknown, not absent") {
  const char* yaml =
      "model_parameters:\n  onnx_model: a\ncalibration_parameters:\n  cal_data_dir: a\n"
      "  calibraton_type: max\n";
  for (const MissingKey& m : missing_keys(*read(yaml), "hb_mapper"))
    CHECK((!m.spec || m.spec->key != "calibration_type"));
  REQUIRE(unknown(yaml, "hb_mapper").size() == 1);
  CHECK(unknown(yaml, "hb_mapper")[0].near == "calibration_type");
}

TEST_CASE("config use: keys that YAML 1.1 changes, merge keys, duplicates") {
  const auto u = unknown(
      "compiler_parameters:\n  jobs: 2\n  ON: 1\n  <<: {a: 1}\n  wrong_one: 1\n  wrong_one: 2\n  "
      "3: 4\n",
      "hb_compile");
  REQUIRE(u.size() == 1);
  CHECK(u[0].key == "wrong_one");
}

TEST_CASE("config use: outdated keys by march") {
  const auto config = read("calibration_parameters:\n  run_on_cpu: a\n  calibration_type: mix\n");
  CHECK(outdated_keys(*config, "hb_mapper", "bernoulli2").empty());
  const auto x5 = outdated_keys(*config, "hb_mapper", "bayes-e");
  REQUIRE(x5.size() == 1);
  CHECK(x5[0].instead == "node_info");
  CHECK_FALSE(x5[0].no_effect);
  const auto s100 = outdated_keys(*config, "hb_compile", "nash-e");
  REQUIRE(s100.size() == 1);
  CHECK(s100[0].value == "mix");
}

TEST_CASE("config use: what can be spared") {
  const auto alone = read("calibration_parameters:\n  cal_data_type: float32\n");
  CHECK_FALSE(can_spare(*alone, outdated_keys(*alone, "hb_compile", "")));
  const auto twice = read(
      "calibration_parameters:\n  cal_data_type: float32\n  cal_data_type: uint8\n  "
      "cal_data_dir: a\n");
  CHECK_FALSE(can_spare(*twice, outdated_keys(*twice, "hb_compile", "")));
  const auto alias = read(
      "input_parameters:\n  norm_type: &n data_scale\n  input_name: *n\n  input_type_rt: rgb\n");
  CHECK_FALSE(can_spare(*alias, outdated_keys(*alias, "hb_compile", "")));
  const auto plain = read("input_parameters:\n  norm_type: data_scale\n  input_type_rt: rgb\n");
  CHECK(can_spare(*plain, outdated_keys(*plain, "hb_compile", "")));
}

TEST_CASE("config use: what robs an option of its effect") {
  const auto names = [](const char* yaml, const char* tool) {
    std::string out;
    for (const KeyStatement& s : ineffective_keys(*read(yaml), tool)) out += s.spec->key + " ";
    return out;
  };
  const char* percentile = "calibration_parameters:\n  max_percentile: 0.99\n  cal_data_dir: a\n";
  CHECK(names(percentile, "hb_mapper") == "max_percentile ");  // its default is `default`
  CHECK(names(percentile, "hb_compile").empty());              // it has none
  CHECK(names("calibration_parameters:\n  max_percentile: 0.99\n  calibration_type: '@T@'\n",
              "hb_mapper")
            .empty());
  CHECK(names("compiler_parameters:\n  balance_factor: 100\n", "hb_compile").empty());
  CHECK(names("compiler_parameters:\n  balance_factor: 0\n", "hb_compile") == "balance_factor ");
}

TEST_CASE("config use: private paths") {
  CHECK(is_private_path("/home/lin/a.onnx"));
  CHECK(is_private_path("/Users/lin"));
  CHECK(is_private_path("/root/a"));
  CHECK_FALSE(is_private_path("/home/"));
  CHECK_FALSE(is_private_path("/rootfs/a"));
  CHECK_FALSE(is_private_path("home/lin"));
  CHECK_FALSE(is_private_path("/data/home/lin"));
}

TEST_CASE("config use: items of optimization keep their places") {
  const auto config =
      read("calibration_parameters:\n  optimization: 'asymmetric, set_model_output_int16'\n");
  const auto items = rejected_int16(*config, "bernoulli2");
  REQUIRE(items.size() == 1);
  CHECK(items[0].text == "set_model_output_int16");
  CHECK(items[0].at.begin == 53);
  CHECK(items[0].at.end == 75);
  CHECK(rejected_int16(*config, "bayes-e").empty());
}

TEST_CASE("config use: settings of nodes") {
  const NodeSettings& n = KeyTable::get().node_settings();
  CHECK(n.knows("InputType"));
  CHECK(n.knows("InputType12"));
  CHECK_FALSE(n.knows("InputTypeA"));
  CHECK_FALSE(n.knows("OutputType0"));
}
