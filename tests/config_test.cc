#include "lint/config.h"

#include <doctest/doctest.h>

#include <memory>
#include <string>
#include <vector>

#include "parsers/oe_config.h"

using namespace npulint;  // NOLINT: a test

namespace {

struct Read {
  std::string bytes;
  std::unique_ptr<Config> config;
  std::string at(const Evidence& e) const {
    return e.has_range() ? bytes.substr(e.begin, e.end - e.begin) : "";
  }
  std::vector<ConfigInput> inputs(std::string_view toolchain) const {
    return config_inputs(*config, toolchain);
  }
};

Read read(std::string bytes) {
  auto parsed = parse_config(0, bytes);
  CHECK(parsed.problems.empty());
  return {std::move(bytes), std::move(parsed.record)};
}

Read inputs(std::string_view lines) { return read("input_parameters:\n" + std::string(lines)); }

std::vector<std::string> texts(const std::vector<ListItem>& items) {
  std::vector<std::string> out;
  for (const ListItem& i : items) out.push_back(i.text);
  return out;
}
using Strings = std::vector<std::string>;
using Numbers = std::vector<double>;

}  // namespace

TEST_CASE("settings are texts as written") {
  const Read r = read(
      "model_parameters:\n  march: bayes-e\n  march: nash-e\n  output_nodes: ' '\n  node_info: {}\n"
      "compiler_parameters:\n  core_num: 010\n  debug: ON\n  advice:\n  cache_path: \"\"\n");
  CHECK(setting(*r.config, "model_parameters", "march").value == "nash-e");  // the last one wins
  CHECK(r.at(setting(*r.config, "model_parameters", "march").at) == "nash-e");
  CHECK(setting(*r.config, "compiler_parameters", "core_num").value == "010");
  CHECK(setting(*r.config, "compiler_parameters", "debug").value == "ON");
  for (std::string_view key : {"advice", "cache_path", "jobs"})
    CHECK_FALSE(setting(*r.config, "compiler_parameters", key));
  CHECK_FALSE(setting(*r.config, "model_parameters", "output_nodes"));
  const Fact<std::string> info = setting(*r.config, "model_parameters", "node_info");
  CHECK_FALSE(info);
  CHECK(info.missing.in(Lang::kEn) == "`model_parameters.node_info` is not a single value");
  CHECK(setting_entry(*r.config, "model_parameters", "node_info"));
  CHECK_FALSE(setting_entry(*r.config, "nothing", "node_info"));
}

TEST_CASE("list items have their own places") {
  const Read r = inputs(
      "  input_name: a ; 二;c;\n"
      "  input_type_rt: '  nv12;featuremap'\n"
      "  input_shape: \"1x3x8x8;;1x4\"\n"
      "  norm_type: 'it''s;b'\n"
      "  mean_value: |\n    1 2;3\n"
      "  scale_value: x;\n    y\n"
      "  std_value: 5\n");
  const auto list = [&](std::string_view key) {
    return setting_list(*r.config, "input_parameters", key);
  };
  CHECK(texts(list("input_name")) == Strings{"a", "二", "c"});
  CHECK(texts(list("input_shape")) == Strings{"1x3x8x8", "", "1x4"});
  CHECK(texts(list("mean_value")) == Strings{"1 2", "3"});
  CHECK(texts(list("norm_type")) == Strings{"it's", "b"});
  CHECK(texts(list("std_value")) == Strings{"5"});
  CHECK(list("input_layout_rt").empty());
  for (std::string_view key : {"input_name", "input_type_rt", "input_shape", "std_value"})
    for (const ListItem& item : list(key)) CHECK(r.at(item.at) == item.text);
  // Escapes, block scalars and folded lines: the whole value.
  CHECK(r.at(list("norm_type")[1].at) == "'it''s;b'");
  CHECK(r.at(list("mean_value")[1].at) == "|\n    1 2;3");
  CHECK(r.at(list("scale_value")[1].at) == "x;\n    y");
}

