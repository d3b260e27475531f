#include "lint/check.h"

#include <algorithm>
#include <set>
#include <tuple>
#include <unordered_map>
#include <unordered_set>

#include "lint/facts.h"
#include "lint/group.h"
#include "lint/ignores.h"
#include "lint/link.h"
#include "lint/release_read.h"

namespace npulint {
namespace {

bool any_selects(const std::vector<std::string>& selectors, const Rule& rule) {
  return std::any_of(selectors.begin(), selectors.end(),
                     [&](const std::string& s) { return selects(s, rule); });
}

bool selected(const CheckOptions& o, const Rule& rule, const Settings* s) {
  const auto& select = !o.select.empty() || !s ? o.select : s->select;
  if (rule.opt_in && std::none_of(select.begin(), select.end(), [&](const std::string& one) {
        return one == rule.code || one == rule.name;
      }))
    return false;
  if (!select.empty() && !any_selects(select, rule)) return false;
  return !any_selects(o.ignore, rule) && !(s && any_selects(s->ignore, rule));
}

// What the rules that may run, under any of the settings, need of dumps and data.
struct Wanted {
  DumpAccess dumps;
  DataWants data;
};
Wanted wanted_of(const FileReader& reader, const Loaded& l, const CheckOptions& o) {
  Wanted out;
  out.dumps.files = &reader;
  bool sizes = false;
  const std::pair<const FactInfo*, bool*> of_fact[] = {
      {&DumpSizes::info, &sizes},
      {&DumpMeasures::info, &out.dumps.values},
      {&OutputDump::info, &out.dumps.values},
      {&TheDataSets::info, &out.data.sets},
      {&TheNearDuplicates::info, &out.data.near_duplicates},
      {&TheReplay::info, &out.data.replays},
      {&ReleasedHere::info, &out.data.released_digests}};
  for (const Rule* rule : all_rules()) {
    const auto on = [&] {
      return selected(o, *rule, nullptr) ||
             std::any_of(l.settings.begin(), l.settings.end(),
                         [&](const Settings& s) { return selected(o, *rule, &s); });
    };
    for (const Need& n : rule->needs) {
      if (n.info->input == Input::kCalibration && !out.data.calibration)
        out.data.calibration = on();
      for (const auto& [fact, wanted] : of_fact)
        if (n.info == fact && !*wanted) *wanted = on();
    }
  }
  if (sizes || out.dumps.values) out.dumps.reader = &reader;
  return out;
}

class Policy {
 public:
  Policy(Loaded& l, const CheckOptions& o)
      : l_(l), o_(o), inline_(l), entries_(l, o.today, o.load.exclude.empty()) {
    inline_.fill(l.run.file_rows);
    entries_.prepare(l.run.file_rows);
  }

  // The rules in force under each settings file, worked out once: threads only read this.
  void prepare() {
    for (const Settings& s : l_.settings) on_.emplace(&s, rules_on(&s));
    on_.emplace(nullptr, rules_on(nullptr));
    for (const auto& f : l_.run.files) of_file_.emplace(f->id, &on_.at(l_.settings_for(f->id)));
  }
  bool enabled(const Rule& rule, FileId anchor) const {
    const auto known = of_file_.find(anchor);
    const auto& on = known != of_file_.end() ? *known->second : on_.at(l_.settings_for(anchor));
    return on.contains(&rule);
  }

  void apply(Finding& f) {
    honour(f, Suppression::kInline, inline_.covering(f));
    const Settings* s = l_.settings_for(f.at.known() ? f.at.file : kNoFile);
    if (!s) return;
    for (const auto& [selector, severity] : s->severity)
      if (selects(selector, *f.rule)) f.severity = severity;
    if (f.at.known())
      for (const auto& [glob, codes] : s->per_file_ignores)
        if (glob_match(glob, below(l_.run.sources.real(f.at.file), s->dir)) &&
            any_selects(codes, *f.rule))
          suppress(f, Suppression::kSettings, "per-file-ignores \"" + glob + "\"");
    honour(f, Suppression::kSettings, entries_.covering(f, *s));
  }

  // Facts that stand only when all other rules have run.
  void fill_late(Baselines& baselines) {
    const bool ignores = !o_.no_ignores && !(inline_.empty() && entries_.empty());
    if (!ignores && l_.baselines.empty()) return;
    const Judged judged(l_.run, [this](const Rule& r, FileId f) { return enabled(r, f); });
    if (ignores) {
      inline_.fill_unused(l_.run.file_rows, judged);
      entries_.fill_unused(l_.run.file_rows, judged);
    }
    baselines.fill_stale(l_.run.file_rows, judged, o_.load.exclude.empty());
  }

