// TOML as a tree of positions. The only place that knows toml++.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "lint/text.h"
#include "lint/tree.h"

namespace npulint {

struct TomlEntry;

struct TomlNode {
  enum class Kind { kTable, kArray, kString, kInteger, kFloat, kBool, kDate };
  Kind kind = Kind::kTable;
  // Of the value, quotes and brackets inside; of the header for [table] and [[table]] (an array of
  // tables has that of its first); of the key for tables that a dotted key creates. Bytes of the
  // file.
  Range range;
  std::string text;  // string value; a date as written
  int64_t integer = 0;
  double number = 0;  // kFloat, and kInteger as a double
  bool boolean = false;
  std::vector<TomlEntry> entries;  // in file order
  std::vector<TomlNode> items;
};

struct TomlEntry {
  std::string key;
  Range key_range;
  TomlNode value;
};

struct TomlTree {
  TomlNode root;
  bool ok = true;
  std::string error;  // toml++'s description, in English, when not ok
  Message what;       // the same as a whole sentence in both languages
  Range error_at;     // one code point, or empty at the end of the file
};

// Never throws. A file that is not UTF-8, too large (1 MiB) or nested too deeply (64 values, 32
// dots of one key) is an error. When not ok the root is empty.
TomlTree parse_toml(std::string_view bytes);
// Null when absent or when `table` is no table.
const TomlNode* find(const TomlNode& table, std::string_view key);
const TomlEntry* find_entry(const TomlNode& table, std::string_view key);

}  // namespace npulint
