#include "lint/config_use.h"

#include "lint/words.h"

#include <algorithm>
#include <set>

namespace npulint {
namespace {

// hb_compile publishes a schema that lets this section hold any key.
bool accepts_any_key(std::string_view section, std::string_view toolchain) {
  return toolchain == "hb_compile" && section == "calibration_parameters";
}

// Written as a name and read as one.
bool is_name(const Config& config, const Node& key) {
  if (key.kind != Node::Kind::kScalar || key.placeholder) return false;
  if (key.type != ScalarType::kString && !key.quoted) return false;
  return std::none_of(config.surprises.begin(), config.surprises.end(), [&](const YamlSurprise& s) {
    return s.at.begin < key.range.end && key.range.begin < s.at.end;
  });
}

class Unknown {
 public:
  Unknown(const Config& config, std::string_view toolchain)
      : config_(config), toolchain_(toolchain), table_(KeyTable::get()) {}

  std::vector<UnknownKey> run() {
    if (config_.dialect == Dialect::kFlatHbdk) {
      section("flat", config_.root);
    } else if (config_.dialect == Dialect::kOe) {
      for (const Entry& e : config_.root.entries)
        if (holds(table_.sections(), e.key.text)) section(e.key.text, e.value);
    }
    if (out_.empty()) return {};
    std::set<uint64_t> told;
    for (const MissingKey& m : missing_keys(config_, toolchain_))
      if (!m.misspelt.empty()) told.insert(m.at.begin);
    std::erase_if(out_, [&](const UnknownKey& u) { return told.count(u.at.begin) != 0; });
    return std::move(out_);
  }

 private:
  void section(const std::string& name, const Node& node) {
    std::set<std::string_view> seen;
    for (const Entry& e : node.entries)
      if (is_name(config_, e.key) && !table_.find(name, e.key.text) &&
          seen.insert(e.key.text).second)
        judge(name, node, e);
  }

  std::vector<std::string> usable(std::string_view section) const {
    std::vector<std::string> out;
    for (const KeySpec& k : table_.all())
      if (k.section == section &&
          (toolchain_.empty() || section == "flat" || k.use(toolchain_) != KeyUse::kRejected))
        out.push_back(k.key);
    return out;
  }

  void judge(const std::string& section, const Node& node, const Entry& e) {
    UnknownKey u;
    u.section = section == "flat" ? "" : section;
    u.key = e.key.text;
    u.at = config_place(config_, e.key.range);
    u.silent = accepts_any_key(section, toolchain_);
    if (section == "flat" || !elsewhere(&u)) slip(section, node, &u);
    out_.push_back(std::move(u));
  }

  bool elsewhere(UnknownKey* u) const {
    if (const auto keys = table_.find_anywhere(u->key); !keys.empty()) {
      u->kind = UnknownKey::Kind::kElsewhere;
      u->place = keys[0]->section;
      const bool needed = !toolchain_.empty() && keys[0]->use(toolchain_) == KeyUse::kRequired &&
                          keys[0]->fallback(toolchain_).empty();
      u->required = needed && config_.complete && !config_states(config_, u->place, u->key);
      return true;
    }
    u->place = table_.section_hint(u->key);
    if (u->place.find('.') == std::string::npos) {  // a section is no place for a key's name
      u->place.clear();
      return false;
    }
    u->kind = UnknownKey::Kind::kPlace;
    return true;
  }

  void slip(const std::string& section, const Node& node, UnknownKey* u) const {
    if (const auto near = nearest(u->key, usable(section))) {
      u->kind = UnknownKey::Kind::kSlip;
      u->near = *near;
      u->rename = !find_entry(node, *near) && is_slip(u->key, *near);
      const KeySpec* spec = table_.find(section, *near);
      u->no_effect = !toolchain_.empty() && spec->use(toolchain_) == KeyUse::kDeprecated;
      return;
    }
    if (section == "flat") return;
    for (const std::string& other : table_.sections())
      if (const auto near = other == section ? std::nullopt : nearest(u->key, usable(other))) {
        u->kind = UnknownKey::Kind::kSlipElsewhere;
        u->near = *near;
        u->place = other;
        return;
      }
  }

