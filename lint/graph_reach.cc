#include "lint/graph_reach.h"

#include "lint/graph.h"

namespace npulint {
namespace {

class Reach {
 public:
  explicit Reach(const Graph& g)
      : g_(g), producers_(producers(g.main.nodes)), live_(g.main.nodes.size()) {}

  DeadParts run() {
    for (const GraphTensor& t : g_.main.outputs) use(t.name);
    while (!open_.empty()) {
      const GraphNode& n = g_.main.nodes[open_.back()];
      open_.pop_back();
      for (const std::string_view name : n.inputs) use(name);
      for (const uint32_t body : n.subgraphs) inside(body);
    }
    DeadParts out;
    for (size_t i = 0; i < live_.size(); ++i) {
      if (live_[i]) continue;
      if (out.path.empty()) out.path = "graph.node[" + std::to_string(i) + "]";
      out.nodes.push_back(label(g_.main.nodes[i]));
    }
    for (const Initializer& t : g_.main.initializers) {
      if (t.name.empty() || used_.find(t.name)) continue;
      if (out.path.empty())
        out.path = std::string("graph.") + (t.sparse ? "sparse_initializer[" : "initializer[") +
                   std::to_string(t.index) + "]";
      out.initializers.emplace_back(t.name);
    }
    return out;
  }

 private:
  void use(std::string_view name) {
    if (name.empty() || !used_.insert(name, 0)) return;
    const uint32_t* at = producers_.find(name);
    if (!at || live_[*at]) return;
    live_[*at] = true;
    open_.push_back(*at);
  }

  // Names that the inner graph defines itself are taken for names around it: too much is alive,
  // never too little.
  void inside(uint32_t body) {
    std::vector<uint32_t> bodies{body};
    while (!bodies.empty()) {
      const GraphBody& b = g_.subgraphs[bodies.back()];
      bodies.pop_back();
      for (const GraphTensor& t : b.outputs) use(t.name);
      for (const GraphNode& n : b.nodes) {
        for (const std::string_view name : n.inputs) use(name);
        bodies.insert(bodies.end(), n.subgraphs.begin(), n.subgraphs.end());
      }
    }
  }

  static std::string label(const GraphNode& n) {
    if (!n.name.empty()) return std::string(n.name);
    return std::string(n.op) + (n.outputs.empty() ? "" : " → " + std::string(n.outputs[0]));
  }

  const Graph& g_;
  const NameTable producers_;
  std::vector<bool> live_;
  std::vector<uint32_t> open_;
  NameTable used_;
};

}  // namespace

std::optional<DeadParts> dead_parts(const Graph& graph) {
  if (graph.damaged || !graph.has_graph || graph.main.outputs.empty()) return std::nullopt;
  bool foreign = false;
  each_node(graph, [&](const GraphNode& n) {
    foreign = foreign || (!n.domain.empty() && n.domain != "ai.onnx.ml");
  });
  if (foreign) return std::nullopt;
  return Reach(graph).run();
}

}  // namespace npulint
