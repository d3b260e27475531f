// Vocabulary of the rules about conversion configs: what the key table says of a config.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "lint/config.h"
#include "lint/config_keys.h"

namespace npulint {

Evidence config_place(const Config& config, const Range& range);
Evidence config_start(const Config& config);  // the first byte, for what is absent
// The key is there and its value is not empty (an empty string is an absent key; a placeholder is a
// value).
bool config_states(const Config& config, std::string_view section, std::string_view key);

// `written` differs from `key` in case only, or by one or two letters.
bool is_slip(std::string_view written, std::string_view key);

// The values of a set as text: "0, [1000, 10000000]"; "True, False" for booleans.
std::string legal_values(const KeySpec& spec, const ValueSet& set);

// YAML 1.1 changes something of the value there; a rule of its own says so.
bool changed_by_yaml(const Config& config, const Evidence& at);

// The key is not there, and nothing that could bring it is: no merge key, alias, misnamed section
// or part that was not read.
bool surely_absent(const Config& config, std::string_view section, std::string_view key);
// The same of a mapping's own keys (null: an absent mapping).
bool holds_no_more(const Config& config, const Node* mapping);

// Quotes make it what is written; the other surprises need a hand.
bool mended_by_quotes(const YamlSurprise& s);
// The value of a key that takes a number: quotes would make it a string.
bool of_number_key(const YamlSurprise& s);
// "O3" for `optimize_level: 03`, where the key takes it; else "".
std::string with_letter_o(const YamlSurprise& s);

struct BadValue {
  enum class Why {
    kIllegal,      // in every version
    kOtherCase,    // differs from a legal value in case only; `near` is that value
    kSomeVersion,  // legal in `versions` only
  };
  Why why = Why::kIllegal;
  const KeySpec* spec = nullptr;
  std::string written;
  Evidence at;
  std::string accepted;  // "O0, O1, O2"; of both toolchains when the toolchain is unknown
  std::string near;      // of `march` and of kOtherCase
  std::string versions;
};

// The values outside the table, in file order. toolchain "": unknown, then only what is illegal in
// both; march "": any; version null: unknown. Values with placeholders, values that YAML 1.1
// changed (Config::surprises) and keys without a documented set are not judged.
std::vector<BadValue> bad_values(const Config& config, std::string_view toolchain,
                                 std::string_view march, const ToolVersion* version = nullptr);

struct MissingKey {
  const KeySpec* spec = nullptr;  // null: the whole section is
  std::string section, keys;      // of an absent section: its required keys
  Evidence at;
  bool no_mapping = false;          // the section is there, as a scalar or a list
  Evidence blank;                   // the key, when it is there without a value
  const Condition* when = nullptr;  // null: required without condition
  std::string because;              // what the condition saw: "balance"
  bool in_some_version = false;     // only some versions ask for it, and the version is not known
  std::string misspelt;             // an unknown key of the section that may stand for it
  bool has_default = false;         // the manual requires it, the tool has a default
};

// Required keys that are absent. Toolchain "": only those that both require. Not listed: what
// stands at top level, in another section or under a misspelt section name, slips of keys that have
// a default, and what brings_keys().
std::vector<MissingKey> missing_keys(const Config& config, std::string_view toolchain,
                                     const ToolVersion* version = nullptr);

// Some of those are not written out, but an alias, a merge key or a placeholder may bring them.
bool brings_keys(const Config& config, std::string_view toolchain);

// The toolchains as text: the one, or both when it is unknown.
std::string toolchains_text(std::string_view toolchain);

// A section name that no tool knows: the place where it belongs
// ("calibration_parameters.quant_config"), or "".
std::string section_place(std::string_view name);

}  // namespace npulint
