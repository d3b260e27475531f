#include "lint/baselines.h"

#include <algorithm>

#include "lint/ignores.h"

namespace npulint {
namespace {

constexpr uint64_t kMaxBytes = 64u << 20;

constexpr Text kAbsent{"`{0}`: there is no such baseline", "`{0}`：没有这个基线"};
constexpr Text kCannotRead{"the baseline cannot be read: {0}", "无法读取基线：{0}"};
constexpr Text kUnknown{"no rule is called `{0}`; the entry suppresses nothing",
                        "没有名为 `{0}` 的规则；该条目不抑制任何发现"};
constexpr Text kUnknownNear{
    "no rule is called `{0}`; did you mean `{1}`? The entry suppresses nothing",
    "没有名为 `{0}` 的规则；是否应为 `{1}`？该条目不抑制任何发现"};
constexpr Text kIdentity{
    "{0} cannot be in a baseline; use an [[ignore]] with a reason in npulint.toml",
    "{0} 不能写入基线；请在 npulint.toml 中写带理由的 [[ignore]]"};
constexpr Text kChanged{
    "{0} at {1} is there with other values than when the baseline took it, so it is shown again; "
    "`npulint baseline update` takes the new ones",
    "{1} 处的 {0} 与基线记录时的数值不同，因此重新显示；`npulint baseline update` 会记录新的数值"};
constexpr Text kVanished{
    "{0} at {1} is not found any more; `npulint baseline prune` removes the entry",
    "{1} 处不再有 {0}；`npulint baseline prune` 会删除该条目"};

std::string place_of(const BaselineEntry& e) {
  const std::string file = "`" + (e.bundle.empty() ? e.path : e.bundle) + "`";
  return e.at.empty() ? file : file + ", `" + e.at + "`";
}

Problem stale_problem(const BaselineEntry& e, BaselineEntry::State state) {
  const Text& text = state == BaselineEntry::State::kChanged ? kChanged : kVanished;
  return {Problem::Kind::kUnknownKey, e.place, Message(text, e.rule, place_of(e))};
}

bool below(const std::string& path, const std::string& dir) {
  return dir == "/" || path == dir || path.starts_with(dir + "/");
}

}  // namespace

Baselines::Baselines(const FileReader& reader, Loaded& l, const LoadOptions& load,
                     const BaselineOptions& o)
    : reader_(reader), l_(l), load_(load), o_(o) {
  if (o.file) {
    const std::string path = join_path(load.cwd, *o.file);
    if (reader.stat(path).kind != FileStat::Kind::kFile)
      l.errors.push_back({{}, Message(kAbsent, *o.file)});
    else
      for_all_ = read(path);
    return;
  }
  if (o.off || load.isolated) return;
  for (const auto& f : l.run.files) find_upward(dir_name(l.run.sources.real(f->id)));
  for (const auto& f : l.context) find_upward(dir_name(l.run.sources.real(f->id)));
  if (const auto it = of_dir_.find(load.cwd); it != of_dir_.end())
    of_cwd_ = it->second;
  else if (const std::string path = join_path(load.cwd, kBaselineName);
           reader.stat(path).kind == FileStat::Kind::kFile)
    of_cwd_ = read(path);
}

// Stops where settings do: at the folder of the repository.
void Baselines::find_upward(const std::string& dir) {
  if (of_dir_.contains(dir)) return;
  Baseline* found = nullptr;
  const std::string path = join_path(dir, kBaselineName);
  if (reader_.stat(path).kind == FileStat::Kind::kFile) {
    found = read(path);
  } else if (dir != "/" && dir != "." &&
             reader_.stat(join_path(dir, ".git")).kind == FileStat::Kind::kAbsent) {
    find_upward(dir_name(dir));
    found = of_dir_[dir_name(dir)];
  }
  of_dir_[dir] = found;
}

Baseline* Baselines::read(const std::string& path) {
  Sources& sources = l_.run.sources;
  const FileId id = sources.add(relative_path(path, load_.cwd), path);
  std::string bytes, why;
  if (!reader_.read_all(path, kMaxBytes, &bytes, &why)) {
    l_.errors.push_back({whole_file(id), Message(kCannotRead, why)});
    return nullptr;
  }
  sources.set_text(id, std::move(bytes));
  ParsedBaseline p = parse_baseline(id, dir_name(path), sources.bytes(id));
  for (BaselineError& e : p.errors) l_.errors.push_back({e.at, std::move(e.what)});
  return &l_.baselines.emplace_back(std::move(p.baseline));
}

Baseline* Baselines::of(FileId file) const {
  if (for_all_) return for_all_;
  if (file != kNoFile)
    if (const auto it = of_dir_.find(dir_name(l_.run.sources.real(file)));
        it != of_dir_.end() && it->second)
      return it->second;
  return of_cwd_;
}

std::string Baselines::base_of(FileId file) const {
  if (o_.base) return *o_.base;
  if (const Baseline* b = of(file)) return b->dir;
  const std::string& real = file == kNoFile ? std::string() : l_.run.sources.real(file);
  if (const Settings* s = l_.settings_for(file); s && below(real, s->dir)) return s->dir;
  return repository(dir_name(real));
}

std::string Baselines::repository(const std::string& dir) const {
  if (const auto it = repository_.find(dir); it != repository_.end()) return it->second;
  std::string found = load_.cwd;
  if (dir.starts_with('/') && dir != "/")
    found = reader_.stat(join_path(dir, ".git")).kind != FileStat::Kind::kAbsent
                ? dir
                : repository(dir_name(dir));
  return repository_[dir] = found;
}

void Baselines::fill_unknown(std::vector<FileRow>& rows) const {
  for (const Baseline& b : l_.baselines) {
    std::vector<Problem> unknown;
    for (const BaselineEntry& e : b.entries) {
      std::string near;
      const Rule* rule = ignorable_rule(e.rule, &near);
      if (rule && !rule->identity) continue;
      unknown.push_back({Problem::Kind::kUnknownKey, e.rule_at,
                         rule           ? Message(kIdentity, e.rule)
                         : near.empty() ? Message(kUnknown, e.rule)
                                        : Message(kUnknownNear, e.rule, near)});
    }
    row_of(rows, l_.run.sources, b.file).unknown_codes = {std::move(unknown), whole_file(b.file)};
  }
}

std::vector<const BaselineEntry*> match_entries(std::deque<Baseline>& baselines,
                                                const std::vector<Known>& findings) {
  using State = BaselineEntry::State;
  std::vector<const BaselineEntry*> out(findings.size(), nullptr);
  std::map<std::pair<const Baseline*, std::string_view>, std::vector<BaselineEntry*>> by_id;
  for (Baseline& b : baselines)
    for (BaselineEntry& e : b.entries)
      if (const Rule* rule = find_rule(e.rule); rule && !rule->identity)
        by_id[{&b, base_id(e.id)}].push_back(&e);
  std::vector<std::vector<BaselineEntry*>*> unmatched(findings.size(), nullptr);
  for (size_t i = 0; i < findings.size(); ++i) {
    const Known& f = findings[i];
    const auto entries = by_id.find({f.baseline, base_id(f.id)});
    if (f.rule->identity || entries == by_id.end()) continue;
    const auto same =
        std::find_if(entries->second.begin(), entries->second.end(), [&](const BaselineEntry* e) {
          return e->state != State::kMatched && e->evidence == f.evidence &&
                 find_rule(e->rule) == f.rule;
        });
    if (same == entries->second.end()) {
      unmatched[i] = &entries->second;
      continue;
    }
    (*same)->state = State::kMatched;
    out[i] = *same;
  }
  // what is left of the same place is there with other values, one for one
  for (auto* entries : unmatched) {
    if (!entries) continue;
    const auto left = std::find_if(entries->begin(), entries->end(), [](const BaselineEntry* e) {
      return e->state == State::kUnjudged;
    });
    if (left != entries->end()) (*left)->state = State::kChanged;
  }
  return out;
}

std::string why_accepted(const BaselineEntry& e) {
  if (!e.reason.empty()) return e.reason;
  return "in the baseline" + (e.added.empty() ? std::string() : " since " + e.added);
}

void Baselines::apply(std::vector<Finding>& findings, const std::vector<Fingerprint>& fingerprints,
                      const Fingerprints& files) {
  if (l_.baselines.empty()) return;
  std::vector<Known> known;
  for (size_t i = 0; i < findings.size(); ++i)
    known.push_back({of(files.file_of(findings[i])), fingerprints[i].id, fingerprints[i].evidence,
                     findings[i].rule});
  const auto entries = match_entries(l_.baselines, known);
  for (size_t i = 0; i < findings.size(); ++i) {
    Finding& f = findings[i];
    if (!entries[i] || f.suppressed) continue;
    f.suppressed = true;
    f.suppressed_by = Suppression::kBaseline;
    f.suppressed_because = why_accepted(*entries[i]);
  }
}

bool Baselines::covered(const std::string& path) const {
  return std::any_of(l_.roots.begin(), l_.roots.end(),
                     [&](const std::string& root) { return below(path, root); });
}

// True when the run would have found it again.
bool Baselines::judged_entry(const Baseline& b, const BaselineEntry& e, const Judged& judged,
                             bool whole) const {
  const Rule* rule = find_rule(e.rule);
  if (!rule || rule->identity || !judged.enabled(*rule, b.file)) return false;
  if (!e.bundle.empty()) {
    for (const Bundle& bundle : l_.run.bundles)
      if (bundle.name == e.bundle) return of(bundle.anchor) == &b && judged.bundle(*rule, bundle);
    return whole && covered(b.dir);
  }
  const std::string path = join_path(b.dir, e.path);
  if (const auto file = files_.find(path); file != files_.end())
    return of(file->second) == &b && judged.file(*rule, file->second);
  return covered(path) && reader_.stat(path).kind == FileStat::Kind::kAbsent;
}

void Baselines::know_files() {
  for (const auto& f : l_.run.files) files_[l_.run.sources.real(f->id)] = f->id;
}

void Baselines::fill_as(std::vector<FileRow>& rows, BaselineEntry::State state) const {
  for (const Baseline& b : l_.baselines) {
    std::vector<Problem> stale;
    for (const BaselineEntry& e : b.entries) stale.push_back(stale_problem(e, state));
    row_of(rows, l_.run.sources, b.file).stale_entries = {std::move(stale), whole_file(b.file)};
  }
}

std::vector<size_t> Baselines::judged_entries(const Judged& judged, bool whole) {
  know_files();
  std::vector<size_t> out;
  size_t i = 0;
  for (const Baseline& b : l_.baselines)
    for (const BaselineEntry& e : b.entries) {
      if (judged_entry(b, e, judged, whole)) out.push_back(i);
      ++i;
    }
  return out;
}

void Baselines::fill_stale(std::vector<FileRow>& rows, const Judged& judged, bool whole) {
  using State = BaselineEntry::State;
  know_files();
  for (Baseline& b : l_.baselines) {
    std::vector<Problem> stale;
    for (BaselineEntry& e : b.entries) {
      if (e.state == State::kUnjudged && judged_entry(b, e, judged, whole))
        e.state = State::kVanished;
      if (e.state == State::kChanged || e.state == State::kVanished)
        stale.push_back(stale_problem(e, e.state));
    }
    row_of(rows, l_.run.sources, b.file).stale_entries = {std::move(stale), whole_file(b.file)};
  }
}

}  // namespace npulint
