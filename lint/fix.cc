#include "lint/fix.h"

#include <algorithm>
#include <iterator>
#include <map>
#include <optional>
#include <set>
#include <unordered_map>

namespace npulint {
namespace {

constexpr int kMostPasses = 8;    // overlapping fixes wait for the next pass; each ends in a check
constexpr size_t kMany = 500;     // findings of one kind in a file
constexpr int kMostSingle = 100;  // passes when a file takes its fixes one by one

size_t line_begin(std::string_view s, size_t at) {
  const size_t nl = at == 0 ? std::string_view::npos : s.rfind('\n', at - 1);
  return nl == std::string_view::npos ? 0 : nl + 1;
}

// Behind the line end of the line that holds `at`.
size_t line_end(std::string_view s, size_t at) {
  const size_t nl = s.find('\n', at);
  return nl == std::string_view::npos ? s.size() : nl + 1;
}

bool blank(std::string_view s) { return s.find_first_not_of(" \t\r\n") == std::string_view::npos; }

// Blank, or blank and a comment.
bool only_comment(std::string_view s) {
  const size_t at = s.find_first_not_of(" \t\r\n");
  return at == std::string_view::npos || (s[at] == '#' && at > 0);
}

// The entry stands in a flow mapping: a brace or a comma opens it.
bool in_flow(std::string_view s, size_t at) {
  const size_t before = s.substr(0, at).find_last_not_of(" \t\r\n");
  return before != std::string_view::npos && (s[before] == '{' || s[before] == ',');
}

// What stood alone between two empty lines, or between one and the end, takes the one behind, else
// the one before.
Splice without_gap(std::string_view s, size_t first, size_t last) {
  const size_t before = first == 0 ? 0 : line_begin(s, first - 1), after = line_end(s, last);
  const bool open = first == 0 || blank(s.substr(before, first - before));
  if (open && last < s.size() && blank(s.substr(last, after - last))) return {first, after, ""};
  if (open && last == s.size()) return {before, last, ""};
  return {first, last, ""};
}

std::optional<Splice> removal(std::string_view s, const Edit& e) {
  const size_t first = line_begin(s, e.begin), last = line_end(s, e.end);
  const std::string_view before = s.substr(first, e.begin - first);
  const size_t lead = before.starts_with("\xEF\xBB\xBF") ? 3 : 0;
  if (blank(before.substr(lead)) && only_comment(s.substr(e.end, last - e.end)))
    return lead ? Splice{first + lead, last, ""} : without_gap(s, first, last);
  if (!in_flow(s, e.begin)) return std::nullopt;  // "? key", "- key", a document marker
  // the comma behind, else the one before
  size_t end = e.end, begin = e.begin;
  while (end < s.size() && (s[end] == ' ' || s[end] == '\t')) ++end;
  if (end < s.size() && s[end] == ',') {
    ++end;
    while (end < s.size() && s[end] == ' ') ++end;
    return Splice{begin, end, ""};
  }
  while (begin > 0 && (s[begin - 1] == ' ' || s[begin - 1] == '\t')) --begin;
  if (begin > 0 && s[begin - 1] == ',') return Splice{begin - 1, e.end, ""};
  return Splice{e.begin, e.end, ""};
}

std::optional<Splice> insertion(std::string_view s, const Edit& e) {
  const size_t first = line_begin(s, e.begin);
  std::string_view indent = s.substr(first, e.begin - first);
  if (indent.starts_with("\xEF\xBB\xBF")) indent.remove_prefix(3);
  if (!blank(indent)) {
    if (!in_flow(s, e.begin)) return std::nullopt;
    return Splice{e.end, e.end, ", " + e.text};
  }
  const size_t last = line_end(s, e.end);
  const bool crlf = last >= 2 && s.substr(last - 2, 2) == "\r\n";
  const bool open = last == s.size() && (s.empty() || s.back() != '\n');
  const std::string nl = crlf ? "\r\n" : "\n";
  return Splice{last, last, (open ? nl : "") + std::string(indent) + e.text + (open ? "" : nl)};
}

// The files as they would be; everything else comes from the disk.
class OverlayReader : public FileReader {
 public:
  explicit OverlayReader(const FileReader& disk) : disk_(disk) {}
  std::map<std::string, std::string> changed;
  FileStat stat(const std::string& path) const override {
    FileStat st = disk_.stat(path);
    if (auto it = changed.find(path); it != changed.end()) st.size = it->second.size();
    return st;
  }
  std::unique_ptr<RandomAccess> open(const std::string& path, std::string* why) const override {
    if (auto it = changed.find(path); it != changed.end()) return memory_access(it->second);
    return disk_.open(path, why);
  }
  std::vector<std::string> list(const std::string& path, Kinds* kinds = nullptr) const override {
    return disk_.list(path, kinds);
  }

