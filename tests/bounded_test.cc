// Small inputs whose reading once took minutes or gigabytes: what is stated once and counts for
// many, what is searched again for each. A limit that is gone shows as a run without end.
#include <doctest/doctest.h>

#include <string>

#include "parsers/bmodel_info.h"
#include "parsers/build_log.h"
#include "parsers/hb_model_info.h"
#include "parsers/metadata_json.h"
#include "parsers/model_info.h"
#include "parsers/shell.h"
#include "parsers/zoo_yaml.h"

namespace npulint {
namespace {

std::string times(size_t n, std::string_view s) {
  std::string out;
  for (size_t i = 0; i < n; ++i) out += s;
  return out;
}
std::string numbered(size_t n, std::string_view before, std::string_view after) {
  std::string out;
  for (size_t i = 0; i < n; ++i) out.append(before).append(std::to_string(i)).append(after);
  return out;
}

TEST_CASE("bounded: variables of a zoo that name each other") {
  std::string s = "mlir_transform: model_transform.py --model_name $(v1)\n";
  for (int i = 1; i < 8; ++i)
    s += "v" + std::to_string(i) + ": " + times(40, "$(v" + std::to_string(i + 1) + ")") + "\n";
  s += "v8: \"\"\n";
  const auto p = parse_zoo(0, s);
  CHECK_FALSE(p.record.complete);
  REQUIRE(p.record.commands.size() == 1);
  CHECK_FALSE(p.record.commands[0].words.back().known);
}

TEST_CASE("bounded: sections of a zoo") {
  const size_t n = 20'000;
  const std::string tail =
      "last:\n  v7: own\n  deploy: model_deploy.py --model $(v7) --mlir $(v8)\n"
      "deploy: model_deploy.py --model $(v7)\n";
  const auto p = parse_zoo(0, numbered(n, "v", ": 1\n") + numbered(n, "s", ": {a: b}\n") + tail);
  CHECK(p.record.complete);
  REQUIRE(p.record.commands.size() == 2);
  CHECK(p.record.commands[0].words[2].text == "own");
  CHECK(p.record.commands[0].words[4].text == "1");
  CHECK(p.record.commands[1].words[2].text == "1");  // as outside of the section
}

TEST_CASE("bounded: scopes of a script") {
  const std::string variables = numbered(20'000, "v", "=1\n");
  CHECK_FALSE(parse_shell(0, variables + numbered(20'000, "f", "() {\n}\n")).complete);
  CHECK_FALSE(parse_shell(0, variables + times(4'000, "eval x\n")).complete);
  CHECK_FALSE(
      parse_shell(0, variables + "case $1 in\n" + times(4'000, "a) b;;\n") + "esac\n").complete);
  const std::string long_values =
      "a=" + std::string(8'000, 'x') + "\n" + numbered(2'000, "v", "=$a\n");
  CHECK_FALSE(parse_shell(0, long_values + times(2'000, "( ")).complete);
  CHECK(parse_shell(0, numbered(100, "v", "=1\n") + times(20, "( a ) ; eval b\n")).complete);
}

TEST_CASE("bounded: parentheses that nothing closes") {
  const ShellScript s =
      parse_shell(0, "a\n" + times(400'000, "(") + "\n#" + std::string(4'000'000, 'x'));
  CHECK(s.commands[0].words[0].text == "a");
}

TEST_CASE("bounded: colours of a log") {
  const std::string line = times(100'000, "\x1b[m") + std::string(1'000'000, 'x') + "m\n";
  CHECK(parse_build_log(0, "2025-01-02 03:04:05,678 INFO Start Model Convert\n" + line)
            .problems.size() < 3);
}

TEST_CASE("bounded: problems of a log") {
  const std::string head =
      "2025-03-04 05:06:07,089 file: hb_mapper_makertbin.py func: hb_mapper_makertbin line No: 12 ";
  const auto p =
      parse_build_log(0, times(200, head + "Dump config:\n" + head +
                                        "model_parameters:\n  march: 'bayes-e\n  onnx_model: x\n" +
                                        head + "Start to process the onnx\n"));
  CHECK(p.problems.size() == 50);
}

TEST_CASE("bounded: what models share") {
  const std::string models = times(20'000, "{\"functions\": []},");
  const auto p = parse_metadata(0, "{\"schema\": \"npulint-metadata/1\", \"build\": {\"A\": \"" +
                                       std::string(1'000'000, 'x') + "\"}, \"models\": [" + models +
                                       "{\"inputs\": []}]}");
  REQUIRE(p.problems.size() == 1);
  CHECK(p.problems[0].what.in(Lang::kEn).find("of what they share") != std::string::npos);
  const auto versions = parse_metadata(
      0, "{\"schema\": \"npulint-metadata/1\"," + numbered(40'000, "\"a", "_version\": \"1\",") +
             "\"models\": [" + times(49, "{\"inputs\": []},") + "{\"inputs\": []}]}");
  REQUIRE(versions.record.models.size() == 50);
  CHECK(versions.record.models[49].versions.size() == 50);
}

TEST_CASE("bounded: scales of one printed line") {
  const std::string line = "input: a" + times(200'000, ", scale: ") + "\n";
  CHECK(parse_bmodel_info(0, "bmodel version: B.2.2\nchip: BM1684X\nnet 0: [a]  static\n" + line)
            .record.models.size() <= 1);
}

TEST_CASE("bounded: the models behind the last one that is kept") {
  const auto p = parse_hb_model_info(
      0, "Start hb_model_info\n" + numbered(203, "****** NAME",
                                            " info ******\n##### model deps info #####\n"
                                            "march : bayes-e\n"));
  REQUIRE(p.record.models.size() == 200);
  CHECK(*p.record.models[199].name == "NAME199");
}

}  // namespace
}  // namespace npulint
