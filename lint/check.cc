#include "lint/check.h"

#include <algorithm>
#include <deque>
#include <map>
#include <set>
#include <tuple>
#include <unordered_map>
#include <unordered_set>

#include "lint/facts.h"
#include "lint/group.h"
#include "lint/ignores.h"
#include "lint/link.h"
#include "lint/order.h"
#include "lint/release_read.h"
#include "lint/shard.h"

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
      {&ReleasedDigests::info, &out.data.released_digests}};
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
  Policy(Loaded& l, const CheckOptions& o, const Parts& parts)
      : l_(l), o_(o), parts_(parts), inline_(l), entries_(l, o.today, o.load.exclude.empty()) {
    inline_.fill(l.run.file_rows);
    entries_.prepare(l.run.file_rows);
  }

  // The rules in force under each settings file, worked out once: threads only read this.
  void prepare() {
    for (const Settings& s : l_.settings) on_.emplace(&s, rules_on(&s));
    on_.emplace(nullptr, rules_on(nullptr));
    of_file_.resize(l_.run.sources.size());
    for (const auto& f : l_.run.files)
      of_file_[static_cast<size_t>(f->id)] = &on_.at(l_.settings_for(f->id));
  }
  bool enabled(const Rule& rule, FileId anchor) const {
    const auto at = static_cast<size_t>(anchor);
    const bool known = anchor != kNoFile && at < of_file_.size() && of_file_[at];
    return (known ? *of_file_[at] : on_.at(l_.settings_for(anchor))).contains(&rule);
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

  // Facts that stand only when all other rules have run. Of baselines a shard fills none, and tells
  // which entries it would have found.
  void fill_late(Baselines& baselines, std::vector<size_t>* entries) {
    const bool ignores = !o_.no_ignores && !(inline_.empty() && entries_.empty());
    if (!ignores && l_.baselines.empty()) return;
    const Judged judged(
        l_.run, [this](const Rule& r, FileId f) { return enabled(r, f); }, parts_);
    if (ignores) {
      inline_.fill_unused(l_.run.file_rows, judged);
      entries_.fill_unused(l_.run.file_rows, judged);
    }
    const bool all = o_.load.exclude.empty();
    if (entries)
      *entries = baselines.judged_entries(judged, all);
    else
      baselines.fill_stale(l_.run.file_rows, judged, all);
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
  const Parts& parts_;
  InlineIgnores inline_;
  SettingsIgnores entries_;
  std::unordered_map<const Settings*, std::unordered_set<const Rule*>> on_;
  std::vector<const std::unordered_set<const Rule*>*> of_file_;  // null: of no file of the run
};

void sort_findings(Run& run) {
  std::vector<Finding>& findings = run.result.findings;
  std::vector<std::pair<FindingOrder, size_t>> order;
  order.reserve(findings.size());
  for (const Finding& f : findings) order.emplace_back(order_of(run, f), order.size());
  if (std::is_sorted(order.begin(), order.end())) return;
  std::sort(order.begin(), order.end());
  std::vector<Finding> sorted;
  sorted.reserve(findings.size());
  for (const auto& [key, i] : order) sorted.push_back(std::move(findings[i]));
  findings = std::move(sorted);
}

void add_fingerprints(std::vector<Finding>& findings, const std::vector<Fingerprint>& prints) {
  for (size_t i = 0; i < findings.size(); ++i) {
    findings[i].fingerprint = prints[i].id;
    findings[i].evidence = prints[i].evidence;
  }
}

// Files that stand in several bundles give the same finding of the same place once. Those of one
// place and rule stand together.
void drop_repeats(const Run& run, std::vector<Finding>& findings) {
  const auto together = [&](const Finding& a, const Finding& b) {
    return a.rule == b.rule && a.at.begin == b.at.begin && a.at.known() && b.at.known() &&
           run.sources.shown(a.at.file) == run.sources.shown(b.at.file);
  };
  std::vector<Finding> once;
  once.reserve(findings.size());
  for (size_t begin = 0, end; begin < findings.size(); begin = end) {
    end = begin + 1;
    while (end < findings.size() && together(findings[begin], findings[end])) ++end;
    std::set<RepeatKey> seen;
    for (size_t i = begin; i < end; ++i)
      if (end - begin == 1 || seen.insert(repeat_key(run, findings[i])).second)
        once.push_back(std::move(findings[i]));
  }
  findings = std::move(once);
}

int index_of(const std::deque<Baseline>& baselines, const Baseline* b) {
  for (size_t i = 0; i < baselines.size(); ++i)
    if (&baselines[i] == b) return static_cast<int>(i);
  return -1;
}

// The numbers behind fingerprints count over all shards.
void drop_numbers(std::vector<Finding>& findings) {
  for (Finding& f : findings) f.fingerprint.resize(base_id(f.fingerprint).size());
}

// What the rules about suppressions say in each case that the other shards may make of it.
template <class Late>
void take_late(ShardFacts& facts, Loaded& l, const Baselines& baselines,
               const std::vector<const Rule*>& late, const Late& run_late) {
  using State = BaselineEntry::State;
  std::vector<const Rule*> stale;
  for (const Rule* r : late)
    if (about_baselines(*r)) stale.push_back(r);
  int index = 0;
  for (const Baseline& b : l.baselines) {
    for (const BaselineEntry& e : b.entries) facts.entries.push_back({&e, index, {}, {}});
    ++index;
  }
  // of each baseline whose file has the rule on, one for each entry, in their order
  const auto take = [&](State state, std::optional<Finding> ShardFacts::Entry::*to) {
    baselines.fill_as(l.run.file_rows, state);
    std::map<FileId, std::deque<Finding>> findings;
    for (Finding& f : run_late(stale).findings) findings[f.at.file].push_back(std::move(f));
    for (ShardFacts::Entry& e : facts.entries) {
      auto& of_file = findings[e.entry->place.file];
      if (of_file.empty()) continue;
      e.*to = std::move(of_file.front());
      of_file.pop_front();
    }
  };
  take(State::kChanged, &ShardFacts::Entry::changed);
  take(State::kVanished, &ShardFacts::Entry::vanished);
  facts.late = run_late(late);
  std::erase_if(facts.late.findings, [](const Finding& f) { return about_baselines(*f.rule); });
}

// Under the release profile a folder of artifacts is itself a release, which is compared with what
// they hold, whoever judges them.
Loaded load_whole(const FileReader& reader, const CheckOptions& o) {
  Loaded l = load(reader, o.load);
  const bool release = o.profile ? *o.profile == Profile::kRelease
                                 : l.run_settings && l.run_settings->profile == Profile::kRelease;
  const bool listed =
      std::any_of(l.groups.begin(), l.groups.end(), [](const Group& g) { return g.manifest; });
  if (o.load.shard.of < 2 || !release || listed || !l.errors.empty()) return l;
  LoadOptions all = o.load;
  all.shard = {};
  return load(reader, all);
}

}  // namespace

