// One source line under a terminal: what of it is shown, and which cells of that a byte range
// covers.
#pragma once

#include <string>
#include <string_view>

namespace npulint {

constexpr size_t kFrameCells = 100;  // longer lines are cut around their mark

struct FrameLine {
  std::string text;             // escaped, tabs as spaces, "…" where it was cut
  size_t first = 0, cells = 1;  // of the mark; at least one cell, at most one past the end
  bool cut = false;
};

// `begin`, `end`: bytes within `line`, half open, clamped to it. The whole first line when `end` is
// beyond.
FrameLine frame_line(std::string_view line, size_t begin, size_t end);

}  // namespace npulint
