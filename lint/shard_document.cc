#include "lint/shard_document.h"

#include <map>

#include "lint/shard.h"
#include "lint/shard_json.h"
#include "parsers/json_tree.h"

namespace npulint {
namespace {

constexpr double kMostRows = 1u << 31;
constexpr double kMostOffset = 9007199254740992.0;  // integers of a double

using Kind = JsonNode::Kind;

const FactInfo* find_fact(std::string_view name) {
  static const std::map<std::string_view, const FactInfo*> facts = [] {
    std::map<std::string_view, const FactInfo*> out;
    for (const Rule* r : all_rules())
      for (const Need& n : r->needs) out.emplace(n.info->name, n.info);
    return out;
  }();
  const auto it = facts.find(name);
  return it == facts.end() ? nullptr : it->second;
}

template <class E, class Name>
bool named(std::initializer_list<E> all, const Name& name, std::string_view text, E* to) {
  for (const E e : all)
    if (name(e) == text) {
      *to = e;
      return true;
    }
  return false;
}

class Reader {
 public:
  Reader(std::string_view bytes, ShardDocument& to) : bytes_(bytes), to_(to) {}

  std::string read() {
    if (next() != "{") return "it is no result of a shard";
    for (;;) {
      std::string_view line = next();
      if (!error_.empty()) return error_;
      if (line == "}") break;
      const size_t colon = line.find("\": ");
      if (!line.starts_with("  \"") || colon == line.npos) return no_line();
      const std::string key(line.substr(3, colon - 3));
      line.remove_prefix(colon + 3);
      const bool more = line.ends_with(',');
      if (more) line.remove_suffix(1);
      if (line == "[")
        list(key);
      else
        top(key, line);
      if (!error_.empty()) return error_;
    }
    if (at_ < bytes_.size()) return no_line();
    if (!schema_) return "it is no result of a shard";
    if (!seen_shard_) fail("`shard` is missing");
    return error_;
  }

 private:
  // Without its end; an empty one behind the last.
  std::string_view next() {
    if (at_ >= bytes_.size()) {
      fail("it ends too early");
      return {};
    }
    const size_t end = std::min(bytes_.find('\n', at_), bytes_.size());
    const std::string_view line = bytes_.substr(at_, end - at_);
    at_ = end + 1;
    ++line_;
    return line;
  }
  void fail(const std::string& why) {
    if (error_.empty()) error_ = "line " + std::to_string(line_) + ": " + why;
  }
  std::string no_line() {
    fail("not as `npulint check --shard` wrote it");
    return error_;
  }

  // ---- values ----

  const JsonNode* of(const JsonNode& n, std::string_view key, Kind kind) {
    const JsonNode* v = find(n, key);
    if (v && v->is(kind)) return v;
    fail("`" + std::string(key) + "` is missing or of another type");
    return nullptr;
  }
  std::string text(const JsonNode& n, std::string_view key) {
    const JsonNode* v = of(n, key, Kind::kString);
    return v ? v->text : "";
  }
  bool flag(const JsonNode& n, std::string_view key) {
    const JsonNode* v = of(n, key, Kind::kBool);
    return v && v->boolean;
  }
  uint64_t whole(double d, std::string_view key, double most) {
    if (d >= 0 && d < most && d == static_cast<double>(static_cast<uint64_t>(d)))
      return static_cast<uint64_t>(d);
    fail("`" + std::string(key) + "` is no count");
    return 0;
  }
  uint64_t number(const JsonNode& n, std::string_view key, double most = kMostRows) {
    const JsonNode* v = of(n, key, Kind::kNumber);
    return v ? whole(v->number, key, most) : 0;
  }
  int64_t index(const JsonNode& n, std::string_view key) {
    const JsonNode* v = of(n, key, Kind::kNumber);
    if (!v || v->number == -1) return -1;
    return static_cast<int64_t>(whole(v->number, key, kMostRows));
  }
  template <class E, class Name>
  E word(const JsonNode& n, std::string_view key, std::initializer_list<E> all, const Name& name) {
    E out{};
    const std::string value = text(n, key);
    if (!named(all, name, value, &out)) fail("`" + std::string(key) + "`: `" + value + "`");
    return out;
  }
  Severity severity(const JsonNode& n, std::string_view key) {
    return word(n, key, {Severity::kNote, Severity::kWarning, Severity::kError}, severity_name);
  }
  const Rule* rule(const JsonNode& n, std::string_view key) {
    const std::string code = text(n, key);
    const Rule* r = find_rule(code);
    if (r && r->code == code) return r;
    fail("`" + code + "` is no rule");
    return nullptr;
  }
  static std::string cut(std::string_view line, const Range& r) {
    return std::string(line.substr(r.begin, r.end - r.begin));
  }

