#include "lint/config_keys.h"

#include <algorithm>
#include <array>

#include "lint/bundle.h"
#include "lint/embedded.h"
#include "lint/table_text.h"
#include "lint/toml_read.h"

namespace npulint {
namespace {

KeyUse key_use(const TomlNode& n, std::string_view tool) {
  const std::string s = toml_text(n, tool);
  if (s == "required") return KeyUse::kRequired;
  if (s == "deprecated") return KeyUse::kDeprecated;
  if (s == "rejected") return KeyUse::kRejected;
  if (s == "undocumented") return KeyUse::kUndocumented;
  return KeyUse::kOptional;
}

std::optional<double> number(const TomlNode& n, std::string_view key) {
  const TomlNode* v = find(n, key);
  return v ? std::optional<double>(v->number) : std::nullopt;
}

ValueSet value_set(const TomlNode& n) {
  ValueSet v;
  v.toolchain = toml_text(n, "toolchain");
  v.marches = toml_texts(n, "marches");
  v.values = toml_texts(n, "values");
  v.low = number(n, "low");
  v.high = number(n, "high");
  v.low_open = toml_flag(n, "low_open");
  v.extra = toml_texts(n, "extra");
  v.versions = toml_texts(n, "versions");
  v.not_versions = toml_texts(n, "not_versions");
  v.source = toml_text(n, "source");
  return v;
}

Condition condition(const TomlNode& n) {
  using Kind = Condition::Kind;
  constexpr std::array<std::pair<std::string_view, Kind>, 3> kLists{
      {{"any_of", Kind::kAnyOf}, {"none_of", Kind::kNoneOf}, {"any_other", Kind::kAnyOther}}};
  Condition c;
  c.toolchain = toml_text(n, "toolchain");
  const std::string path = toml_text(n, "key");
  const size_t dot = std::min(path.find('.'), path.size());
  c.section = path.substr(0, dot);
  c.key = path.substr(std::min(dot + 1, path.size()));
  c.versions = toml_texts(n, "versions");
  c.not_versions = toml_texts(n, "not_versions");
  c.except = toml_texts(n, "except");
  c.contradiction = toml_flag(n, "contradiction");
  if (toml_flag(n, "several_inputs")) c.kind = Kind::kSeveralInputs;
  for (const auto& [name, kind] : kLists)
    if (find(n, name)) {
      c.kind = kind;
      c.values = toml_texts(n, name);
    }
  return c;
}

Outdated outdated(const TomlNode& n) {
  return {toml_text(n, "toolchain"), toml_texts(n, "marches"), toml_texts(n, "values"),
          toml_text(n, "replaced_by")};
}

KeySpec key_spec(const TomlNode& n) {
  KeySpec k;
  k.section = toml_text(n, "section");
  k.key = toml_text(n, "key");
  k.type = toml_text(n, "type");
  k.per_input = toml_flag(n, "per_input");
  k.mapper = key_use(n, "mapper");
  k.compile = key_use(n, "compile");
  for (const TomlNode& c : toml_items(n, "required_when")) k.required_when.push_back(condition(c));
  k.unless = toml_texts(n, "unless");
  k.default_mapper = toml_text(n, "default_mapper");
  k.default_compile = toml_text(n, "default_compile");
  k.replaced_by = toml_text(n, "replaced_by");
  k.rejected_on = toml_texts(n, "rejected_on");
  for (const TomlNode& o : toml_items(n, "outdated")) k.outdated.push_back(outdated(o));
  for (const TomlNode& c : toml_items(n, "ineffective_when"))
    k.ineffective_when.push_back(condition(c));
  for (const TomlNode& v : toml_items(n, "values")) k.values.push_back(value_set(v));
  k.note_en = toml_text(n, "note_en");
  k.note_zh = toml_text(n, "note_zh");
  k.source = toml_text(n, "source");
  return k;
}

}  // namespace

Listed listed(const std::vector<std::string>& versions, const ToolVersion* stated) {
  Listed out = Listed::kNo;
  for (const std::string& v : versions) {
    const size_t blank = v.rfind(' ');
    if (!stated || blank == std::string::npos || v.substr(0, blank) != stated->tool) {
      out = Listed::kMaybe;
      continue;
    }
    const std::string number = v.substr(blank + 1);
    if (stated->version == number || stated->version.starts_with(number + ".")) return Listed::kYes;
  }
  return out;
}

const KeyTable& KeyTable::get() {
  // the process ends with it: it is not taken apart
  static const KeyTable& table = *new KeyTable([] {
    KeyTable t;
    const TomlTree tree = parse_table_text(embedded_config_keys_toml);
    t.sections_ = toml_texts(tree.root, "sections");
    t.no_int16_ = toml_texts(tree.root, "no_int16");
    if (const TomlNode* n = npulint::find(tree.root, "node_info"))
      t.node_settings_ = {toml_texts(*n, "settings"), toml_texts(*n, "numbered"),
                          toml_texts(*n, "places")};
    t.sections_mapper_ = toml_texts(tree.root, "sections_mapper");
    for (const TomlNode& n : toml_items(tree.root, "key")) t.keys_.push_back(key_spec(n));
    if (const TomlNode* hints = npulint::find(tree.root, "hints"))
      for (const TomlEntry& e : hints->entries) t.hints_.emplace_back(e.key, e.value.text);
    for (const KeySpec& k : t.keys_) {
      t.by_key_[k.key].push_back(&k);
      t.by_section_[k.section].push_back(&k);
      if (k.per_input) t.per_input_.push_back(&k);
    }
    return t;
  }());
  return table;
}

const KeySpec* KeyTable::find(std::string_view section, std::string_view key) const {
  const auto it = by_key_.find(key);
  if (it == by_key_.end()) return nullptr;
  for (const KeySpec* k : it->second)
    if (k->section == section) return k;
  return nullptr;
}

const std::vector<const KeySpec*>& KeyTable::in(std::string_view section) const {
  static const std::vector<const KeySpec*> kNone;
  const auto it = by_section_.find(section);
  return it == by_section_.end() ? kNone : it->second;
}

std::vector<std::string> KeyTable::keys_of(std::string_view section) const {
  std::vector<std::string> out;
  for (const KeySpec* k : in(section)) out.push_back(k->key);
  return out;
}

std::vector<const KeySpec*> KeyTable::find_anywhere(std::string_view key) const {
  std::vector<const KeySpec*> out;
  if (const auto it = by_key_.find(key); it != by_key_.end())
    for (const KeySpec* k : it->second)
      if (std::find(sections_.begin(), sections_.end(), k->section) != sections_.end())
        out.push_back(k);
  return out;
}

bool KeyTable::section_required(std::string_view section, std::string_view toolchain) const {
  return toolchain == "hb_mapper" && std::find(sections_mapper_.begin(), sections_mapper_.end(),
                                               section) != sections_mapper_.end();
}

bool NodeSettings::knows(std::string_view setting) const {
  if (std::find(settings.begin(), settings.end(), setting) != settings.end()) return true;
  return std::any_of(numbered.begin(), numbered.end(), [&](const std::string& name) {
    return setting.size() > name.size() && setting.starts_with(name) &&
           setting.find_first_not_of("0123456789", name.size()) == setting.npos;
  });
}

bool KeyTable::has_int16(std::string_view march) const {
  return std::find(no_int16_.begin(), no_int16_.end(), march) == no_int16_.end();
}

std::string_view KeyTable::section_hint(std::string_view section) const {
  for (const auto& [name, place] : hints_)
    if (name == section) return place;
  return {};
}

}  // namespace npulint
