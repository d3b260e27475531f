#include "lint/graph_limits.h"

#include <algorithm>
#include <map>

#include "lint/config.h"
#include "lint/embedded.h"
#include "lint/graph.h"
#include "lint/show.h"
#include "lint/table_text.h"
#include "lint/toml_read.h"

namespace npulint {
namespace {

using Kind = GraphLimitBreach::Kind;

constexpr Text kNoLimits{"no limits of {0} on graphs are known", "没有 {0} 对计算图限制的资料"};

struct Limit {
  std::string toolchain, source;
  std::optional<int64_t> opset_low, opset_high, outputs;
  bool zero_dims = true, other_domains = true;
};

const std::vector<Limit>& limits() {
  static const std::vector<Limit> all = [] {
    std::vector<Limit> out;
    const TomlTree tree = parse_table_text(embedded_graph_limits_toml);
    for (const TomlNode& n : toml_items(tree.root, "limit")) {
      Limit& l = out.emplace_back();
      l.toolchain = toml_text(n, "toolchain");
      l.source = toml_text(n, "source");
      const auto number = [&](const char* key) -> std::optional<int64_t> {
        const TomlNode* v = find(n, key);
        if (!v) return std::nullopt;
        return static_cast<int64_t>(v->number);
      };
      l.opset_low = number("opset_low");
      l.opset_high = number("opset_high");
      l.outputs = number("outputs");
      l.zero_dims = toml_flag(n, "zero_dims");
      l.other_domains = toml_flag(n, "other_domains");
    }
    return out;
  }();
  return all;
}

class Look {
 public:
  Look(const Bundle& b, const Graph& g, const Limit& l, const Platforms& p)
      : b_(b), g_(g), l_(l), platforms_(p) {}

  std::vector<GraphLimitBreach> run() {
    if (l_.opset_low && l_.opset_high)
      for (const auto& [domain, version] : g_.opsets)
        if (domain.empty() && (version < *l_.opset_low || version > *l_.opset_high))
          add(Kind::kOpset, "", std::to_string(version),
              std::to_string(*l_.opset_low) + " … " + std::to_string(*l_.opset_high),
              "opset_import");
    if (l_.outputs && static_cast<int64_t>(g_.main.outputs.size()) > *l_.outputs && !is_cut())
      add(Kind::kOutputs, "", std::to_string(g_.main.outputs.size()), std::to_string(*l_.outputs),
          "graph.output");
    if (!l_.zero_dims)
      for (const IoRow& r : b_.inputs)
        if (r.graph_shape && !r.config_shape && r.config_shape.missing.empty() &&
            std::count(r.graph_shape->begin(), r.graph_shape->end(), 0) > 0)
          add(Kind::kZeroDim, r.name, shape_text(*r.graph_shape), "",
              "graph.input[" + r.name + "]");
    if (!l_.other_domains) domains();
    return std::move(out_);
  }

 private:
  // output_nodes of the config replaces the outputs of the graph
  bool is_cut() const {
    return b_.config_record && setting_entry(*b_.config_record, "model_parameters", "output_nodes");
  }

  // The section custom_op registers operators of other domains.
  void domains() {
    if (b_.config_record && find(b_.config_record->root, "custom_op")) return;
    std::map<std::string, std::vector<std::string>> ops;
    each_node(g_, [&](const GraphNode& n) {
      if (n.domain.empty() || n.domain.starts_with("ai.onnx") ||
          platforms_.is_vendor_op(n.domain, n.op))
        return;
      for (const Graph::Function& f : g_.functions)
        if (f.domain == n.domain && f.name == n.op) return;
      auto& list = ops[std::string(n.domain)];
      if (std::find(list.begin(), list.end(), n.op) == list.end()) list.emplace_back(n.op);
    });
    for (const auto& [domain, list] : ops) add(Kind::kDomain, domain, show(list), "", "graph.node");
  }

  void add(Kind kind, std::string what, std::string found, std::string allowed, std::string path) {
    Evidence at = whole_file(g_.file);
    at.path = std::move(path);
    out_.push_back({kind, std::move(what), std::move(found), std::move(allowed), std::move(at)});
  }

  const Bundle& b_;
  const Graph& g_;
  const Limit& l_;
  const Platforms& platforms_;
  std::vector<GraphLimitBreach> out_;
};

}  // namespace

Fact<std::shared_ptr<const GraphLimitBreaches>> graph_limits_of(const Bundle& b,
                                                                const Platforms& platforms) {
  using Out = Fact<std::shared_ptr<const GraphLimitBreaches>>;
  if (!b.converted_graph) return Out::absent(b.converted_graph.missing);
  if (!b.toolchain) return Out::absent(b.toolchain.missing);
  for (const Limit& l : limits()) {
    if (l.toolchain != *b.toolchain) continue;
    auto out = std::make_shared<GraphLimitBreaches>();
    out->toolchain = l.toolchain;
    out->source = l.source;
    if (b.tool_version) out->version = b.tool_version->version;
    out->breaches = Look(b, **b.converted_graph, l, platforms).run();
    return {std::move(out), b.converted_graph.at};
  }
  return Out::absent(Message(kNoLimits, *b.toolchain));
}

}  // namespace npulint
