// The keys of the conversion YAML as data (config_keys.toml, embedded): section, type, toolchains,
// legal values.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace npulint {

enum class KeyUse : uint8_t { kRequired, kOptional, kDeprecated, kRejected, kUndocumented };

struct ValueSet {
  std::string toolchain;              // "" both
  std::vector<std::string> marches;   // empty: all of the toolchain
  std::vector<std::string> values;    // legal spellings; empty when a range is given
  std::optional<double> low, high;    // inclusive
  bool low_open = false;              // low itself is illegal
  std::vector<std::string> extra;     // single values outside the range that are legal ("0")
  std::vector<std::string> versions;  // of the toolchain that accept it; empty: all known
  std::string source;
};

struct KeySpec {
  std::string section, key;
  std::string
      type;  // string | bool | int | float | enum | path | list | shape | numbers | mapping | names
  bool per_input = false;  // one `;` item an input
  KeyUse mapper = KeyUse::kOptional, compile = KeyUse::kOptional;
  std::string requires_if;  // condition of a conditional need, prose for explain
  std::string default_mapper, default_compile;
  std::string replaced_by;
  std::vector<ValueSet> values;
  std::string note_en, note_zh, source;
};

class KeyTable {
 public:
  static const KeyTable& get();  // parsed on first use
  const KeySpec* find(std::string_view section, std::string_view key) const;
  const std::vector<KeySpec>& all() const { return keys_; }
  const std::vector<std::string>& sections() const { return sections_; }
  std::vector<std::string> keys_of(std::string_view section) const;
  // Sections where a stray key or section name belongs: known keys with that name.
  std::vector<const KeySpec*> find_anywhere(std::string_view key) const;
  // Hints for invented sections: "quantization_config" → "compiler… quant_config", empty when none.
  std::string_view section_hint(std::string_view section) const;

 private:
  std::vector<KeySpec> keys_;
  std::vector<std::string> sections_;
  std::vector<std::pair<std::string, std::string>> hints_;
};

}  // namespace npulint
