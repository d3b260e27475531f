#include "lint/graph_tail.h"

#include <doctest/doctest.h>
#include "parsers/onnx.h"

using namespace npulint;

namespace {

std::string node(std::string_view op, std::string_view in, std::string_view out,
                 std::string_view more = "") {
  return "node { name: \"/" + std::string(out.substr(0, out.find('"'))) + "\" op_type: \"" +
         std::string(op) + "\" input: \"" + std::string(in) + "\" output: \"" + std::string(out) +
         "\" " + std::string(more) + " } ";
}

struct Read {
  std::unique_ptr<Graph> graph;
  explicit Read(const std::string& parts) {
    auto p = parse_onnx_text(0, "ir_version: 8 graph { name: \"g\" input { name: \"x\" } " + parts +
                                    " output { name: \"y\" } }");
    REQUIRE(p.problems.empty());
    graph = std::move(p.record);
  }
  // "Sigmoid", "none", "part of Sigmoid", "?"
  std::string activation() const {
    bool in_part = true;
    const auto t = GraphTail(*graph).activation("y", &in_part);
    if (!t) return "?";
    return (in_part ? "part of " : "") + (t->op.empty() ? "none" : t->op);
  }
  std::string mixture() const {
    const auto m = GraphTail(*graph).mixture("y");
    if (!m) return "?";
    return m->node.empty() ? "none" : m->bounded_op + " " + m->bounded + " + " + m->other;
  }
};

}  // namespace

TEST_CASE("graph tail: the activation, through what only moves values") {
  CHECK(Read(node("Sigmoid", "x", "y")).activation() == "Sigmoid");
  CHECK(Read(node("Sigmoid", "x", "y", "domain: \"ai.onnx\"")).activation() == "Sigmoid");
  CHECK(Read(node("Softmax", "x", "a") + node("Transpose", "a", "b") + node("Cast", "b", "y"))
            .activation() == "Softmax");
  CHECK(Read(node("LogSoftmax", "x", "y")).activation() == "LogSoftmax");
  CHECK(Read(node("ArgMax", "x", "a") + node("Reshape", "a\" input: \"shape", "y")).activation() ==
        "ArgMax");
  CHECK(Read(node("HardSigmoid", "x", "a") + node("QuantizeLinear", "a", "b") +
             node("DequantizeLinear", "b", "y"))
            .activation() == "HardSigmoid");
  CHECK(Read(node("Sigmoid", "x", "a") + node("Split", "a", "b\" output: \"y")).activation() ==
        "Sigmoid");
  CHECK(Read(node("Sigmoid", "x", "a") + node("TopK", "a", "y\" output: \"i")).activation() ==
        "Sigmoid");
}

TEST_CASE("graph tail: no activation") {
  CHECK(Read(node("Conv", "x", "y")).activation() == "none");
  CHECK(Read(node("Sigmoid", "x", "a") + node("Mul", "x\" input: \"a", "y")).activation() ==
        "none");  // SiLU
  CHECK(Read(node("Sigmoid", "x", "a") + node("TopK", "a", "v\" output: \"y")).activation() ==
        "none");  // indices
  CHECK(Read(node("Identity", "x", "y")).activation() == "none");
}

TEST_CASE("graph tail: what cannot be told") {
  CHECK(Read(node("HzLut", "x", "y", "domain: \"horizon\"")).activation() == "?");
  CHECK(Read(node("Sigmoid", "x", "y", "domain: \"vendor\"")).activation() == "?");
  CHECK(Read(node("HzLut", "x", "y")).activation() == "?");
  CHECK(Read(node("If", "x", "y")).activation() == "?");
  CHECK(Read(node("Identity", "y", "y")).activation() == "?");  // a cycle
  std::string deep = node("Concat", "x\" input: \"x", "a0");
  for (int i = 0; i < 40; ++i)  // 2^40 ways
    deep += node("Concat", "a" + std::to_string(i) + "\" input: \"a" + std::to_string(i),
                 "a" + std::to_string(i + 1));
  CHECK(Read(deep + node("Identity", "a40", "y")).activation() == "?");
  CHECK(Read(deep + node("Identity", "a40", "y")).mixture() == "?");
}

TEST_CASE("graph tail: concatenations") {
  const std::string two = node("Sigmoid", "x", "a") + node("Sigmoid", "z", "b");
  CHECK(Read(two + node("Concat", "a\" input: \"b", "y")).activation() == "Sigmoid");
  CHECK(Read(two + node("Max", "a\" input: \"b", "y")).activation() == "Sigmoid");
  CHECK(Read(two + node("Concat", "x\" input: \"b", "y")).activation() == "part of Sigmoid");
  CHECK(
      Read(two + node("Softmax", "x", "c") + node("Concat", "c\" input: \"b", "y")).activation() ==
      "part of Softmax");
  CHECK(Read(two + node("Custom", "x", "c") + node("Concat", "c\" input: \"b", "y")).activation() ==
        "?");
}

TEST_CASE("graph tail: values of different ranges in one tensor") {
  const std::string two = node("Sigmoid", "x", "s") + node("Mul", "z\" input: \"w", "b");
  CHECK(Read(two + node("Concat", "b\" input: \"s", "y")).mixture() == "Sigmoid s + b");
  CHECK(Read(two + node("Transpose", "s", "t") + node("Concat", "t\" input: \"b", "c") +
             node("Reshape", "c", "y"))
            .mixture() == "Sigmoid t + b");
  CHECK(Read(two + node("Concat", "b\" input: \"b", "c") + node("Concat", "c\" input: \"s", "y"))
            .mixture() == "Sigmoid s + b");
  CHECK(Read(two + node("Concat", "b\" input: \"b", "y")).mixture() == "none");
  CHECK(Read(two + node("Concat", "s\" input: \"s", "y")).mixture() == "none");
  CHECK(Read(two + node("Identity", "s", "y")).mixture() == "none");
  // constants have a range of their own that nobody reads
  CHECK(Read(two + node("Constant", "", "k") + node("Concat", "s\" input: \"k", "y")).mixture() ==
        "none");
  CHECK(Read(node("HzConcat", "x", "y", "domain: \"horizon\"")).mixture() == "?");
}
