#include "lint/config_check.h"

#include <algorithm>
#include <cctype>
#include <charconv>
#include <cmath>

#include "lint/config_counts.h"
#include "lint/platform.h"
#include "lint/words.h"
#include "parsers/yaml_scalar.h"

namespace npulint {
namespace {

constexpr std::string_view kToolchains[] = {"hb_mapper", "hb_compile"};

void add_once(std::vector<std::string>* to, const std::string& s) {
  if (!s.empty() && !holds(*to, s)) to->push_back(s);
}

std::optional<double> parse_number(std::string_view s) {
  if (!s.empty() && s[0] == '+') s.remove_prefix(1);
  double v = 0;
  const auto [end, error] = std::from_chars(s.data(), s.data() + s.size(), v);
  if (error != std::errc() || end != s.data() + s.size() || !std::isfinite(v)) return std::nullopt;
  return v;
}

// 10000000, not 1e+07.
std::string plain_number(double v) {
  constexpr double kExact = 9007199254740992.0;  // 2^53
  if (v == std::floor(v) && std::fabs(v) < kExact) return std::to_string(static_cast<int64_t>(v));
  return number_text(v);
}

// ---- values ------------------------------------------------------------------------------------

bool accepts(const ValueSet& set, const KeySpec& spec, std::string_view text) {
  if (spec.type == "bool") return holds(set.values, lower(text));
  if (holds(set.values, text) || holds(set.extra, text)) return true;
  const auto v = parse_number(text);
  if (!v || (!set.low && !set.high) || (spec.type == "int" && *v != std::floor(*v))) return false;
  if (set.low && (*v < *set.low || (set.low_open && *v == *set.low))) return false;
  return !set.high || *v <= *set.high;
}

// "0, [1000, 10000000]"; "True, False" for booleans, which YAML types.
void describe(const ValueSet& set, const KeySpec& spec, std::vector<std::string>* to) {
  if (spec.type == "bool") {
    add_once(to, "True");
    add_once(to, "False");
    return;
  }
  for (const std::string& v : set.values) add_once(to, v);
  for (const std::string& v : set.extra) add_once(to, v);
  if (set.low && set.high && *set.low == *set.high) {
    add_once(to, plain_number(*set.low));
  } else if (set.low && set.high) {
    add_once(to, (set.low_open ? "(" : "[") + plain_number(*set.low) + ", " +
                     plain_number(*set.high) + "]");
  } else if (set.low) {
    add_once(to, ">= " + plain_number(*set.low));
  }
}

struct Judgement {
  bool judged = false, legal = false, some_version = false;
  std::vector<std::string> accepted, versions;
};

// One value under one toolchain. Not judged when the table has no set for it.
Judgement judge(const KeySpec& spec, std::string_view toolchain, std::string_view march,
                std::string_view text, bool typed_bool, const ToolVersion* version) {
  Judgement j;
  for (const ValueSet& set : spec.values) {
    if (!set.toolchain.empty() && set.toolchain != toolchain) continue;
    if (!march.empty() && !set.marches.empty() && !holds(set.marches, march)) continue;
    j.judged = true;
    const bool ok = (spec.type == "bool" && typed_bool) || accepts(set, spec, text);
    if (!set.not_versions.empty() && listed(set.not_versions, version) == Listed::kYes) continue;
    const Listed here = set.versions.empty() ? Listed::kYes : listed(set.versions, version);
    if (here == Listed::kYes) {
      if (ok) return {true, true, false, {}, {}};
      describe(set, spec, &j.accepted);
    } else if (ok && here == Listed::kMaybe) {
      j.some_version = true;
      for (const std::string& v : set.versions) add_once(&j.versions, v);
    }
  }
  return j;
}

std::string same_but_case(std::string_view text, const std::vector<std::string>& accepted) {
  for (const std::string& a : accepted)
    if (a != text && lower(a) == lower(text)) return a;
  return {};
}

std::string same_but_marks(std::string_view text, const std::vector<std::string>& accepted) {
  for (const std::string& a : accepted)
    if (spelling(a) == spelling(text)) return a;
  return {};
}

// What stands in the place of one value: "[a, b]", "{a: …}".
std::string collection_text(const Node& n) {
  if (n.kind == Node::Kind::kMapping)
    return n.entries.empty() ? "{}" : "{" + n.entries[0].key.text + ": …}";
  std::string out = "[";
  for (size_t i = 0; i < n.items.size() && i < 4; ++i) out += (i ? ", " : "") + n.items[i].text;
  return out + (n.items.size() > 4 ? ", …]" : "]");
}

class Values {
 public:
  Values(const Config& config, std::string_view toolchain, std::string_view march,
         const ToolVersion* version)
      : config_(config), march_(march), version_(version) {
    for (const std::string_view t : kToolchains)
      if (toolchain.empty() || toolchain == t) tools_.push_back(t);
  }

