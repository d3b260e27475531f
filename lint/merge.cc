#include "lint/merge.h"

#include <algorithm>
#include <deque>
#include <map>
#include <set>
#include <tuple>
#include <unordered_map>

#include "lint/baselines.h"
#include "lint/order.h"
#include "lint/result_json.h"
#include "lint/shard_document.h"
#include "lint/words.h"

namespace npulint {
namespace {

using Found = ShardDocument::Found;
using Checked = ShardDocument::Checked;

// Where the run as one has an item: of files or of a bundle, then by rule and row.
using Place = std::pair<const Rule*, std::string>;  // rule and bundle
using Position = std::tuple<size_t, size_t, size_t>;

class Merge {
 public:
  explicit Merge(const std::vector<std::pair<std::string, std::string>>& documents)
      : documents_(documents) {}

  Merged run() {
    Merged out;
    if (!(read() && join_lists() && join_checks() && join_findings() && join_late())) {
      out.error = std::move(error_);
      return out;
    }
    out.json = render();
    const int code = exit_code(run_);
    out.exit_code = code == 1 && shards_[0].exit_zero ? 0 : code;
    return out;
  }

 private:
  bool fail(std::string why) {
    error_ = std::move(why);
    return false;
  }

  // ---- what belongs together ----

  bool read() {
    std::map<unsigned, std::string> names;
    for (const auto& [name, bytes] : documents_) {
      ShardDocument d;
      if (const std::string why = read_shard(bytes, d); !why.empty())
        return fail(name + ": " + why);
      if (d.version != NPULINT_VERSION)
        return fail(name + ": it was made by npulint " + d.version + ", and this is " +
                    NPULINT_VERSION);
      if (!names.empty())
        if (const std::string what = difference(shards_[0], d); !what.empty())
          return fail(name + ": it is of another run than " + documents_[0].first + ": " + what);
      const auto [at, fresh] = names.emplace(d.shard.index, name);
      if (!fresh)
        return fail(name + ": it is shard " + part(d.shard.index, d.shard.of) + ", as " +
                    at->second + " is");
      shards_.push_back(std::move(d));
    }
    if (shards_.empty()) return fail("there is nothing to merge");
    std::vector<std::string> missing;
    const unsigned of = shards_[0].shard.of;
    for (unsigned i = 1; i <= of; ++i)
      if (!names.contains(i)) missing.push_back(part(i, of));
    if (!missing.empty())
      return fail((missing.size() == 1 ? "shard " : "shards ") + joined(missing) +
                  (missing.size() == 1 ? " is missing" : " are missing"));
    std::sort(shards_.begin(), shards_.end(),
              [](const auto& a, const auto& b) { return a.shard.index < b.shard.index; });
    const ShardDocument& d = shards_[0];
    run_.profile = d.profile;
    run_.fail_on = d.fail_on;
    run_.least = d.least;
    run_.recognised = d.recognised;
    run_.may_be_empty = d.may_be_empty;
    return true;
  }
  static std::string part(unsigned i, unsigned of) {
    return std::to_string(i) + "/" + std::to_string(of);
  }
  static std::string difference(const ShardDocument& a, const ShardDocument& b) {
    if (a.shard.of != b.shard.of)
      return std::to_string(b.shard.of) + " shards, not " + std::to_string(a.shard.of);
    if (a.options != b.options || a.exit_zero != b.exit_zero) return "other options";
    if (a.lang != b.lang) return "another language";
    if (a.files != b.files) return "the files, the settings or the baseline changed in between";
    const bool same =
        std::tie(a.profile, a.fail_on, a.least, a.recognised, a.may_be_empty, a.all_inputs,
                 a.all_bundles) == std::tie(b.profile, b.fail_on, b.least, b.recognised,
                                            b.may_be_empty, b.all_inputs, b.all_bundles);
    return same ? "" : "other settings";
  }

  // ---- lists ----

  bool join(std::vector<ShardDocument::Item> ShardDocument::*list, size_t n, const char* what,
            std::vector<ShardDocument::Item>& to) {
    for (ShardDocument& d : shards_)
      std::move((d.*list).begin(), (d.*list).end(), std::back_inserter(to));
    std::sort(to.begin(), to.end(), [](const auto& a, const auto& b) { return a.row < b.row; });
    bool each = to.size() == n;
    for (size_t i = 0; each && i < n; ++i) each = to[i].row == i;
    return each || fail(std::string("the shards do not hold each ") + what + " once");
  }
  bool join_lists() {
    const ShardDocument& d = shards_[0];
    if (!join(&ShardDocument::inputs, d.all_inputs, "input", inputs_) ||
        !join(&ShardDocument::bundles, d.all_bundles, "bundle", bundles_))
      return false;
    for (size_t i = 0; i < bundles_.size(); ++i) bundle_[bundles_[i].name] = i;
    for (const Rule* r : all_rules()) rule_.emplace(r, rule_.size());
    return true;
  }

