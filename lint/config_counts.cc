#include "lint/config_counts.h"

#include <algorithm>

#include "lint/config.h"
#include "lint/config_check.h"

namespace npulint {
namespace {

bool effective(const KeySpec& spec, std::string_view toolchain) {
  const auto takes = [](KeyUse use) {
    return use != KeyUse::kDeprecated && use != KeyUse::kRejected;
  };
  if (!toolchain.empty()) return takes(spec.use(toolchain));
  return takes(spec.mapper) && takes(spec.compile);
}

// Calibration data is named but not read, or may not be.
bool calibrates(const Config& config) {
  const Fact<std::string> type = setting(config, "calibration_parameters", "calibration_type");
  return type ? *type != "skip" && *type != "load" : type.missing.empty();
}

bool is_name(const InputList& l) { return l.spec->key == "input_name"; }

std::vector<InputList> count_all(const Config& config, std::string_view toolchain) {
  std::vector<InputList> out;
  for (const KeySpec* per_input : KeyTable::get().per_input()) {
    const KeySpec& spec = *per_input;
    if (!effective(spec, toolchain)) continue;
    if (spec.section == "calibration_parameters" && !calibrates(config)) continue;
    const size_t count = setting_count(config, spec.section, spec.key);
    if (!count) continue;
    const Evidence at =
        config_place(config, setting_entry(config, spec.section, spec.key)->value.range);
    if (!changed_by_yaml(config, at)) out.push_back({&spec, at, count});
  }
  return out;
}

}  // namespace

const std::vector<InputList>& input_lists(const Config& config, std::string_view toolchain) {
  return config.lists.get<std::vector<InputList>>(toolchain,
                                                  [&] { return count_all(config, toolchain); });
}

const InputList* counting_list(const std::vector<InputList>& lists) {
  const InputList* best = nullptr;
  size_t votes = 0;
  for (const InputList& l : lists) {
    if (is_name(l)) return &l;
    const auto same =
        static_cast<size_t>(std::count_if(lists.begin(), lists.end(), [&](const InputList& other) {
          return other.count == l.count;
        }));
    if (same > votes || (same == votes && l.count > best->count)) best = &l, votes = same;
  }
  return best;
}

std::vector<CountClash> count_clashes(const std::vector<InputList>& lists, size_t graph_inputs) {
  const InputList* by = counting_list(lists);
  if (!by) return {};
  std::vector<InputList> others;
  for (const InputList& l : lists)
    if (!is_name(l)) others.push_back(l);
  const bool agree = std::all_of(others.begin(), others.end(),
                                 [&](const InputList& l) { return l.count == others[0].count; });
  std::vector<CountClash> out;
  if (!is_name(*by)) {
    if (agree) return {};
    if (graph_inputs) {
      for (const InputList& l : others)
        if (l.count != graph_inputs) out.push_back({l, {nullptr, {}, graph_inputs}});
      return out;
    }
  } else if (!graph_inputs && agree && others.size() > 1 && others[0].count != by->count) {
    return {{*by, others[0]}};  // input_name is the odd one
  }
  for (const InputList& l : others)
    if (l.count != by->count && l.count != graph_inputs) out.push_back({l, *by});
  return out;
}

}  // namespace npulint