  std::vector<BadValue> run() {
    const KeyTable& table = KeyTable::get();
    for (const std::string& section : table.sections()) {
      const Node* stated = npulint::find(config_.root, section);
      if (!stated) continue;
      for (const Entry& e : stated->entries)
        if (const KeySpec* spec = table.find(section, e.key.text);
            spec && find_entry(*stated, e.key.text) == &e)  // the last of equal keys
          value(*spec, e.value);
    }
    std::stable_sort(out_.begin(), out_.end(),
                     [](const BadValue& a, const BadValue& b) { return a.at.begin < b.at.begin; });
    return std::move(out_);
  }

 private:
  void value(const KeySpec& spec, const Node& n) {
    if (spec.type == "numbers") numbers(spec, n);
    if (spec.values.empty() || n.placeholder) return;
    const bool collection = n.kind == Node::Kind::kSequence || n.kind == Node::Kind::kMapping;
    if (collection && (spec.type == "enum" || spec.type == "bool")) {
      const std::string text = collection_text(n);
      return check(spec, text, config_place(config_, n.range), false, text);
    }
    if (n.kind != Node::Kind::kScalar) return;
    if (n.type == ScalarType::kNull || n.text.empty()) return;
    if (spec.type == "list") {
      for (const ListItem& item : setting_list(config_, spec.section, spec.key))
        check(spec, item.text, item.at, false, item.text);
    } else {
      check(spec, n.text, config_place(config_, n.range), n.type == ScalarType::kBool && !n.quoted,
            as_read(n));
    }
  }

  static bool typed_number(const Node& n) {
    return !n.quoted && (n.type == ScalarType::kInt || n.type == ScalarType::kFloat);
  }
  // A number as the loader gives it to the tool: 1000 of `1_000` and `0x3e8`.
  static std::string as_read(const Node& n) {
    return typed_number(n) ? python_repr(n.type, n.text) : n.text;
  }

  // `1/255`, a full-width comma: no number. The literal None stands for an input without.
  void numbers(const KeySpec& spec, const Node& stated) {
    if (std::all_of(tools_.begin(), tools_.end(),
                    [&](std::string_view t) { return spec.use(t) == KeyUse::kRejected; }))
      return;
    if (typed_number(stated)) return;
    for (const ListItem& item : setting_list(config_, spec.section, spec.key)) {
      if (item.text.empty() || item.text == "None" || parse_numbers(item.text) ||
          changed_by_yaml(config_, item.at))
        continue;
      BadValue bad;
      bad.spec = &spec;
      bad.written = item.text;
      bad.at = item.at;
      out_.push_back(std::move(bad));
    }
  }

