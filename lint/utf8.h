// UTF-8 as code points, and texts measured in terminal cells.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace npulint {

struct CodePoint {
  char32_t value = 0;  // the byte itself when it is not valid UTF-8
  size_t size = 1;     // bytes, at least 1
  bool valid = false;
};

// The code point at byte `at` (at < s.size()). Overlong forms, surrogates and values over U+10FFFF
// are invalid.
CodePoint decode(std::string_view s, size_t at);

// Cells of one code point: 2 wide, 0 combining, else 1. Not for control characters.
size_t cells_of(char32_t c);

// One character as a terminal shows it: escaped when it could drive the terminal.
std::string visible(std::string_view s, size_t at, const CodePoint& c);

// Lines of at most `cells` cells, broken at spaces and between wide characters; a longer word stays
// whole.
std::vector<std::string> wrap(std::string_view s, size_t cells);

// `s` followed by spaces up to `cells` cells.
std::string pad(std::string_view s, size_t cells);

// Columns as wide as their widest cell, two spaces between them, nothing after the last one.
// Cells must be escaped already.
std::string table(const std::vector<std::vector<std::string>>& rows, std::string_view indent);

}  // namespace npulint
