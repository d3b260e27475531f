// A conversion config against the ONNX that it converts.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "lint/config.h"
#include "lint/shapes.h"

namespace npulint {

// The ONNX input that input i of the config is: of the same name, or without a name the only one.
// Null when there is none or `graph` is null.
const GraphTensor* graph_input(const Graph* graph, const std::vector<ConfigInput>& inputs,
                               size_t i);
// Its dims when they are stated; -1: dynamic.
const Shape* graph_shape(const Graph* graph, const std::vector<ConfigInput>& inputs, size_t i);

// How the shape of an input differs from that of the ONNX. With an input_batch the first dim is
// open.
ShapeDifference::Kind shape_difference(const Config& config, Shape known, const Shape& stated);

// Where height and width stand in an image of four dims, by the layout or by which of dims 1 and 3
// holds the channels; {0, 0} when neither tells.
std::pair<size_t, size_t> height_width(const Shape& shape, std::string_view layout,
                                       int64_t channels);
// The channels of an input that is an image by both of its types; 0 when it is none, or when a type
// is not known or does not go with the other.
int64_t image_channels(const ConfigInput& in);

struct InputClash {
  enum class Kind {
    kUnknownName,  // input_name names no input of the ONNX; `near`: the nearest
    kMissing,      // input_name leaves inputs of the ONNX out: `others`
    kSeveral,      // one input without a name, and an ONNX with several: `others`
    kShape,        // input_shape `written` against `stated`
    kOtherLayout,  // the same, exchanged NCHW and NHWC
    kLayout,       // input_layout_train `written`; the dims `stated` are the other one
  };
  Kind kind = Kind::kShape;
  Evidence at;
  std::string input, written, stated, near, others;
  size_t count = 0;  // inputs of the ONNX
};
// Dynamic dims agree with everything; a malformed shape is not compared.
std::vector<InputClash> input_clashes(const Config& config, std::string_view toolchain,
                                      const Graph& graph);

struct UnknownNode {
  std::string key, written;  // "node_info"
  Evidence at;
  std::string near;    // nearest names; empty when none is near
  std::string maker;   // may be a node that the toolchain makes of this one
  bool exact = false;  // `near` is one name, a slip of the pen away
};
// Nodes that the config names and the ONNX does not have. On hb_compile names of nodes are those of
// the optimized graph, so only output_nodes is judged; so it is when the toolchain is not known.
std::vector<UnknownNode> unknown_nodes(const Config& config, std::string_view toolchain,
                                       std::string_view march, const Graph& graph);
// The config names nodes whose names only the optimized graph has on hb_compile.
bool names_nodes(const Config& config);

}  // namespace npulint
