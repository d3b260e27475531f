// Two ONNX graphs side by side. Linear in their sizes, in the order of the files; pure: the graphs
// must outlive it.
#pragma once

#include <string>
#include <vector>

#include "lint/model.h"
#include "lint/render.h"
#include "lint/stages.h"

namespace npulint {

struct GraphDiff {
  // What both, or one of them, have under one name; as shown, empty on the side without it.
  struct Pair {
    std::string name, a, b;
    bool same() const { return a == b; }
  };
  struct Count {
    std::string domain, op;
    size_t a = 0, b = 0;
  };
  std::vector<Pair> identity;         // producer, IR version, opsets; all that one of them states
  std::vector<Pair> inputs, outputs;  // fed ones: "float32 [1, 3, 224, 224]"; those that are the
                                      // same too
  std::vector<Count> ops;             // all graphs and functions; by domain and type
  // Nodes of the main graphs by name. Those without one count in the operators only.
  std::vector<std::string> removed, added;  // only A has it, only B has it
  std::vector<Pair> retyped;                // other operators under one name
  std::vector<std::string> rewired;         // the same operator, reading other values
  size_t kept = 0, unnamed_a = 0, unnamed_b = 0;
  std::vector<Pair> initializers;  // of one or both, where type or dims differ: "float32 [64]"
  size_t initializers_kept = 0;
  const StageKind *stage_a = nullptr, *stage_b = nullptr;  // by the names of the files
  std::vector<const StageStep*> steps;                     // that lead from one to the other
  bool same_io() const;  // names, types and dims of inputs and outputs
  bool same() const;     // nothing that is compared differs
};

GraphDiff diff_graphs(const Graph& a, const Graph& b, std::string_view a_file,
                      std::string_view b_file);

std::string graph_diff_text(const GraphDiff& diff, const std::string& a, const std::string& b,
                            const RenderOptions& options);
// "npulint-graph-diff/1", complete.
std::string graph_diff_json(const GraphDiff& diff, const std::string& a, const std::string& b);

}  // namespace npulint
