#include <algorithm>
#include <vector>

#include "lint/graph.h"
#include "lint/graph_names.h"
#include "lint/link_derived.h"

namespace npulint {
namespace {

bool is_one_of(std::string_view op, std::initializer_list<std::string_view> list) {
  return std::find(list.begin(), list.end(), op) != list.end();
}

// Operators that hand the values on as they are.
bool passes_on(std::string_view op) {
  return is_one_of(op, {"Cast", "Identity", "Reshape", "Transpose", "Squeeze", "Unsqueeze",
                        "QuantizeLinear", "DequantizeLinear"});
}

bool rescales(std::string_view op) {
  return is_one_of(op, {"Add", "Sub", "Mul", "Div", "BatchNormalization", "InstanceNormalization",
                        "LayerNormalization", "MeanVarianceNormalization"});
}

// Empty when the graph has no such input.
std::string_view input_of(const Graph& graph, const std::string& name) {
  std::vector<std::string_view> inputs;
  for (const GraphTensor* t : fed_inputs(graph)) inputs.push_back(t->name);
  if (std::find(inputs.begin(), inputs.end(), name) != inputs.end()) return name;
  return name.empty() && inputs.size() == 1 ? inputs[0] : std::string_view();
}

}  // namespace

Fact<std::string> graph_norm_of(const Bundle& bundle, const std::string& name) {
  Fact<std::string> out;
  for (const Graph* graph : bundle.graphs) {
    const std::string_view input = input_of(*graph, name);
    if (input.empty()) continue;
    const GraphNames& names = names_of(*graph);
    // values that are the input itself; nodes stand in order
    std::vector<bool> same(names.producer.size());
    const auto mark = [&](uint32_t id) {
      if (id != GraphNames::kNone) same[id] = true;
    };
    mark(names.id(input));
    for (size_t i = 0; i < graph->main.nodes.size(); ++i) {
      if (std::none_of(names.reads.begin() + names.reads_from[i],
                       names.reads.begin() + names.reads_from[i + 1],
                       [&](uint32_t id) { return id != GraphNames::kNone && same[id]; }))
        continue;
      const GraphNode& node = graph->main.nodes[i];
      if (rescales(node.op))
        return {std::string(node.op), {graph->file, kNoOffset, kNoOffset, std::string(node.name)}};
      if (passes_on(node.op))
        std::for_each(names.makes.begin() + names.makes_from[i],
                      names.makes.begin() + names.makes_from[i + 1], mark);
    }
    if (!out) out = {std::string(), {graph->file, kNoOffset, kNoOffset, std::string(input)}};
  }
  return out;
}

}  // namespace npulint