TEST_CASE("a double-quoted escape that is as long as its character does not move places") {
  const Read r = inputs("  input_name: \"a\\_;b\"\n  norm_type: \"a\\L''\\_b;c\"\n");
  CHECK(r.at(setting_list(*r.config, "input_parameters", "input_name")[1].at) == "\"a\\_;b\"");
  CHECK(r.at(setting_list(*r.config, "input_parameters", "norm_type")[1].at) == "\"a\\L''\\_b;c\"");
}

TEST_CASE("inputs of hb_mapper are normalised by norm_type") {
  const Read r = inputs(
      "  input_name: a;b;c;d;e\n"
      "  input_type_rt: nv12;rgb;bgr;gray;featuremap\n"
      "  input_type_train: rgb;rgb;bgr;gray\n"
      "  input_shape: 1x3x8x8;1x3xax8;None;None;None\n"
      "  norm_type: 'data_mean_and_scale;data_scale;data_mean;no_preprocess;data_scale'\n"
      "  mean_value: '1 2 3;None;4,5,6;None;None'\n"
      "  scale_value: '0.1 0.2 0.3;0.5;None;None;None'\n"
      "compiler_parameters:\n  input_source: {b: ddr, a: 'pyramid'}\n");
  const auto in = r.inputs("hb_mapper");
  REQUIRE(in.size() == 5);
  CHECK(in[1].name.value == "b");
  CHECK(r.at(in[1].name.at) == "b");
  CHECK(in[4].type_rt.value == "featuremap");
  CHECK(r.at(in[4].type_rt.at) == "featuremap");
  CHECK_FALSE(in[2].type_train);  // the list is shorter
  CHECK(in[2].type_train.missing.in(Lang::kEn) ==
        "input_type_train has 4 items for 5 inputs; which is whose is not known");
  CHECK(in[0].shape.value == Shape{1, 3, 8, 8});
  CHECK(r.at(in[0].shape.at) == "1x3x8x8");
  CHECK_FALSE(in[1].shape);
  CHECK(in[1].shape.missing.in(Lang::kEn) == "input_shape 1x3xax8 is malformed");
  CHECK(in[0].source.value == "pyramid");
  CHECK(in[1].source.value == "ddr");
  CHECK_FALSE(in[2].source);

  CHECK(in[0].norm->kind == "mean_scale");
  CHECK(in[0].norm->mean == Numbers{1, 2, 3});
  CHECK(in[0].norm->scale == Numbers{0.1, 0.2, 0.3});
  CHECK(r.at(in[0].norm.at) == "data_mean_and_scale");
  CHECK(in[1].norm->kind == "scale");
  CHECK(in[1].norm->scale == Numbers{0.5});
  CHECK(in[2].norm->kind == "mean");
  CHECK(in[2].norm->mean == Numbers{4, 5, 6});
  CHECK(in[3].norm->kind == "none");
  CHECK(r.at(in[3].norm.at) == "no_preprocess");
  CHECK_FALSE(in[4].norm);
  CHECK(in[4].norm.missing.in(Lang::kEn) ==
        "norm_type is data_scale, but scale_value states no numbers for this input");
}

TEST_CASE("norm_type decides on hb_mapper alone") {
  const std::string_view values = "  input_type_rt: nv12\n  scale_value: 0.5\n";
  const Read without = inputs(values);
  CHECK(without.inputs("hb_mapper").at(0).norm->kind == "none");
  CHECK(without.at(without.inputs("hb_mapper")[0].norm.at) == "nv12");
  CHECK(without.inputs("hb_compile").at(0).norm->kind == "scale");
  CHECK(without.at(without.inputs("hb_compile")[0].norm.at) == "0.5");
  CHECK(without.inputs("").at(0).norm->kind == "scale");

  const Read with = inputs(std::string(values) + "  norm_type: no_preprocess\n");
  CHECK(with.inputs("hb_mapper").at(0).norm->kind == "none");
  CHECK(with.inputs("hb_compile").at(0).norm->kind == "scale");
  CHECK(with.inputs("").at(0).norm->kind == "none");

  const Read nothing = inputs("  input_type_rt: nv12\n  norm_type: 'data_scale'\n");
  CHECK(nothing.inputs("hb_compile").at(0).norm->kind == "none");
  CHECK(nothing.at(nothing.inputs("hb_compile")[0].norm.at) == "data_scale");
  CHECK_FALSE(inputs("  input_type_rt: a\n  norm_type: data_std\n").inputs("hb_mapper").at(0).norm);
}

