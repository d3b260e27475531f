#include "lint/settings.h"

#include <algorithm>
#include <array>
#include <set>

#include "lint/platform.h"
#include "parsers/toml_reader.h"

namespace npulint {
namespace {

using sv = std::string_view;

constexpr sv kProfiles[] = {"commit", "review", "release"};
constexpr sv kFailOns[] = {"note", "warning", "error", "never"};
constexpr sv kSeverities[] = {"note", "warning", "error"};
constexpr sv kLintKeys[] = {"profile", "fail-on", "select", "ignore", "exclude"};
constexpr sv kRootTables[] = {"severity", "per-file-ignores", "bundle", "zoo"};
constexpr sv kPurposes[] = {"release", "performance"};
constexpr sv kStages[] = {"original", "optimized", "calibrated", "ptq"};

constexpr size_t kMaxSuggestions = 100;  // a suggestion compares with every rule

constexpr Text kUnknownKey{"{0} has no key `{1}`; its keys are {2}",
                           "{0} 没有键 `{1}`；它的键有 {2}"};
constexpr Text kUnknownKeyNear{"{0} has no key `{1}`; did you mean `{2}`?",
                               "{0} 没有键 `{1}`；是否应为 `{2}`？"};
constexpr Text kBelongsInLint{"`{0}` belongs in [lint]", "`{0}` 应写在 [lint] 中"};
constexpr Text kBelongsOutside{"`{0}` is no key of [lint]; it stands by itself, as {1}",
                               "`{0}` 不是 [lint] 的键；应单独写作 {1}"};
constexpr Text kUnknownRule{"`{0}`: no rule, name or prefix is called \"{1}\"",
                            "`{0}`：没有名为 \"{1}\" 的规则、名称或前缀"};
constexpr Text kUnknownRuleNear{
    "`{0}`: no rule, name or prefix is called \"{1}\"; did you mean \"{2}\"?",
    "`{0}`：没有名为 \"{1}\" 的规则、名称或前缀；是否应为 \"{2}\"？"};
constexpr Text kEmptySelect{
    "`lint.select` is empty and would select nothing; leave it out, or write [\"ALL\"]",
    "`lint.select` 为空，不会选中任何规则；请删除它，或写作 [\"ALL\"]"};
constexpr Text kEmptyPattern{"`{0}` holds an empty pattern", "`{0}` 含有空的匹配模式"};
constexpr Text kNeeds{"[[ignore]] needs `{0}`", "[[ignore]] 缺少 `{0}`"};
constexpr Text kNoReason{
    "`ignore.reason` is \"{0}\", which is no reason; say why the finding does not matter here",
    "`ignore.reason` 为 \"{0}\"，不成其为理由；请说明该发现为何在此无关紧要"};
constexpr Text kUnknownBoard{"`zoo.bucket-of`: no board, march or chip is called `{0}`",
                             "`zoo.bucket-of`：没有名为 `{0}` 的板卡、march 或芯片"};
constexpr Text kUnknownBoardNear{
    "`zoo.bucket-of`: no board, march or chip is called `{0}`; did you mean `{1}`?",
    "`zoo.bucket-of`：没有名为 `{0}` 的板卡、march 或芯片；是否应为 `{1}`？"};
constexpr Text kTwice{"two [[bundle]] are named \"{0}\"", "有两个 [[bundle]] 名为 \"{0}\""};

template <size_t N>
size_t position(const sv (&words)[N], sv s) {
  return static_cast<size_t>(std::find(std::begin(words), std::end(words), s) - std::begin(words));
}

template <size_t N>
bool holds(const sv (&words)[N], sv s) {
  return position(words, s) < N;
}

class Reader {
 public:
  Reader(FileId file, ParsedSettings* out) : file_(file), out_(out), s_(out->settings) {}

