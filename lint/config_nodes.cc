// The nodes that a conversion config names, against those of the ONNX.
#include <algorithm>
#include <cctype>
#include <unordered_set>

#include "lint/config_check.h"
#include "lint/config_combinations.h"
#include "lint/config_graph.h"
#include "lint/graph.h"
#include "lint/words.h"

namespace npulint {
namespace {

constexpr std::string_view kModel = "model_parameters", kCalibration = "calibration_parameters";
constexpr size_t kMaxSearches = 16;  // for near names; each goes over the whole graph
constexpr size_t kMaxNear = 3;

std::string_view tail(std::string_view name) { return name.substr(name.find_last_of("/.") + 1); }

bool digits(std::string_view s) {
  return !s.empty() &&
         std::all_of(s.begin(), s.end(), [](unsigned char c) { return std::isdigit(c) != 0; });
}

class Nodes {
 public:
  Nodes(const Config& config, const Graph& graph) : config_(config) {
    each_node(graph, [&](const GraphNode& n) {
      unnamed_ = unnamed_ || n.name.empty();
      if (!n.name.empty() && names_.insert(n.name).second) nodes_.push_back(n.name);
      for (std::string_view output : n.outputs) names_.insert(output);
    });
    for (const GraphTensor& t : graph.main.inputs) tensors_.insert(t.name);
  }

  // Names before the last `:` when `typed` ("conv1:int16").
  void list(std::string_view section, std::string_view key, bool typed) {
    for (const ListItem& item : setting_list(config_, section, key)) {
      std::string name = item.text;
      Evidence at = item.at;
      if (const size_t colon = name.rfind(':'); typed && colon != name.npos) {
        if (at.end - at.begin == name.size()) at.end = at.begin + colon;
        name.resize(colon);
      }
      check(key, name, at);
    }
  }

  void mapping(std::string_view section, std::string_view key) {
    const Entry* e = setting_entry(config_, section, key);
    if (!e) return;
    if (e->value.kind == Node::Kind::kScalar) return list(section, key, true);
    for (const Entry& entry : e->value.entries) {
      const Node& k = entry.key;
      if (k.kind == Node::Kind::kScalar && k.type == ScalarType::kString && !k.placeholder)
        check(key, k.text, config_place(config_, k.range));
    }
  }

  std::vector<UnknownNode> take() { return std::move(out_); }

 private:
  void check(std::string_view key, const std::string& name, const Evidence& at) {
    if (name.empty() || name == "None" || names_.count(name) || changed_by_yaml(config_, at) ||
        Combinations::get().made_by_tool(name))
      return;
    // exporters may leave nodes unnamed; the toolchain then numbers them: Conv_12
    const size_t bar = name.rfind('_');
    const bool numbered = bar != name.npos && digits(std::string_view(name).substr(bar + 1));
    if (unnamed_ && numbered) return;
    UnknownNode u;
    u.key = key;
    u.written = name;
    u.at = at;
    for (size_t i = name.find('_'); i != name.npos && u.maker.empty(); i = name.find('_', i + 1))
      if (const auto head = std::string_view(name).substr(0, i);
          (names_.count(head) || tensors_.count(head)) && !(numbered && i == bar))
        u.maker = head;
    if (u.maker.empty() && searches_++ < kMaxSearches) near(&u);
    out_.push_back(std::move(u));
  }

  // The nearest node with the same last part, else the nearest, else some with that last part.
  void near(UnknownNode* u) const {
    std::vector<std::string> same, all;
    for (std::string_view n : nodes_) {
      all.emplace_back(n);
      if (tail(n) == tail(u->written)) same.emplace_back(n);
    }
    auto best = nearest(u->written, same);
    if (!best) best = nearest(u->written, all);
    u->exact = best.has_value();
    if (same.size() > kMaxNear) same.resize(kMaxNear);
    u->near = best ? *best : joined(same);
  }

  const Config& config_;
  std::unordered_set<std::string_view> names_, tensors_;
  std::vector<std::string_view> nodes_;
  bool unnamed_ = false;
  size_t searches_ = 0;
  std::vector<UnknownNode> out_;
};

}  // namespace

std::vector<UnknownNode> unknown_nodes(const Config& config, std::string_view toolchain,
                                       std::string_view march, const Graph& graph) {
  Nodes nodes(config, graph);
  const auto taken = [&](std::string_view key) {
    const KeySpec* spec = KeyTable::get().find(kModel, key);
    return !spec || !holds(spec->rejected_on, march);
  };
  if (Combinations::get().names_of_original(toolchain)) {
    if (taken("node_info")) nodes.mapping(kModel, "node_info");
    if (taken("set_node_data_type")) nodes.list(kModel, "set_node_data_type", true);
    nodes.list(kModel, "remove_node_name", false);
    nodes.list(kCalibration, "run_on_cpu", false);
    nodes.list(kCalibration, "run_on_bpu", false);
  }
  nodes.list(kModel, "output_nodes", false);
  return nodes.take();
}

bool names_nodes(const Config& config) {
  for (const std::string_view key : {"node_info", "remove_node_name"})
    if (config_states(config, kModel, key)) return true;
  for (const std::string_view key : {"run_on_cpu", "run_on_bpu"})
    if (config_states(config, kCalibration, key)) return true;
  const Entry* quant = setting_entry(config, kCalibration, "quant_config");
  return quant && find(quant->value, "node_config");
}

}  // namespace npulint