 private:
  const FileReader& disk_;
};

// The byte ranges that edits of one file take.
class Taken {
 public:
  // False, and nothing taken, when one of them touches what is taken already.
  bool take(const std::vector<Splice>& changes) {
    for (size_t i = 0; i < changes.size(); ++i)
      if (!take(changes[i])) {
        for (size_t k = 0; k < i; ++k) ranges_.erase(changes[k].begin);
        return false;
      }
    return true;
  }

 private:
  bool take(const Splice& s) {
    const auto next = ranges_.lower_bound(s.begin);
    if (next != ranges_.end() && (next->first < s.end || next->first == s.begin)) return false;
    if (next != ranges_.begin() && std::prev(next)->second > s.begin) return false;
    ranges_.emplace_hint(next, s.begin, s.end);
    return true;
  }
  std::map<uint64_t, uint64_t> ranges_;  // begin → end
};

// A finding, whatever stands around it.
using Key = std::tuple<std::string_view, std::string, std::string>;  // code, real path, sentence

class Fixer {
 public:
  Fixer(const FileReader& disk, const CheckOptions& options, bool unsafe)
      : disk_(disk), overlay_(disk), o_(options), unsafe_(unsafe) {}

  Fixed run() {
    Loaded now = check(overlay_, o_);
    for (int pass = 0; now.errors.empty(); ++pass)
      if (pass >= (single_.empty() ? kMostPasses : kMostSingle) || !step(now)) break;
    for (const Finding& f : now.run.result.findings)
      if (usable(now, f) && !f.fix->safe && !unsafe_) ++out_.unsafe_left;
    const Records records = by_path(now);
    for (const auto& [path, before] : before_) {
      FixedFile file{kNoFile, "", path, before, overlay_.changed.at(path)};
      if (const auto f = records.find(path); f != records.end()) {
        file.file = f->second->id;
        file.shown = now.run.sources.shown(file.file);
      }
      if (file.before != file.after) out_.files.push_back(std::move(file));
    }
    out_.loaded = std::move(now);
    return std::move(out_);
  }

 private:
  struct Planned {
    Key key;
    AppliedFix fix;
  };

  using Records = std::unordered_map<std::string_view, const FileRecord*>;
  static Records by_path(const Loaded& l) {
    Records out;
    for (const auto& f : l.run.files) out.emplace(l.run.sources.real(f->id), f.get());
    return out;
  }

  static Key key_of(const Loaded& l, const Finding& f) {
    return {f.rule->code, l.run.sources.real(f.at.file), f.message.in(Lang::kEn)};
  }

  static std::map<Key, size_t> count(const Loaded& l) {
    std::map<Key, size_t> n;
    for (const Finding& f : l.run.result.findings)
      if (f.at.known()) ++n[key_of(l, f)];
    return n;
  }

  bool usable(const Loaded& l, const Finding& f) const {
    if (!f.fix || f.suppressed || !f.at.known() || f.fix->edits.empty()) return false;
    const FileRecord* r = l.run.record(f.at.file);
    const std::string& path = l.run.sources.real(f.at.file);
    const bool whole =
        r && std::none_of(r->problems.begin(), r->problems.end(),
                          [](const Problem& p) { return p.kind == Problem::Kind::kUnreadable; });
    return whole && r->given && (r->kind == FileKind::kConfig || r->kind == FileKind::kContract) &&
           !refused_.contains(key_of(l, f)) && !disk_.stat(path).link;
  }