  // ---- items ----

  void top(const std::string& key, std::string_view value) {
    const JsonTree tree = parse_json(value);
    if (!tree.ok) return void(no_line());
    const JsonNode& n = tree.root;
    if (key == "schema") {
      schema_ = n.is(Kind::kString) && n.text == kShardSchema;
      if (!schema_) fail("it is no result of a shard");
    } else if (key == "tool") {
      to_.version = text(n, "version");
    } else if (key == "language") {
      to_.lang = n.text == "zh" ? Lang::kZh : Lang::kEn;
    } else if (key == "profile") {
      if (!named({Profile::kCommit, Profile::kReview, Profile::kRelease}, profile_name, n.text,
                 &to_.profile))
        fail("`profile`: `" + n.text + "`");
    } else if (key == "fail_on") {
      if (!named({FailOn::kError, FailOn::kWarning, FailOn::kNote, FailOn::kNever}, fail_on_name,
                 n.text, &to_.fail_on))
        fail("`fail_on`: `" + n.text + "`");
    } else if (key == "shard") {
      head(n);
    } else if (key == "judged_entries") {
      for (const double d : n.numbers)
        to_.judged.push_back(static_cast<size_t>(whole(d, key, kMostRows)));
    }
  }

  void head(const JsonNode& n) {
    seen_shard_ = true;
    const uint64_t i = number(n, "index"), of = number(n, "of");
    const auto shard = parse_shard(std::to_string(i) + "/" + std::to_string(of));
    if (!shard) return fail("`shard` is none");
    to_.shard = *shard;
    to_.options = text(n, "options");
    to_.files = text(n, "files");
    to_.all_inputs = number(n, "inputs");
    to_.all_bundles = number(n, "bundles");
    to_.recognised = flag(n, "recognised");
    to_.may_be_empty = flag(n, "may_be_empty");
    to_.least = severity(n, "min_severity");
    to_.exit_zero = flag(n, "exit_zero");
  }

  void list(const std::string& key) {
    for (;;) {
      std::string_view line = next();
      if (!error_.empty() || line == "  ]" || line == "  ],") return;
      if (!line.starts_with("    ")) return void(no_line());
      line.remove_prefix(4);
      if (line.ends_with(',')) line.remove_suffix(1);
      const JsonTree tree = parse_json(line);
      if (!tree.ok || !tree.root.is(Kind::kObject)) return void(no_line());
      item(key, tree.root, line);
      if (!error_.empty()) return;
    }
  }

  void item(const std::string& key, const JsonNode& n, std::string_view line) {
    if (key == "inputs")
      to_.inputs.push_back(plain(n, "input", line));
    else if (key == "bundles")
      to_.bundles.push_back(plain(n, "bundle", line));
    else if (key == "findings")
      to_.findings.push_back(found(n, line));
    else if (key == "late_findings")
      to_.late_findings.push_back(found(n, line));
    else if (key == "checks")
      to_.checks.push_back(checked(n, line));
    else if (key == "late_checks")
      to_.late_checks.push_back(checked(n, line));
    else if (key == "entries")
      to_.entries.push_back(entry(n, line));
  }

  ShardDocument::Item plain(const JsonNode& n, std::string_view key, std::string_view line) {
    ShardDocument::Item out;
    out.row = number(n, "row");
    if (const JsonNode* v = of(n, key, Kind::kObject)) {
      out.json = cut(line, v->range);
      if (key == "bundle") out.name = text(*v, "name");
    }
    return out;
  }

