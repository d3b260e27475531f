// A YAML document as a tree of positions: what is written, where, and what YAML 1.1 makes of it.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace npulint {

// The type that PyYAML's safe_load gives a scalar (YAML 1.1 resolution).
enum class ScalarType : uint8_t { kString, kNull, kBool, kInt, kFloat, kDate, kMerge };

struct Range {
  uint64_t begin = 0,
           end = 0;  // bytes of the file, half open; quotes are inside, anchors and tags are not
};

struct Entry;

struct Node {
  enum class Kind : uint8_t { kScalar, kMapping, kSequence, kAlias };
  Kind kind = Kind::kScalar;
  ScalarType type = ScalarType::kString;
  bool quoted = false;       // ' or " or a block scalar
  bool placeholder = false;  // holds @NAME@, ${NAME} or {{name}}: unknown to every rule
  // Of a mapping that is whole: the bits of its keys. A clear bit: no such key.
  uint64_t may_hold = ~uint64_t{0};
  Range range;
  std::string text;            // scalar value after unquoting; an alias' anchor name
  std::vector<Entry> entries;  // mapping, in file order, duplicates included
  std::vector<Node> items;     // sequence
};

struct Entry {
  Node key, value;
};

// One of 64 bits. Rules ask for every key of their tables, and most keys are absent.
inline uint64_t key_bit(std::string_view key) {
  if (key.empty()) return 0;
  const auto at = [&](size_t i) { return static_cast<unsigned char>(key[i]); };
  return uint64_t{1} << ((key.size() * 11 + at(0) * 7 + at(key.size() / 2) * 5 +
                          at(key.size() - 1) * 3) %
                         64);
}

// Last entry wins, as PyYAML does. Null when absent or when `node` is no mapping.
const Node* find(const Node& node, std::string_view key);
const Entry* find_entry(const Node& node, std::string_view key);

}  // namespace npulint
