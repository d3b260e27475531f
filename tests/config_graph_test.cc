// Conversion configs against the ONNX that they convert.
#include "lint/config_graph.h"

#include <doctest/doctest.h>

#include <string>

#include "lint/config_shapes.h"
#include "parsers/onnx.h"
#include "tests/config_sample.h"

using namespace npulint;

namespace {

std::string dim(const std::string& d) {
  return d == "?" ? "dim { dim_param: \"n\" } " : "dim { dim_value: " + d + " } ";
}

// A graph that reads all of its inputs; "image:1,3,8,8".
std::unique_ptr<Graph> graph_of(const std::vector<std::string>& inputs,
                                const std::string& nodes = "") {
  std::string text = "ir_version: 8 opset_import { version: 11 } graph { name: \"g\" ";
  std::string reads;
  for (const std::string& input : inputs) {
    const size_t colon = input.rfind(':');
    const std::string name = input.substr(0, colon);
    reads += "input: \"" + name + "\" ";
    text += "input { name: \"" + name + "\" type { tensor_type { elem_type: 1 shape { ";
    std::string one;
    for (const char c : input.substr(colon + 1) + ",") {
      if (c == ',') {
        if (!one.empty()) text += dim(one);
        one.clear();
      } else {
        one += c;
      }
    }
    text += "} } } } ";
  }
  text += "node { name: \"/fuse/Concat\" op_type: \"Concat\" " + reads + "output: \"fused\" } ";
  text += nodes + "output { name: \"fused\" } }";
  auto parsed = parse_onnx_text(1, text);
  REQUIRE(parsed.problems.empty());
  return std::move(parsed.record);
}

std::string clashes(const std::string& inputs, const std::vector<std::string>& graph,
                    std::string_view tool = "hb_compile") {
  static constexpr const char* kNames[] = {"name",  "missing", "several",
                                           "shape", "other",   "layout"};
  const Sample s("input_parameters:\n" + inputs);
  std::string out;
  const auto g = graph_of(graph);
  for (const InputClash& c : input_clashes(*s.config, tool, *g))
    out += (out.empty() ? "" : " ") + std::string(kNames[static_cast<size_t>(c.kind)]) + "@" +
           s.at(c.at);
  return out;
}

const std::string kImage =
    "  input_type_rt: nv12\n  input_type_train: rgb\n  input_layout_train: NCHW\n";

std::string nodes(const std::string& text, std::string_view tool = "hb_mapper",
                  const std::string& more = "", std::string_view march = "bayes-e") {
  const Sample s(text);
  const auto g = graph_of({"images:1,3,8,8"},
                          "node { name: \"/m.0/attn/Softmax\" op_type: \"Softmax\" input: "
                          "\"fused\" output: \"prob\" } " +
                              more);
  std::string out;
  for (const UnknownNode& u : unknown_nodes(*s.config, tool, march, *g))
    out += (out.empty() ? "" : " ") + u.key + "@" + s.at(u.at) + ">" + u.near + u.maker;
  return out;
}
std::string info(const std::string& name, const std::string& more = "") {
  return nodes("model_parameters:\n  node_info:\n    " + name + ": {InputType: int16}\n",
               "hb_mapper", more);
}

}  // namespace

TEST_CASE("config graph: names and number of inputs") {
  CHECK(clashes("  input_name: images\n", {"images:1,3,8,8"}) == "");
  CHECK(clashes("  input_name: image\n", {"images:1,3,8,8"}) == "name@image");
  CHECK(clashes("  input_name: ''\n" + kImage, {"images:1,3,8,8"}) == "");
  CHECK(clashes("  input_name: '@NAME@'\n" + kImage, {"a:1", "b:1"}) == "");
  CHECK(clashes("  input_name: a\n", {"a:1", "b:1"}) == "missing@a");
  CHECK(clashes("  input_name: b;a\n", {"a:1", "b:1"}) == "");
  CHECK(clashes("  input_name: a;c\n", {"a:1", "b:1"}) == "name@c");
  CHECK(clashes(kImage, {"a:1,3,8,8", "b:1,3,8,8"}) == "several@rgb");
}

TEST_CASE("config graph: shapes") {
  const std::string shape = kImage + "  input_shape: ";
  CHECK(clashes(shape + "1x3x8x8\n", {"x:1,3,8,8"}) == "");
  CHECK(clashes(shape + "1x3x8x16\n", {"x:1,3,8,8"}) == "shape@1x3x8x16");
  CHECK(clashes(shape + "1x3x8x16\n", {"x:?,3,?,?"}) == "");
  CHECK(clashes(shape + "1x3x8x16\n", {"x:?,1,?,?"}) == "shape@1x3x8x16");
  CHECK(clashes(shape + "1x8x8x3\n", {"x:1,3,8,8"}) == "other@1x8x8x3");
  CHECK(clashes(shape + "3x8x8\n", {"x:1,3,8,8"}) == "shape@3x8x8");
  CHECK(clashes(shape + "1x3x8x8\n  input_batch: 4\n", {"x:4,3,8,8"}) == "");
  CHECK(clashes(shape + "1,3,8,16\n", {"x:1,3,8,8"}) == "");  // malformed: CFG011
  CHECK(clashes(shape + "1x3x8x0\n", {"x:1,3,8,8"}) == "");
  CHECK(clashes(shape + "1x3x@S@x@S@\n", {"x:1,3,8,8"}) == "");
  CHECK(clashes("  input_name: a;b\n  input_shape: 1x4;1x8\n", {"b:1,8", "a:1,4"}) == "");
  CHECK(clashes("  input_name: a;b\n  input_shape: 1x8;1x4\n", {"b:1,8", "a:1,4"}) ==
        "shape@1x8 shape@1x4");
}

