// Mutates FlatBuffers in place behind a header of 64 bytes (.bmodel): walks tables, vtables,
// vectors and strings from the root, without a schema, and changes offsets, lengths, slots and
// scalars; and the sizes in the header, which it also sets right again.
#pragma once

#include <vector>

#include "tests/fuzz/mutate.h"

namespace npulint::fuzz {

constexpr size_t kFlatHeader = 64, kFlatPlaces = 4096;

class FlatWalk {
 public:
  enum class Kind : uint8_t { kOffset, kLength, kSlot, kTable, kScalar };
  struct Place {
    size_t at;
    size_t wide;  // bytes
    Kind kind;
  };

  explicit FlatWalk(std::string_view s) : s_(s) {
    const uint64_t root = kFlatHeader + word(kFlatHeader, 4);
    add(kFlatHeader, 4, Kind::kOffset);
    if (is_table(root)) table(root);
  }
  std::vector<Place> places;
  std::vector<size_t> objects;  // what an offset may point at

 private:
  uint64_t word(uint64_t at, size_t wide) const {
    uint64_t out = 0;
    if (at > s_.size() || s_.size() - at < wide) return 0;
    for (size_t i = wide; i-- > 0;) out = out << 8 | static_cast<uint8_t>(s_[at + i]);
    return out;
  }
  void add(uint64_t at, size_t wide, Kind kind) {
    if (places.size() < kFlatPlaces && at <= s_.size() && s_.size() - at >= wide)
      places.push_back({static_cast<size_t>(at), wide, kind});
  }
  uint64_t vtable_of(uint64_t table) const { return table - word(table, 4); }
  bool is_table(uint64_t at) const {
    if (at < kFlatHeader + 4 || at + 4 > s_.size()) return false;
    const uint64_t v = vtable_of(at);
    const uint64_t slots = word(v, 2), size = word(v + 2, 2);
    return v >= kFlatHeader && v + 4 <= s_.size() && slots >= 4 && slots % 2 == 0 && slots <= 256 &&
           v + slots <= s_.size() && size >= 4 && at + size <= s_.size();
  }
  bool seen(uint64_t at) {
    if (objects.size() >= kFlatPlaces || std::count(objects.begin(), objects.end(), at))
      return true;
    objects.push_back(static_cast<size_t>(at));
    return false;
  }

  void table(uint64_t at) {
    if (seen(at)) return;
    const uint64_t v = vtable_of(at);
    add(at, 4, Kind::kTable);
    add(v, 2, Kind::kSlot);
    add(v + 2, 2, Kind::kSlot);
    for (uint64_t slot = v + 4; slot < v + word(v, 2); slot += 2) {
      add(slot, 2, Kind::kSlot);
      if (const uint64_t field = word(slot, 2)) value(at + field);
    }
  }

  // Four bytes that may be an offset; where they point at nothing that could be meant, a scalar.
  void value(uint64_t at) {
    const uint64_t offset = word(at, 4), to = at + offset;
    if (offset < 4 || to + 4 > s_.size()) {
      add(at, 4, Kind::kScalar);
      return add(at, 8, Kind::kScalar);
    }
    add(at, 4, Kind::kOffset);
    if (is_table(to)) return table(to);
    if (seen(to)) return;
    add(to, 4, Kind::kLength);
    const uint64_t n = word(to, 4);
    for (uint64_t i = 0; i < n && i < 16 && to + 8 + 4 * i <= s_.size(); ++i) {
      const uint64_t item = to + 4 + 4 * i;
      if (is_table(item + word(item, 4)))
        value(item);
      else
        add(item, 4, Kind::kScalar);
    }
  }

  std::string_view s_;
};

inline void put_word(std::string& s, size_t at, size_t wide, uint64_t v) {
  for (size_t i = 0; i < wide; ++i) s[at + i] = static_cast<char>(v >> 8 * i);
}
inline uint64_t get_word(const std::string& s, size_t at, size_t wide) {
  uint64_t out = 0;
  for (size_t i = wide; i-- > 0;) out = out << 8 | static_cast<uint8_t>(s[at + i]);
  return out;
}

inline void change_flat(std::string& s, Dice& dice) {
  if (s.size() < kFlatHeader + 8) return;
  if (dice.one_in(8)) {  // sizes in the header: any, or such that the file is whole
    if (dice.one_in(2)) return put_word(s, 4 * dice.below(5), 4, dice.number());
    const size_t tables = std::min<uint64_t>(get_word(s, 8, 4), s.size() - kFlatHeader);
    put_word(s, 8, 4, tables);
    return put_word(s, 12, 8, s.size() - kFlatHeader - tables);
  }
  const FlatWalk walk(s);
  if (walk.places.empty()) return;
  const FlatWalk::Place p = dice.pick(walk.places);
  const uint64_t old = get_word(s, p.at, p.wide);
  uint64_t now = dice.one_in(2) ? dice.number() : old + dice.below(9) - 4;
  if (p.kind == FlatWalk::Kind::kOffset && !walk.objects.empty() && !dice.one_in(3))
    now = dice.pick(walk.objects) - p.at;  // another object: shared, or a cycle
  else if (p.kind == FlatWalk::Kind::kTable && !dice.one_in(3)) {
    const size_t other = dice.pick(walk.objects);
    now = p.at - (other - get_word(s, other, 4));  // the vtable of another table
  } else if (p.kind == FlatWalk::Kind::kSlot && dice.one_in(2))
    now = get_word(s, dice.pick(walk.places).at, 2);
  put_word(s, p.at, p.wide, now);
}

}  // namespace npulint::fuzz