TEST_CASE("values decide on hb_compile") {
  const Read r = inputs(
      "  input_name: a;b;c;d;e;f\n"
      "  mean_value: '1 2 3;None;4;None;5;x'\n"
      "  scale_value: '0.1;0.5;None;None;1;None'\n"
      "  std_value: 'None;None;6;7;8;None'\n");
  const auto in = r.inputs("hb_compile");
  REQUIRE(in.size() == 6);
  CHECK(in[0].norm->kind == "mean_scale");
  CHECK(in[1].norm->kind == "scale");
  CHECK(in[2].norm->kind == "mean_std");
  CHECK(in[2].norm->std == Numbers{6});
  CHECK(in[3].norm->kind == "std");
  CHECK(in[4].norm.missing.in(Lang::kEn) ==
        "scale_value and std_value are both given; the tool takes only one");
  CHECK(in[5].norm.missing.in(Lang::kEn) == "mean_value is no list of numbers: x");
}

TEST_CASE("inputs without names") {
  CHECK(read("model_parameters:\n  march: x\n").config);
  CHECK(read("model_parameters:\n  march: x\n").inputs("hb_mapper").empty());
  const auto one = inputs(
                       "  input_name: ''\n  input_type_rt: nv12\ncompiler_parameters:\n"
                       "  input_source: {x: pyramid}\n")
                       .inputs("hb_mapper");
  REQUIRE(one.size() == 1);
  CHECK_FALSE(one[0].name);
  CHECK(one[0].source.value == "pyramid");
  CHECK(inputs("  input_type_rt: a\n  input_shape: 1x1;2x2;3x3\n").inputs("").size() == 3);
}

TEST_CASE("placeholders make facts absent with the reason") {
  const Read r = inputs(
      "  input_name: x\n  input_type_rt: @RT@\n  input_shape: 1x3x@S@x8\n  norm_type: ${NORM}\n"
      "  scale_value: {{ scale }}\n  input_type_train: rgb\n");
  const auto in = r.inputs("hb_mapper");
  REQUIRE(in.size() == 1);
  CHECK(in[0].name.value == "x");
  CHECK(in[0].type_train.value == "rgb");
  CHECK(in[0].type_rt.missing.in(Lang::kEn) ==
        "`input_parameters.input_type_rt` holds a placeholder: @RT@");
  CHECK_FALSE(in[0].shape);
  CHECK_FALSE(in[0].shape.missing.empty());
  CHECK_FALSE(in[0].norm);
  CHECK(in[0].norm.missing.in(Lang::kEn).find("${NORM}") != std::string::npos);
  CHECK(r.inputs("hb_compile")[0].norm.missing.in(Lang::kEn).find("{{ scale }}") !=
        std::string::npos);
  CHECK(setting_list(*r.config, "input_parameters", "input_shape").empty());
}

TEST_CASE("numbers and shapes") {
  CHECK(parse_numbers("1.0 2.5") == Numbers{1, 2.5});
  CHECK(parse_numbers("1, 2,3") == Numbers{1, 2, 3});
  CHECK(parse_numbers("+1 -2e-3 .5") == Numbers{1, -0.002, 0.5});
  for (std::string_view s : {"", " ", "None", "1 x", "1;2", "nan", "inf", "1e999", "+-1", "0x3"})
    CHECK_FALSE(parse_numbers(s).has_value());
  CHECK(parse_shape("1x3x224x224") == Shape{1, 3, 224, 224});
  CHECK(parse_shape(" 7 ") == Shape{7});
  for (std::string_view s : {"", "x", "1x", "x1", "1X3", "1,3", "1x-3", "-1x3", "1 x 3", "1xxx3",
                             "99999999999999999999"})
    CHECK_FALSE(parse_shape(s).has_value());
}