  const Config& config_;
  std::string_view toolchain_;
  const KeyTable& table_;
  std::vector<UnknownKey> out_;
};

// Calls `each` for every `wanted` key that is stated with a value; what it adds, in file order.
template <class Wanted, class Each>
std::vector<KeyStatement> statements(const Config& config, const Wanted& wanted, const Each& each) {
  std::vector<KeyStatement> out;
  if (config.dialect != Dialect::kOe) return out;
  for (const KeySpec& spec : KeyTable::get().all()) {
    if (!wanted(spec) || !config_states(config, spec.section, spec.key)) continue;
    const Entry* e = setting_entry(config, spec.section, spec.key);
    if (e->value.kind == Node::Kind::kMapping && e->value.entries.empty()) continue;
    each(KeyStatement{&spec, e, config_place(config, e->key.range), "", spec.replaced_by, false,
                      nullptr, "", false},
         &out);
  }
  std::stable_sort(out.begin(), out.end(), [](const KeyStatement& a, const KeyStatement& b) {
    return a.at.begin < b.at.begin;
  });
  return out;
}

void add_outdated(const Config& config, const Outdated& o, KeyStatement s,
                  std::vector<KeyStatement>* out) {
  s.instead = o.replaced_by;
  if (o.values.empty()) return out->push_back(std::move(s));
  if (s.entry->value.kind != Node::Kind::kScalar || s.entry->value.placeholder ||
      !holds(o.values, s.entry->value.text))
    return;
  s.value = s.entry->value.text;
  s.at = config_place(config, s.entry->value.range);
  out->push_back(std::move(s));
}

bool holds_alias(const Node& n) {
  if (n.kind == Node::Kind::kAlias) return true;
  return std::any_of(n.items.begin(), n.items.end(), holds_alias) ||
         std::any_of(n.entries.begin(), n.entries.end(),
                     [](const Entry& e) { return holds_alias(e.key) || holds_alias(e.value); });
}

void judge_node(const Config& config, const Entry& node, std::vector<BadNodeSetting>* out) {
  const NodeSettings& known = KeyTable::get().node_settings();
  using Kind = BadNodeSetting::Kind;
  for (const Entry& e : node.value.entries) {
    if (!is_name(config, e.key)) continue;
    BadNodeSetting bad{
        Kind::kSetting,        config_place(config, e.key.range), node.key.text, e.key.text, "",
        joined(known.settings)};
    if (!known.knows(e.key.text)) {
      const auto near = nearest(e.key.text, known.settings);
      if (near && !find_entry(node.value, *near)) bad.near = *near;
    } else if (e.key.text == known.settings[0]) {
      if (e.value.kind != Node::Kind::kScalar || e.value.placeholder || e.value.text.empty() ||
          holds(known.places, e.value.text))
        continue;
      bad.kind = Kind::kValue;
      bad.at = config_place(config, e.value.range);
      bad.written = e.value.text;
      for (const std::string& place : known.places)
        if (lower(place) == lower(e.value.text)) bad.near = place;
      bad.accepted = joined(known.places);
    } else {
      continue;
    }
    out->push_back(std::move(bad));
  }
}

// The value that the tool takes for the other key: as stated, else its default. False when nobody
// knows.
bool other_value(const Config& config, const Condition& c, std::string_view toolchain,
                 KeyStatement* s) {
  if (config_states(config, c.section, c.key)) {
    const auto v = setting(config, c.section, c.key);
    if (v) s->other = *v;
    return v.value.has_value();
  }
  const KeySpec* spec = KeyTable::get().find(c.section, c.key);
  if (!config.complete || !spec || spec->values.empty()) return false;
  // Some defaults are sentences; those of enumerations are values.
  if (spec->type != "enum" || spec->fallback(toolchain).empty()) return false;
  s->other = spec->fallback(toolchain);
  s->other_is_default = true;
  return true;
}

}  // namespace

std::vector<UnknownKey> unknown_keys(const Config& config, std::string_view toolchain) {
  return Unknown(config, toolchain).run();
}

std::vector<KeyStatement> foreign_keys(const Config& config, std::string_view toolchain) {
  return statements(
      config, [&](const KeySpec& k) { return k.use(toolchain) == KeyUse::kRejected; },
      [](const KeyStatement& s, std::vector<KeyStatement>* out) { out->push_back(s); });
}

std::vector<KeyStatement> rejected_keys(const Config& config, std::string_view march) {
  return statements(
      config, [&](const KeySpec& k) { return holds(k.rejected_on, march); },
      [](const KeyStatement& s, std::vector<KeyStatement>* out) { out->push_back(s); });
}

std::vector<KeyStatement> outdated_keys(const Config& config, std::string_view toolchain,
                                        std::string_view march) {
  const auto wanted = [&](const KeySpec& k) {
    return k.use(toolchain) == KeyUse::kDeprecated || !k.outdated.empty();
  };
  return statements(config, wanted, [&](KeyStatement s, std::vector<KeyStatement>* out) {
    s.no_effect = s.spec->use(toolchain) == KeyUse::kDeprecated;
    if (s.no_effect) return out->push_back(std::move(s));
    for (const Outdated& o : s.spec->outdated)
      if ((o.toolchain.empty() || o.toolchain == toolchain) &&
          (o.marches.empty() || holds(o.marches, march)))
        add_outdated(config, o, s, out);
  });
}

std::vector<KeyStatement> ineffective_keys(const Config& config, std::string_view toolchain) {
  const auto wanted = [&](const KeySpec& k) {
    const KeyUse use = k.use(toolchain);
    return !k.ineffective_when.empty() && use != KeyUse::kRejected && use != KeyUse::kDeprecated;
  };
  return statements(config, wanted, [&](KeyStatement s, std::vector<KeyStatement>* out) {
    for (const Condition& c : s.spec->ineffective_when) {
      if (!c.toolchain.empty() && c.toolchain != toolchain) continue;
      if (s.entry->value.placeholder || holds(c.except, lower(s.entry->value.text))) continue;
      if (!other_value(config, c, toolchain, &s)) continue;
      const bool listed = holds(c.values, s.other);
      if (listed != (c.kind == Condition::Kind::kAnyOf)) continue;
      s.when = &c;
      out->push_back(s);
      return;
    }
  });
}

std::string other_toolchain(std::string_view toolchain) {
  return toolchain == "hb_mapper" ? "hb_compile" : "hb_mapper";
}

bool can_spare(const Config& config, const std::vector<KeyStatement>& keys) {
  if (holds_alias(config.root)) return false;
  for (const KeyStatement& s : keys) {
    const Node* section = find(config.root, s.spec->section);
    size_t removed = 0, same = 0;
    for (const Entry& e : section->entries) {
      same += e.key.text == s.spec->key;
      removed += std::any_of(keys.begin(), keys.end(),
                             [&](const KeyStatement& k) { return k.entry == &e; });
    }
    if (same > 1 || removed >= section->entries.size()) return false;
  }
  return true;
}

std::vector<ListItem> rejected_int16(const Config& config, std::string_view march) {
  std::vector<ListItem> out;
  if (KeyTable::get().has_int16(march)) return out;
  for (const ListItem& all : setting_list(config, "calibration_parameters", "optimization")) {
    const bool exact = all.at.end - all.at.begin == all.text.size();
    for (size_t at = 0; at <= all.text.size();) {
      const size_t end = std::min(all.text.find(',', at), all.text.size());
      size_t begin = std::min(all.text.find_first_not_of(' ', at), end);
      std::string item = all.text.substr(begin, end - begin);
      item.erase(item.find_last_not_of(' ') + 1);
      if (item.ends_with("_int16")) {
        Evidence place = all.at;
        if (exact) place.begin += begin, place.end = place.begin + item.size();
        out.push_back({std::move(item), place});
      }
      at = end + 1;
    }
  }
  return out;
}

std::vector<BadNodeSetting> bad_node_settings(const Config& config, std::string_view march) {
  std::vector<BadNodeSetting> out;
  const Entry* e = setting_entry(config, "model_parameters", "node_info");
  const KeySpec* spec = KeyTable::get().find("model_parameters", "node_info");
  if (!e || holds(spec->rejected_on, march)) return out;
  if (e->value.kind == Node::Kind::kSequence)
    out.push_back(
        {BadNodeSetting::Kind::kNoMapping, config_place(config, e->value.range), "", "", "", ""});
  for (const Entry& node : e->value.entries)
    if (node.key.type != ScalarType::kMerge) judge_node(config, node, &out);
  return out;
}

std::vector<StatedPath> stated_paths(const Config& config) {
  std::vector<StatedPath> out;
  const bool flat = config.dialect == Dialect::kFlatHbdk;
  for (const KeySpec& spec : KeyTable::get().all())
    if (spec.type == "path" && (spec.section == "flat") == flat)
      for (ListItem& item : setting_list(config, flat ? "" : spec.section, spec.key))
        out.push_back({spec.key, std::move(item.text), item.at});
  std::stable_sort(out.begin(), out.end(), [](const StatedPath& a, const StatedPath& b) {
    return a.at.begin < b.at.begin;
  });
  return out;
}

bool is_private_path(std::string_view path) {
  if (path == "/root" || path.starts_with("/root/")) return true;
  for (const std::string_view home : {"/home/", "/Users/"})
    if (path.starts_with(home) && path.size() > home.size() && path[home.size()] != '/')
      return true;
  return false;
}

bool states_true(const Node& value) {
  if (value.kind != Node::Kind::kScalar || value.quoted || value.type != ScalarType::kBool)
    return false;
  const std::string text = lower(value.text);
  return text == "true" || text == "yes" || text == "on";
}

}  // namespace npulint
