// The names of a graph as numbers, worked out once for all that follow them from node to node.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "lint/model.h"
#include "lint/name_table.h"

namespace npulint {

// Of the main graph. An id stands for one name that it defines: of an input, an initializer or an
// output of a node.
struct GraphNames {
  static constexpr uint32_t kNone = UINT32_MAX;
  NameTable ids;                   // name → id
  std::vector<uint32_t> producer;  // id → the first node that has it as an output, or kNone
  std::vector<uint32_t> inputs, initializers;  // ids, in the order of the graph; kNone: no name
  // Ids of the inputs of node i: reads[reads_from[i]] … reads[reads_from[i + 1] - 1]; kNone: left
  // out, or not defined in the main graph. The same of its outputs.
  std::vector<uint32_t> reads, reads_from, makes, makes_from;

  uint32_t id(std::string_view name) const {
    const uint32_t* known = name.empty() ? nullptr : ids.find(name);
    return known ? *known : kNone;
  }
  uint32_t producer_of(std::string_view name) const {
    const uint32_t known = id(name);
    return known == kNone ? kNone : producer[known];
  }
};

// Kept with the graph, which is not changed afterwards.
const GraphNames& names_of(const Graph& graph);

}  // namespace npulint
