#include "lint/baseline_edit.h"

namespace npulint {

BaselineEdit edit_baseline(const Loaded& run, BaselineAction action, const std::string& dir,
                           const std::string& reason, const std::string& today) {
  using State = BaselineEntry::State;
  BaselineEdit out;
  std::vector<BaselineEntry> entries;
  std::multimap<std::string, const BaselineEntry*> changed;  // by base id
  for (const Baseline& b : run.baselines)
    for (const BaselineEntry& e : b.entries) {
      if (e.state == State::kMatched || e.state == State::kUnjudged)
        entries.push_back(e);
      else
        ++out.removed;
      if (e.state == State::kChanged) changed.emplace(base_id(e.id), &e);
    }
  const std::vector<Finding>& findings = run.run.result.findings;
  Fingerprints prints(run, [&](FileId) { return dir; });
  const std::vector<Fingerprint> all = prints.of(findings);
  for (size_t i = 0; i < findings.size() && action != BaselineAction::kPrune; ++i) {
    if (findings[i].suppressed) continue;
    if (findings[i].rule->identity) {
      if (findings[i].rule->code != "NPL005") ++out.refused[findings[i].rule->code];
      continue;
    }
    BaselineEntry e;
    e.id = all[i].id;
    e.evidence = all[i].evidence;
    e.rule = findings[i].rule->code;
    e.bundle = all[i].bundle;
    e.path = all[i].path;
    e.at = all[i].at;
    e.reason = reason;
    e.added = today;
    if (const auto old = changed.find(std::string(base_id(e.id))); old != changed.end()) {
      if (reason.empty()) e.reason = old->second->reason;
      e.added = old->second->added;
      changed.erase(old);
      ++out.refreshed;
      --out.removed;
    } else {
      ++out.added;
    }
    entries.push_back(std::move(e));
  }
  out.entries = entries.size();
  out.text = baseline_text(std::move(entries));
  return out;
}

std::string default_baseline(const FileReader& reader, const LoadOptions& load) {
  const std::string first = join_path(load.cwd, load.paths.empty() ? "." : load.paths[0]);
  std::string dir = reader.stat(first).kind == FileStat::Kind::kDirectory ? first : dir_name(first);
  if (load.settings_file) dir = dir_name(join_path(load.cwd, *load.settings_file));
  for (; !load.isolated; dir = dir_name(dir)) {
    for (const char* name : {"npulint.toml", ".npulint.toml", kBaselineName.data()})
      if (reader.stat(join_path(dir, name)).kind == FileStat::Kind::kFile)
        return join_path(dir, kBaselineName);
    if (dir == "/" || dir == "." ||
        reader.stat(join_path(dir, ".git")).kind != FileStat::Kind::kAbsent)
      break;
  }
  return join_path(load.cwd, kBaselineName);
}

}  // namespace npulint
