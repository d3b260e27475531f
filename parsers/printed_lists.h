// Lists of numbers as runtimes print them: `(1,3,640,640,)`, `(1, 3)`, `1x3x640x640`, `0.01,0.02,`.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

namespace npulint {

std::string_view trim(std::string_view s);  // spaces, tabs, CR

// The whole of `s` as one integer.
std::optional<int64_t> printed_integer(std::string_view s);

// A tuple with its parentheses; a comma may stand before the closing one. None when it is broken or
// has more than 16 entries.
std::optional<std::vector<int64_t>> printed_tuple(std::string_view s);

// "1x3x640x640"
std::optional<std::vector<int64_t>> printed_dims(std::string_view s);

// Numbers between commas, with or without parentheses; an empty last one is dropped. nan and inf
// are numbers.
std::optional<std::vector<double>> printed_numbers(std::string_view s);

}  // namespace npulint
