// A YAML document as a tree of positions: what is written, where, and what YAML 1.1 makes of it.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace npulint {

// The type that PyYAML's safe_load gives a scalar (YAML 1.1 resolution).
enum class ScalarType { kString, kNull, kBool, kInt, kFloat, kDate, kMerge };

struct Range {
  uint64_t begin = 0,
           end = 0;  // bytes of the file, half open; quotes are inside, anchors and tags are not
};

struct Entry;

struct Node {
  enum class Kind { kScalar, kMapping, kSequence, kAlias };
  Kind kind = Kind::kScalar;
  ScalarType type = ScalarType::kString;
  bool quoted = false;       // ' or " or a block scalar
  bool placeholder = false;  // holds @NAME@, ${NAME} or {{name}}: unknown to every rule
  Range range;
  std::string text;            // scalar value after unquoting; an alias' anchor name
  std::vector<Entry> entries;  // mapping, in file order, duplicates included
  std::vector<Node> items;     // sequence
};

struct Entry {
  Node key, value;
};

// Last entry wins, as PyYAML does. Null when absent or when `node` is no mapping.
const Node* find(const Node& node, std::string_view key);
const Entry* find_entry(const Node& node, std::string_view key);

}  // namespace npulint
