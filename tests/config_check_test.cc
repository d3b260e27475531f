#include "lint/config_check.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <map>
#include <string>

#include "lint/bundle.h"
#include "tests/config_sample.h"

using namespace npulint;

namespace {

// One key in its section.
Sample one(const std::string& section, const std::string& key, const std::string& value) {
  return Sample(section + ":\n  " + key + ": " + value + "\n");
}

std::vector<BadValue> bad(const std::string& path, const std::string& value,
                          std::string_view tool = "hb_compile", std::string_view march = "nash-e") {
  const size_t dot = path.find('.');
  const Sample s = one(path.substr(0, dot), path.substr(dot + 1), value);
  return bad_values(*s.config, tool, march);
}

bool legal(const std::string& path, const std::string& value, std::string_view tool = "hb_compile",
           std::string_view march = "nash-e") {
  return bad(path, value, tool, march).empty();
}

const std::string kCompiler = "compiler_parameters.";

std::map<std::string, bool> missing(const std::string& text, std::string_view tool) {
  const Sample s(text);
  std::map<std::string, bool> out;  // key or section → has a default
  for (const MissingKey& m : missing_keys(*s.config, tool))
    out[m.spec ? m.spec->key : m.section] = m.has_default;
  return out;
}

}  // namespace

TEST_CASE("config check: a stated version decides what differs between versions") {
  const Sample load = one("calibration_parameters", "calibration_type", "load");
  const auto why = [](const std::vector<BadValue>& b) { return b.empty() ? -1 : int(b[0].why); };
  const ToolVersion x5{"OE X5", "1.2.8"}, s350{"OE S", "3.5.0"}, s370{"OE S", "3.7.0"},
      tc{"horizon_tc_ui", "3.5.16"}, next{"horizon_tc_ui", "3.6.0"};
  CHECK(why(bad_values(*load.config, "hb_mapper", "bayes-e")) == int(BadValue::Why::kSomeVersion));
  CHECK(why(bad_values(*load.config, "hb_mapper", "bayes-e", &x5)) == int(BadValue::Why::kIllegal));
  const Sample march = one("model_parameters", "march", "nash-p");
  CHECK(bad_values(*march.config, "hb_compile", "nash-p").empty());
  CHECK(bad_values(*march.config, "hb_compile", "nash-p", &s370).empty());
  CHECK(bad_values(*march.config, "hb_compile", "nash-p", &s350).size() == 1);
  const Sample cache(
      "model_parameters:\n  march: nash-p\ncompiler_parameters:\n"
      "  cache_mode: enable\n");
  const auto asked = [&](const ToolVersion* v) {
    std::string out;
    for (const MissingKey& m : missing_keys(*cache.config, "hb_compile", v))
      if (m.spec && m.spec->key == "cache_path") out = m.in_some_version ? "maybe" : "yes";
    return out;
  };
  CHECK(asked(nullptr) == "maybe");
  CHECK(asked(&tc) == "yes");
  CHECK(asked(&next) == "");
  CHECK(asked(&s370) == "");
  CHECK(asked(&s350) == "maybe");
}

TEST_CASE("config check: numbers are judged as the loader reads them") {
  const std::string key = kCompiler + "max_time_per_fc";
  for (const char* v : {"1_000", "0x3e8", "0b1111101000", "16:40", "+1000", "1000"})
    CHECK(legal(key, v));
  for (const char* v : {"999", "0x3e7", "'1_000'", "1_0"}) CHECK_FALSE(legal(key, v));
  CHECK(legal("calibration_parameters.max_percentile", "0.99_9"));
}

TEST_CASE("config check: a section that is a scalar or a list") {
  for (const char* v : {"x", "[a, b]", "[]"}) {
    const Sample s(std::string("model_parameters: {march: nash-e, onnx_model: a.onnx}\n") +
                   "calibration_parameters: " + v + "\n");
    const auto m = missing_keys(*s.config, "hb_compile");
    CHECK(std::count_if(m.begin(), m.end(), [](const MissingKey& k) {
            return k.no_mapping && k.section == "calibration_parameters";
          }) == 1);
  }
}

