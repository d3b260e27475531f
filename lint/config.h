// Reading a conversion config: settings by section and key, and their `;` lists with the place of
// each item.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "lint/model.h"

namespace npulint {

// The scalar of `section.key` as text. Absent when the key is, when the value is an empty string
// (an empty string is an absent key), null, not a scalar, or holds a placeholder (then the reason
// says so).
Fact<std::string> setting(const Config& config, std::string_view section, std::string_view key);
// The entry itself, whatever its value; null when absent. Section "": the top level.
const Entry* setting_entry(const Config& config, std::string_view section, std::string_view key);

// The mapping entry whose key begins at this byte, at any depth; null when there is none.
const Entry* entry_at(const Node& root, uint64_t key_begin);

// One item of a `;` list, trimmed, with its own place.
struct ListItem {
  std::string text;
  Evidence at;
};
// Splits `a; b;` (an empty last item is none). Empty when the setting is absent.
std::vector<ListItem> setting_list(const Config& config, std::string_view section,
                                   std::string_view key);
size_t setting_count(const Config& config, std::string_view section, std::string_view key);

// What each input states, in the order of input_name. A config without input_name has as many
// unnamed inputs as most of its per-input lists have items (config_counts.h). A list of another
// length states nothing.
struct ConfigInput {
  Fact<std::string> name, type_rt, type_train, layout_train, layout_rt, space_and_range, source;
  Fact<Shape> shape;
  Fact<std::vector<double>> mean, scale, std;  // as stated for this input
  // What the toolchain compiles in: from norm_type on hb_mapper, from mean_value, scale_value and
  // std_value on hb_compile, where norm_type has no effect. Kind "none" when nothing is compiled
  // in; its place is then norm_type's, else the input's type.
  Fact<Normalization> norm;
};
// Worked out once for each toolchain and kept with the config, which is not changed afterwards.
const std::vector<ConfigInput>& config_inputs(const Config& config, std::string_view toolchain);

// "1.0 2.0" or "1.0,2.0"; none when some item is no number.
std::optional<std::vector<double>> parse_numbers(std::string_view s);
// "1x3x224x224"; none when malformed.
std::optional<Shape> parse_shape(std::string_view s);

}  // namespace npulint
