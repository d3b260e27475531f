// Mutates protobuf messages as trees of fields, so that the lengths of enclosing messages stay
// right: deletes, repeats, moves and nests fields, changes numbers, types and values. What a field
// of bytes holds is unknown: where it parses as a message, it is taken for one.
#pragma once

#include <vector>

#include "tests/fuzz/mutate.h"

namespace npulint::fuzz {

struct WireNode {
  uint64_t number = 0;
  uint8_t type = 0;             // 0 varint, 1 eight bytes, 2 bytes or message, 5 four bytes
  uint64_t value = 0;           // of a number
  std::string bytes;            // of type 2 without parts
  std::vector<WireNode> parts;  // of a message
  uint64_t lie = 0;             // added to the length that is written
};
using WireMessage = std::vector<WireNode>;

constexpr int kWireDepth = 16;

inline bool take_varint(std::string_view s, size_t* at, uint64_t* value) {
  *value = 0;
  for (unsigned shift = 0; shift < 64 && *at < s.size(); shift += 7) {
    const auto byte = static_cast<uint8_t>(s[(*at)++]);
    *value |= uint64_t{byte & 0x7fu} << shift;
    if (byte < 0x80) return true;
  }
  return false;
}

// False when the bytes are no message as a whole; `out` has what was read.
inline bool take_message(std::string_view s, int depth, WireMessage* out) {
  for (size_t at = 0; at < s.size();) {
    uint64_t tag, length;
    WireNode n;
    if (!take_varint(s, &at, &tag) || tag >> 3 == 0 || tag >> 32) return false;
    n.number = tag >> 3;
    n.type = tag & 7;
    if (n.type == 0) {
      if (!take_varint(s, &at, &n.value)) return false;
    } else if (n.type == 1 || n.type == 5) {
      const size_t wide = n.type == 1 ? 8 : 4;
      if (s.size() - at < wide) return false;
      for (size_t i = wide; i-- > 0;) n.value = n.value << 8 | static_cast<uint8_t>(s[at + i]);
      at += wide;
    } else if (n.type == 2) {
      if (!take_varint(s, &at, &length) || length > s.size() - at) return false;
      n.bytes = s.substr(at, length);
      at += length;
      if (depth > 0 && !take_message(n.bytes, depth - 1, &n.parts)) n.parts.clear();
      if (!n.parts.empty()) n.bytes.clear();
    } else {
      return false;
    }
    out->push_back(std::move(n));
  }
  return true;
}

inline void put_varint(uint64_t v, std::string* out) {
  for (; v > 0x7f; v >>= 7) *out += static_cast<char>(v | 0x80);
  *out += static_cast<char>(v);
}

inline std::string put_message(const WireMessage& m) {
  std::string out;
  for (const WireNode& n : m) {
    put_varint(n.number << 3 | n.type, &out);
    if (n.type == 0) {
      put_varint(n.value, &out);
    } else if (n.type == 2) {
      const std::string inner = n.parts.empty() ? n.bytes : put_message(n.parts);
      put_varint(inner.size() + n.lie, &out);
      out += inner;
    } else {
      for (int i = 0; i < (n.type == 1 ? 8 : 4); ++i) out += static_cast<char>(n.value >> 8 * i);
    }
  }
  return out;
}

inline void messages_of(WireMessage& m, std::vector<WireMessage*>* out) {
  out->push_back(&m);
  for (WireNode& n : m)
    if (!n.parts.empty()) messages_of(n.parts, out);
}

inline void mutate_value(WireNode& n, Dice& dice) {
  if (n.type != 2)
    n.value = dice.one_in(2) ? dice.number() : n.value + dice.below(5) - 2;
  else if (n.parts.empty())
    mutate_bytes(n.bytes);
  else
    n.lie = dice.one_in(2) ? dice.number() : dice.below(9) - 4;
}

inline void mutate_fields(WireMessage& root, Dice& dice) {
  std::vector<WireMessage*> all;
  messages_of(root, &all);
  WireMessage& m = *dice.pick(all);
  if (m.empty()) return;
  const size_t at = dice.below(m.size());
  switch (dice.below(9)) {
    case 0:
      m.erase(m.begin() + static_cast<std::ptrdiff_t>(at));
      return;
    case 1: {
      const WireNode again = m[at];
      m.insert(m.begin() + static_cast<std::ptrdiff_t>(dice.below(m.size() + 1)), 1 + dice.below(4),
               again);
      return;
    }
    case 2:
      return std::swap(m[at], dice.pick(m));
    case 3: {  // from another message, perhaps one that encloses this one
      const WireMessage& other = *dice.pick(all);
      if (other.empty()) return;
      const WireNode from = dice.pick(other);
      return m.push_back(from);
    }
    case 4:
      m[at].number = 1 + dice.below(32);
      return;
    case 5: {  // deeper
      WireNode outer = m[at];
      outer.type = 2;
      outer.parts = m;
      return m.push_back(std::move(outer));
    }
    case 6: {
      constexpr uint8_t kTypes[] = {0, 1, 2, 5};
      m[at].type = dice.pick(kTypes);
      return;
    }
    default:
      return mutate_value(m[at], dice);
  }
}

inline void change_wire(std::string& s, Dice& dice) {
  WireMessage root;
  take_message(s, kWireDepth, &root);
  mutate_fields(root, dice);
  s = put_message(root);
}

}  // namespace npulint::fuzz