  ShardDocument::Found found(const JsonNode& n, std::string_view line) {
    ShardDocument::Found out;
    out.row = number(n, "row");
    if (find(n, "baseline")) out.baseline = index(n, "baseline");
    const JsonNode* v = of(n, "finding", Kind::kObject);
    if (!v) return out;
    out.json = cut(line, v->range);
    Finding& f = out.finding;
    f.rule = rule(*v, "code");
    f.severity = severity(*v, "severity");
    f.confidence =
        word(*v, "confidence", {Confidence::kLow, Confidence::kMedium, Confidence::kHigh},
             confidence_name);
    f.bundle = text(*v, "bundle");
    f.subject = text(*v, "subject");
    f.fingerprint = text(*v, "fingerprint");
    f.evidence = text(*v, "evidence");
    f.suppressed = flag(*v, "suppressed");
    if (f.suppressed) {
      f.suppressed_by = word(*v, "suppressed_by",
                             {Suppression::kInline, Suppression::kSettings, Suppression::kBaseline},
                             suppression_name);
      f.suppressed_because = text(*v, "suppressed_because");
    }
    out.message = text(*v, "message_zh");
    if (const JsonNode* at = of(*v, "location", Kind::kObject)) {
      if (const JsonNode* path = find(*at, "path"); path && path->is(Kind::kString)) {
        out.placed = true;
        out.path = path->text;
      }
      if (find(*at, "byte_offset")) out.begin = number(*at, "byte_offset", kMostOffset);
      if (find(*at, "logical")) out.logical = text(*at, "logical");
    }
    const JsonNode* related = find(*v, "related");
    if (related && related->is(Kind::kList) && !related->items.empty())
      out.value = text(related->items[0], "value");
    const JsonEntry* from = find_entry(*v, "suppressed");
    const JsonEntry* to = find_entry(*v, "evidence");
    if (from && to && from->key_range.begin < to->value.range.end)
      out.state = {from->key_range.begin - v->range.begin, to->value.range.end - v->range.begin};
    else
      no_line();
    return out;
  }

  ShardDocument::Checked checked(const JsonNode& n, std::string_view line) {
    ShardDocument::Checked out;
    out.row = number(n, "row");
    const JsonNode* v = of(n, "check", Kind::kObject);
    if (!v) return out;
    out.json = cut(line, v->range);
    out.rule = rule(*v, "code");
    out.bundle = text(*v, "bundle");
    out.subject = text(*v, "subject");
    out.verdict =
        word(*v, "verdict",
             {Verdict::kPass, Verdict::kFail, Verdict::kNotChecked, Verdict::kNotApplicable},
             verdict_name);
    if (const JsonNode* verdict = find(*v, "verdict"))
      out.verdict_at = {verdict->range.begin - v->range.begin, verdict->range.end - v->range.begin};
    const JsonNode* missing = find(*v, "missing");
    if (!missing || !missing->is(Kind::kList) || missing->items.empty()) return out;
    out.lacks = true;
    if (find(missing->items[0], "fact")) {
      const std::string name = text(missing->items[0], "fact");
      out.fact = find_fact(name);
      if (!out.fact) fail("`" + name + "` is no fact");
    }
    return out;
  }

  ShardDocument::Entry entry(const JsonNode& n, std::string_view line) {
    ShardDocument::Entry out;
    out.baseline = index(n, "baseline");
    out.entry.rule = text(n, "rule");
    out.entry.id = text(n, "id");
    out.entry.evidence = text(n, "evidence");
    out.entry.reason = text(n, "reason");
    out.entry.added = text(n, "added");
    for (const auto& [key, to] : {std::pair{"changed", &out.changed}, {"vanished", &out.vanished}})
      if (find(n, key))
        if (const JsonNode* v = of(n, key, Kind::kObject)) to->push_back(found(*v, line));
    return out;
  }

  std::string_view bytes_;
  ShardDocument& to_;
  size_t at_ = 0, line_ = 0;
  bool schema_ = false, seen_shard_ = false;
  std::string error_;
};

}  // namespace

std::string read_shard(std::string_view bytes, ShardDocument& to) {
  return Reader(bytes, to).read();
}

}  // namespace npulint