TEST_CASE("config graph: layouts") {
  const std::string nhwc =
      "  input_type_rt: nv12\n  input_type_train: rgb\n"
      "  input_layout_train: NHWC\n";
  CHECK(clashes(kImage, {"x:1,3,8,8"}) == "");
  CHECK(clashes(nhwc, {"x:1,3,8,8"}) == "layout@NHWC");
  CHECK(clashes(nhwc, {"x:1,?,8,8"}) == "");
  CHECK(clashes(nhwc, {"x:1,3,?,?"}) == "");
  CHECK(clashes(nhwc, {"x:1,3,8,3"}) == "");
  CHECK(clashes(nhwc + "  input_shape: 1x3x8x8\n", {"x:1,3,8,8"}) == "layout@NHWC");
  CHECK(clashes("  input_type_rt: featuremap\n  input_type_train: featuremap\n"
                "  input_layout_train: NHWC\n",
                {"x:1,3,8,8"}) == "");
}

TEST_CASE("config shapes: of the ONNX when the config states none") {
  const auto shapes = [](const std::string& inputs, const std::string& graph,
                         std::string_view tool = "hb_mapper") {
    const Sample s("input_parameters:\n" + inputs);
    const auto g = graph_of({graph});
    std::string out;
    for (const ShapeFault& f : shape_faults(*s.config, tool, g.get()))
      out += std::to_string(static_cast<int>(f.kind)) + "@" + s.at(f.at);
    return out;
  };
  CHECK(shapes(kImage, "x:1,3,8,8") == "");
  CHECK(shapes(kImage, "x:1,3,?,?") == "");
  CHECK(shapes(kImage, "x:?,?,?,?") == "");
  CHECK(shapes(kImage, "x:1,3,9,8") == "6@nv12");
  CHECK(shapes(kImage, "x:1,4,8,8") == "4@nv12");
  CHECK(shapes(kImage, "x:1,8,8,3") == "");  // the layout: CFG017
  CHECK(shapes(kImage, "x:1,512") == "2@nv12");
  CHECK(shapes(kImage + "  input_batch: 2\n", "x:2,3,8,8") == "7@2");
  CHECK(shapes(kImage + "  input_shape: 1x4x8x8\n", "x:1,3,8,8") == "");  // CFG017
  CHECK(shapes(kImage + "  input_shape: '@S@'\n", "x:1,512") == "");
}

TEST_CASE("config graph: nodes that the ONNX does not have") {
  CHECK(info("/m.0/attn/Softmax") == "");
  CHECK(info("prob") == "");  // the tensor of that node
  CHECK(info("/m.1/attn/Softmax") == "node_info@/m.1/attn/Softmax>/m.0/attn/Softmax");
  CHECK(info("'/far/away/from/everything/Softmax'") ==
        "node_info@'/far/away/from/everything/Softmax'>/m.0/attn/Softmax");
  CHECK(info("/nothing/like/it/at/all") == "node_info@/nothing/like/it/at/all>");
  CHECK(info("/m.0/attn/Softmax_reciprocal") ==
        "node_info@/m.0/attn/Softmax_reciprocal>/m.0/attn/Softmax");
  CHECK(info("HZ_PREPROCESS_FOR_images") == "");
  CHECK(info("Conv_12") == "node_info@Conv_12>");
  CHECK(info("Conv_12", "node { op_type: \"Conv\" input: \"fused\" output: \"c\" } ") == "");
  CHECK(info("\"@NODE@\"") == "");
  CHECK(nodes("model_parameters:\n  node_info: '/m.0/attn/Softmax:int16;/m.9:int16'\n") ==
        "node_info@/m.9>");
  CHECK(nodes("model_parameters:\n  node_info: {/m.9: {'ON': CPU}}\n", "hb_mapper", "",
              "bernoulli2") == "");
  CHECK(nodes("model_parameters:\n  node_info: {/m.9: {'ON': CPU}}\n", "hb_compile") == "");
  CHECK(nodes("model_parameters:\n  output_nodes: fused;/m.9\n", "hb_compile") ==
        "output_nodes@/m.9>");
  CHECK(nodes("model_parameters:\n  output_nodes: fused;/m.9\n", "") == "output_nodes@/m.9>");
  CHECK(nodes("model_parameters:\n  remove_node_name: fused_HzDequantize;/m.9\n") ==
        "remove_node_name@/m.9>");
  CHECK(
      nodes("calibration_parameters:\n  run_on_cpu: /fuse/Concat\n  run_on_bpu: /fuse/Concad\n") ==
      "run_on_bpu@/fuse/Concad>/fuse/Concat");
  CHECK(names_nodes(*Sample("model_parameters:\n  node_info: {a: {}}\n").config));
  CHECK_FALSE(names_nodes(*Sample("model_parameters:\n  node_info: ''\n").config));
}
