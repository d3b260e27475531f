#include "lint/config_sources.h"

#include <unordered_map>
#include <unordered_set>

#include "lint/config_check.h"
#include "lint/config_combinations.h"
#include "lint/config_graph.h"
#include "lint/graph.h"
#include "lint/show.h"
#include "lint/words.h"

namespace npulint {
namespace {

using Kind = SourceFault::Kind;
constexpr std::string_view kOthers = "_default_value";  // in the map that builds record
constexpr size_t kMaxFaults = 64;  // unknown names; each is compared with all that there are

class Faults {
 public:
  Faults(const Config& config, std::string_view toolchain, const Graph* graph)
      : config_(config),
        toolchain_(toolchain),
        graph_(graph),
        inputs_(config_inputs(config, toolchain)) {
    for (const ListItem& item : setting_list(config, "input_parameters", "input_name"))
      if (known_.insert(item.text).second) names_.push_back(item.text);
    for (size_t i = 0; i < inputs_.size(); ++i)
      if (inputs_[i].name) by_name_.emplace(*inputs_[i].name, i);
    if (graph)
      for (const GraphTensor* t : fed_inputs(*graph))
        if (known_.emplace(t->name).second) names_.emplace_back(t->name);
    // a placeholder in input_name may be any name
    tells_ = !names_.empty() && (!config_states(config, "input_parameters", "input_name") ||
                                 setting(config, "input_parameters", "input_name"));
  }

  std::vector<SourceFault> run() {
    const Entry* e = setting_entry(config_, "compiler_parameters", "input_source");
    if (!e) return {};
    const Node& v = e->value;
    if (v.kind == Node::Kind::kMapping) {
      std::unordered_map<std::string_view, const Entry*> last;  // of equal keys it wins
      for (const Entry& entry : v.entries) last[entry.key.text] = &entry;
      for (const Entry& entry : v.entries)
        if (last[entry.key.text] == &entry) source(entry, v.entries.size());
      return std::move(out_);
    }
    const bool scalar = v.kind == Node::Kind::kScalar;
    if (v.placeholder || v.kind == Node::Kind::kAlias || v.type == ScalarType::kNull ||
        (scalar && v.text.empty()) || changed_by_yaml(config_, place(v)))
      return {};
    SourceFault f;
    f.kind = Kind::kNoMapping;
    f.at = place(v);
    f.written = scalar ? v.text : "[…]";
    f.input = names_.empty() ? "data" : names_[0];
    return {std::move(f)};
  }

 private:
  Evidence place(const Node& n) const { return config_place(config_, n.range); }

  void source(const Entry& e, size_t entries) {
    if (e.key.kind != Node::Kind::kScalar || e.key.type == ScalarType::kMerge ||
        e.key.placeholder || changed_by_yaml(config_, place(e.key)))
      return;
    const auto named = by_name_.find(e.key.text);
    const size_t index = named == by_name_.end() ? 0 : named->second;
    const ConfigInput* in = named == by_name_.end() ? nullptr : &inputs_[index];
    if (!in && inputs_.size() == 1 && entries == 1 && !inputs_[0].name &&
        inputs_[0].name.missing.empty())
      in = &inputs_[0];
    if (tells_ && !known_.count(e.key.text) && e.key.text != kOthers && out_.size() < kMaxFaults)
      name(e);
    if (e.value.kind != Node::Kind::kScalar || e.value.placeholder || e.value.text.empty()) return;
    SourceFault f;
    f.at = place(e.value);
    f.input = e.key.text;
    f.written = e.value.text;
    const Combinations& table = Combinations::get();
    const Combinations::Source* source = table.source(e.value.text);
    if (!source) {
      std::vector<std::string> all;
      for (const auto& s : table.sources()) all.push_back(s.name);
      f.kind = Kind::kUnknown;
      f.known = joined(all);
      out_.push_back(std::move(f));
    } else if (in && in->type_rt && table.knows_rt(*in->type_rt)) {
      type(*in, index, *source, std::move(f));
    }
  }

  void name(const Entry& e) {
    SourceFault f;
    f.kind = Kind::kInput;
    f.at = place(e.key);
    f.written = e.key.text;
    f.known = show(names_);
    f.near = names_.size() == 1 ? names_[0] : nearest(e.key.text, names_).value_or("");
    out_.push_back(std::move(f));
  }

  void type(const ConfigInput& in, size_t index, const Combinations::Source& source,
            SourceFault f) {
    f.type = *in.type_rt;
    f.other = in.type_rt.at;
    if (!holds(source.rt, f.type)) {
      std::vector<std::string> fits;
      for (const auto& s : Combinations::get().sources())
        if (holds(s.rt, f.type)) fits.push_back(s.name);
      f.kind = Kind::kType;
      f.known = joined(fits);
      out_.push_back(std::move(f));
      return;
    }
    if (!source.area_below || source.area_toolchain != toolchain_) return;
    const Shape* shape = in.shape ? &*in.shape : graph_shape(graph_, inputs_, index);
    if (!shape) return;
    const std::string layout = in.layout_train ? *in.layout_train : "";
    const auto [h, w] = height_width(*shape, layout, image_channels(in));
    if (h == 0) return;
    const auto area = checked_mul((*shape)[h], (*shape)[w]);
    if (!area || *area < *source.area_below) return;
    f.kind = Kind::kArea;
    if (in.shape) f.other = in.shape.at;
    f.area = *area;
    f.below = *source.area_below;
    out_.push_back(std::move(f));
  }

  const Config& config_;
  std::string_view toolchain_;
  const Graph* graph_;
  const std::vector<ConfigInput>& inputs_;
  std::vector<std::string> names_;
  std::unordered_set<std::string> known_;
  std::unordered_map<std::string_view, size_t> by_name_;
  bool tells_ = false;  // names_ are all that there are
  std::vector<SourceFault> out_;
};

}  // namespace

std::vector<SourceFault> source_faults(const Config& config, std::string_view toolchain,
                                       const Graph* graph) {
  return Faults(config, toolchain, graph).run();
}

}  // namespace npulint
