#include "lint/config_conflicts.h"

#include <algorithm>
#include <unordered_map>

#include "lint/config_check.h"
#include "lint/config_combinations.h"
#include "lint/config_graph.h"
#include "lint/words.h"

namespace npulint {
namespace {

constexpr std::string_view kInput = "input_parameters", kModel = "model_parameters",
                           kCalibration = "calibration_parameters";
using Numbers = std::vector<double>;
using Kind = Conflict::Kind;

bool all_are(const Numbers& v, double x) {
  return std::all_of(v.begin(), v.end(), [&](double d) { return d == x; });
}

struct Value {
  std::string_view key;
  const Fact<Numbers>* numbers;
  double neutral;  // changes nothing
};

class Finder {
 public:
  Finder(const Config& config, std::string_view toolchain, std::string_view march)
      : config_(config),
        toolchain_(toolchain),
        march_(march),
        inputs_(config_inputs(config, toolchain)),
        norm_types_(setting_list(config, kInput, "norm_type")) {
    if (norm_types_.size() != inputs_.size()) norm_types_.clear();
  }

  std::vector<Conflict> run() {
    exclusive();
    names();
    for (size_t i = 0; i < inputs_.size(); ++i) input(inputs_[i], i);
    devices();
    return std::move(out_);
  }

 private:
  Conflict& add(Kind kind, const Evidence& at, std::string_view key, std::string written) {
    Conflict& c = out_.emplace_back();
    c.kind = kind;
    c.at = at;
    c.key = key;
    c.written = std::move(written);
    return c;
  }
  static void against(Conflict& c, const Evidence& at, std::string_view key, std::string written) {
    c.other = at;
    c.other_key = key;
    c.other_written = std::move(written);
  }
  // The item of input i of a list that states numbers for it.
  const std::string& text_of(std::string_view key, size_t i) {
    auto [it, fresh] = texts_.try_emplace(key);
    if (fresh) it->second = setting_list(config_, kInput, key);
    return it->second.at(i).text;
  }

  // The entry when its value is there, known and not "false".
  const Entry* stated(std::string_view section, std::string_view key) const {
    const Entry* e = setting_entry(config_, section, key);
    if (!e || !config_states(config_, section, key) || e->value.placeholder ||
        e->value.kind == Node::Kind::kAlias)
      return nullptr;
    static const std::vector<std::string> kOff{"false", "False", "FALSE", "no", "No",
                                               "NO",    "off",   "Off",   "OFF"};
    return holds(kOff, e->value.text) ? nullptr : e;
  }

  void exclusive() {
    for (const Combinations::Exclusive& rule : Combinations::get().exclusive()) {
      if (!rule.toolchain.empty() && rule.toolchain != toolchain_) continue;
      const Entry* first = stated(rule.keys[0].first, rule.keys[0].second);
      const Entry* second = stated(rule.keys[1].first, rule.keys[1].second);
      if (!first || !second) continue;
      Conflict& c =
          add(Kind::kExclusive, config_place(config_, second->key.range), rule.keys[1].second, "");
      against(c, config_place(config_, first->key.range), rule.keys[0].second, "");
    }
  }

  void names() {
    const std::vector<ListItem> list = setting_list(config_, kInput, "input_name");
    std::unordered_map<std::string_view, const ListItem*> seen;
    for (const ListItem& item : list) {
      const auto [it, fresh] = seen.emplace(item.text, &item);
      if (!fresh && !item.text.empty())
        against(add(Kind::kDuplicate, item.at, "input_name", item.text), it->second->at,
                "input_name", item.text);
    }
    if (list.empty() || toolchain_ != "hb_compile") return;
    const Evidence whole =
        config_place(config_, setting_entry(config_, kInput, "input_name")->value.range);
    if (changed_by_yaml(config_, whole)) return;
    for (const ListItem& item : setting_list(config_, kInput, "separate_name"))
      if (!item.text.empty() && !seen.count(item.text) && !changed_by_yaml(config_, item.at))
        against(add(Kind::kSeparateName, item.at, "separate_name", item.text), whole, "input_name",
                setting(config_, kInput, "input_name").value.value_or(""));
  }

  void input(const ConfigInput& in, size_t i) {
    const bool has_std = toolchain_ != "hb_mapper";  // which knows no std_value
    std::vector<Value> values{{"mean_value", &in.mean, 0}, {"scale_value", &in.scale, 1}};
    if (has_std) values.push_back({"std_value", &in.std, 1});

    if (in.space_and_range && *in.space_and_range == "bt601_video" && in.type_rt &&
        Combinations::get().knows_rt(*in.type_rt) && *in.type_rt != "nv12")
      against(add(Kind::kRange, in.space_and_range.at, "input_space_and_range", "bt601_video"),
              in.type_rt.at, "input_type_rt", *in.type_rt);
    if (has_std && in.scale && in.std)
      against(add(Kind::kScaleAndStd, in.std.at, "std_value", text_of("std_value", i)), in.scale.at,
              "scale_value", text_of("scale_value", i));
    if (in.type_rt && *in.type_rt == "featuremap" &&
        (in.type_train ? *in.type_train == "featuremap" : in.type_train.missing.empty()))
      return featuremap(in, i, values);
    norm_type(in, i, values);
    counts(in, i, values);
  }

  void featuremap(const ConfigInput& in, size_t i, const std::vector<Value>& values) {
    for (const Value& v : values) {
      if (!*v.numbers || (toolchain_ != "hb_compile" && all_are(**v.numbers, v.neutral))) continue;
      const Evidence& at = v.numbers->at;
      against(add(Kind::kFeaturemap, at, v.key, text_of(v.key, i)), in.type_rt.at, "input_type_rt",
              *in.type_rt);
    }
  }

