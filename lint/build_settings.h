// Build settings by the three names they go by: the config's `section.key`, the key under which an
// artifact or a log stores it (CompiledModel::build), and how a log prints it.
#pragma once

#include <string>
#include <string_view>

namespace npulint {

struct BuildSetting {
  // How a value of the config is compared with the one that was built with.
  enum class Compare {
    kNever,    // a path, a name of a place, or a switch that changes no artifact
    kWord,     // without case
    kFlag,     // true, True, 1
    kNumbers,  // as numbers, blanks or commas between them; one number stands for all channels
    kShape,    // 1x3x224x224
    kNames,    // in any order
  };
  std::string_view section, key;  // of the config
  std::string_view stored;        // "CALI_TYPE"
  Compare how = Compare::kNever;
  bool per_input = false;  // `;` separates the values of the inputs
};

// All that have a section, in the order in which they are compared.
struct BuildSettings {
  const BuildSetting* begin() const;
  const BuildSetting* end() const;
};

// "BPU march", "calibration_type:", "input_space&range" → "MARCH", "CALI_TYPE",
// "INPUT_SPACE_AND_RANGE". Others in upper case with `_` for blanks.
std::string stored_key(std::string_view printed);

}  // namespace npulint
