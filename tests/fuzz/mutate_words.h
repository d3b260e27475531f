// Mutates containers of little-endian words and offsets (.hbm, the .hbm in a .bin): words become
// sizes near the file's, places in it, or extremes; blocks are copied over others.
#pragma once

#include "tests/fuzz/mutate.h"

namespace npulint::fuzz {

inline void change_words(std::string& s, Dice& dice) {
  const size_t wide = dice.one_in(3) ? 8 : 4;
  if (s.size() < 64) return mutate_bytes(s);
  const size_t at = dice.below(s.size() / 4 - 2) * 4;  // formats align their words
  const auto put = [&](uint64_t v) {
    for (size_t i = 0; i < wide; ++i) s[at + i] = static_cast<char>(v >> 8 * i);
  };
  const size_t other = dice.below(s.size());
  switch (dice.below(7)) {
    case 0:
      return put(dice.number());
    case 1:
      return put(s.size() - at + dice.below(17) - 8);
    case 2:
      return put(other);
    case 3:
      return put(other - at);  // offsets from the place itself
    case 4:
      return put(dice.below(64));
    case 5: {
      const size_t n = std::min({dice.below(128), s.size() - at, s.size() - other});
      return std::copy_n(std::string(s, other, n).begin(), n,
                         s.begin() + static_cast<std::ptrdiff_t>(at)),
             void();
    }
    default:
      return s.resize(dice.one_in(2) ? other : s.size() + 4 * dice.below(32));
  }
}

}  // namespace npulint::fuzz
