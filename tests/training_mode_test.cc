// What makes an ONNX operator work as in training, by operator set.
#include <doctest/doctest.h>

#include "parsers/onnx.h"

using namespace npulint;

namespace {

std::unique_ptr<Graph> graph_of(int opset, const std::string& parts) {
  auto p = parse_onnx_text(0, "ir_version: 8 opset_import { version: " + std::to_string(opset) +
                                  " } graph { name: \"g\" input { name: \"x\" } " + parts + " }");
  REQUIRE_FALSE(p.record->damaged);
  return std::move(p.record);
}
// Of the last node.
bool training(int opset, const std::string& parts) {
  return graph_of(opset, parts)->main.nodes.back().training;
}
std::string number(const char* name, int value) {
  return "attribute { name: \"" + std::string(name) + "\" type: INT i: " + std::to_string(value) +
         " } ";
}
std::string norm(const std::string& more, const std::string& outputs = "output: \"y\" ") {
  return "node { op_type: \"BatchNormalization\" input: \"x\" input: \"s\" input: \"b\" input: "
         "\"m\" input: \"v\" " +
         outputs + more + "} ";
}
std::string dropout(const std::string& more) {
  return "node { op_type: \"Dropout\" input: \"x\" input: \"r\" output: \"y\" " + more + "} ";
}
std::string flag(const std::string& fields) {
  return "initializer { name: \"t\" " + fields + " } ";
}

}  // namespace

TEST_CASE("training mode: BatchNormalization states it") {
  CHECK(training(14, norm(number("training_mode", 1))));
  CHECK_FALSE(training(14, norm(number("training_mode", 0))));
  CHECK_FALSE(training(14, norm("")));
  CHECK_FALSE(training(15, norm("", "output: \"y\" output: \"mean\" ") +
                               "output { name: \"mean\" } "));  // outputs say nothing from 14 on
}

TEST_CASE("training mode: BatchNormalization before it could state it") {
  const std::string more = "output: \"y\" output: \"mean\" output: \"var\" ";
  CHECK(training(9, "output { name: \"mean\" } " + norm("", more)));
  CHECK_FALSE(training(9, norm("", more)));  // nobody reads what training alone gives
  CHECK_FALSE(training(9, norm("", "output: \"y\" output: \"\" ")));
  CHECK(training(6, norm(number("is_test", 0))));
  CHECK_FALSE(training(6, norm(number("is_test", 1))));
  CHECK_FALSE(training(6, norm("")));
  CHECK_FALSE(training(7, norm(number("is_test", 0))));  // no such attribute any more
}

TEST_CASE("training mode: Dropout takes it as a constant") {
  const std::string mode = dropout("input: \"t\" ");
  CHECK(training(12, flag("data_type: 9 int32_data: 1") + mode));
  CHECK(training(13, flag("data_type: 9 raw_data: \"\\001\"") + mode));
  CHECK(training(13, flag("dims: 1 data_type: 9 raw_data: \"\\001\"") + mode));
  CHECK_FALSE(training(12, flag("data_type: 9 int32_data: 0") + mode));
  CHECK_FALSE(training(12, flag("data_type: 9 raw_data: \"\\000\"") + mode));
  CHECK_FALSE(training(12, flag("data_type: 3 raw_data: \"\\001\"") + mode));
  CHECK_FALSE(training(12, flag("dims: 2 data_type: 9 raw_data: \"\\001\\001\"") + mode));
  CHECK_FALSE(training(12, "input { name: \"t\" } " + flag("data_type: 9 int32_data: 1") + mode));
  CHECK_FALSE(training(12, dropout("input: \"other\" ") + flag("data_type: 9 int32_data: 1")));
  CHECK_FALSE(training(11, flag("data_type: 9 int32_data: 1") + mode));
  CHECK_FALSE(training(12, dropout("")));
  CHECK(training(12,
                 "node { op_type: \"Constant\" output: \"t\" attribute { name: \"value\" type: "
                 "TENSOR t { data_type: 9 int32_data: 1 } } } " +
                     mode));
  CHECK(training(6, dropout(number("is_test", 0))));
}

TEST_CASE("training mode: other domains have operators of their own") {
  CHECK_FALSE(training(
      12, flag("data_type: 9 int32_data: 1") + dropout("input: \"t\" domain: \"com.example\" ")));
}