  void check(const KeySpec& spec, const std::string& text, const Evidence& at, bool typed_bool,
             const std::string& read) {
    // `march` itself decides the toolchain, so it is held against both.
    const bool is_march = spec.type == "enum" && spec.key == "march";
    std::vector<std::string> accepted, versions;
    bool some_version = false;
    for (const std::string_view t : kToolchains) {
      if (!is_march && std::find(tools_.begin(), tools_.end(), t) == tools_.end()) continue;
      if (tools_.size() > 1 && spec.use(t) == KeyUse::kRejected) continue;
      const Judgement j = judge(spec, t, is_march ? "" : march_, read, typed_bool, version_);
      if (!j.judged || j.legal) {
        if (is_march && !j.legal) continue;
        return;
      }
      some_version = some_version || j.some_version;
      for (const std::string& a : j.accepted) add_once(&accepted, a);
      for (const std::string& v : j.versions) add_once(&versions, v);
    }
    if (accepted.empty() || changed_by_yaml(config_, at)) return;
    BadValue bad;
    bad.spec = &spec;
    bad.written = text;
    bad.at = at;
    bad.accepted = joined(accepted);
    bad.versions = joined(versions);
    const std::string cased = same_but_case(text, accepted);
    if (some_version) {
      bad.why = BadValue::Why::kSomeVersion;
    } else if (!is_march && spec.type != "bool" && !cased.empty()) {
      bad.why = BadValue::Why::kOtherCase;
      bad.near = cased;
    } else if (is_march) {
      bad.near = same_but_marks(text, accepted);
      if (bad.near.empty()) bad.near = nearest(text, accepted).value_or("");
    }
    out_.push_back(std::move(bad));
  }

  const Config& config_;
  std::string_view march_;
  const ToolVersion* version_;
  std::vector<std::string_view> tools_;
  std::vector<BadValue> out_;
};

// ---- required keys -----------------------------------------------------------------------------

// An alias, a merge key, an alias or a placeholder as a key, and a placeholder that stands for
// whole lines may bring keys that are not written out.
bool is_open(const Node& n) {
  if (n.kind == Node::Kind::kAlias || n.placeholder) return true;
  return std::any_of(n.entries.begin(), n.entries.end(), [](const Entry& e) {
    return e.key.type == ScalarType::kMerge || e.key.placeholder ||
           e.key.kind == Node::Kind::kAlias;
  });
}

// Of "section.key".
const KeySpec* spec_at(std::string_view path) {
  const size_t dot = path.find('.');
  if (dot == path.npos) return nullptr;
  return KeyTable::get().find(path.substr(0, dot), path.substr(dot + 1));
}

class Missing {
 public:
  Missing(const Config& config, std::string_view toolchain, const ToolVersion* version)
      : config_(config), toolchain_(toolchain), version_(version) {}

  std::vector<MissingKey> run() {
    if (!config_.complete || is_open(config_.root)) return {};
    for (const std::string& section : KeyTable::get().sections()) {
      const Entry* e = find_entry(config_.root, section);
      const bool empty = !e || e->value.type == ScalarType::kNull ||
                         (e->value.kind == Node::Kind::kScalar && e->value.text.empty());
      if (empty) {
        if (!misnamed(section)) absent_section(section, e);
      } else if (e->value.kind == Node::Kind::kSequence ||
                 (e->value.kind == Node::Kind::kScalar && !e->value.placeholder)) {
        absent_section(section, e, true);
      } else if (e->value.kind == Node::Kind::kMapping && !is_open(e->value)) {
        for (const KeySpec* spec : KeyTable::get().in(section)) check(*spec, *e);
      }
    }
    return std::move(out_);
  }

  // A key that is required is not written out where something may bring it.
  bool open() const {
    const bool everywhere = is_open(config_.root);
    for (const std::string& section : KeyTable::get().sections()) {
      const Entry* e = find_entry(config_.root, section);
      if (!everywhere && !(e && is_open(e->value))) continue;
      for (const KeySpec* spec : KeyTable::get().in(section))
        if (required(*spec) && !config_states(config_, section, spec->key) && !replaced(*spec))
          return true;
    }
    return false;
  }

 private:
  bool required(const KeySpec& spec) const {
    if (!toolchain_.empty()) return spec.use(toolchain_) == KeyUse::kRequired;
    return spec.mapper == KeyUse::kRequired && spec.compile == KeyUse::kRequired;
  }

  bool replaced(const KeySpec& spec) const {
    return std::any_of(spec.unless.begin(), spec.unless.end(), [&](const std::string& other) {
      return config_states(config_, spec.section, other);
    });
  }

  // A top-level name that no tool knows stands for this section.
  bool misnamed(const std::string& section) const {
    const auto& known = KeyTable::get().sections();
    return std::any_of(config_.root.entries.begin(), config_.root.entries.end(),
                       [&](const Entry& e) {
                         return !holds(known, e.key.text) && section_place(e.key.text) == section;
                       });
  }