TEST_CASE("config check: enumerations by toolchain") {
  CHECK(legal(kCompiler + "optimize_level", "O2"));
  CHECK(legal(kCompiler + "optimize_level", "'O3'", "hb_mapper", "bayes-e"));
  const auto o3 = bad(kCompiler + "optimize_level", "O3");
  REQUIRE(o3.size() == 1);
  CHECK(o3[0].why == BadValue::Why::kIllegal);
  CHECK(o3[0].written == "O3");
  CHECK(o3[0].accepted == "O0, O1, O2");
  CHECK(legal(kCompiler + "compile_mode", "balance"));
  CHECK_FALSE(legal(kCompiler + "compile_mode", "balance", "hb_mapper", "bayes-e"));
  CHECK_FALSE(legal("calibration_parameters.calibration_type", "histogram"));
  CHECK_FALSE(legal(kCompiler + "cache_mode", "readonly"));
}

TEST_CASE("config check: another case is a note") {
  const auto b = bad(kCompiler + "optimize_level", "o2");
  REQUIRE(b.size() == 1);
  CHECK(b[0].why == BadValue::Why::kOtherCase);
  CHECK(b[0].near == "O2");
}

TEST_CASE("config check: march is held against both toolchains") {
  const std::string march = "model_parameters.march";
  for (const char* ok : {"nash-e", "\"bayes-e\"", "bernoulli2", "nash-b-plus"}) {
    CAPTURE(ok);
    CHECK(legal(march, ok, "", ""));
  }
  const auto upper = bad(march, "NASH-E");
  REQUIRE(upper.size() == 1);
  CHECK(upper[0].why == BadValue::Why::kIllegal);
  CHECK(upper[0].near == "nash-e");
  const auto none = bad(march, "xyz", "", "");
  REQUIRE(none.size() == 1);
  CHECK(none[0].near.empty());
  CHECK(none[0].accepted.find("bayes-e") != std::string::npos);
  CHECK(none[0].accepted.find("nash-p") != std::string::npos);
  CHECK(bad(march, "nash-starry-p").at(0).why == BadValue::Why::kSomeVersion);
}

TEST_CASE("config check: ranges and their ends") {
  const std::string fc = kCompiler + "max_time_per_fc";
  for (const char* ok : {"0", "1000", "10000000", "'5000'"}) {
    CAPTURE(ok);
    CHECK(legal(fc, ok));
  }
  for (const char* no : {"999", "1", "10000001", "-1", "1000.5", "fast"}) {
    CAPTURE(no);
    CHECK_FALSE(legal(fc, no));
  }
  CHECK(legal(fc, "4294967295", "hb_mapper", "bayes-e"));
  CHECK(bad(fc, "1").at(0).accepted == "0, [1000, 10000000]");
  CHECK(legal(kCompiler + "balance_factor", "100"));
  CHECK_FALSE(legal(kCompiler + "balance_factor", "101"));
  const std::string percentile = "calibration_parameters.max_percentile";
  CHECK(legal(percentile, "0.99995"));
  CHECK(bad(percentile, "0.4").at(0).why == BadValue::Why::kSomeVersion);
  CHECK(bad(percentile, "99.9").at(0).why == BadValue::Why::kIllegal);
  CHECK(bad(percentile, "0", "hb_mapper", "bayes-e").at(0).why == BadValue::Why::kSomeVersion);
  CHECK(legal(percentile, "0", "hb_mapper", "bernoulli2"));
  CHECK(legal(kCompiler + "jobs", "64"));
  CHECK(bad(kCompiler + "jobs", "0").at(0).why == BadValue::Why::kSomeVersion);
  CHECK(bad(kCompiler + "jobs", "-1").at(0).accepted == ">= 1");
}