  void root(const TomlNode& root) {
    TomlReader r = reader(root, "");
    if (const TomlNode* t = r.table("lint")) lint(*t);
    if (const TomlNode* t = r.table("severity")) severity(*t);
    if (const TomlNode* t = r.table("per-file-ignores")) per_file_ignores(*t);
    if (const TomlNode* t = r.table("zoo")) zoo(*t);
    for (const TomlNode* t : r.tables("bundle")) bundle(*t);
    if (const TomlEntry* e = r.entry("ignore"); e && is_list_of_strings(e->value)) {
      error(r.at(e->key_range), Message(kBelongsInLint, e->key));
    } else {
      for (const TomlNode* t : r.tables("ignore")) ignore(*t);
    }
    r.finish([&](const Evidence& at, const std::string& key, const std::string& near) {
      if (holds(kLintKeys, key)) return error(at, Message(kBelongsInLint, key));
      unknown(r, "npulint.toml", at, key, near);
    });
  }

 private:
  TomlReader reader(const TomlNode& table, std::string label) {
    return TomlReader(
        file_, table, std::move(label),
        [this](const Evidence& at, Message what) { error(at, std::move(what)); },
        TomlReader::Mode::kStrict);
  }

  void error(const Evidence& at, Message what) { out_->errors.push_back({at, std::move(what)}); }

  static bool is_list_of_strings(const TomlNode& v) {
    return v.kind == TomlNode::Kind::kArray && !v.items.empty() &&
           v.items[0].kind == TomlNode::Kind::kString;
  }

  void unknown(const TomlReader& r, sv table, const Evidence& at, const std::string& key,
               const std::string& near) {
    if (!near.empty()) return error(at, Message(kUnknownKeyNear, table, key, near));
    std::string keys;
    for (const std::string& k : r.known()) keys += (keys.empty() ? "`" : ", `") + k + "`";
    error(at, Message(kUnknownKey, table, key, keys));
  }

  void finish(TomlReader* r, sv table) {
    r->finish([&](const Evidence& at, const std::string& key, const std::string& near) {
      unknown(*r, table, at, key, near);
    });
  }

  bool check_selector(const std::string& selector, const std::string& path, const Evidence& at) {
    std::string near;
    if (valid_selector(selector, out_->errors.size() < kMaxSuggestions ? &near : nullptr))
      return true;
    error(at, near.empty() ? Message(kUnknownRule, path, selector)
                           : Message(kUnknownRuleNear, path, selector, near));
    return false;
  }

  // The strings of an array that are valid selectors.
  std::vector<std::string> selectors(TomlReader* r, sv key, Evidence* at) {
    std::vector<std::string> out;
    const Fact<std::vector<std::string>> f = r->strings(key);
    if (!f) return out;
    *at = f.at;
    const TomlNode& list = r->entry(key)->value;
    for (size_t i = 0; i < f->size(); ++i)
      if (check_selector((*f)[i], r->path(key), r->at(list.items[i]))) out.push_back((*f)[i]);
    return out;
  }

  void lint(const TomlNode& t) {
    TomlReader r = reader(t, "lint");
    if (const auto f = r.one_of("profile", kProfiles)) {
      s_.profile = parse_profile(*f);
      s_.places.profile = f.at;
    }
    if (const auto f = r.one_of("fail-on", kFailOns)) {
      s_.fail_on = parse_fail_on(*f);
      s_.places.fail_on = f.at;
    }
    s_.select = selectors(&r, "select", &s_.places.select);
    if (const TomlEntry* e = r.entry("select");
        e && e->value.kind == TomlNode::Kind::kArray && e->value.items.empty())
      error(r.at(e->value), Message(kEmptySelect));
    s_.ignore = selectors(&r, "ignore", &s_.places.ignore);
    if (auto f = r.strings("exclude")) {
      if (std::erase(*f.value, "") > 0) error(f.at, Message(kEmptyPattern, "lint.exclude"));
      s_.exclude = std::move(*f.value);
      s_.places.exclude = f.at;
    }
    r.finish([&](const Evidence& at, const std::string& key, const std::string& near) {
      if (holds(kRootTables, key))
        return error(
            at, Message(kBelongsOutside, key, key == "bundle" ? "[[bundle]]" : "[" + key + "]"));
      unknown(r, "[lint]", at, key, near);
    });
  }