  bool position(const Rule* rule, const std::string& bundle, size_t row, Position* to) {
    size_t group = 0;
    if (rule->scope != Scope::kFile) {
      const auto it = bundle_.find(bundle);
      if (it == bundle_.end()) return fail("no shard holds the bundle `" + bundle + "`");
      group = it->second + 1;
    }
    *to = {group, rule_.at(rule), row};
    return true;
  }

  // Items of all shards in the order of the run as one.
  template <class T, class Key>
  bool join_by_position(std::vector<T> ShardDocument::*list, const Key& key, std::vector<T>& to) {
    std::vector<std::pair<Position, T>> items;
    for (ShardDocument& d : shards_) {
      for (T& item : d.*list) {
        Position at;
        const auto& [rule, bundle] = key(item);
        if (!position(rule, bundle, item.row, &at)) return false;
        items.emplace_back(at, std::move(item));
      }
      (d.*list).clear();
    }
    std::stable_sort(items.begin(), items.end(),
                     [](const auto& a, const auto& b) { return a.first < b.first; });
    to.reserve(items.size());
    for (auto& [at, item] : items) to.push_back(std::move(item));
    return true;
  }

  bool join_checks() {
    return join_by_position(
        &ShardDocument::checks, [](const Checked& c) { return Place(c.rule, c.bundle); }, checks_);
  }

  // ---- findings ----

  static FindingOrder order(const Found& f) {
    return finding_order(f.path, f.begin, f.finding.rule->code, f.finding.subject);
  }
  static void sort(std::vector<Found>& findings) {
    std::stable_sort(findings.begin(), findings.end(),
                     [](const Found& a, const Found& b) { return order(a) < order(b); });
  }
  static void number(std::vector<Found>& findings) {
    std::vector<Fingerprint> prints(findings.size());
    for (size_t i = 0; i < findings.size(); ++i) {
      prints[i].id = base_id(findings[i].finding.fingerprint);
      prints[i].evidence = findings[i].finding.evidence;
    }
    number_repeats(prints);
    for (size_t i = 0; i < findings.size(); ++i) findings[i].finding.fingerprint = prints[i].id;
  }

  bool join_findings() {
    const bool ok = join_by_position(
        &ShardDocument::findings,
        [](const Found& f) { return Place(f.finding.rule, f.finding.bundle); }, findings_);
    if (!ok) return false;
    sort(findings_);
    std::set<RepeatKey> seen;
    std::vector<Found> kept;
    for (Found& f : findings_)
      if (!f.placed ||
          seen.insert({f.finding.rule->code, std::string_view(*paths_.insert(f.path).first),
                       f.begin, f.logical, f.message, f.value})
              .second)
        kept.push_back(std::move(f));
    findings_ = std::move(kept);
    number(findings_);
    match_baselines();
    return true;
  }

  // Entries of one baseline stand together in the run as one.
  void match_baselines() {
    std::map<int64_t, size_t> which;
    for (const ShardDocument::Entry& e : shards_[0].entries) {
      const auto [at, fresh] = which.emplace(e.baseline, baselines_.size());
      if (fresh) baselines_.emplace_back();
      Baseline& b = baselines_[at->second];
      entry_at_.emplace_back(at->second, b.entries.size());
      b.entries.push_back(e.entry);
    }
    std::vector<Known> known;
    for (const Found& f : findings_) {
      const auto b = which.find(f.baseline);
      known.push_back({b == which.end() ? nullptr : &baselines_[b->second], f.finding.fingerprint,
                       f.finding.evidence, f.finding.rule});
    }
    const auto entries = match_entries(baselines_, known);
    for (size_t i = 0; i < findings_.size(); ++i) {
      Finding& f = findings_[i].finding;
      if (!entries[i] || f.suppressed) continue;
      f.suppressed = true;
      f.suppressed_by = Suppression::kBaseline;
      f.suppressed_because = why_accepted(*entries[i]);
    }
  }

  // ---- what only all shards together know ----