TEST_CASE("config check: cores and L2M by march") {
  CHECK(legal(kCompiler + "core_num", "4", "hb_compile", "nash-p"));
  CHECK_FALSE(legal(kCompiler + "core_num", "5", "hb_compile", "nash-p"));
  CHECK_FALSE(legal(kCompiler + "core_num", "2", "hb_compile", "nash-m"));
  CHECK(legal(kCompiler + "core_num", "2", "hb_mapper", "bernoulli2"));
  CHECK_FALSE(legal(kCompiler + "core_num", "2", "hb_mapper", "bayes-e"));
  CHECK(legal(kCompiler + "max_l2m_size", "25165824", "hb_compile", "nash-h"));
  CHECK_FALSE(legal(kCompiler + "max_l2m_size", "25165825", "hb_compile", "nash-h"));
  CHECK_FALSE(legal(kCompiler + "max_l2m_size", "1024", "hb_compile", "nash-e"));
  CHECK(legal(kCompiler + "max_l2m_size", "None", "hb_compile", "nash-e"));
}

TEST_CASE("config check: booleans") {
  for (const char* ok : {"True", "false", "yes", "off"}) {
    CAPTURE(ok);
    CHECK(legal(kCompiler + "debug", ok));
  }
  CHECK(legal(kCompiler + "debug", "'True'", "hb_mapper", "bayes-e"));
  CHECK_FALSE(legal(kCompiler + "debug", "'True'"));
  CHECK_FALSE(legal(kCompiler + "debug", "maybe", "hb_mapper", "bayes-e"));
  CHECK(legal(kCompiler + "debug", "''"));
}

TEST_CASE("config check: each item of a list has its place") {
  const Sample s = one("input_parameters", "input_type_rt", "'nv12; yuv;featuremap'");
  const auto b = bad_values(*s.config, "hb_mapper", "bayes-e");
  REQUIRE(b.size() == 1);
  CHECK(s.at(b[0].at) == "yuv");
}

TEST_CASE("config check: without a toolchain only what both refuse") {
  CHECK(legal(kCompiler + "optimize_level", "O3", "", ""));
  CHECK_FALSE(legal(kCompiler + "optimize_level", "O4", "", ""));
  CHECK(legal(kCompiler + "core_num", "4", "", ""));
  CHECK_FALSE(legal(kCompiler + "core_num", "9", "", ""));
  // No document states the values of hb_mapper for these.
  CHECK(legal(kCompiler + "jobs", "-1", "", ""));
  CHECK(legal("calibration_parameters.cal_data_type", "int4", "", ""));
  // Only one toolchain has the key.
  CHECK_FALSE(legal(kCompiler + "cache_mode", "readonly", "", ""));
}

TEST_CASE("config check: placeholders, null and what YAML changed are not judged") {
  CHECK(legal(kCompiler + "optimize_level", "@LEVEL@"));
  CHECK(legal(kCompiler + "optimize_level", "${LEVEL}"));
  CHECK(legal(kCompiler + "core_num", "~"));
  CHECK_FALSE(legal(kCompiler + "compile_mode", "[latency]"));  // for one value
  CHECK_FALSE(legal(kCompiler + "compile_mode", "{latency: 1}"));
}

TEST_CASE("config check: required keys") {
  const std::string head = "model_parameters:\n  onnx_model: a.onnx\n  march: x\n";
  const std::string input = "input_parameters:\n  input_type_rt: nv12\n  input_type_train: rgb\n";
  auto compile = missing(head + input, "hb_compile");
  CHECK(compile.size() == 1);
  CHECK(compile.count("input_layout_train") == 1);
  auto mapper = missing(head + input, "hb_mapper");
  CHECK(mapper.count("output_model_file_prefix") == 1);
  CHECK(mapper.count("norm_type") == 1);
  CHECK(mapper.count("calibration_parameters") == 1);
  CHECK(mapper.count("compiler_parameters") == 1);
  CHECK(mapper.count("custom_op") == 0);
  auto neither = missing(head + "input_parameters:\n  input_type_rt: nv12\n", "");
  CHECK(neither.size() == 1);
  CHECK(neither.count("input_type_train") == 1);
}

