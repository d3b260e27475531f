#include "lint/graph_diff.h"

#include <algorithm>
#include <map>
#include <unordered_map>

#include "lint/graph.h"
#include "lint/tensor.h"

namespace npulint {
namespace {

using Pair = GraphDiff::Pair;
using sv = std::string_view;

std::string described(DType type, const Shape& dims, bool has_shape) {
  std::string out(dtype_name(type));
  return has_shape ? out + " " + shape_text(dims) : out;
}
std::string described(const GraphTensor& t) {
  if (!t.is_tensor) return "sequence, map or optional";
  return described(t.dtype, t.dims, t.has_shape);
}
std::string described(const Initializer& t) {
  return described(t.dtype, t.dims, true) + (t.sparse ? ", sparse" : "");
}

// Pairs what two lists hold by name: the order of A, then what only B has.
class Pairs {
 public:
  void a(sv name, std::string value) { slot(name).a = std::move(value); }
  void b(sv name, std::string value) { slot(name).b = std::move(value); }
  std::vector<Pair> take() { return std::move(list_); }

 private:
  Pair& slot(sv name) {
    const auto [it, fresh] = at_.emplace(name, list_.size());
    if (fresh) list_.push_back({std::string(name), "", ""});
    return list_[it->second];
  }
  std::unordered_map<sv, size_t> at_;
  std::vector<Pair> list_;
};

std::vector<Pair> values(const std::vector<const GraphTensor*>& a,
                         const std::vector<const GraphTensor*>& b) {
  Pairs pairs;
  for (const GraphTensor* t : a) pairs.a(t->name, described(*t));
  for (const GraphTensor* t : b) pairs.b(t->name, described(*t));
  return pairs.take();
}

std::vector<const GraphTensor*> outputs(const Graph& g) {
  std::vector<const GraphTensor*> out;
  for (const GraphTensor& t : g.main.outputs) out.push_back(&t);
  return out;
}

std::vector<Pair> identity(const Graph& a, const Graph& b) {
  std::vector<Pair> out{{"producer", std::string(a.producer), std::string(b.producer)},
                        {"ir_version", std::to_string(a.ir_version), std::to_string(b.ir_version)}};
  std::map<std::string, Pair> opsets;
  const auto take = [&](const Graph& g, std::string Pair::*side) {
    for (const auto& [domain, version] : g.opsets) {
      const std::string name = "opset " + (domain.empty() ? "ai.onnx" : std::string(domain));
      opsets[name].name = name;
      opsets[name].*side = std::to_string(version);
    }
  };
  take(a, &Pair::a);
  take(b, &Pair::b);
  for (auto& [name, pair] : opsets) out.push_back(std::move(pair));
  return out;
}

std::vector<GraphDiff::Count> operators(const Graph& a, const Graph& b) {
  std::map<std::pair<sv, sv>, std::pair<size_t, size_t>> counts;
  each_node(a, [&](const GraphNode& n) { ++counts[{n.domain, n.op}].first; });
  each_node(b, [&](const GraphNode& n) { ++counts[{n.domain, n.op}].second; });
  std::vector<GraphDiff::Count> out;
  for (const auto& [op, n] : counts)
    out.push_back({std::string(op.first), std::string(op.second), n.first, n.second});
  return out;
}

std::string op_name(const GraphNode& n) {
  return n.domain.empty() ? std::string(n.op) : std::string(n.domain) + "::" + std::string(n.op);
}

void nodes(const Graph& a, const Graph& b, GraphDiff& out) {
  std::unordered_map<sv, const GraphNode*> first, second;
  const auto take = [](const Graph& g, auto& map, size_t& unnamed) {
    map.reserve(g.main.nodes.size());
    for (const GraphNode& n : g.main.nodes)
      n.name.empty() ? void(++unnamed) : void(map.emplace(n.name, &n));
  };
  take(a, first, out.unnamed_a);
  take(b, second, out.unnamed_b);
  for (const GraphNode& n : a.main.nodes) {
    if (n.name.empty() || first[n.name] != &n) continue;
    const auto it = second.find(n.name);
    if (it == second.end()) {
      out.removed.emplace_back(n.name);
      continue;
    }
    const GraphNode& m = *it->second;
    ++out.kept;
    if (n.op != m.op || n.domain != m.domain)
      out.retyped.push_back({std::string(n.name), op_name(n), op_name(m)});
    else if (n.inputs != m.inputs)
      out.rewired.emplace_back(n.name);
  }
  for (const GraphNode& n : b.main.nodes)
    if (!n.name.empty() && second[n.name] == &n && first.find(n.name) == first.end())
      out.added.emplace_back(n.name);
}

void initializers(const Graph& a, const Graph& b, GraphDiff& out) {
  Pairs pairs;
  for (const Initializer& t : a.main.initializers) pairs.a(t.name, described(t));
  for (const Initializer& t : b.main.initializers) pairs.b(t.name, described(t));
  for (Pair& p : pairs.take())
    if (p.same())
      ++out.initializers_kept;
    else
      out.initializers.push_back(std::move(p));
}

void stages(sv a, sv b, GraphDiff& out) {
  const StageTable& table = StageTable::get();
  out.stage_a = table.of_file(a);
  out.stage_b = table.of_file(b);
  if (!out.stage_a || !out.stage_b) return;
  for (const char* toolchain : {"", "hb_compile", "hb_mapper"}) {
    out.steps = table.steps(toolchain, *out.stage_a, *out.stage_b);
    if (out.steps.empty()) out.steps = table.steps(toolchain, *out.stage_b, *out.stage_a);
    if (!out.steps.empty()) return;
  }
}

bool all_same(const std::vector<Pair>& list) {
  return std::all_of(list.begin(), list.end(), [](const Pair& p) { return p.same(); });
}

}  // namespace

bool GraphDiff::same_io() const { return all_same(inputs) && all_same(outputs); }

bool GraphDiff::same() const {
  return same_io() && all_same(identity) && removed.empty() && added.empty() && retyped.empty() &&
         rewired.empty() && initializers.empty() &&
         std::all_of(ops.begin(), ops.end(), [](const Count& c) { return c.a == c.b; });
}

GraphDiff diff_graphs(const Graph& a, const Graph& b, sv a_file, sv b_file) {
  GraphDiff out;
  out.identity = identity(a, b);
  out.inputs = values(fed_inputs(a), fed_inputs(b));
  out.outputs = values(outputs(a), outputs(b));
  out.ops = operators(a, b);
  nodes(a, b, out);
  initializers(a, b, out);
  stages(a_file, b_file, out);
  return out;
}

}  // namespace npulint
