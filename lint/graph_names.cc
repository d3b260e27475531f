#include "lint/graph_names.h"

namespace npulint {
namespace {

GraphNames number(const GraphBody& body) {
  GraphNames out;
  size_t reads = 0, makes = 0;
  for (const GraphNode& n : body.nodes) reads += n.inputs.size(), makes += n.outputs.size();
  const size_t likely = body.inputs.size() + body.initializers.size() + makes;
  out.ids = NameTable(likely);
  out.producer.reserve(likely);
  constexpr uint32_t kAhead = 4;  // nodes
  const auto expect = [&](uint32_t i, std::vector<std::string_view> GraphNode::*names) {
    if (i + kAhead < body.nodes.size())
      for (const std::string_view name : body.nodes[i + kAhead].*names) out.ids.expect(name);
  };
  const auto define = [&](std::string_view name) {
    if (name.empty()) return GraphNames::kNone;
    const auto fresh = static_cast<uint32_t>(out.producer.size());
    if (out.ids.insert(name, fresh)) return out.producer.push_back(GraphNames::kNone), fresh;
    return *out.ids.find(name);
  };
  for (const GraphTensor& t : body.inputs) out.inputs.push_back(define(t.name));
  out.initializers.reserve(body.initializers.size());
  for (const Initializer& t : body.initializers) out.initializers.push_back(define(t.name));
  out.makes.reserve(makes);
  out.makes_from.reserve(body.nodes.size() + 1);
  for (uint32_t i = 0; i < body.nodes.size(); ++i) {
    out.makes_from.push_back(static_cast<uint32_t>(out.makes.size()));
    expect(i, &GraphNode::outputs);
    for (const std::string_view name : body.nodes[i].outputs) {
      const uint32_t id = out.makes.emplace_back(define(name));
      if (id != GraphNames::kNone && out.producer[id] == GraphNames::kNone) out.producer[id] = i;
    }
  }
  out.makes_from.push_back(static_cast<uint32_t>(out.makes.size()));
  out.reads.reserve(reads);
  out.reads_from.reserve(body.nodes.size() + 1);
  for (uint32_t i = 0; i < body.nodes.size(); ++i) {
    out.reads_from.push_back(static_cast<uint32_t>(out.reads.size()));
    expect(i, &GraphNode::inputs);
    for (const std::string_view name : body.nodes[i].inputs) out.reads.push_back(out.id(name));
  }
  out.reads_from.push_back(static_cast<uint32_t>(out.reads.size()));
  return out;
}

}  // namespace

const GraphNames& names_of(const Graph& graph) {
  return graph.names.get<GraphNames>("", [&] { return number(graph.main); });
}

}  // namespace npulint