  bool join_late() {
    std::vector<Found> late;
    unused_ignores(late);
    stale_entries(late);
    number(late);
    std::set<std::pair<const Rule*, std::string_view>> failed;
    for (const Found& f : late) failed.emplace(f.finding.rule, f.finding.subject);
    for (Checked& c : shards_[0].late_checks) {
      if (c.verdict == Verdict::kPass || c.verdict == Verdict::kFail) {
        c.verdict = failed.contains({c.rule, c.subject}) ? Verdict::kFail : Verdict::kPass;
        c.json.replace(c.verdict_at.begin, c.verdict_at.end - c.verdict_at.begin,
                       json_string(verdict_name(c.verdict)));
      }
      checks_.push_back(std::move(c));
    }
    std::move(late.begin(), late.end(), std::back_inserter(findings_));
    sort(findings_);
    return true;
  }

  // No shard used the ignore, and each judged its part of what it covers.
  void unused_ignores(std::vector<Found>& to) {
    std::map<std::string, size_t> said;
    for (const ShardDocument& d : shards_)
      for (const Found& f : d.late_findings) ++said[f.json];
    for (Found& f : shards_[0].late_findings) {
      const auto it = said.find(f.json);
      if (it->second < shards_.size()) continue;
      it->second -= shards_.size();
      to.push_back(std::move(f));
    }
  }

  void stale_entries(std::vector<Found>& to) {
    using State = BaselineEntry::State;
    std::vector<ShardDocument::Entry>& entries = shards_[0].entries;
    std::vector<size_t> judged(entries.size());
    for (const ShardDocument& d : shards_)
      for (const size_t i : std::set<size_t>(d.judged.begin(), d.judged.end()))
        if (i < judged.size()) ++judged[i];
    const auto begin = static_cast<std::ptrdiff_t>(to.size());
    for (size_t i = 0; i < entries.size(); ++i) {
      const State state = baselines_[entry_at_[i].first].entries[entry_at_[i].second].state;
      if (state == State::kChanged)
        std::move(entries[i].changed.begin(), entries[i].changed.end(), std::back_inserter(to));
      else if (state == State::kUnjudged && judged[i] == shards_.size())
        std::move(entries[i].vanished.begin(), entries[i].vanished.end(), std::back_inserter(to));
    }
    std::stable_sort(to.begin() + begin, to.end(),
                     [](const Found& a, const Found& b) { return a.row < b.row; });
  }

  // ---- the result ----

  static std::string text_of(const Found& f) {
    JsonWriter w;
    json_state(w.object(), f.finding);
    w.end();
    // without its braces
    return f.json.substr(0, f.state.begin) + w.out.substr(1, w.out.size() - 2) +
           f.json.substr(f.state.end);
  }

  std::string render() {
    for (const Checked& c : checks_) {
      Check check;
      check.rule = c.rule;
      check.bundle = c.bundle;
      check.subject = c.subject;
      check.verdict = c.verdict;
      if (c.lacks)
        check.missing = run_.result.reasons.keep(std::array{MissingFact{c.fact, nullptr, false}});
      run_.result.checks.push_back(std::move(check));
    }
    for (const Found& f : findings_) run_.result.findings.push_back(f.finding);
    JsonWriter w;
    json_head(w, "npulint-result/1", run_, shards_[0].lang);
    w.key("inputs").array(true);
    for (const auto& i : inputs_) w.json(i.json);
    w.end().key("bundles").array(true);
    for (const auto& b : bundles_) w.json(b.json);
    w.end().key("findings").array(true);
    for (const Found& f : findings_) w.json(text_of(f));
    w.end().key("checks").array(true);
    for (const Checked& c : checks_) w.json(c.json);
    json_tail(w.end(), run_);
    return w.out + '\n';
  }

  const std::vector<std::pair<std::string, std::string>>& documents_;
  std::vector<ShardDocument> shards_;  // by index
  std::vector<ShardDocument::Item> inputs_, bundles_;
  std::unordered_map<std::string, size_t> bundle_;
  std::unordered_map<const Rule*, size_t> rule_;
  std::vector<Checked> checks_;
  std::vector<Found> findings_;
  std::set<std::string> paths_;
  std::deque<Baseline> baselines_;
  std::vector<std::pair<size_t, size_t>> entry_at_;  // baseline and place in it
  Run run_;
  std::string error_;
};

}  // namespace

Merged merge_shards(const std::vector<std::pair<std::string, std::string>>& documents) {
  return Merge(documents).run();
}

}  // namespace npulint
