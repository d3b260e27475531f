// Stages, graphs that are compared, limits of tools, parts that reach no output.
#include <doctest/doctest.h>

#include "lint/graph_diff.h"
#include "lint/graph_reach.h"
#include "parsers/onnx.h"

using namespace npulint;

namespace {

std::unique_ptr<Graph> graph_of(const std::string& parts, const std::string& model = "") {
  auto p = parse_onnx_text(0, "ir_version: 8 producer_name: \"t\" opset_import { version: 17 } " +
                                  model + " graph { name: \"g\" " + parts + " }");
  REQUIRE_FALSE(p.record->damaged);
  return std::move(p.record);
}
std::string node(const std::string& name, const std::string& op, const std::string& in,
                 const std::string& out, const std::string& more = "") {
  return "node { name: \"" + name + "\" op_type: \"" + op + "\" input: \"" + in + "\" output: \"" +
         out + "\" " + more + " } ";
}
std::string value(const char* kind, const std::string& name, int dim) {
  return std::string(kind) + " { name: \"" + name +
         "\" type { tensor_type { elem_type: 1 shape { dim { dim_value: 1 } dim { dim_value: " +
         std::to_string(dim) + " } } } } } ";
}
std::string weight(const std::string& name, int dim) {
  return "initializer { name: \"" + name + "\" dims: " + std::to_string(dim) +
         " data_type: 1 raw_data: \"\" } ";
}
const std::string kIn = value("input", "x", 8), kOut = value("output", "y", 8);

using Names = std::vector<std::string>;

}  // namespace

TEST_CASE("stages: every step names stages, products and both languages") {
  const StageTable& t = StageTable::get();
  CHECK(t.kinds().size() == 8);
  for (const StageStep& s : t.all_steps()) {
    CAPTURE(s.from);
    REQUIRE(t.kind(s.from));
    REQUIRE(t.kind(s.to));
    for (const TableText* text : {&s.expect, &s.next, &s.structure}) {
      CHECK_FALSE(text->en.empty());
      CHECK_FALSE(text->zh.empty());
      CHECK(text->text().well_formed());
    }
    CHECK_FALSE(s.tools.empty());
    CHECK_FALSE(s.source.empty());
    for (const std::string& k : s.keep) {
      const std::string first = k.substr(0, k.find('|'));
      CHECK((t.kind(first) || t.product(first)));
    }
    CHECK(step_lines(s).size() == 5);
  }
  const auto count = [&](const char* tool, const char* from, const char* to) {
    return t.steps(tool, *t.kind(from), *t.kind(to)).size();
  };
  CHECK(count("hb_compile", "original_float", "artifact") == 5);
  CHECK(count("hb_mapper", "original_float", "artifact") == 4);
  CHECK(count("", "original_float", "ptq") == 3);
  CHECK(count("hb_compile", "quantized_removed_bc", "artifact") == 1);
  CHECK(count("hb_compile", "artifact", "original_float") == 0);
  CHECK(count("", "original_float", "artifact") == 0);
}

TEST_CASE("stages: names of files and words") {
  const StageTable& t = StageTable::get();
  const auto id = [&](const char* word) {
    const StageKind* k = t.of_word(word);
    return k ? k->id : "";
  };
  CHECK(id("out/det_original_float_model.onnx") == "original_float");
  CHECK(id("det_ptq_model.onnx.textproto") == "ptq");
  CHECK(id("det_quantized_model.bc") == "quantized_bc");
  CHECK(id("det_quantized_removed_model.bc") == "quantized_removed_bc");
  CHECK(id("det.hbm") == "artifact");
  CHECK(id("det.bin") == "artifact");
  CHECK(id("Original_Float") == "original_float");
  CHECK(id("hbm") == "artifact");
  CHECK(id("det.onnx") == "");
  CHECK(id("quantized") == "");  // of ONNX or of .bc
  CHECK(t.stem(*t.kind("ptq"), "out/det_ptq_model.onnx") == "det");
}