TEST_CASE("config check: a required key with a default") {
  const auto m = missing(
      "model_parameters: {onnx_model: a.onnx, march: bayes-e, output_model_file_prefix: a}\n"
      "input_parameters: {input_type_rt: gray, input_type_train: gray, input_layout_train: NCHW, "
      "norm_type: no_preprocess}\n"
      "calibration_parameters: {cal_data_dir: ./d}\n"
      "compiler_parameters: {compile_mode: latency, optimize_level: O2}\n",
      "hb_mapper");
  REQUIRE(m.size() == 1);
  CHECK(m.at("calibration_type"));
}

TEST_CASE("config check: conditions") {
  const auto of = [](const std::string& section, const std::string& text, std::string_view tool) {
    return missing(section + ": {" + text + "}\n", tool);
  };
  CHECK(of("compiler_parameters", "compile_mode: balance", "hb_compile").count("balance_factor"));
  CHECK_FALSE(
      of("compiler_parameters", "compile_mode: latency", "hb_compile").count("balance_factor"));
  CHECK_FALSE(
      of("compiler_parameters", "compile_mode: '@MODE@'", "hb_compile").count("balance_factor"));
  CHECK(of("calibration_parameters", "calibration_type: max", "hb_mapper").count("cal_data_dir"));
  CHECK(of("calibration_parameters", "x: 1", "hb_mapper").count("cal_data_dir"));
  CHECK_FALSE(
      of("calibration_parameters", "calibration_type: skip", "hb_mapper").count("cal_data_dir"));
  CHECK_FALSE(of("calibration_parameters", "x: 1", "hb_compile").count("cal_data_dir"));
  CHECK(of("model_parameters", "caffe_model: a", "hb_mapper").count("prototxt"));
  CHECK_FALSE(of("model_parameters", "caffe_model: a", "hb_mapper").count("onnx_model"));
  CHECK(of("input_parameters", "input_type_rt: rgb;rgb", "hb_compile").count("input_name"));
  CHECK_FALSE(of("input_parameters", "input_type_rt: rgb", "hb_compile").count("input_name"));
  CHECK(of("input_parameters", "norm_type: data_mean", "hb_mapper").count("mean_value"));
  CHECK_FALSE(of("input_parameters", "norm_type: data_mean", "hb_mapper").count("scale_value"));
  CHECK(of("input_parameters", "input_type_train: featuremap;rgb", "hb_compile")
            .count("input_layout_train"));
  CHECK_FALSE(of("input_parameters", "input_type_train: featuremap;featuremap", "hb_compile")
                  .count("input_layout_train"));
}

TEST_CASE("config check: what stands under another name is not reported twice") {
  CHECK_FALSE(
      missing("model_parameter: {march: nash-e}\ncompiler_parameters: {jobs: 1}\n", "hb_compile")
          .count("model_parameters"));
  CHECK_FALSE(missing("march: nash-e\nmodel_parameters: {onnx_model: a}\n", "").count("march"));
  const Sample s("model_parameters:\n  onnx_modle: a\n  march: nash-e\ninput_parameters: *x\n");
  CHECK(missing_keys(*s.config, "hb_compile").empty());  // unreadable: an absent key says nothing
  const Sample t("model_parameters:\n  onnx_modle: a\n  march: nash-e\n");
  bool seen = false;
  for (const MissingKey& m : missing_keys(*t.config, "hb_compile"))
    if (m.spec && m.spec->key == "onnx_model") {
      seen = true;
      CHECK(m.misspelt == "onnx_modle");
      CHECK(t.at(m.at) == "onnx_modle");
    }
  CHECK(seen);
}

TEST_CASE("config check: merge keys and aliases may bring the keys") {
  CHECK(missing("base: &b {march: nash-e, onnx_model: a}\nmodel_parameters:\n  <<: *b\n", "")
            .count("march") == 0);
}

TEST_CASE("config check: where an unknown section belongs") {
  CHECK(section_place("quantization_config") == "calibration_parameters.quant_config");
  CHECK(section_place("optimize_level") == "compiler_parameters");
  CHECK(section_place("calibraton_parameters") == "calibration_parameters");
  CHECK(section_place("zzz").empty());
}
