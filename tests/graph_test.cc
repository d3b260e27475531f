#include "lint/graph.h"

#include <doctest/doctest.h>

#include "lint/graph_names.h"
#include "parsers/onnx.h"

namespace npulint {
namespace {

using Kind = GraphFault::Kind;

std::vector<GraphFault> faults_of(const std::string& text) {
  const auto p = parse_onnx_text(0, text);
  for (const Problem& problem : p.problems) FAIL_CHECK(problem.what.in(Lang::kEn));
  REQUIRE_FALSE(p.record->damaged);
  auto out = graph_faults(*p.record);
  for (const GraphFault& f : out) {
    CHECK(f.what.text.well_formed());
    CHECK_FALSE(f.what.in(Lang::kZh).empty());
    CHECK_FALSE(f.path.empty());
  }
  return out;
}
// Of a graph with input `x`, all else in `parts`.
std::vector<GraphFault> faults_in(const std::string& parts) {
  return faults_of(
      "ir_version: 8 opset_import { domain: \"\" version: 19 } graph { name: \"g\" input { name: "
      "\"x\" } " +
      parts + " }");
}
std::string node(std::string_view op, std::string_view in, std::string_view out,
                 std::string_view more = "") {
  return "node { name: \"" + std::string(out) + "_node\" op_type: \"" + std::string(op) +
         "\" input: \"" + std::string(in) + "\" output: \"" + std::string(out) + "\" " +
         std::string(more) + " } ";
}
std::string output(std::string_view name) {
  return "output { name: \"" + std::string(name) + "\" } ";
}
std::string branch(std::string_view body) {
  return "attribute { name: \"then_branch\" type: GRAPH g { name: \"sub\" " + std::string(body) +
         " } }";
}
std::string tensor(std::string_view fields) {
  return "initializer { name: \"w\" " + std::string(fields) + " } ";
}
std::string text(const GraphFault& f) { return f.what.in(Lang::kEn); }

TEST_CASE("graph: what is valid has no fault") {
  CHECK(faults_in(node("Relu", "x", "y") + output("y")).empty());
  CHECK(faults_in(node("Clip", "x\" input: \"\" input: \"", "y") + output("y"))
            .empty());  // inputs left out
  CHECK(faults_in("node { op_type: \"Dropout\" input: \"x\" output: \"y\" output: \"\" } node { "
                  "op_type: \"Dropout\" input: \"y\" output: \"z\" output: \"\" }" +
                  output("z"))
            .empty());
  CHECK(
      faults_in(tensor("dims: 1 data_type: 1 float_data: 1") + node("Relu", "w", "y") + output("y"))
          .empty());
  CHECK(faults_in("input { name: \"w\" } " + tensor("dims: 1 data_type: 1 float_data: 1") +
                  output("w"))
            .empty());  // default of an input
  CHECK(faults_in(output("x")).empty());
  CHECK(faults_in("sparse_initializer { values { name: \"sp\" dims: 1 data_type: 1 float_data: 1 } "
                  "indices { dims: 1 data_type: 7 int64_data: 2 } dims: 9 } " +
                  node("Relu", "sp", "y") + output("y"))
            .empty());
  CHECK(faults_in(node("HzCalibration", "x", "y", "domain: \"horizon\"") + output("y"))
            .empty());  // no opset of a vendor's domain
  CHECK(faults_in(node("Gelu", "x", "y", "domain: \"com.microsoft\"") + output("y")).empty());
  CHECK(faults_of("ir_version: 2 graph { input { name: \"x\" } " + node("Relu", "x", "y") +
                  output("y") + "}")
            .empty());
}

TEST_CASE("graph: subgraphs see the names around them") {
  const std::string inner = branch(node("Add", "x\" input: \"before", "s") + output("s"));
  CHECK(faults_in(node("Exp", "x", "before") + node("If", "x", "y", inner) + output("y")).empty());
  const auto late =
      faults_in(node("If", "x", "y", inner) + node("Exp", "x", "before") + output("y"));
  REQUIRE(late.size() == 1);
  CHECK(late[0].kind == Kind::kOrder);
  CHECK(text(late[0]) ==
        "node `y_node` (If) reads `before`, which node `before_node` (Exp) produces only later; "
        "nodes must be in topological order");
  const auto none = faults_in(node("If", "x", "y", inner) + output("y"));
  REQUIRE(none.size() == 1);
  CHECK(none[0].kind == Kind::kDanglingInput);
  CHECK(none[0].path == "graph.node[0].attribute[0].g.node[0]");
  // two levels, and an output that is a value from outside
  CHECK(faults_in(node("Exp", "x", "before") +
                  node("If", "x", "y", branch(node("If", "x", "t", inner) + output("before"))) +
                  output("y"))
            .empty());
  // names of a subgraph are not seen outside
  CHECK(faults_in(node("Exp", "x", "before") + node("If", "x", "y", inner) + node("Exp", "s", "z") +
                  output("z"))
            .size() == 1);
}

TEST_CASE("graph: function bodies") {
  const std::string head =
      "ir_version: 8 opset_import { domain: \"\" version: 19 } opset_import { domain: \"my\" "
      "version: 1 } graph { input { name: \"x\" } " +
      node("F", "x", "y", "domain: \"my\"") + output("y") + "} ";
  const std::string good =
      "functions { name: \"F\" domain: \"my\" input: \"a\" output: \"b\" opset_import { domain: "
      "\"ai.onnx\" version: 19 } " +
      node("Exp", "a", "b") + "}";
  CHECK(faults_of(head + good).empty());
  const auto bad =
      faults_of(head + "functions { name: \"F\" domain: \"my\" input: \"a\" output: \"c\" " +
                node("Exp", "x", "b") + "}");
  REQUIRE(bad.size() == 3);
  CHECK(bad[0].kind == Kind::kDanglingInput);
  CHECK(bad[0].path == "functions[0].node[0]");
  CHECK(bad[1].kind == Kind::kNoOutput);
  CHECK(bad[2].kind == Kind::kMissingOpset);
  CHECK(
      text(bad[2]) ==
      "node `b_node` (Exp) is of domain `ai.onnx`, of which `F` imports no opset (such nodes: 1)");
}

TEST_CASE("graph: every dangling input and unproduced output is named, with the nearest name") {
  const auto f = faults_in(node("Exp", "x", "conv_1") +
                           node("Add", "conv1\" input: \"conv1\" input: \"zzzzzz", "y") +
                           output("y_") + output("y"));
  REQUIRE(f.size() == 3);
  CHECK(text(f[0]) ==
        "node `y_node` (Add) reads `conv1`, which nothing produces; nearest name `conv_1`");
  CHECK(f[0].path == "graph.node[1]");
  CHECK(text(f[1]) == "node `y_node` (Add) reads `zzzzzz`, which nothing produces");
  CHECK(text(f[2]) == "graph output `y_` is produced by nothing; nearest name `y`");
  CHECK(f[2].path == "graph.output[0]");
}

TEST_CASE("graph: a name has one definition") {
  const auto f = faults_in(
      "input { name: \"x\" } " + tensor("dims: 0 data_type: 1") + tensor("dims: 0 data_type: 1") +
      node("Exp", "x", "y") + node("Exp", "x", "y") + node("Exp", "x", "w") +
      "node { op_type: \"Split\" input: \"x\" output: \"s\" output: \"s\" } " + output("y"));
  REQUIRE(f.size() == 5);
  for (const auto& fault : f) CHECK(fault.kind == Kind::kDuplicateName);
  CHECK(text(f[0]) ==
        "`x` is defined by graph.input[0] and again by graph.input[1]; a name may have one "
        "definition");
  CHECK(text(f[1]) ==
        "`w` is defined by graph.initializer[0] and again by graph.initializer[1]; a name may have "
        "one definition");
  CHECK(text(f[2]) ==
        "`y` is defined by `y_node` (Exp) and again by `y_node` (Exp); a name may have one "
        "definition");
  CHECK(f[2].path == "graph.node[1]");
  CHECK(f[3].path == "graph.node[2]");
}

TEST_CASE("graph: cycles are told from mere order") {
  const auto order = faults_in(node("Exp", "b", "a") + node("Exp", "x", "b") + output("a"));
  REQUIRE(order.size() == 1);
  CHECK(order[0].kind == Kind::kOrder);
  const auto cycle =
      faults_in(node("Exp", "c", "a") + node("Exp", "a", "b") + node("Exp", "b", "c") +
                node("Exp", "late", "d") + node("Exp", "x", "late") + output("d"));
  REQUIRE(cycle.size() == 2);
  CHECK(cycle[0].kind == Kind::kCycle);
  CHECK(text(cycle[0]) ==
        "the nodes `a_node` (Exp) → `b_node` (Exp) → `c_node` (Exp) → `a_node` (Exp) form a cycle; "
        "none of them can run first");
  CHECK(cycle[1].kind == Kind::kOrder);
  const auto self = faults_in(node("Exp", "a", "a") + output("a"));
  REQUIRE(self.size() == 1);
  CHECK(text(self[0]) == "node `a_node` (Exp) reads its own output `a`");
  // through a subgraph
  const auto through = faults_in(node("If", "x", "a", branch(node("Exp", "b", "s") + output("s"))) +
                                 node("Exp", "a", "b") + output("b"));
  REQUIRE(through.size() == 1);
  CHECK(through[0].kind == Kind::kCycle);
}

TEST_CASE("graph: many cycles and a long one in linear time") {
  std::string parts;
  for (int i = 0; i < 3000; ++i) {
    const std::string a = "a" + std::to_string(i), b = "b" + std::to_string(i);
    parts += node("Exp", b, a) + node("Exp", a, b);
  }
  for (int i = 0; i < 3000; ++i)
    parts += node("Exp", "c" + std::to_string((i + 1) % 3000), "c" + std::to_string(i));
  const auto f = faults_in(parts);
  CHECK(f.size() == 3001);
  CHECK(text(f.back()).find("… → `c0_node` (Exp) form a cycle") != std::string::npos);
}

TEST_CASE("graph: opsets of the ONNX project's domains") {
  const std::string graph =
      "graph { input { name: \"x\" } " + node("Relu", "x", "y") + node("Relu", "y", "z") +
      node("Scaler", "z", "q", "domain: \"ai.onnx.ml\"") +
      node("NegPos", "q", "r", "domain: \"ai.onnx.contrib\"") + output("r") + "}";
  const auto f = faults_of("ir_version: 8 " + graph);
  REQUIRE(f.size() == 2);
  CHECK(text(f[0]) ==
        "node `y_node` (Relu) is of domain `ai.onnx`, of which the model imports no opset (such "
        "nodes: 2)");
  CHECK(text(f[1]) ==
        "node `q_node` (Scaler) is of domain `ai.onnx.ml`, of which the model imports no opset ("
        "such nodes: 1)");
  CHECK(faults_of("ir_version: 8 opset_import { domain: \"ai.onnx\" version: 19 } opset_import { "
                  "domain: \"ai.onnx.ml\" version: 3 } " +
                  graph)
            .empty());
}

TEST_CASE("graph: stored values against dims and element type") {
  const auto only = [](const std::string& fields) {
    const auto f = faults_in(tensor(fields));
    REQUIRE(f.size() == 1);
    CHECK(f[0].path == "graph.initializer[0]");
    return text(f[0]);
  };
  CHECK(only("dims: 3 data_type: 1 raw_data: \"12345678\"") ==
        "tensor `w` is float32 [3], which takes 12 bytes, but its raw_data has 8");
  CHECK(only("dims: 3 data_type: 1 float_data: [1, 2]") ==
        "tensor `w` is float32 [3], which takes 3 entries of float_data, but 2 are stored");
  CHECK(only("dims: 3 data_type: 22 raw_data: \"123\"") ==
        "tensor `w` is int4 [3], which takes 2 bytes, but its raw_data has 3");
  CHECK(only("dims: 3 data_type: 1") == "tensor `w` is float32 [3], but no values are stored");
  CHECK(only("dims: 3 dims: -1 data_type: 1") ==
        "tensor `w` has the negative dim -1 in its dims [3, -1]");
  CHECK(only("dims: 1 data_type: 1 int32_data: 1") ==
        "tensor `w` is float32, whose values belong in float_data, but they are in int32_data");
  CHECK(only("dims: 4294967296 dims: 4294967296 data_type: 1 raw_data: \"1234\"") ==
        "tensor `w` is float32 [4294967296, 4294967296], more than any file holds; 4 bytes are "
        "stored");
  CHECK(only("dims: 0 data_type: 1 raw_data: \"1234\"") ==
        "tensor `w` is float32 [0], which takes 0 bytes, but its raw_data has 4");

  for (const char* good :
       {"data_type: 1 raw_data: \"1234\"", "data_type: 1 float_data: 1", "dims: 0 data_type: 1",
        "dims: 3 data_type: 22 raw_data: \"12\"", "dims: 3 data_type: 21 int32_data: [1, 2]",
        "dims: 3 data_type: 23 raw_data: \"12\"", "dims: 2 data_type: 10 int32_data: [1, 2]",
        "dims: 2 data_type: 16 raw_data: \"1234\"", "dims: 2 data_type: 17 raw_data: \"12\"",
        "dims: 2 data_type: 14 float_data: [1, 2, 3, 4]",
        "dims: 1 data_type: 15 double_data: [1, 2]", "dims: 2 data_type: 12 uint64_data: [1, 2]",
        "dims: 2 data_type: 9 int32_data: [0, 1]",
        "dims: 2 data_type: 8 string_data: \"a\" string_data: \"\"",
        "dims: 2 data_type: 99 raw_data: \"1\"",
        "dims: 9 data_type: 1 data_location: EXTERNAL external_data { key: \"location\" value: "
        "\"w.bin\" }",
        "dims: 2 data_type: 7 int64_data: [-1, 300]"})
    CHECK_MESSAGE(faults_in(tensor(good)).empty(), good);
}

TEST_CASE("graph: tensors in attributes") {
  const auto f = faults_in(
      node(
          "Constant", "x", "k",
          "attribute { name: \"value\" type: TENSOR t { dims: 2 data_type: 1 raw_data: \"1\" } }") +
      output("k"));
  REQUIRE(f.size() == 1);
  CHECK(f[0].path == "graph.node[0]");
  CHECK(text(f[0]) ==
        "tensor `value` of `k_node` (Constant) is float32 [2], which takes 8 bytes, but its "
        "raw_data has 1");
}

TEST_CASE("graph: a model without a graph") {
  const auto f = faults_of("ir_version: 8");
  REQUIRE(f.size() == 1);
  CHECK(f[0].kind == Kind::kNoGraph);
}

TEST_CASE("graph: more faults than are listed") {
  std::string parts;
  for (int i = 0; i < 10'050; ++i)
    parts += node("Exp", "none" + std::to_string(i), "o" + std::to_string(i));
  const auto f = faults_in(parts);
  CHECK(f.size() == 10'001);
  CHECK(text(f.back()).find("more than 10000 faults") != std::string::npos);
}

TEST_CASE("graph: producers and nodes") {
  const auto p = parse_onnx_text(0, "graph { " + node("Exp", "x", "a") +
                                        node("If", "a", "b", branch(node("Neg", "a", "s"))) + "}");
  const GraphNames& names = names_of(*p.record);
  CHECK(names.ids.size() == 2);
  CHECK(names.producer_of("b") == 1);
  CHECK(names.producer_of("s") == GraphNames::kNone);
  CHECK(names.producer_of("") == GraphNames::kNone);
  CHECK(names.reads == std::vector{GraphNames::kNone, names.id("a")});
  CHECK(&names == &names_of(*p.record));
  std::string ops;
  each_node(*p.record, [&](const GraphNode& n) { ops += std::string(n.op) + " "; });
  CHECK(ops == "Exp If Neg ");
}

TEST_CASE("name table: grows and finds") {
  NameTable table;
  std::vector<std::string> names;
  for (int i = 0; i < 5000; ++i) names.push_back("/model/layer" + std::to_string(i) + "/out");
  for (uint32_t i = 0; i < 5000; ++i) CHECK(table.insert(names[i], i));
  CHECK_FALSE(table.insert(names[7], 99));
  CHECK(table.insert("", 5));
  CHECK(table.size() == 5001);
  bool all = true;
  for (uint32_t i = 0; i < 5000; ++i)
    all = all && table.find(std::string(names[i])) && *table.find(names[i]) == i;
  CHECK(all);
  CHECK_FALSE(table.find("/model/layer5000/out"));
}

}  // namespace
}  // namespace npulint