 private:
  std::unordered_set<const Rule*> rules_on(const Settings* s) const {
    std::unordered_set<const Rule*> out;
    for (const Rule* r : all_rules())
      if (selected(o_, *r, s)) out.insert(r);
    return out;
  }
  static std::string below(const std::string& path, const std::string& dir) {
    if (dir == ".") return path;
    return path.starts_with(dir + "/") ? path.substr(dir.size() + 1) : path;
  }
  void honour(Finding& f, Suppression by, const std::string* reason) const {
    if (reason && !o_.no_ignores) suppress(f, by, *reason);
  }
  static void suppress(Finding& f, Suppression by, std::string why) {
    if (f.suppressed) return;  // the closest reason stands
    f.suppressed = true;
    f.suppressed_by = by;
    f.suppressed_because = std::move(why);
  }
  Loaded& l_;
  const CheckOptions& o_;
  InlineIgnores inline_;
  SettingsIgnores entries_;
  std::unordered_map<const Settings*, std::unordered_set<const Rule*>> on_;
  std::unordered_map<FileId, const std::unordered_set<const Rule*>*> of_file_;
};

// Path, place, code, subject: an order that depends on nothing but the findings.
void sort_findings(Run& run) {
  const auto path = [&](const Finding& f) {
    return f.at.known() ? std::string_view(run.sources.shown(f.at.file)) : std::string_view();
  };
  std::stable_sort(run.result.findings.begin(), run.result.findings.end(),
                   [&](const Finding& a, const Finding& b) {
                     const std::string_view pa = path(a), pb = path(b);
                     if (pa != pb) return pa < pb;
                     if (a.at.begin != b.at.begin)
                       return a.at.begin + 1 < b.at.begin + 1;  // kNoOffset first
                     if (a.rule->code != b.rule->code) return a.rule->code < b.rule->code;
                     return a.subject < b.subject;
                   });
}

void add_fingerprints(std::vector<Finding>& findings, const std::vector<Fingerprint>& prints) {
  for (size_t i = 0; i < findings.size(); ++i) {
    findings[i].fingerprint = prints[i].id;
    findings[i].evidence = prints[i].evidence;
  }
}

// Files that stand in several bundles give the same finding of the same place once.
void drop_repeats(std::vector<Finding>& findings) {
  std::set<std::tuple<std::string_view, FileId, uint64_t, std::string, std::string, std::string>>
      seen;
  std::erase_if(findings, [&](const Finding& f) {
    return f.at.known() &&
           !seen.emplace(f.rule->code, f.at.file, f.at.begin, f.at.path, f.message.in(Lang::kEn),
                         f.related.empty() ? "" : f.related[0].value)
                .second;
  });
}

}  // namespace

Loaded check(const FileReader& reader, const CheckOptions& o) {
  Loaded l = load(reader, o.load);
  if (!l.errors.empty()) return l;
  const Settings* s = l.run_settings;
  l.run.profile = o.profile ? *o.profile : s && s->profile ? *s->profile : Profile::kCommit;
  if (o.review && !o.profile && l.run.profile == Profile::kCommit) l.run.profile = Profile::kReview;
  l.run.fail_on = o.fail_on ? *o.fail_on : s && s->fail_on ? *s->fail_on : FailOn::kError;
  l.run.least = o.least;
  l.run.may_be_empty = o.load.skip_unrecognised;
  const Wanted wants = wanted_of(reader, l, o);
  DataInput data{reader, l.run.sources,
                 [&](const std::string& path) { return relative_path(path, o.load.cwd); },
                 o.load.jobs, o.cache_dir};
  for (Group& g : l.groups) read_data(g, wants.data, data);
  read_releases(l, o.load, wants.data, data);
  link(l, o.load, wants.dumps);
  if (!l.errors.empty()) return l;
  Baselines baselines(reader, l, o.load, o.baseline);
  if (!l.errors.empty()) return l;
  baselines.fill_unknown(l.run.file_rows);
  Policy policy(l, o);
  policy.prepare();
  EngineOptions engine;
  engine.jobs = o.load.jobs;
  engine.enabled = [&](const Rule& r, const Bundle*, FileId f) { return policy.enabled(r, f); };
  engine.declared_by_human = [&](FileId f) {
    const FileRecord* r = l.run.record(f);
    return r ? r->kind == FileKind::kContract || r->kind == FileKind::kSettings
             : l.run.sources.real(f).empty() && l.run.sources.shown(f).starts_with("--");
  };
  std::vector<const Bundle*> bundles;
  for (const Bundle& b : l.run.bundles) bundles.push_back(&b);
  std::vector<const Rule*> first, late;
  for (const Rule* r : all_rules()) (runs_late(*r) ? late : first).push_back(r);
  l.run.result = run_rules(first, l.run.file_rows, bundles, engine);
  for (Finding& f : l.run.result.findings) policy.apply(f);
  sort_findings(l.run);
  drop_repeats(l.run.result.findings);
  Fingerprints prints(l, [&](FileId f) { return baselines.base_of(f); });
  const bool wanted = o.fingerprints || !l.baselines.empty();
  if (wanted) {
    const std::vector<Fingerprint> known = prints.of(l.run.result.findings);
    add_fingerprints(l.run.result.findings, known);
    baselines.apply(l.run.result.findings, known, prints);
  }
  policy.fill_late(baselines);
  Result more = run_rules(late, l.run.file_rows, {}, engine);
  for (Finding& f : more.findings) policy.apply(f);
  if (wanted) add_fingerprints(more.findings, prints.of(more.findings));
  std::move(more.checks.begin(), more.checks.end(), std::back_inserter(l.run.result.checks));
  std::move(more.findings.begin(), more.findings.end(), std::back_inserter(l.run.result.findings));
  sort_findings(l.run);
  return l;
}

}  // namespace npulint
