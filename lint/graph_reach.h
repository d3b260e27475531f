// What of a graph reaches no output of it.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "lint/model.h"

namespace npulint {

struct DeadParts {
  std::vector<std::string> nodes;         // names; "Relu → `y`" of one without a name
  std::vector<std::string> initializers;  // names
  std::string path;                       // logical place of the first
};

// Of the main graph, linear in its size. What a graph inside a node reads is used by that node.
// None when it cannot be told: a damaged graph, one without outputs, or operators of other domains
// than ONNX's own, whose attributes may name nodes and tensors.
std::optional<DeadParts> dead_parts(const Graph& graph);

}  // namespace npulint