  // It stands at top level, or in another section.
  bool misplaced(const KeySpec& spec) const {
    if (find_entry(config_.root, spec.key)) return true;
    for (const std::string& section : KeyTable::get().sections())
      if (section != spec.section && setting_entry(config_, section, spec.key) &&
          !KeyTable::get().find(section, spec.key))
        return true;
    return false;
  }

  std::string misspelt(const KeySpec& spec, const Node& section, Evidence* at) const {
    const auto keys = KeyTable::get().keys_of(spec.section);
    for (const Entry& e : section.entries)
      if (!holds(keys, e.key.text) &&
          (spec.key.starts_with(e.key.text + "_") || nearest(e.key.text, keys) == spec.key)) {
        *at = config_place(config_, e.key.range);
        return e.key.text;
      }
    return {};
  }

  void absent_section(const std::string& section, const Entry* e, bool no_mapping = false) {
    MissingKey m;
    m.section = section;
    std::vector<std::string> keys;
    for (const KeySpec* spec : KeyTable::get().in(section))
      if (required(*spec)) keys.push_back(spec->key);
    if (keys.empty() && !no_mapping) return;
    m.no_mapping = no_mapping;
    m.keys = joined(keys);
    m.at = e ? config_place(config_, e->key.range) : config_start(config_);
    out_.push_back(std::move(m));
  }

  void check(const KeySpec& spec, const Entry& section) {
    if (!required(spec) && spec.required_when.empty()) return;
    if (config_states(config_, spec.section, spec.key) || replaced(spec)) return;
    MissingKey m;
    m.spec = &spec;
    m.section = spec.section;
    m.at = config_place(config_, section.key.range);
    if (required(spec)) {
      m.has_default = !toolchain_.empty() && !spec.fallback(toolchain_).empty();
    } else if (!condition(spec, &m)) {
      return;
    }
    if (misplaced(spec)) return;
    if (const Entry* e = setting_entry(config_, spec.section, spec.key)) {
      m.blank = config_place(config_, e->key.range);
    } else {
      m.misspelt = misspelt(spec, section.value, &m.at);
    }
    // A slip of what the tool can do without is an unknown key, not an absent one.
    const bool can_do_without = m.has_default || (m.when && !m.when->versions.empty());
    if (!m.misspelt.empty() && can_do_without) return;
    out_.push_back(std::move(m));
  }

  bool condition(const KeySpec& spec, MissingKey* m) const {
    for (const Condition& c : spec.required_when) {
      if (!c.toolchain.empty() && c.toolchain != toolchain_) continue;
      if (listed(c.not_versions, version_) == Listed::kYes) continue;
      const Listed asks = c.versions.empty() ? Listed::kYes : listed(c.versions, version_);
      if (asks == Listed::kNo || !holds_now(c, &m->because)) continue;
      m->when = &c;
      m->in_some_version = asks == Listed::kMaybe;
      return true;
    }
    return false;
  }

  bool holds_now(const Condition& c, std::string* because) const {
    using Kind = Condition::Kind;
    if (c.kind == Kind::kSeveralInputs) return several_inputs(because);
    if (c.kind == Kind::kSet) return config_states(config_, c.section, c.key);
    const Entry* other = setting_entry(config_, c.section, c.key);
    if (other && other->value.placeholder) return false;
    bool any = false, other_item = false;
    for (const ListItem& item : setting_list(config_, c.section, c.key)) {
      const bool listed = holds(c.values, item.text);
      if (listed == (c.kind != Kind::kAnyOther)) *because = item.text;
      any = any || listed;
      other_item = other_item || !listed;
    }
    if (c.kind == Kind::kNoneOf) {
      *because = joined(c.values);
      return !any;
    }
    return c.kind == Kind::kAnyOther ? other_item : any;
  }

  bool several_inputs(std::string* because) const {
    const std::vector<InputList>& lists = input_lists(config_, toolchain_);
    const InputList* by = counting_list(lists);
    if (!by || by->count < 2) return false;
    *because = by->spec->key;
    return true;
  }

