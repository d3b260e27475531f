#include "lint/log_check.h"

#include <algorithm>
#include <cstdio>
#include <map>
#include <set>

#include "lint/embedded.h"
#include "lint/table_text.h"
#include "lint/toml_read.h"

namespace npulint {

const LogLimits& log_limits() {
  static const LogLimits limits = [] {
    LogLimits out;
    const TomlTree tree = parse_table_text(embedded_log_limits_toml);
    if (const TomlNode* t = find(tree.root, "similarity")) {
      const auto number = [&](std::string_view key) {
        const TomlNode* n = find(*t, key);
        return n ? n->number : 0;
      };
      out.fine = number("fine");
      out.loss = number("loss");
      out.gap = number("gap");
      out.source = toml_text(*t, "source");
      out.gap_source = toml_text(*t, "gap_source");
    }
    return out;
  }();
  return limits;
}

std::optional<double> similarity(const BuildLog::Similarity& row) {
  return row.cosine ? row.cosine : row.calibrated;
}

std::string similarity_text(double value) {
  char digits[32];
  std::snprintf(digits, sizeof digits, "%.6f", value);
  std::string text = digits;
  text.erase(text.find_last_not_of('0') + 1);
  if (text.ends_with('.')) text.pop_back();
  return text;
}

bool has_gap(const BuildLog::Similarity& row) {
  const LogLimits& limits = log_limits();
  return row.calibrated && row.cosine && *row.calibrated >= limits.fine &&
         *row.cosine < limits.fine && *row.calibrated - *row.cosine >= limits.gap;
}

Similarities outputs_below(const BuildLog& log, double limit) {
  Similarities out;
  for (const auto& row : log.outputs)
    if (const auto s = similarity(row); s && *s < limit) out.push_back(&row);
  std::stable_sort(out.begin(), out.end(),
                   [](const auto* a, const auto* b) { return *similarity(*a) < *similarity(*b); });
  return out;
}

Similarities off_the_bpu(const BuildLog& log) {
  Similarities out;
  for (const auto& row : log.nodes)
    if (row.on == "CPU" || row.on == "JIT") out.push_back(&row);
  return out;
}

std::string places_of(const Similarities& nodes) {
  std::map<std::string, size_t> count;
  for (const auto* row : nodes) ++count[row->on];
  std::string out;
  for (const auto& [on, n] : count) out += (out.empty() ? "" : ", ") + std::to_string(n) + ' ' + on;
  return out;
}

std::vector<std::string> names_of(const Similarities& nodes) {
  std::vector<std::string> out;
  for (const auto* row : nodes) out.push_back(row->name);
  return out;
}

size_t subgraphs(const BuildLog& log) {
  std::set<std::string_view> parts;
  for (const auto& row : log.nodes)
    if (row.subgraph.starts_with("id(")) parts.insert(row.subgraph);
  return parts.size();
}

std::string_view similarity_tool(const BuildLog& log) {
  bool any = false, calibrated = false;
  for (const auto* list : {&log.outputs, &log.nodes})
    for (const auto& row : *list) {
      any = any || similarity(row);
      calibrated = calibrated || row.calibrated;
    }
  if (!any) return {};
  return calibrated ? "hb_compile" : "hb_mapper";
}

bool method_is_set(const BuildLog& log) {
  const auto it = log.build.find("CALI_TYPE");
  return it != log.build.end() && it->second && !it->second->empty() && *it->second != "default" &&
         *it->second != "mix";
}

}  // namespace npulint
