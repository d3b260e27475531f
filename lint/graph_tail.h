// What a graph does last on the way to a value: an activation, or a concatenation of values of
// different ranges. Looks through operators that only move, select or copy values.
#pragma once

#include <optional>
#include <string_view>

#include "lint/artifact_facts.h"
#include "lint/graph.h"
#include "lint/graph_names.h"

namespace npulint {

// A graph with its producers, made once for all its outputs. The graph must outlive it.
class GraphTail {
 public:
  explicit GraphTail(const Graph& graph);

  // Whether a node of the main graph produces this value.
  bool produces(std::string_view value) const;
  // None when it cannot be told: an operator that ONNX does not define, control flow, a damaged
  // graph.
  // `in_part`: one branch of a concatenation has it, another has not.
  std::optional<TailActivation> activation(std::string_view value, bool* in_part) const;
  // None when there is no such mixture as far as the graph can be followed, and it cannot be
  // followed everywhere.
  std::optional<MixedRange> mixture(std::string_view value) const;

 private:
  struct Step;
  struct Branch;
  const GraphNode* producer(std::string_view value, size_t* output) const;
  Step source(std::string_view value) const;
  std::optional<TailActivation> activation(std::string_view value, bool* in_part,
                                           int* budget) const;
  bool branches(std::string_view value, std::vector<Branch>* out, int* budget) const;

  const Graph& graph_;
  const GraphNames& names_;
};

// Sigmoid, Softmax and what else brings values within 0..1.
bool is_bounded(std::string_view op);

}  // namespace npulint
