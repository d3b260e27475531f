// The keys of the conversion YAML as data (config_keys.toml, embedded): section, type, toolchains,
// legal values.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace npulint {

struct ToolVersion;

enum class KeyUse : uint8_t { kRequired, kOptional, kDeprecated, kRejected, kUndocumented };

struct ValueSet {
  std::string toolchain;                  // "" both
  std::vector<std::string> marches;       // empty: all of the toolchain
  std::vector<std::string> values;        // legal spellings; empty when a range is given
  std::optional<double> low, high;        // inclusive
  bool low_open = false;                  // low itself is illegal
  std::vector<std::string> extra;         // single values outside the range that are legal ("0")
  std::vector<std::string> versions;      // of the toolchain that accept it; empty: all known
  std::vector<std::string> not_versions;  // that do not accept it
  std::string source;
};

// When a key is required although it is optional elsewhere.
struct Condition {
  enum class Kind {
    kAnyOf,          // an item of the other key is one of `values`
    kNoneOf,         // no item is, also when the other key is absent
    kAnyOther,       // some item is none of them
    kSet,            // the other key is present
    kSeveralInputs,  // the config states more than one input
  };
  Kind kind = Kind::kSet;
  std::string toolchain;     // "" both
  std::string section, key;  // the other key
  std::vector<std::string> values;
  std::vector<std::string> versions;      // of the toolchain that ask for it; empty: all known
  std::vector<std::string> not_versions;  // that are known not to
  // Of ineffective_when: values of the key itself that the condition does not concern, and whether
  // the two settings contradict each other rather than one being needless.
  std::vector<std::string> except;
  bool contradiction = false;
};

// A key, or some values of it, that the tool still reads but that is to be removed.
struct Outdated {
  std::string toolchain;             // "" both
  std::vector<std::string> marches;  // empty: all of the toolchain
  std::vector<std::string> values;   // empty: the key itself
  std::string replaced_by;
};

// Whether one of `versions` ("horizon_tc_ui 3.5.16", "OE S 3.7") is the stated tool: the same name,
// and a version that begins with the same numbers. kMaybe: the version is not stated, or is that of
// another tool, or the entry is a document.
enum class Listed : uint8_t { kNo, kMaybe, kYes };
Listed listed(const std::vector<std::string>& versions, const ToolVersion* stated);

struct KeySpec {
  std::string section, key;
  // string | bool | int | float | enum | path | list | shape | numbers | mapping | names | sequence
  std::string type;
  bool per_input = false;  // one `;` item an input
  KeyUse mapper = KeyUse::kOptional, compile = KeyUse::kOptional;
  std::vector<Condition> required_when;
  std::vector<std::string> unless;  // keys of the same section that take its place
  std::string default_mapper, default_compile;
  std::string replaced_by;
  std::vector<std::string> rejected_on;  // marches that do not support it
  std::vector<Outdated> outdated;
  std::vector<Condition> ineffective_when;
  std::vector<ValueSet> values;
  std::string note_en, note_zh, source;
  KeyUse use(std::string_view toolchain) const {
    return toolchain == "hb_mapper" ? mapper : compile;
  }
  const std::string& fallback(std::string_view toolchain) const {
    return toolchain == "hb_mapper" ? default_mapper : default_compile;
  }
};

// What node_info may state of a node.
struct NodeSettings {
  std::vector<std::string> settings, numbered, places;
  bool knows(std::string_view setting) const;  // also a numbered one: InputType1
};

class KeyTable {
 public:
  KeyTable() = default;
  KeyTable(KeyTable&&) = default;  // what points into keys_ moves with it
  KeyTable(const KeyTable&) = delete;
  static const KeyTable& get();  // parsed on first use
  const KeySpec* find(std::string_view section, std::string_view key) const;
  const std::vector<KeySpec>& all() const { return keys_; }
  const std::vector<const KeySpec*>& per_input() const { return per_input_; }
  // Of one section, in the order of the table.
  const std::vector<const KeySpec*>& in(std::string_view section) const;
  // The sections of the hb_mapper and hb_compile dialect; the keys of the flat one are in section
  // "flat".
  const std::vector<std::string>& sections() const { return sections_; }
  // Those that the toolchain does not fill in when they are absent.
  bool section_required(std::string_view section, std::string_view toolchain) const;
  std::vector<std::string> keys_of(std::string_view section) const;
  // Sections where a stray key or section name belongs: known keys with that name.
  std::vector<const KeySpec*> find_anywhere(std::string_view key) const;
  // Where the content of an invented section belongs: "quantization_config" →
  // "calibration_parameters.quant_config"; empty when none.
  std::string_view section_hint(std::string_view section) const;
  const NodeSettings& node_settings() const { return node_settings_; }
  bool has_int16(std::string_view march) const;

 private:
  NodeSettings node_settings_;
  std::vector<std::string> no_int16_;
  std::vector<KeySpec> keys_;
  std::vector<const KeySpec*> per_input_;
  std::unordered_map<std::string_view, std::vector<const KeySpec*>> by_key_, by_section_;
  std::vector<std::string> sections_, sections_mapper_;
  std::vector<std::pair<std::string, std::string>> hints_;
};

}  // namespace npulint
