#include "lint/graph_reach.h"

#include "lint/graph.h"

namespace npulint {
namespace {

class Reach {
 public:
  explicit Reach(const Graph& g)
      : g_(g), ids_(g.main.nodes.size() + g.main.initializers.size()), live_(g.main.nodes.size()) {
    for (uint32_t i = 0; i < live_.size(); ++i)
      for (const std::string_view name : g.main.nodes[i].outputs) define(name, i);
    for (const Initializer& t : g.main.initializers) define(t.name, kNobody);
  }

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
      if (t.name.empty() || names_[*ids_.find(t.name)].used) continue;
      if (out.path.empty())
        out.path = std::string("graph.") + (t.sparse ? "sparse_initializer[" : "initializer[") +
                   std::to_string(t.index) + "]";
      out.initializers.emplace_back(t.name);
    }
    return out;
  }

 private:
  static constexpr uint32_t kNobody = UINT32_MAX;
  struct Name {
    uint32_t producer : 31;  // the first node that does
    uint32_t used : 1;
  };

  void define(std::string_view name, uint32_t producer) {
    if (name.empty() || !ids_.insert(name, static_cast<uint32_t>(names_.size()))) return;
    names_.push_back({producer & 0x7fffffffu, 0});
  }

  void use(std::string_view name) {
    const uint32_t* id = name.empty() ? nullptr : ids_.find(name);
    if (!id || names_[*id].used) return;
    names_[*id].used = 1;
    const uint32_t at = names_[*id].producer;
    if (at >= live_.size() || live_[at]) return;
    live_[at] = true;
    open_.push_back(at);
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
  NameTable ids_;  // of what the main graph defines, into names_
  std::vector<Name> names_;
  std::vector<bool> live_;
  std::vector<uint32_t> open_;
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
