// JSON as a tree of byte ranges. The only place that knows RapidJSON.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "lint/text.h"
#include "lint/tree.h"

namespace npulint {

struct JsonEntry;

struct JsonNode {
  // kNumbers: a list of numbers only, at least one; its elements have no nodes, so long lists stay
  // cheap.
  enum class Kind : uint8_t { kNull, kBool, kNumber, kString, kObject, kList, kNumbers };
  Kind kind = Kind::kNull;
  bool boolean = false;
  double number = 0;               // NaN and infinities as Python's json writes them
  Range range;                     // bytes; quotes and brackets are inside
  std::string text;                // kString, decoded
  std::vector<double> numbers;     // kNumbers
  std::vector<JsonNode> items;     // kList
  std::vector<JsonEntry> entries;  // kObject, in file order, duplicates included

  bool is(Kind k) const { return kind == k; }
};

struct JsonEntry {
  std::string key;
  Range key_range;
  JsonNode value;
};

struct JsonTree {
  JsonNode root;  // what was read before the error, when not ok
  bool ok = false;
  Message error;  // a whole sentence, when not ok
  Range error_at;
  struct Duplicate {
    std::string key;
    Range at;  // the later key
  };
  std::vector<Duplicate> duplicates;  // the first few
};

// Never throws. `base` is added to every range: the offset of `bytes` in its file.
JsonTree parse_json(std::string_view bytes, uint64_t base = 0);

// Last entry wins, as Python's json has it. Null when absent or when `node` is no object.
const JsonEntry* find_entry(const JsonNode& node, std::string_view key);
const JsonNode* find(const JsonNode& node, std::string_view key);

}  // namespace npulint
