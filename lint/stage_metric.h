// Vocabulary of metrics that a contract states for the stages of a model.
#pragma once

#include <algorithm>
#include <iterator>
#include <string>
#include <string_view>

#include "lint/model.h"
#include "lint/words.h"

namespace npulint {

// "original_float", "original" for `word` "original"; with a metric and its value.
inline bool is_stage(const Contract::StageMetric& s, std::string_view word) {
  if (!s.name || !s.value || !s.metric) return false;
  const std::string name = lower(*s.name);
  return name.starts_with(word) && (name.size() == word.size() || name[word.size()] == '_');
}

inline bool same_metric(const Contract::StageMetric& a, const Contract::StageMetric& b) {
  return a.metric && b.metric && lower(*a.metric) == lower(*b.metric);
}

// Metrics of which more is surely better. Of errors and losses nothing is said.
inline bool more_is_better(const std::string& metric) {
  static constexpr std::string_view kWords[] = {"acc", "map",       "iou", "top",  "f1",  "recall",
                                                "auc", "precision", "pck", "psnr", "dice"};
  const std::string m = lower(metric);
  return std::any_of(std::begin(kWords), std::end(kWords),
                     [&](std::string_view w) { return m.find(w) != std::string::npos; });
}

}  // namespace npulint