  // Entries are looked at one by one: their keys are the user's.
  void severity(const TomlNode& t) {
    for (const TomlEntry& e : t.entries) {
      TomlNode single;
      single.entries.push_back(e);
      TomlReader r = reader(single, "severity");
      const auto f = r.one_of(e.key, kSeverities);
      if (!check_selector(e.key, "severity", r.at(e.key_range)) || !f) continue;
      s_.severity.emplace_back(e.key, static_cast<Severity>(position(kSeverities, *f)));
      s_.places.severity.push_back(f.at);
    }
  }

  void per_file_ignores(const TomlNode& t) {
    for (const TomlEntry& e : t.entries) {
      TomlNode single;
      single.entries.push_back(e);
      TomlReader r = reader(single, "per-file-ignores");
      Evidence at;
      std::vector<std::string> codes = selectors(&r, e.key, &at);
      if (e.key.empty()) error(r.at(e.key_range), Message(kEmptyPattern, "per-file-ignores"));
      if (!at.known() || e.key.empty()) continue;
      s_.per_file_ignores.emplace_back(e.key, std::move(codes));
      s_.places.per_file_ignores.push_back(at);
    }
  }

  void zoo(const TomlNode& t) {
    TomlReader r = reader(t, "zoo");
    if (const TomlNode* buckets = r.table("bucket-of")) {
      const Platforms platforms = Platforms::load(kNoFile);
      TomlReader b = reader(*buckets, "zoo.bucket-of");
      for (const TomlEntry& e : buckets->entries) {
        const auto dir = b.string(e.key);
        if (!platforms.target(e.key))
          error(b.at(e.key_range), unknown_target(e.key, platforms));
        else if (dir)
          s_.bucket_of.emplace_back(e.key, *dir);
      }
    }
    finish(&r, "[zoo]");
  }

  static Message unknown_target(const std::string& name, const Platforms& platforms) {
    const auto near = platforms.near_target(name);
    return near ? Message(kUnknownBoardNear, name, *near) : Message(kUnknownBoard, name);
  }

  void bundle(const TomlNode& t) {
    TomlReader r = reader(t, "bundle");
    BundleSpec b;
    b.at = r.at(t);
    b.name = r.string("name");
    b.target = r.string("target");
    b.toolchain = r.string("toolchain");
    b.purpose = r.one_of("purpose", kPurposes);
    b.config = r.string("config");
    b.compiled = r.string("compiled");
    b.metadata = r.string("metadata");
    if (const TomlNode* graphs = r.table("graphs")) {
      TomlReader g = reader(*graphs, "bundle.graphs");
      for (const sv stage : kStages)
        if (auto f = g.string(stage)) b.graphs.emplace_back(stage, std::move(f));
      finish(&g, "`graphs` of [[bundle]]");
    }
    b.log = r.string("log");
    b.contract = r.string("contract");
    b.calibration = r.string("calibration");
    b.evaluation = r.string("evaluation");
    finish(&r, "[[bundle]]");
    if (b.name && !bundle_names_.insert(*b.name).second)
      return error(b.name.at, Message(kTwice, *b.name));
    s_.bundles.push_back(std::move(b));
  }

