// What Python prints for lists, dicts, enumerators and numpy arrays, as a JSON tree.
#pragma once

#include <optional>
#include <string_view>

#include "parsers/json_tree.h"

namespace npulint {

// One value at the start of `text`: None, booleans, numbers, strings, lists, tuples, dicts,
// `<Enum.NAME: 3>` and `array(...)`. A `...` of a shortened array becomes the string "...". None on
// anything else. Ranges are empty. `budget`: nodes that may still be made, counted down.
std::optional<JsonNode> parse_python_repr(std::string_view text, size_t& budget);

}  // namespace npulint