  // By the key table; else CFG008 speaks of it.
  bool legal_norm_type(std::string_view text) const {
    const KeySpec* spec = KeyTable::get().find(kInput, "norm_type");
    bool judged = false;
    if (!spec) return true;
    for (const ValueSet& set : spec->values) {
      if (!set.toolchain.empty() && set.toolchain != toolchain_) continue;
      if (holds(set.values, text)) return true;
      judged = true;
    }
    return !judged;
  }

  void norm_type(const ConfigInput& in, size_t i, const std::vector<Value>& values) {
    if (norm_types_.empty() || toolchain_.empty()) return;
    const ListItem& type = norm_types_[i];
    const auto* norm = Combinations::get().norm(type.text);
    if (!norm || changed_by_yaml(config_, type.at) || !legal_norm_type(type.text)) return;
    const bool derived = toolchain_ == "hb_compile";
    const Value* divisor = &values[1];
    if (derived && in.std) divisor = &values[2];
    for (const auto& [value, wanted] :
         {std::pair(&values[0], norm->mean), std::pair(divisor, norm->divisor)}) {
      const Fact<Numbers>& numbers = *value->numbers;
      if (numbers && !wanted && !all_are(*numbers, value->neutral)) {
        Conflict& c = add(derived ? Kind::kNormUnused : Kind::kNormIgnores, numbers.at, value->key,
                          text_of(value->key, i));
        against(c, type.at, "norm_type", type.text);
      } else if (!numbers && wanted && numbers.missing.empty() &&
                 (derived || config_states(config_, kInput, value->key))) {
        Conflict& c =
            add(derived ? Kind::kNormEmpty : Kind::kNormMisses, type.at, "norm_type", type.text);
        c.other_key = value->key;
      }
    }
  }

  void counts(const ConfigInput& in, size_t i, const std::vector<Value>& values) {
    const auto channels = static_cast<size_t>(image_channels(in));
    for (const Value& v : values) {
      if (!*v.numbers || ignored(v.numbers->at)) continue;
      const Numbers& numbers = **v.numbers;
      const Evidence& at = v.numbers->at;
      if (channels && numbers.size() != 1 && numbers.size() != channels) {
        const Fact<std::string>& type = in.type_train ? in.type_train : in.type_rt;
        Conflict& c = add(Kind::kCount, at, v.key, text_of(v.key, i));
        against(c, type.at, in.type_train ? "input_type_train" : "input_type_rt", *type);
        c.count = numbers.size();
        c.channels = channels;
      }
      if (v.neutral == 1 && std::find(numbers.begin(), numbers.end(), 0.0) != numbers.end())
        add(Kind::kZero, at, v.key, text_of(v.key, i));
    }
  }

  // A finding says already that the value goes nowhere.
  bool ignored(const Evidence& at) const {
    return std::any_of(out_.begin(), out_.end(), [&](const Conflict& c) {
      return c.kind == Kind::kNormIgnores && c.at.begin == at.begin;
    });
  }

  // ---- where nodes run ----

  void devices() {
    const std::vector<ListItem> cpu = setting_list(config_, kCalibration, "run_on_cpu"),
                                bpu = setting_list(config_, kCalibration, "run_on_bpu");
    std::unordered_map<std::string_view, const ListItem*> on_cpu;
    for (const ListItem& item : cpu)
      if (!item.text.empty()) on_cpu.emplace(item.text, &item);
    for (const ListItem& item : bpu)
      if (const auto it = on_cpu.find(item.text); it != on_cpu.end())
        against(add(Kind::kTwoDevices, item.at, "run_on_bpu", item.text), it->second->at,
                "run_on_cpu", item.text);

    const Entry* info = setting_entry(config_, kModel, "node_info");
    if (!info || !takes_node_info()) return;
    std::unordered_map<std::string_view, const Node*> placed;  // node → ON
    for (const Entry& e : info->value.entries)
      if (const Node* on = find(e.value, "ON"); on && !on->placeholder && !e.key.placeholder)
        placed[e.key.text] = on;
    if (placed.empty()) return;
    bool met = false;
    for (const auto& [key, list, device] :
         {std::tuple("run_on_cpu", &cpu, "CPU"), std::tuple("run_on_bpu", &bpu, "BPU")})
      for (const ListItem& item : *list) {
        const auto it = placed.find(item.text);
        if (it == placed.end()) continue;
        met = true;
        if (it->second->text == device) continue;
        against(add(Kind::kDevices, item.at, key, item.text),
                config_place(config_, it->second->range), "node_info", it->second->text);
      }
    if (met) return;
    for (const char* key : {"run_on_cpu", "run_on_bpu"})
      if (const Entry* e = setting_entry(config_, kCalibration, key);
          e && setting_count(config_, kCalibration, key) > 0)
        against(add(Kind::kTwoPlaces, config_place(config_, e->value.range), key, e->value.text),
                config_place(config_, info->key.range), "node_info", "");
  }

  bool takes_node_info() const {
    const KeySpec* spec = KeyTable::get().find(kModel, "node_info");
    return !spec || !holds(spec->rejected_on, march_);
  }

  const Config& config_;
  std::string_view toolchain_, march_;
  const std::vector<ConfigInput>& inputs_;
  std::vector<ListItem> norm_types_;
  std::unordered_map<std::string_view, std::vector<ListItem>> texts_;
  std::vector<Conflict> out_;
};

}  // namespace

std::vector<Conflict> conflicts(const Config& config, std::string_view toolchain,
                                std::string_view march) {
  return Finder(config, toolchain, march).run();
}

}  // namespace npulint
