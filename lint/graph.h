// Vocabulary of ONNX graphs: what defines a name, and what makes a graph invalid. Knows no vendor
// and no operator set. Everything here is linear in the size of the graph.
#pragma once

#include <string>
#include <vector>

#include "lint/model.h"

namespace npulint {

// Calls f(node) for every node of the model: main graph, subgraphs of any depth, function bodies.
template <class F>
void each_node(const Graph& graph, F&& f) {
  for (const GraphNode& n : graph.main.nodes) f(n);
  for (const GraphBody& body : graph.subgraphs)
    for (const GraphNode& n : body.nodes) f(n);
  for (const Graph::Function& function : graph.functions)
    for (const GraphNode& n : function.nodes) f(n);
}

// One way in which a graph breaks the ONNX specification.
struct GraphFault {
  enum class Kind {
    kNoGraph,        // a model without a graph
    kDanglingInput,  // a node reads what no node, input, initializer or enclosing graph defines
    kDuplicateName,  // a name has two definitions in one graph
    kCycle,          // nodes wait for each other
    kOrder,          // a node stands before the one that it reads from; no cycle
    kNoOutput,       // a graph output that nothing produces
    kMissingOpset,   // a domain of the ONNX project is used and no opset of it imported
    kNegativeDim,    // of a stored tensor
    kPayloadSize,   // the bytes or elements stored are not those that dims and element type ask for
    kPayloadField,  // the values are in the field of another element type
  };
  Kind kind = Kind::kNoGraph;
  std::string path;  // logical place: "graph.node[12]"
  Message what;      // a whole sentence
};

// All faults, in the order of the file within each kind of part (graph by graph). Says nothing
// about a damaged graph's missing parts: do not ask for one. Not judged: shapes of values,
// operators and domains that the ONNX project does not own, names that shadow those of an enclosing
// graph, tensors in external files, values of sparse tensors.
std::vector<GraphFault> graph_faults(const Graph& graph);

// Inputs that someone must feed: without those that are initializers, as all of them are before
// IR 4.
std::vector<const GraphTensor*> fed_inputs(const Graph& graph);

}  // namespace npulint