Loaded check(const FileReader& reader, const CheckOptions& o, ShardFacts* facts) {
  Loaded l = load_whole(reader, o);
  if (!l.errors.empty()) return l;
  const Settings* s = l.run_settings;
  l.run.profile = o.profile ? *o.profile : s && s->profile ? *s->profile : Profile::kCommit;
  if (o.review && !o.profile && l.run.profile == Profile::kCommit) l.run.profile = Profile::kReview;
  l.run.fail_on = o.fail_on ? *o.fail_on : s && s->fail_on ? *s->fail_on : FailOn::kError;
  l.run.least = o.least;
  l.run.may_be_empty = o.load.skip_unrecognised;
  const Wanted wants = wanted_of(*l.seen, l, o);
  DataInput data{*l.seen, l.run.sources,
                 [&](const std::string& path) { return relative_path(path, o.load.cwd); },
                 o.load.jobs, o.cache_dir};
  for (Group& g : l.groups)
    if (owns(o.load.shard, g.name)) read_data(g, wants.data, data);
  read_releases(l, o.load, wants.data, data);
  done(o.load.timing, "data");
  link(l, o.load, wants.dumps);
  done(o.load.timing, "link");
  if (!l.errors.empty()) return l;
  Baselines baselines(*l.seen, l, o.load, o.baseline);
  if (!l.errors.empty()) return l;
  baselines.fill_unknown(l.run.file_rows);
  const Parts parts(o.load.shard, l.groups, l.run.sources);
  Policy policy(l, o, parts);
  policy.prepare();
  EngineOptions engine;
  engine.jobs = o.load.jobs;
  engine.parts = &parts;
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
  engine.more = late.size() * l.run.file_rows.size();
  l.run.result = run_rules(first, l.run.file_rows, bundles, engine);
  done(o.load.timing, "rules");
  for (Finding& f : l.run.result.findings) policy.apply(f);
  sort_findings(l.run);
  drop_repeats(l.run, l.run.result.findings);
  Fingerprints prints(l, [&](FileId f) { return baselines.base_of(f); });
  const bool wanted = o.fingerprints || !l.baselines.empty();
  if (wanted) {
    const std::vector<Fingerprint> known = prints.of(l.run.result.findings);
    add_fingerprints(l.run.result.findings, known);
    if (!facts) baselines.apply(l.run.result.findings, known, prints);
  }
  const auto run_late = [&](std::span<const Rule* const> rules) {
    EngineOptions all = engine;
    all.parts = nullptr;
    all.more = 0;
    Result r = run_rules(rules, l.run.file_rows, {}, all);
    for (Finding& f : r.findings) policy.apply(f);
    if (wanted) add_fingerprints(r.findings, prints.of(r.findings));
    if (facts) drop_numbers(r.findings);
    return r;
  };
  policy.fill_late(baselines, facts ? &facts->judged : nullptr);
  if (facts) {
    drop_numbers(l.run.result.findings);
    for (const Finding& f : l.run.result.findings)
      facts->baselines.push_back(index_of(l.baselines, baselines.holding(prints.file_of(f))));
    facts->options = options_digest(o);
    facts->files = files_digest(l, o.today);
    take_late(*facts, l, baselines, late, run_late);
    return l;
  }
  take(l.run.result, run_late(late));
  sort_findings(l.run);
  done(o.load.timing, "suppress");
  return l;
}

}  // namespace npulint
