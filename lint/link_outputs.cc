// Outputs against the graph that they come from, and against the order that the contract expects.
#include <algorithm>

#include "lint/config.h"
#include "lint/config_check.h"
#include "lint/graph_tail.h"
#include "lint/link_derived.h"

namespace npulint {
namespace {

constexpr Text kNoSuchOutput{"no ONNX graph has an output `{0}`", "没有 ONNX 计算图含有输出 `{0}`"};
constexpr Text kNotFollowed{
    "`{0}` of the ONNX graph comes from operators that ONNX does not define",
    "ONNX 计算图中的 `{0}` 来自 ONNX 未定义的算子"};
constexpr Text kCut{"`output_nodes` of the config may end the model elsewhere than at `{0}`",
                    "配置的 `output_nodes` 可能让模型在 `{0}` 以外的节点结束"};
constexpr Text kRemoved{"`{0}` was removed from the model", "`{0}` 已从模型中删除"};
constexpr Text kInPart{"{0} is on one part of `{1}` only", "{0} 只作用于 `{1}` 的一部分"};

// ---- graph ----

// The value of the graph that a row is about: by its own name or the contract's, or by what is left
// of it without the `_<Op>` and type that TPU-MLIR appends.
std::string_view value_of(const GraphTail& tail, const IoRow& r) {
  std::vector<std::string_view> names{r.name};
  if (r.app_name) names.push_back(*r.app_name);
  for (const std::string_view name : names)
    if (tail.produces(name)) return name;
  for (const std::string_view name : names)
    for (size_t i = name.rfind('_'); i != name.npos && i > 0; i = name.rfind('_', i - 1))
      if (i + 1 < name.size() && name[i + 1] >= 'A' && name[i + 1] <= 'Z' &&
          tail.produces(name.substr(0, i)))
        return name.substr(0, i);
  return {};
}

// What the conversion takes away from the model's end: node names, and operator types.
bool is_removed(const Bundle& b, const TailActivation& t) {
  if (b.compiled_record)
    for (const auto& node : b.compiled_record->removed_nodes)
      if (node && *node == t.node) return true;
  if (!b.config_record) return false;
  for (const ListItem& item :
       setting_list(*b.config_record, "model_parameters", "remove_node_name"))
    if (item.text == t.node) return true;
  for (const ListItem& item :
       setting_list(*b.config_record, "model_parameters", "remove_node_type"))
    if (item.text == t.op) return true;
  return false;
}

// `output_nodes` is the complete list of the model's ends.
bool is_cut(const Bundle& b, std::string_view node) {
  if (b.compiled_record || !b.config_record) return false;
  const Config& c = *b.config_record;
  if (!config_states(c, "model_parameters", "output_nodes")) return false;
  const auto nodes = setting_list(c, "model_parameters", "output_nodes");
  return std::none_of(nodes.begin(), nodes.end(),
                      [&](const ListItem& item) { return item.text == node; });
}

void link_tail(const Bundle& b, const Graph& graph, const GraphTail& tail, IoRow& r) {
  const std::string_view value = value_of(tail, r);
  if (value.empty()) return;
  Evidence at = whole_file(graph.file);
  at.path = std::string(value);
  if (!r.tail_activation) {
    bool in_part = false;
    const auto t = tail.activation(value, &in_part);
    if (t && is_cut(b, t->node)) {
      r.tail_activation.missing = Message(kCut, t->node.empty() ? std::string(value) : t->node);
    } else if (t && is_removed(b, *t)) {
      r.tail_activation.missing = Message(kRemoved, t->node);
    } else if (t && in_part) {
      r.tail_activation.missing = Message(kInPart, t->op, std::string(value));
    } else if (t) {
      if (!t->node.empty()) at.path = t->node;
      r.tail_activation = {*t, at};
    } else {
      r.tail_activation.missing = Message(kNotFollowed, std::string(value));
    }
  }
  if (!r.mixed_range) {
    const auto m = tail.mixture(value);
    at.path = m && !m->node.empty() ? m->node : std::string(value);
    if (m && is_cut(b, m->node))
      r.mixed_range.missing = Message(kCut, m->node.empty() ? std::string(value) : m->node);
    else if (m)
      r.mixed_range = {*m, at};
    else
      r.mixed_range.missing = Message(kNotFollowed, std::string(value));
  }
}

// The model as it was converted says most: what follows holds more vendor operators.
std::vector<const Graph*> by_stage(const Bundle& b) {
  std::vector<const Graph*> out;
  for (const Graph* g : b.graphs)
    if (g->has_graph && !g->damaged) out.push_back(g);
  std::stable_sort(out.begin(), out.end(), [&](const Graph* x, const Graph* y) {
    const auto rank = [&](const Graph* g) {
      return b.converted_graph && *b.converted_graph == g ? -1 : static_cast<int>(g->stage);
    };
    return rank(x) < rank(y);
  });
  return out;
}

// ---- order ----

struct Expected {
  const AppTensor* app = nullptr;
  size_t index = 0;
  Evidence at;
};

// Outputs that the contract takes by index and expects something of.
std::vector<Expected> by_index(const Bundle& b, size_t outputs) {
  std::vector<Expected> out;
  const Contract& c = *b.contract_record;
  const bool declared = b.access && *b.access == "by_index";
  if (b.access && !declared) return out;
  for (size_t i = 0; i < c.outputs.size(); ++i) {
    const AppTensor& a = c.outputs[i];
    if (!a.channels) continue;
    if (a.index && (declared || !a.name) && *a.index >= 0)
      out.push_back({&a, static_cast<size_t>(*a.index), a.index.at});
    else if (!a.index && !a.name && declared && c.outputs.size() == outputs)
      out.push_back({&a, i, a.at});
  }
  return out;
}

}  // namespace

std::optional<ImageSize> image_of(const Bundle& b) {
  std::optional<ImageSize> out;
  for (const IoRow& r : b.inputs) {
    const Fact<Shape>& shape = r.known_shape ? r.known_shape : r.config_shape;
    const auto size = shape ? image_size(*shape) : std::nullopt;
    if (size && out && !(*size == *out)) return std::nullopt;
    if (size) out = size;
  }
  return out;
}

void link_outputs(Bundle& b) {
  const auto graphs = by_stage(b);
  if (!graphs.empty())
    for (IoRow& r : b.outputs)
      r.tail_activation.missing = r.mixed_range.missing = Message(kNoSuchOutput, r.name);
  for (const Graph* g : graphs) {
    const GraphTail tail(*g);
    for (IoRow& r : b.outputs) link_tail(b, *g, tail, r);
  }
}

Fact<std::vector<OrderClash>> check_order(const Bundle& b) {
  if (!b.contract_record) return {};
  if (!b.compiled_record) return Fact<std::vector<OrderClash>>::absent(b.compiled_missing);
  const auto& tensors = b.compiled_record->outputs;
  const auto image = image_of(b);
  std::vector<OrderClash> clashes;
  for (const Expected& e : by_index(b, tensors.size())) {
    if (e.index >= tensors.size() || !tensors[e.index].shape) continue;
    const CompiledTensor& t = tensors[e.index];
    const int64_t channels = *e.app->channels;
    if (may_have_channels(*t.shape, channels, image)) continue;
    OrderClash clash;
    clash.index = static_cast<int64_t>(e.index);
    clash.role = e.app->role ? *e.app->role : "";
    clash.expected = channels;
    clash.name = t.name;
    clash.shape = *t.shape;
    for (size_t i = 0; i < tensors.size() && !clash.fits; ++i)
      if (i != e.index && tensors[i].shape && has_channels(*tensors[i].shape, channels, image))
        clash.fits = static_cast<int64_t>(i);
    clash.at = e.at;
    clash.artifact_at = t.at;
    clashes.push_back(std::move(clash));
  }
  return {std::move(clashes), b.contract.at};
}

}  // namespace npulint
