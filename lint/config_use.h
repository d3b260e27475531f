// Vocabulary of the rules about the keys of a conversion config: which of them its toolchain does
// not know, and which have no effect.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "lint/config_check.h"

namespace npulint {

// A key that no toolchain, or not this one, knows in this section.
struct UnknownKey {
  enum class Kind {
    kUnknown,
    kSlip,           // `near` of the same section is meant
    kSlipElsewhere,  // `near` of the section `place` is meant
    kElsewhere,      // the key itself is one of the section `place`
    kPlace,          // its content belongs into `place`
  };
  Kind kind = Kind::kUnknown;
  std::string section, key;  // section "": top level of the flat dialect
  Evidence at;
  std::string near, place;
  bool rename = false;     // `near` is not stated, and one or two letters away
  bool no_effect = false;  // neither would `near` have one
  bool silent = false;     // the tool is documented to take no notice
  bool required = false;   // what belongs elsewhere is required there and absent
};
// In file order, each name of a section once. toolchain "": unknown to both. Not listed: keys of
// the other toolchain, slips that missing_keys() names, keys that YAML 1.1 changed, and whatever is
// in sections that no tool knows.
std::vector<UnknownKey> unknown_keys(const Config& config, std::string_view toolchain);

// A stated key and what the table says of it.
struct KeyStatement {
  const KeySpec* spec = nullptr;
  const Entry* entry = nullptr;
  Evidence at;          // the key; of a value or an item of a list: that
  std::string value;    // of an outdated value
  std::string instead;  // what replaces it; ""
  bool no_effect = false;
  const Condition* when = nullptr;  // of an ineffective one
  std::string other;                // what the condition saw: "latency"
  bool other_is_default = false;    // it is not stated, but the tool's default
};
// Keys of the other toolchain.
std::vector<KeyStatement> foreign_keys(const Config& config, std::string_view toolchain);
// Keys that this march does not support.
std::vector<KeyStatement> rejected_keys(const Config& config, std::string_view march);
// Keys and values that are deprecated or to be removed. march "": what holds for all.
std::vector<KeyStatement> outdated_keys(const Config& config, std::string_view toolchain,
                                        std::string_view march);
// Keys that another setting robs of their effect.
std::vector<KeyStatement> ineffective_keys(const Config& config, std::string_view toolchain);

std::string other_toolchain(std::string_view toolchain);
// Their entries can be removed without changing what is left: their sections hold other keys, and
// nothing refers to them.
bool can_spare(const Config& config, const std::vector<KeyStatement>& keys);

// Items of `optimization` that ask for int16 on a march without it.
std::vector<ListItem> rejected_int16(const Config& config, std::string_view march);

struct BadNodeSetting {
  enum class Kind { kNoMapping, kSetting, kValue };
  Kind kind = Kind::kSetting;
  Evidence at;
  std::string node, written;
  std::string near;      // may be written in its place; ""
  std::string accepted;  // "BPU, CPU"
};
// What node_info states and no tool knows. Nothing on a march without node_info.
std::vector<BadNodeSetting> bad_node_settings(const Config& config, std::string_view march);

struct StatedPath {
  std::string key, text;
  Evidence at;
};
// All paths of the config, in file order.
std::vector<StatedPath> stated_paths(const Config& config);
// Below a home folder: /home/NAME, /Users/NAME, /root.
bool is_private_path(std::string_view path);
// An unquoted true of YAML 1.1.
bool states_true(const Node& value);

}  // namespace npulint