  const Config& config_;
  std::string_view toolchain_;
  const ToolVersion* version_;
  std::vector<MissingKey> out_;
};

}  // namespace

Evidence config_place(const Config& config, const Range& range) {
  return {config.file, range.begin, range.end, {}};
}

bool changed_by_yaml(const Config& config, const Evidence& at) {
  return std::any_of(config.surprises.begin(), config.surprises.end(), [&](const YamlSurprise& s) {
    return s.at.begin < at.end && at.begin < s.at.end;
  });
}

Evidence config_start(const Config& config) { return {config.file, 0, 0, {}}; }

bool holds_no_more(const Config& config, const Node* mapping) {
  return config.complete && (!mapping || !is_open(*mapping));
}

bool surely_absent(const Config& config, std::string_view section, std::string_view key) {
  if (!holds_no_more(config, &config.root) || config_states(config, section, key)) return false;
  const Node* node = find(config.root, section);
  const auto& known = KeyTable::get().sections();
  return node ? holds_no_more(config, node)
              : std::all_of(config.root.entries.begin(), config.root.entries.end(),
                            [&](const Entry& e) { return holds(known, e.key.text); });
}

bool config_states(const Config& config, std::string_view section, std::string_view key) {
  const Entry* e = setting_entry(config, section, key);
  if (!e || e->value.type == ScalarType::kNull) return false;
  return e->value.kind != Node::Kind::kScalar || e->value.placeholder || !e->value.text.empty();
}

std::string legal_values(const KeySpec& spec, const ValueSet& set) {
  std::vector<std::string> out;
  describe(set, spec, &out);
  return joined(out);
}

bool is_slip(std::string_view written, std::string_view key) {
  constexpr size_t kLetters = 2;
  return edit_distance(lower(written), lower(key), kLetters) <= kLetters;
}

bool mended_by_quotes(const YamlSurprise& s) {
  using Kind = YamlSurprise::Kind;
  constexpr Kind kKinds[] = {Kind::kBoolKey,     Kind::kTypedKey, Kind::kDate,
                             Kind::kSexagesimal, Kind::kHex,      Kind::kUnderscoreNumber,
                             Kind::kBoolName};
  return std::find(std::begin(kKinds), std::end(kKinds), s.kind) != std::end(kKinds) &&
         s.at.end - s.at.begin == s.written.size() &&
         s.written.find_first_of("'\"") == std::string::npos;
}

bool of_number_key(const YamlSurprise& s) {
  using Kind = YamlSurprise::Kind;
  if (s.kind == Kind::kFullWidth || s.kind == Kind::kList) return false;
  const KeySpec* spec = spec_at(s.path);
  return spec && (spec->type == "int" || spec->type == "float") && s.kind != Kind::kStringNumber;
}

std::string with_letter_o(const YamlSurprise& s) {
  const KeySpec* spec = spec_at(s.path);
  if (!spec || !s.written.starts_with('0')) return {};
  std::string letter = "O" + s.written.substr(1);
  const bool takes = std::any_of(spec->values.begin(), spec->values.end(),
                                 [&](const ValueSet& set) { return holds(set.values, letter); });
  return takes ? letter : "";
}

std::vector<BadValue> bad_values(const Config& config, std::string_view toolchain,
                                 std::string_view march, const ToolVersion* version) {
  return Values(config, toolchain, march, version).run();
}

bool brings_keys(const Config& config, std::string_view toolchain) {
  return Missing(config, toolchain, nullptr).open();
}

std::vector<MissingKey> missing_keys(const Config& config, std::string_view toolchain,
                                     const ToolVersion* version) {
  return Missing(config, toolchain, version).run();
}

std::string toolchains_text(std::string_view toolchain) {
  if (!toolchain.empty()) return std::string(toolchain);
  return std::string(kToolchains[0]) + ", " + std::string(kToolchains[1]);
}

std::string section_place(std::string_view name) {
  const KeyTable& table = KeyTable::get();
  const auto keys = table.find_anywhere(name);
  if (keys.size() == 1) return keys[0]->section;
  if (const std::string_view hint = table.section_hint(name); !hint.empty())
    return std::string(hint);
  return nearest(name, table.sections()).value_or("");
}

}  // namespace npulint
