#include "lint/config_graph.h"

#include <algorithm>
#include <unordered_set>

#include "lint/config_check.h"
#include "lint/config_combinations.h"
#include "lint/config_counts.h"
#include "lint/graph.h"
#include "lint/show.h"

namespace npulint {
namespace {

constexpr std::string_view kInput = "input_parameters";
constexpr size_t kMaxNames = 64;  // unknown names; each is compared with all that there are

std::string dims_text(const Shape& shape) {
  std::string out;
  for (const int64_t d : shape)
    out += (out.empty() ? "" : "x") + (d < 0 ? std::string("?") : std::to_string(d));
  return out;
}

std::unordered_set<std::string_view> used_names(const Graph& graph) {
  std::unordered_set<std::string_view> out;
  each_node(graph, [&](const GraphNode& n) { out.insert(n.inputs.begin(), n.inputs.end()); });
  return out;
}

class Clashes {
 public:
  Clashes(const Config& config, std::string_view toolchain, const Graph& graph)
      : config_(config),
        graph_(graph),
        fed_(fed_inputs(graph)),
        inputs_(config_inputs(config, toolchain)),
        lists_(input_lists(config, toolchain)) {}

  std::vector<InputClash> run() {
    names();
    for (size_t i = 0; i < inputs_.size(); ++i)
      if (const Shape* shape = graph_shape(&graph_, inputs_, i)) input(inputs_[i], *shape);
    return std::move(out_);
  }

 private:
  using Kind = InputClash::Kind;

  InputClash& add(Kind kind, const Evidence& at) {
    InputClash& c = out_.emplace_back();
    c.kind = kind;
    c.at = at;
    c.count = fed_.size();
    return c;
  }

  void names() {
    const InputList* by = counting_list(lists_);
    if (!by) return;
    if (by->spec->key != "input_name") {
      if (by->count == 1 && fed_.size() > 1 && count_clashes(lists_, fed_.size()).empty() &&
          !config_states(config_, kInput, "input_name"))
        if (std::string others = left_out({}); !others.empty())
          add(Kind::kSeveral, by->at).others = std::move(others);
      return;
    }
    const std::vector<ListItem> named = setting_list(config_, kInput, "input_name");
    std::vector<std::string> candidates;
    for (const GraphTensor* t : fed_) candidates.emplace_back(t->name);
    std::unordered_set<std::string_view> known;
    for (const GraphTensor& t : graph_.main.inputs) known.insert(t.name);
    bool all = true;
    for (const ListItem& item : named) {
      if (known.count(item.text)) continue;
      all = false;
      if (out_.size() == kMaxNames) return;
      InputClash& c = add(Kind::kUnknownName, item.at);
      c.written = item.text;
      c.near = candidates.size() == 1 ? candidates[0] : nearest(item.text, candidates).value_or("");
      c.others = show(candidates);
    }
    if (const std::string others = left_out(named);
        all && named.size() < fed_.size() && !others.empty()) {
      InputClash& c = add(Kind::kMissing, by->at);
      c.written = std::to_string(named.size());
      c.others = others;
    }
  }

  // Inputs of the ONNX that are used and not named; "" when all are or one is not used.
  std::string left_out(const std::vector<ListItem>& named) const {
    std::unordered_set<std::string_view> listed;
    for (const ListItem& item : named) listed.insert(item.text);
    const auto used = used_names(graph_);
    std::vector<std::string> out;
    for (const GraphTensor* t : fed_) {
      if (listed.count(t->name)) continue;
      if (!used.count(t->name)) return {};
      out.emplace_back(t->name);
    }
    return out.empty() ? "" : show(out);
  }

  void input(const ConfigInput& in, const Shape& shape) {
    const std::string name = in.name ? *in.name : "";
    if (in.shape && std::find(in.shape->begin(), in.shape->end(), 0) != in.shape->end())
      return;  // malformed: CFG011
    if (in.shape) {
      const auto kind = shape_difference(config_, shape, *in.shape);
      const bool layout = kind == ShapeDifference::Kind::kChannelsLast ||
                          kind == ShapeDifference::Kind::kChannelsFirst;
      if (kind != ShapeDifference::Kind::kNone) {
        clash(layout ? Kind::kOtherLayout : Kind::kShape, in.shape.at, name, dims_text(*in.shape),
              shape);
        return;
      }
    }
    if ((in.shape || in.shape.missing.empty()) && in.layout_train && shape.size() == 4) {
      const int64_t c = image_channels(in);
      const bool first = *in.layout_train == "NCHW";
      if (!c || (!first && *in.layout_train != "NHWC")) return;
      if (const int64_t there = shape[first ? 1 : 3];
          there > 0 && there != c && shape[first ? 3 : 1] == c)
        clash(Kind::kLayout, in.layout_train.at, name, *in.layout_train, shape).near =
            first ? "NHWC" : "NCHW";
    }
  }

  InputClash& clash(Kind kind, const Evidence& at, const std::string& input,
                    const std::string& written, const Shape& shape) {
    InputClash& c = add(kind, at);
    c.input = input;
    c.written = written;
    c.stated = dims_text(shape);
    return c;
  }

  const Config& config_;
  const Graph& graph_;
  std::vector<const GraphTensor*> fed_;
  const std::vector<ConfigInput>& inputs_;
  std::vector<InputList> lists_;
  std::vector<InputClash> out_;
};

}  // namespace

const GraphTensor* graph_input(const Graph* graph, const std::vector<ConfigInput>& inputs,
                               size_t i) {
  if (!graph) return nullptr;
  if (inputs[i].name) {
    for (const GraphTensor& t : graph->main.inputs)
      if (t.name == *inputs[i].name) return &t;
    return nullptr;
  }
  if (inputs.size() != 1 || !inputs[i].name.missing.empty()) return nullptr;
  const auto fed = fed_inputs(*graph);
  return fed.size() == 1 ? fed[0] : nullptr;
}

const Shape* graph_shape(const Graph* graph, const std::vector<ConfigInput>& inputs, size_t i) {
  const GraphTensor* t = graph_input(graph, inputs, i);
  return t && t->is_tensor && t->has_shape ? &t->dims : nullptr;
}

ShapeDifference::Kind shape_difference(const Config& config, Shape known, const Shape& stated) {
  const Fact<std::string> batch = setting(config, kInput, "input_batch");
  if ((batch ? *batch != "1" : !batch.missing.empty()) && !known.empty()) known[0] = -1;
  return difference(known, stated).kind;
}

std::pair<size_t, size_t> height_width(const Shape& shape, std::string_view layout,
                                       int64_t channels) {
  if (shape.size() != 4) return {0, 0};
  const auto may = [&](size_t i) { return shape[i] == channels || shape[i] < 0; };
  const bool first = may(1), last = may(3);
  if (first && (!last || layout == "NCHW")) return {2, 3};
  if (last && (!first || layout == "NHWC")) return {1, 2};
  return {0, 0};
}

int64_t image_channels(const ConfigInput& in) {
  const Combinations& table = Combinations::get();
  if (in.type_train && !table.rt_of(*in.type_train)) return 0;
  int64_t out = 0;
  for (const Fact<std::string>* type : {&in.type_rt, &in.type_train}) {
    if (!*type) {
      if (!type->missing.empty()) return 0;
      continue;
    }
    const auto c = table.channels(**type);
    if (!c || (out && out != *c)) return 0;
    out = *c;
  }
  return out;
}

std::vector<InputClash> input_clashes(const Config& config, std::string_view toolchain,
                                      const Graph& graph) {
  return Clashes(config, toolchain, graph).run();
}

}  // namespace npulint
