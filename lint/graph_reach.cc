#include "lint/graph_reach.h"

#include "lint/graph.h"
#include "lint/graph_names.h"

namespace npulint {
namespace {

class Reach {
 public:
  explicit Reach(const Graph& g)
      : g_(g), names_(names_of(g)), used_(names_.producer.size()), live_(g.main.nodes.size()) {}

  DeadParts run() {
    for (const GraphTensor& t : g_.main.outputs) use(names_.id(t.name));
    while (!open_.empty()) {
      const uint32_t i = open_.back();
      open_.pop_back();
      for (uint32_t k = names_.reads_from[i]; k < names_.reads_from[i + 1]; ++k)
        use(names_.reads[k]);
      for (const uint32_t body : g_.main.nodes[i].subgraphs) inside(body);
    }
    DeadParts out;
    for (size_t i = 0; i < live_.size(); ++i) {
      if (live_[i]) continue;
      if (out.path.empty()) out.path = "graph.node[" + std::to_string(i) + "]";
      out.nodes.push_back(label(g_.main.nodes[i]));
    }
    for (size_t i = 0; i < names_.initializers.size(); ++i) {
      const uint32_t id = names_.initializers[i];
      if (id == GraphNames::kNone || used_[id]) continue;
      const Initializer& t = g_.main.initializers[i];
      if (out.path.empty())
        out.path = std::string("graph.") + (t.sparse ? "sparse_initializer[" : "initializer[") +
                   std::to_string(t.index) + "]";
      out.initializers.emplace_back(t.name);
    }
    return out;
  }

 private:
  void use(uint32_t id) {
    if (id == GraphNames::kNone || used_[id]) return;
    used_[id] = true;
    const uint32_t at = names_.producer[id];
    if (at == GraphNames::kNone || live_[at]) return;
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
      for (const GraphTensor& t : b.outputs) use(names_.id(t.name));
      for (const GraphNode& n : b.nodes) {
        for (const std::string_view name : n.inputs) use(names_.id(name));
        bodies.insert(bodies.end(), n.subgraphs.begin(), n.subgraphs.end());
      }
    }
  }

  static std::string label(const GraphNode& n) {
    if (!n.name.empty()) return std::string(n.name);
    return std::string(n.op) + (n.outputs.empty() ? "" : " → " + std::string(n.outputs[0]));
  }

  const Graph& g_;
  const GraphNames& names_;
  std::vector<bool> used_;  // by id
  std::vector<bool> live_;  // by node
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