  void ignore(const TomlNode& t) {
    TomlReader r = reader(t, "ignore");
    IgnoreSpec g;
    g.at = r.at(t);
    const auto keep = [](Fact<std::string> f, std::string* to, Evidence* at) {
      if (!f) return false;
      *to = std::move(*f.value);
      *at = f.at;
      return true;
    };
    bool good = keep(r.string("rule"), &g.rule, &g.rule_at) &&
                check_selector(g.rule, "ignore.rule", g.rule_at);
    keep(r.string("bundle"), &g.bundle, &g.bundle_at);
    keep(r.string("at"), &g.where, &g.where_at);
    if (keep(r.string("reason"), &g.reason, &g.reason_at)) {
      if (!real_reason(g.reason)) {
        error(g.reason_at, Message(kNoReason, g.reason));
        good = false;
      }
    } else {
      good = false;
    }
    for (const sv key : {"rule", "reason"})
      if (!r.entry(key)) error(g.at, Message(kNeeds, key));
    const bool dated = keep(r.date("expires"), &g.expires, &g.expires_at);
    if (!dated && r.entry("expires")) good = false;
    finish(&r, "[[ignore]]");
    if (good) s_.ignores.push_back(std::move(g));
  }

  FileId file_;
  ParsedSettings* out_;
  Settings& s_;
  std::set<std::string> bundle_names_;
};

}  // namespace

ParsedSettings parse_settings(FileId file, std::string dir, std::string_view bytes) {
  ParsedSettings out;
  out.settings.file = file;
  out.settings.dir = std::move(dir);
  const TomlTree tree = parse_toml(bytes);
  if (!tree.ok) {
    out.errors.push_back({{file, tree.error_at.begin, tree.error_at.end, {}}, tree.what});
    return out;
  }
  Reader(file, &out).root(tree.root);
  std::stable_sort(
      out.errors.begin(), out.errors.end(),
      [](const SettingsError& a, const SettingsError& b) { return a.at.begin < b.at.begin; });
  return out;
}

std::optional<Profile> parse_profile(std::string_view s) {
  const size_t i = position(kProfiles, s);
  return i < std::size(kProfiles) ? std::optional(static_cast<Profile>(i)) : std::nullopt;
}

std::optional<FailOn> parse_fail_on(std::string_view s) {
  const size_t i = position(kFailOns, s);
  return i < std::size(kFailOns) ? std::optional(static_cast<FailOn>(i)) : std::nullopt;
}

std::string_view profile_name(Profile p) { return kProfiles[static_cast<size_t>(p)]; }
std::string_view fail_on_name(FailOn f) { return kFailOns[static_cast<size_t>(f)]; }

bool selects(std::string_view selector, const Rule& rule) {
  if (selector.empty()) return false;
  return selector == "ALL" || selector == rule.name ||
         rule.code.substr(0, selector.size()) == selector;
}

bool valid_selector(std::string_view selector, std::string* suggestion) {
  if (selector == "ALL") return true;
  for (const Rule* rule : all_rules())
    if (selects(selector, *rule)) return true;
  if (!suggestion) return false;
  std::vector<std::string> known = {"ALL"};
  for (const Rule* rule : all_rules()) {
    known.emplace_back(rule->code);
    known.emplace_back(rule->name);
    std::string family(rule->code.substr(0, rule->code.find_first_of("0123456789")));
    if (std::find(known.begin(), known.end(), family) == known.end())
      known.push_back(std::move(family));
  }
  *suggestion = nearest(selector, known).value_or("");
  return false;
}

bool real_reason(std::string_view reason) {
  static constexpr std::array<sv, 16> kEmptyWords = {
      "todo", "fixme", "tbd",    "xxx",     "reason", "why",  "none", "na",
      "tba",  "wip",   "ignore", "because", "理由",   "原因", "待定", "无"};
  std::string bare;  // letters and digits, lower case
  for (const char c : reason) {
    const bool upper = c >= 'A' && c <= 'Z';
    if (upper)
      bare += static_cast<char>(c - 'A' + 'a');
    else if ((c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') ||
             (static_cast<unsigned char>(c) & 0x80))
      bare += c;
  }
  return !bare.empty() &&
         std::find(kEmptyWords.begin(), kEmptyWords.end(), bare) == kEmptyWords.end();
}

}  // namespace npulint
