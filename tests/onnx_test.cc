#include "parsers/onnx.h"

#include <cstring>
#include <map>

#include <doctest/doctest.h>
#include "tests/wire_builder.h"

namespace npulint {
namespace {

using test::bytes;
using test::head;
using test::number;
using test::varint;

std::string value(std::string_view name, const std::string& dims) {
  return bytes(1, name) + bytes(2, bytes(1, number(1, 1) + bytes(2, dims)));
}
std::string dim(int64_t n) { return bytes(1, number(1, static_cast<uint64_t>(n))); }
std::string node(std::string_view in, std::string_view out, std::string_view op,
                 const std::string& more = "") {
  return bytes(1, in) + bytes(2, out) + bytes(4, op) + more;
}
std::string tensor(std::string_view name, uint64_t dtype, uint64_t n, const std::string& values) {
  return number(1, n) + number(2, dtype) + bytes(8, name) + values;
}
std::string model(const std::string& graph) {
  return number(1, 8) + bytes(2, "maker") + bytes(3, "2.1") + bytes(7, graph) +
         bytes(8, number(2, 19));
}
std::string relu_graph() {
  return bytes(1, node("x", "y", "Relu", bytes(3, "act"))) + bytes(2, "g") +
         bytes(11, value("x", dim(1) + bytes(1, bytes(2, "N")) + bytes(1, ""))) +
         bytes(12, value("y", dim(1)));
}

Parsed<std::unique_ptr<Graph>> parse(const std::string& file) {
  return parse_onnx(0, *memory_access(file));
}

// The only problem of a file: its sentence.
std::string problem(const Parsed<std::unique_ptr<Graph>>& p) {
  REQUIRE(p.problems.size() == 1);
  CHECK(p.record->damaged);
  CHECK(p.problems[0].at.file == 0);
  CHECK_FALSE(p.problems[0].what.in(Lang::kZh).empty());
  return p.problems[0].what.in(Lang::kEn);
}
bool says(const std::string& sentence, std::string_view part) {
  return sentence.find(part) != std::string::npos;
}

// A file of which only a few places hold bytes; zero elsewhere.
class Sparse : public RandomAccess {
 public:
  std::map<uint64_t, std::string> pieces;
  uint64_t length = 0, touched = 0;
  uint64_t size() const override { return length; }
  size_t read(uint64_t offset, char* to, size_t n) override {
    if (offset >= length) return 0;
    n = static_cast<size_t>(std::min<uint64_t>(n, length - offset));
    touched += n;
    std::memset(to, 0, n);
    for (const auto& [at, piece] : pieces)
      for (size_t i = 0; i < piece.size(); ++i)
        if (at + i >= offset && at + i < offset + n) to[at + i - offset] = piece[i];
    return n;
  }
};

TEST_CASE("onnx: a small model") {
  const auto p = parse(model(relu_graph()));
  CHECK(p.problems.empty());
  const Graph& g = *p.record;
  CHECK_FALSE(g.damaged);
  CHECK(g.ir_version == 8);
  CHECK(g.producer == "maker 2.1");
  CHECK(g.has_graph);
  REQUIRE(g.opsets.size() == 1);
  CHECK(g.opsets[0].first.empty());
  CHECK(g.opsets[0].second == 19);
  CHECK(g.main.name == "g");
  CHECK(g.main.path == "graph");
  REQUIRE(g.main.nodes.size() == 1);
  CHECK(g.main.nodes[0].name == "act");
  CHECK(g.main.nodes[0].op == "Relu");
  CHECK(g.main.nodes[0].inputs == std::vector<std::string_view>{"x"});
  CHECK(g.main.nodes[0].outputs == std::vector<std::string_view>{"y"});
  REQUIRE(g.main.inputs.size() == 1);
  CHECK(g.main.inputs[0].dtype == DType::kFloat32);
  CHECK(g.main.inputs[0].dims == Shape{1, -1, -1});
  CHECK(g.main.inputs[0].dim_params == std::vector<std::string_view>{"", "N", ""});
  CHECK(g.main.outputs[0].dim_params.empty());
  CHECK(g.main.outputs[0].has_shape);
}

TEST_CASE("onnx: payloads are passed over and located") {
  const std::string raw(48, '\x01');
  const std::string packed = bytes(4, std::string(12, '\0'));
  const std::string unpacked =
      varint(4 << 3 | 5) + std::string(4, 'a') + varint(4 << 3 | 5) + std::string(4, 'b');
  const std::string varints = bytes(7, varint(1) + varint(300) + varint(~uint64_t{0}));
  const std::string file = model(
      bytes(5, tensor("raw", 1, 12, bytes(9, raw))) + bytes(5, tensor("f", 1, 3, packed)) +
      bytes(5, tensor("u", 1, 2, unpacked)) + bytes(5, tensor("i", 7, 3, varints)) +
      bytes(5, tensor("s", 8, 2, bytes(6, "a") + bytes(6, ""))) +
      bytes(5, tensor("n4", 22, 3, bytes(9, "ab"))) + bytes(5, tensor("f8", 17, 1, bytes(9, "a"))));
  const auto p = parse(file);
  CHECK(p.problems.empty());
  const auto& t = p.record->main.initializers;
  REQUIRE(t.size() == 7);
  CHECK(t[0].bytes == 48);
  CHECK(file.substr(t[0].offset, 48) == raw);
  CHECK(t[0].typed_field == 0);
  CHECK(t[1].typed_field == 4);
  CHECK(t[1].typed_elements == 3);
  CHECK(file.substr(t[1].offset, 12) == std::string(12, '\0'));
  CHECK(t[2].typed_elements == 2);
  CHECK(t[2].offset == 0);
  CHECK(t[3].typed_elements == 3);
  CHECK(t[3].bytes == 13);
  CHECK(t[4].typed_elements == 2);
  CHECK(t[5].dtype == DType::kInt4);
  CHECK(t[6].dtype == DType::kFloat8);
  CHECK(t[6].index == 6);
}

TEST_CASE("onnx: a large field of varints is not counted") {
  const auto p =
      parse(model(bytes(5, tensor("i", 7, 70000, bytes(7, std::string(70000, '\x01'))))));
  CHECK(p.problems.empty());
  CHECK_FALSE(p.record->main.initializers[0].counted);
}

TEST_CASE("onnx: external data") {
  const std::string entry = bytes(13, bytes(1, "location") + bytes(2, "w.bin")) +
                            bytes(13, bytes(1, "offset") + bytes(2, "0"));
  const auto p = parse(model(bytes(5, tensor("w", 1, 4, entry + number(14, 1))) +
                             bytes(5, tensor("v", 1, 4, number(14, 1)))));
  CHECK(p.problems.empty());
  CHECK(p.record->external_data);
  CHECK(p.record->main.initializers[0].external);
  CHECK(p.record->main.initializers[0].location == "w.bin");
  CHECK(p.record->main.initializers[1].external);
}

TEST_CASE("onnx: subgraphs, functions, attribute tensors, sparse tensors, types without a tensor") {
  const std::string inner = bytes(1, node("x", "s", "Neg")) + bytes(2, "inner");
  const std::string deep =
      bytes(1, node("c", "y", "If", bytes(5, bytes(1, "then_branch") + bytes(6, inner)))) +
      bytes(2, "outer");
  const std::string holder = bytes(
      1, node("c", "z", "If", bytes(5, bytes(1, "branches") + bytes(11, inner) + bytes(11, deep))));
  const std::string constant =
      bytes(1, node("x", "k", "Constant",
                    bytes(5, bytes(1, "value") + bytes(5, tensor("", 1, 1, bytes(9, "1234"))))));
  const std::string sparse =
      bytes(15, bytes(1, tensor("sp", 1, 2, bytes(9, "12345678"))) +
                    bytes(2, tensor("", 7, 2, "")) + number(3, 9) + number(3, 3));
  const std::string sequence = bytes(11, bytes(1, "q") + bytes(2, bytes(4, bytes(1, ""))));
  const std::string function =
      bytes(25, bytes(1, "F") + bytes(4, "a") + bytes(5, "b") + bytes(7, node("a", "b", "Exp")) +
                    bytes(9, number(2, 19)) + bytes(10, "my"));
  const auto p = parse(model(holder + constant + sparse + sequence) + function);
  CHECK(p.problems.empty());
  const Graph& g = *p.record;
  REQUIRE(g.subgraphs.size() == 3);
  CHECK(g.main.nodes[0].subgraphs == std::vector<uint32_t>{0, 1});
  CHECK(g.subgraphs[0].path == "graph.node[0].attribute[0].graphs[0]");
  CHECK(g.subgraphs[1].name == "outer");
  CHECK(g.subgraphs[1].nodes[0].subgraphs == std::vector<uint32_t>{2});
  CHECK(g.subgraphs[2].path == "graph.node[0].attribute[0].graphs[1].node[0].attribute[0].g");
  REQUIRE(g.main.attribute_tensors.size() == 1);
  CHECK(g.main.attribute_tensors[0].node == 1);
  CHECK(g.main.attribute_tensors[0].attribute == "value");
  CHECK(g.main.attribute_tensors[0].tensor.bytes == 4);
  REQUIRE(g.main.initializers.size() == 1);
  CHECK(g.main.initializers[0].sparse);
  CHECK(g.main.initializers[0].name == "sp");
  CHECK(g.main.initializers[0].dims == Shape{9, 3});
  CHECK_FALSE(g.main.inputs[0].is_tensor);
  REQUIRE(g.functions.size() == 1);
  CHECK(g.functions[0].domain == "my");
  CHECK(g.functions[0].nodes[0].op == "Exp");
}

TEST_CASE("onnx: new fields, dtypes and versions are accepted") {
  const std::string graph =
      relu_graph() + bytes(16, bytes(1, "k")) + bytes(5, tensor("e", 99, 4, bytes(9, "ab")));
  const auto p =
      parse(number(1, 90) + bytes(7, graph) + bytes(8, number(2, 500)) + bytes(26, "?") +
            number(77, 5) + varint(78 << 3 | 1) + "12345678" + varint(79 << 3 | 5) + "1234");
  CHECK(p.problems.empty());
  CHECK(p.record->main.initializers[0].dtype == DType::kUnknown);
}

TEST_CASE("onnx: weights beyond 2 GB are passed over with few reads") {
  const uint64_t payload = uint64_t{5} << 30;
  const std::string weight = number(1, payload) + number(2, 3) + bytes(8, "w") + head(9, payload);
  const std::string before = bytes(1, node("x", "y", "Relu")),
                    after = bytes(12, value("y", dim(1)));
  const std::string field = head(5, weight.size() + payload) + weight;
  const std::string start = number(1, 8) +
                            head(7, before.size() + field.size() + payload + after.size()) +
                            before + field;
  Sparse file;
  file.pieces[0] = start;
  file.pieces[start.size() + payload] = after + bytes(8, number(2, 13));
  file.length = start.size() + payload + after.size() + bytes(8, number(2, 13)).size();
  const auto p = parse_onnx(0, file);
  CHECK(p.problems.empty());
  REQUIRE(p.record->main.initializers.size() == 1);
  CHECK(p.record->main.initializers[0].bytes == payload);
  CHECK(p.record->main.initializers[0].offset == start.size());
  CHECK(p.record->main.outputs.size() == 1);
  CHECK(p.record->opsets[0].second == 13);
  CHECK(file.touched < 16384);
}

TEST_CASE("onnx: damaged files") {
  SUBCASE("empty") { CHECK(problem(parse("")) == "the file is empty"); }
  SUBCASE("Git LFS pointer") {
    const std::string text =
        "version https://git-lfs.github.com/spec/v1\noid sha256:abc123\nsize 98765\n";
    CHECK(is_lfs_pointer(text));
    CHECK_FALSE(looks_like_onnx(text));
    CHECK(problem(parse(text)) ==
          "the file is a Git LFS pointer (oid sha256:abc123, size 98765); run `git lfs pull`");
  }
  SUBCASE("cut off in a payload: what is there is read") {
    const std::string whole = model(bytes(1, node("x", "y", "Relu")) +
                                    bytes(5, tensor("w", 1, 100, bytes(9, std::string(400, 'a')))));
    const auto p = parse(whole.substr(0, whole.size() - 200));
    const std::string s = problem(p);
    CHECK(says(s, "the file ends at byte " + std::to_string(whole.size() - 200)));
    CHECK(says(s, "field 7 of the model"));
    CHECK(p.record->main.nodes.size() == 1);
    REQUIRE(p.record->main.initializers.size() == 1);
    CHECK(p.record->main.initializers[0].name == "w");
    CHECK(p.record->main.initializers[0].bytes < 400);
  }
  SUBCASE("cut off anywhere: one problem, no crash") {
    const std::string whole = model(relu_graph());
    for (size_t n = 1; n < whole.size(); ++n) {
      const auto p = parse(whole.substr(0, n));
      CHECK(p.problems.size() <= 1);
    }
  }
  SUBCASE("a length beyond its message: the next message is read") {
    const std::string bad = bytes(1, bytes(1, "x") + head(4, 1000) + "Relu");
    const auto p = parse(model(bad + bytes(1, node("x", "y", "Exp"))));
    const std::string s = problem(p);
    CHECK(says(s, "field 4 of graph.node[0] claims 1000 bytes"));
    CHECK(says(s, "has only 4 left"));
    CHECK(p.problems[0].at.path == "graph.node[0]");
    CHECK(p.record->main.nodes.size() == 2);
  }
  SUBCASE("a length near 2^64") {
    const auto p =
        parse(number(1, 8) + bytes(7, bytes(1, head(1, ~uint64_t{0}))) + bytes(8, number(2, 1)));
    CHECK(says(problem(p), "claims 18446744073709551615 bytes"));
  }
  SUBCASE("wrong wire type") {
    const auto p = parse(number(1, 8) + number(7, 5) + bytes(8, number(2, 1)));
    CHECK(says(problem(p), "field 7 of the model has wire type 0"));
    CHECK(p.record->opsets.size() == 1);
  }
  SUBCASE("no field") {
    CHECK(says(problem(parse(number(1, 8) + bytes(7, bytes(1, std::string("\x00\x01", 2))))),
               "graph.node[0]"));
    CHECK(says(problem(parse(number(1, 8) + bytes(7, "\x0b\x0c"))), "are no protobuf field"));
    CHECK(says(problem(parse(number(1, 8) + std::string(12, '\xff'))), "are no protobuf field"));
  }
  SUBCASE("foreign protobuf") {
    CHECK(says(problem(parse(bytes(100, "abc"))), "none of the fields"));
  }
  SUBCASE("depth bomb") {
    std::string graph = bytes(2, "end");
    for (int i = 0; i < 2000; ++i) graph = bytes(1, bytes(5, bytes(6, graph)));
    const auto p = parse(model(graph));
    CHECK(says(problem(p), "is nested deeper than 32 graphs"));
    CHECK(p.record->subgraphs.size() == 32);
  }
  SUBCASE("a name without end") {
    const auto p = parse(model(bytes(1, node("x", std::string(70000, 'y'), "Relu"))));
    CHECK(says(problem(p), "a name in graph.node[0] has 70000 bytes"));
  }
  SUBCASE("many problems are not all listed") {
    std::string graph;
    for (int i = 0; i < 1000; ++i) graph += number(1, 1);
    const auto p = parse(model(graph));
    CHECK(p.problems.size() == 20);
  }
  SUBCASE("more nodes than are read") {
    std::string graph;
    for (int i = 0; i < 2'000'001; ++i) graph += std::string("\x0a\x00", 2);
    const auto p = parse(model(graph));
    CHECK(says(problem(p), "more than 2000000"));
    CHECK(p.record->main.nodes.size() == 2'000'000);
  }
  SUBCASE("a file that shrank") {
    class Shrunk : public RandomAccess {
      uint64_t size() const override { return 1000; }
      size_t read(uint64_t offset, char* to, size_t n) override {
        static const std::string start = number(1, 8) + head(7, 990);
        if (offset >= start.size()) return 0;
        n = std::min(n, start.size() - static_cast<size_t>(offset));
        std::memcpy(to, start.data() + offset, n);
        return n;
      }
    } file;
    CHECK(says(problem(parse_onnx(0, file)), "cannot be read"));
  }
}

TEST_CASE("onnx: recognised by its wire shape") {
  const std::string whole = model(relu_graph());
  CHECK(looks_like_onnx(whole));
  CHECK(looks_like_onnx(whole.substr(0, 20)));
  CHECK(looks_like_onnx(bytes(7, relu_graph()) + number(1, 8)));
  CHECK(looks_like_onnx(bytes(8, bytes(1, "") + number(2, 13)) + bytes(7, relu_graph())));
  CHECK(looks_like_onnx(number(1, 9) + bytes(2, "") + bytes(3, "") + head(7, 25)));
  CHECK(looks_like_onnx((number(1, 8) + bytes(2, "pytorch") + head(7, uint64_t{3} << 30) +
                         head(1, 60) + bytes(1, "x"))));

  CHECK_FALSE(looks_like_onnx(""));
  CHECK_FALSE(looks_like_onnx("\x08"));
  CHECK_FALSE(looks_like_onnx(std::string("\x08\x01\x10\x01\x2a\x10graph", 11)));  // X3/X5 .bin
  CHECK_FALSE(looks_like_onnx(number(1, 1) +
                              bytes(2, bytes(1, bytes(1, "tags")))));  // TensorFlow SavedModel
  CHECK_FALSE(
      looks_like_onnx(number(1, 4) + bytes(2, bytes(1, "in")) + bytes(500, "")));  // Core ML
  CHECK_FALSE(looks_like_onnx(number(1, 1) + number(1, 3) + number(2, 1) +
                              bytes(9, "abcd")));  // a TensorProto
  CHECK_FALSE(looks_like_onnx(relu_graph()));      // a GraphProto
  CHECK_FALSE(looks_like_onnx("ir_version: 8\ngraph { name: \"g\" }\n"));
  CHECK_FALSE(
      looks_like_onnx(":tjam z:bad line\nB: 2 years of text that goes on and on and on, long"));
  CHECK_FALSE(looks_like_onnx("B \n2abcdefghijklmnopqrstuvwxyzabcdefghijklmnopqrstuvwxyz"));
  CHECK_FALSE(
      looks_like_onnx(std::string("\x7f"
                                  "ELF\x02\x01\x01\x00\x00\x00",
                                  10)));
  CHECK_FALSE(looks_like_onnx(std::string("\x89PNG\r\n\x1a\n\0\0\0\rIHDR", 16)));
  CHECK_FALSE(looks_like_onnx(std::string(64, '\0')));
  CHECK_FALSE(looks_like_onnx(std::string(64, '\x3a')));
}

constexpr std::string_view kText = R"(# a comment
ir_version: 8
producer_name: "hand"
new_field { a: 1 b: [1, 2] }
opset_import { domain: "" version: 19 }
graph {
  name: "g"
  node { name: "act" input: "x" output: "y" op_type: "Relu" overload: "v2" }
  initializer { name: "w" dims: 2 data_type: 22 raw_data: "\x01" }
  initializer { name: "f" dims: 2 data_type: 1 float_data: [0.5, 1] }
  input { name: "x" type { tensor_type { elem_type: 1 shape { dim { dim_value: 1 } dim { dim_param: "N" } } } } }
  output { name: "y" type { tensor_type { elem_type: 21 } } }
}
)";

TEST_CASE("onnx text: the same record without offsets") {
  const auto p = parse_onnx_text(3, kText);
  CHECK(p.problems.empty());
  const Graph& g = *p.record;
  CHECK(g.text);
  CHECK(g.file == 3);
  CHECK_FALSE(g.damaged);
  CHECK(g.ir_version == 8);
  REQUIRE(g.main.nodes.size() == 1);
  CHECK(g.main.nodes[0].offset == 0);
  CHECK(g.main.initializers[0].dtype == DType::kInt4);
  CHECK(g.main.initializers[0].bytes == 1);
  CHECK(g.main.initializers[1].typed_elements == 2);
  CHECK(g.main.initializers[1].offset == 0);
  CHECK(g.main.inputs[0].dims == Shape{1, -1});
  CHECK(g.main.outputs[0].dtype == DType::kUint4);
}

TEST_CASE("onnx text: damaged files") {
  SUBCASE("empty") { CHECK(says(problem(parse_onnx_text(0, "")), "the file is empty")); }
  SUBCASE("syntax, with its place") {
    const std::string text = "ir_version: 8\ngraph {\n\tname g }\n";
    const auto p = parse_onnx_text(0, text);
    CHECK(says(problem(p), "does not parse"));
    CHECK(p.problems[0].at.begin == text.find("g }"));
    CHECK(p.record->ir_version == 8);
  }
  SUBCASE("unclosed") {
    CHECK(says(problem(parse_onnx_text(0, "graph { name: \"g\"")), "does not parse"));
  }
  SUBCASE("NUL") {
    CHECK(says(problem(parse_onnx_text(0, std::string_view("ir_version: 8\0", 14))),
               "NUL at byte 13"));
  }
  SUBCASE("depth, of known and unknown fields") {
    for (const std::string open :
         {"zz {", "zz <", "graph{node{attribute{g{", "\nx:\"\\\nzz {", "zz: ["}) {
      std::string text = "ir_version: 8 ";
      for (int i = 0; i < 100000; ++i) text += open;
      const auto p = parse_onnx_text(0, text);
      REQUIRE_FALSE(p.problems.empty());
      CHECK(says(p.problems[0].what.in(Lang::kEn), "nested deeper than 128"));
    }
  }
  SUBCASE("braces in strings and comments do not nest") {
    std::string text = "producer_name: \"" + std::string(300, '{') + "\\\"" +
                       std::string(300, '[') + "\"\n# " + std::string(300, '{') +
                       "\nir_version: 8\n";
    CHECK(parse_onnx_text(0, text).problems.empty());
  }
  SUBCASE("too large") {
    CHECK(says(problem(parse_onnx_text(0, std::string((16 << 20) + 1, ' '))),
               "npulint reads up to 16777216"));
  }
}

}  // namespace
}  // namespace npulint