  // One round; false when nothing is left to do. `now` becomes the state after it.
  bool step(Loaded& now) {
    std::map<std::string, std::vector<Splice>> changes;
    std::map<std::string, std::vector<Planned>> plans;
    std::map<std::string, Taken> taken;
    for (const Finding& f : now.run.result.findings) {
      if (!usable(now, f) || (!f.fix->safe && !unsafe_)) continue;
      const std::string& path = now.run.sources.real(f.at.file);
      const std::string_view bytes = now.run.sources.bytes(f.at.file);
      std::vector<Splice> own = splices(bytes, f.fix->edits);
      if (single_.contains(path) && plans.contains(path)) continue;
      if (own.empty() || !taken[path].take(own)) continue;
      std::move(own.begin(), own.end(), std::back_inserter(changes[path]));
      const Place p = now.run.sources.place(f.at);
      plans[path].push_back(
          {key_of(now, f),
           {f.rule->code, now.run.sources.shown(f.at.file) + ":" + std::to_string(p.line),
            f.fix->what, f.fix->safe}});
    }
    const std::map<Key, size_t> had = count(now);
    bool changed = false;
    const Records records = by_path(now);
    std::map<std::string, std::optional<std::string>> earlier;
    for (const auto& [path, plan] : plans) {
      std::string after;
      const std::string_view bytes = now.run.sources.bytes(records.at(path)->id);
      if (!apply_splices(bytes, changes[path], &after) || after == bytes) continue;
      auto it = overlay_.changed.find(path);
      earlier[path] = it == overlay_.changed.end() ? std::nullopt : std::optional(it->second);
      before_.try_emplace(path, bytes);
      overlay_.changed[path] = std::move(after);
      changed = true;
    }
    if (!changed) return false;
    Loaded next = check(overlay_, o_);
    const std::map<Key, size_t> has = count(next);
    const Records after_records = by_path(next);
    bool revert = false;
    for (const auto& [path, plan] : plans) {
      std::map<Key, size_t> mended;
      for (const Planned& p : plan) ++mended[p.key];
      const bool bad = !next.errors.empty() || broken(after_records, path) > broken(records, path);
      if (bad && plan.size() > 1) {  // which of them did it shows one by one
        single_.insert(path);
        revert = true;
        continue;
      }
      for (const auto& [key, n] : mended) {
        const auto left = has.find(key);
        // parsers stop counting at some number: behind many mended ones others come into sight
        const size_t before = had.at(key), expected = n < kMany ? before - n : before - 1;
        if (!bad && (left == has.end() || left->second <= expected)) continue;
        refused_.insert(key);
        revert = true;
      }
    }
    if (revert) {  // all of this round, and again without those that did not mend
      for (auto& [path, bytes] : earlier) {
        if (bytes)
          overlay_.changed[path] = std::move(*bytes);
        else
          overlay_.changed.erase(path), before_.erase(path);
        for (const Planned& p : plans[path])
          if (refused_.contains(p.key)) out_.reverted.push_back(p.fix);
      }
      return true;
    }
    for (auto& [path, plan] : plans)
      for (Planned& p : plan) out_.applied.push_back(std::move(p.fix));
    now = std::move(next);
    return true;
  }

  // What no edit may bring: parts that cannot be read, and keys that stand twice.
  static size_t broken(const Records& records, const std::string& path) {
    const auto f = records.find(path);
    if (f == records.end()) return 0;
    size_t n = f->second->config ? f->second->config->duplicates.size() : 0;
    for (const Problem& p : f->second->problems) n += p.kind == Problem::Kind::kUnreadable;
    return n;
  }

  const FileReader& disk_;
  OverlayReader overlay_;
  const CheckOptions& o_;
  const bool unsafe_;
  std::map<std::string, std::string> before_;  // the bytes on the disk, of what was changed
  std::set<Key> refused_;
  std::set<std::string> single_;  // files that take one fix a pass
  Fixed out_;
};

}  // namespace

std::vector<Splice> splices(std::string_view bytes, const std::vector<Edit>& edits) {
  std::vector<Splice> out;
  for (const Edit& e : edits) {
    if (e.begin > e.end || e.end > bytes.size()) return {};
    std::optional<Splice> change;
    switch (e.kind) {
      case Edit::Kind::kReplace:
        change = Splice{e.begin, e.end, e.text};
        break;
      case Edit::Kind::kRemoveEntry:
        change = removal(bytes, e);
        break;
      case Edit::Kind::kInsertEntry:
        change = insertion(bytes, e);
        break;
    }
    if (!change) return {};
    out.push_back(std::move(*change));
  }
  return out;
}

bool apply_splices(std::string_view bytes, std::vector<Splice> changes, std::string* to) {
  std::stable_sort(changes.begin(), changes.end(), [](const Splice& a, const Splice& b) {
    return std::tie(a.begin, a.end) < std::tie(b.begin, b.end);
  });
  to->clear();
  uint64_t at = 0;
  bool first = true;
  for (const Splice& s : changes) {
    const bool twice = !first && s.begin == at && s.begin == s.end;  // two insertions at one place
    if (s.begin < at || twice || s.begin > s.end || s.end > bytes.size()) return false;
    to->append(bytes.substr(at, s.begin - at)).append(s.text);
    at = s.end;
    first = false;
  }
  to->append(bytes.substr(at));
  return true;
}

Fixed fix_all(const FileReader& reader, const CheckOptions& options, bool unsafe) {
  return Fixer(reader, options, unsafe).run();
}

}  // namespace npulint
