// Which nodes of an ONNX graph work as in training.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "lint/model.h"

namespace npulint {

// Sets GraphNode::training of the main graph where the node alone does not tell: what the operator
// set, the readers of an output or a constant decide. `off_test`: offsets of the nodes that state
// is_test = 0, sorted. `yes`: names of constants that hold one true.
void mark_training(Graph& graph, const std::vector<uint64_t>& off_test,
                   const std::vector<std::string_view>& yes);

}  // namespace npulint
