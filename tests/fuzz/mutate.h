// What the structure-aware mutators share: a generator, numbers that break parsers, and the frame
// of LLVMFuzzerCustomMutator.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>

extern "C" size_t LLVMFuzzerMutate(uint8_t* data, size_t size, size_t max_size);

namespace npulint::fuzz {

// xorshift64*: equal seeds give equal choices.
class Dice {
 public:
  explicit Dice(unsigned seed) : x_(uint64_t{seed} * 2654435761u + 88172645463325252u) {}
  uint64_t bits() {
    x_ ^= x_ >> 12, x_ ^= x_ << 25, x_ ^= x_ >> 27;
    return x_ * 2685821657736338717u >> 8;
  }
  // Less than n; 0 for n = 0.
  size_t below(size_t n) { return n == 0 ? 0 : static_cast<size_t>(bits() % n); }
  bool one_in(size_t n) { return below(n) == 0; }
  template <class C>
  decltype(auto) pick(C& from) {
    return from[below(std::size(from))];
  }
  // Near the ends of an integer type, a small number, or any.
  uint64_t number() {
    const uint64_t top = uint64_t{1} << below(64);
    switch (below(4)) {
      case 0:
        return below(8);
      case 1:
        return top - 1 + below(3);
      case 2:
        return 0 - top + below(3);
      default:
        return bits();
    }
  }

 private:
  uint64_t x_;
};

// One to four changes, of which each may leave the input as it is; a quarter of the calls, and
// those that changed nothing or grew too large, are libFuzzer's.
template <class Change>
size_t mutate(Change change, uint8_t* data, size_t size, size_t max_size, unsigned seed) {
  Dice dice(seed);
  const std::string before(reinterpret_cast<const char*>(data), size);
  std::string s = before;
  if (!dice.one_in(4))
    for (size_t n = 1 + dice.below(4); n > 0 && s.size() <= max_size; --n) change(s, dice);
  if (s == before || s.empty() || s.size() > max_size)
    return LLVMFuzzerMutate(data, size, max_size);
  std::memcpy(data, s.data(), s.size());
  return s.size();
}

// A part of an input, by libFuzzer (which knows the dictionary); it may grow by a few bytes.
inline void mutate_bytes(std::string& s) {
  const size_t size = s.size();
  s.resize(size + 16);
  s.resize(LLVMFuzzerMutate(reinterpret_cast<uint8_t*>(s.data()), size, s.size()));
}

}  // namespace npulint::fuzz

#define NPULINT_MUTATOR(change)                                                          \
  extern "C" size_t LLVMFuzzerCustomMutator(uint8_t* data, size_t size, size_t max_size, \
                                            unsigned seed) {                             \
    return npulint::fuzz::mutate(npulint::fuzz::change, data, size, max_size, seed);     \
  }