TEST_CASE("dead parts: what reaches no output") {
  const auto dead = [](const std::string& parts) {
    return dead_parts(*graph_of(kIn + kOut + parts)).value();
  };
  const std::string alive = node("a", "Relu", "x", "y");
  CHECK(dead(alive).nodes.empty());
  CHECK(dead(alive + node("b", "Relu", "x", "z") + node("c", "Exp", "z", "w")).nodes ==
        Names{"b", "c"});
  CHECK(dead(alive + weight("w", 2)).initializers == Names{"w"});
  CHECK(dead(alive + weight("w", 2) + node("b", "Relu", "w", "z")).initializers == Names{"w"});
  CHECK(dead(alive + weight("w", 2)).path == "graph.initializer[0]");
  const std::string inner =
      "attribute { name: \"body\" type: GRAPH g { node { op_type: \"Add\" input: \"w\" input: "
      "\"z\" output: \"s\" } output { name: \"s\" } } }";
  const DeadParts captured =
      dead(weight("w", 2) + node("b", "Relu", "x", "z") + node("loop", "Loop", "x", "y", inner));
  CHECK(captured.nodes.empty());
  CHECK(captured.initializers.empty());
}

TEST_CASE("dead parts: not judged") {
  CHECK_FALSE(dead_parts(*graph_of(kIn + node("a", "Relu", "x", "y"))));
  CHECK_FALSE(dead_parts(*graph_of(kIn + kOut + node("a", "Relu", "x", "y") +
                                   node("b", "Hz", "x", "z", "domain: \"horizon\""))));
}

TEST_CASE("graph diff: the same graph") {
  const auto a = graph_of(kIn + kOut + weight("w", 2) + node("a", "Relu", "x", "y"));
  const GraphDiff d = diff_graphs(*a, *a, "a.onnx", "b.onnx");
  CHECK(d.same());
  CHECK(d.same_io());
  CHECK(d.kept == 1);
  CHECK(d.initializers_kept == 1);
  CHECK(d.steps.empty());
}

TEST_CASE("graph diff: nodes, operators, initializers, inputs") {
  const auto a =
      graph_of(kIn + kOut + weight("w", 2) + weight("old", 3) + node("a", "Relu", "x", "m") +
               node("b", "Exp", "m", "n") + node("c", "Neg", "n", "y"));
  const auto b = graph_of(value("input", "x", 9) + kOut + weight("w", 4) +
                              node("a", "Gelu", "x", "m", "domain: \"v\"") +
                              node("c", "Neg", "m", "y") + node("d", "Neg", "m", "z") +
                              "node { op_type: \"Neg\" input: \"m\" output: \"q\" }",
                          "producer_version: \"2\"");
  const GraphDiff d =
      diff_graphs(*a, *b, "det_original_float_model.onnx", "det_optimized_float_model.onnx");
  CHECK_FALSE(d.same_io());
  CHECK(d.removed == Names{"b"});
  CHECK(d.added == Names{"d"});
  CHECK(d.rewired == Names{"c"});
  REQUIRE(d.retyped.size() == 1);
  CHECK(d.retyped[0].b == "v::Gelu");
  CHECK(d.unnamed_b == 1);
  REQUIRE(d.inputs.size() == 1);
  CHECK(d.inputs[0].a == "float32 [1, 8]");
  CHECK(d.inputs[0].b == "float32 [1, 9]");
  CHECK(d.outputs[0].same());
  REQUIRE(d.initializers.size() == 2);
  CHECK(d.initializers[0].name == "w");
  CHECK(d.initializers[1].b.empty());
  REQUIRE(d.ops.size() == 4);  // by domain and type
  CHECK(d.ops[0].op == "Exp");
  CHECK(d.ops[1].a == 1);
  CHECK(d.ops[1].b == 3);
  CHECK(d.ops[3].domain == "v");
  CHECK(d.identity[0].a == "t");
  CHECK(d.identity[0].b == "t 2");
  REQUIRE(d.steps.size() == 1);
  CHECK(d.steps[0]->from == "original_float");
  const std::string text = graph_diff_text(d, "a", "b", {});
  CHECK(text.find("cosine 1.0") != text.npos);
  CHECK(text.find("only in A: b") != text.npos);
  CHECK(graph_diff_json(d, "a", "b").find("\"only_b\": [\"d\"]") != std::string::npos);
}
