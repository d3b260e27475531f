#include "lint/config_counts.h"

#include <doctest/doctest.h>

#include <string>

#include "lint/config.h"
#include "tests/config_sample.h"

using namespace npulint;

namespace {

// "key:count …" of the lists that clash.
std::string clashes(const std::string& inputs, size_t graph = 0,
                    std::string_view tool = "hb_compile",
                    const std::string& calibration = "  calibration_type: max\n") {
  const Sample s("input_parameters:\n" + inputs + "calibration_parameters:\n" + calibration);
  std::string out;
  for (const CountClash& c : count_clashes(input_lists(*s.config, tool), graph))
    out += (out.empty() ? "" : " ") + c.list.spec->key + ":" + std::to_string(c.list.count) + "/" +
           std::to_string(c.against.count);
  return out;
}

}  // namespace

TEST_CASE("config counts: against input_name") {
  const std::string two = "  input_name: a;b\n  input_type_rt: nv12;featuremap\n";
  CHECK(clashes(two) == "");
  CHECK(clashes(two + "  input_shape: 1x3x8x8\n") == "input_shape:1/2");
  CHECK(clashes(two + "  input_shape: 1x3x8x8;\n") == "input_shape:1/2");
  CHECK(clashes(two + "  input_shape: 1x3x8x8;1x4;\n") == "");
  CHECK(clashes(two + "  mean_value: '1 2 3;None'\n") == "");
  CHECK(clashes(two + "  mean_value: '1;2;3'\n") == "mean_value:3/2");
  CHECK(clashes(two, 0, "hb_compile", "  cal_data_dir: ./a\n") == "cal_data_dir:1/2");
  CHECK(clashes(two, 0, "hb_mapper", "  cal_data_dir: ./a\n  calibration_type: skip\n") == "");
  CHECK(clashes(two, 0, "hb_mapper", "  cal_data_dir: ./a\n  calibration_type: '@T@'\n") == "");
}

TEST_CASE("config counts: keys without effect, placeholders and what YAML changes do not count") {
  const std::string two = "  input_name: a;b\n  input_type_rt: nv12;featuremap\n";
  CHECK(clashes(two + "  norm_type: data_scale\n") == "");
  CHECK(clashes(two + "  norm_type: data_scale\n", 0, "") == "");
  CHECK(clashes(two + "  norm_type: data_scale\n", 0, "hb_mapper") == "norm_type:1/2");
  CHECK(clashes(two + "  input_shape: 1x3x@S@x@S@\n") == "");
  CHECK(clashes(two + "  input_shape: '1x3x8x8；1x4'\n") == "");
  CHECK(clashes(two + "  input_shape: [1x3x8x8]\n") == "");
}

TEST_CASE("config counts: without input_name, the odd list among the others") {
  const std::string one = "  input_type_rt: nv12\n  input_type_train: rgb\n";
  CHECK(clashes(one + "  mean_value: 103.9;116.8;123.7\n") == "mean_value:3/1");
  const std::string two = "  input_type_rt: nv12;nv12\n  input_type_train: rgb;rgb\n";
  CHECK(clashes(two + "  scale_value: 0.0039\n") == "scale_value:1/2");
  CHECK(clashes("  input_type_rt: nv12\n  input_type_train: rgb;rgb\n") == "input_type_rt:1/2");
  CHECK(clashes(two) == "");
}

TEST_CASE("config counts: input_name is the odd one when all others agree") {
  CHECK(clashes("  input_name: a\n  input_type_rt: nv12;nv12\n  input_type_train: rgb;rgb\n") ==
        "input_name:1/2");
  CHECK(clashes("  input_name: a\n  input_type_rt: nv12;nv12\n") == "input_type_rt:2/1");
}

TEST_CASE("config counts: what the ONNX explains is not said here") {
  const std::string one = "  input_type_rt: nv12\n  input_type_train: rgb\n";
  CHECK(clashes(one, 2) == "");
  CHECK(clashes("  input_name: a\n  input_type_rt: nv12;nv12\n  input_type_train: rgb;rgb\n", 2) ==
        "");
  CHECK(clashes("  input_name: a\n  input_type_rt: nv12;nv12\n  input_type_train: rgb;rgb\n", 1) ==
        "input_type_train:2/1 input_type_rt:2/1");
  CHECK(clashes("  input_type_rt: nv12\n  input_type_train: rgb;rgb\n", 2) == "input_type_rt:1/2");
  CHECK(clashes("  input_type_rt: nv12\n  input_type_train: rgb;rgb\n", 1) ==
        "input_type_train:2/1");
}

TEST_CASE("config counts: a list of another length states nothing of any input") {
  const Sample s(
      "input_parameters:\n  input_name: a;b\n  input_type_rt: nv12\n"
      "  input_type_train: rgb;featuremap\n");
  const auto inputs = config_inputs(*s.config, "hb_compile");
  REQUIRE(inputs.size() == 2);
  CHECK_FALSE(inputs[0].type_rt);
  CHECK_FALSE(inputs[0].type_rt.missing.empty());
  CHECK(*inputs[1].type_train == "featuremap");
}
