// TOML as a tree of positions. The only place that knows toml++.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "lint/tree.h"

namespace npulint {

struct TomlEntry;

struct TomlNode {
  enum class Kind { kTable, kArray, kString, kInteger, kFloat, kBool, kDate };
  Kind kind = Kind::kTable;
  Range range;                        // of the value; of the header for [table] and [[table]]; bytes
  std::string text;                   // string value; a date as written
  int64_t integer = 0;
  double number = 0;                  // kFloat, and kInteger as a double
  bool boolean = false;
  std::vector<TomlEntry> entries;     // in file order
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
  std::string error;                  // toml++'s description, when not ok
  Range error_at;
};

TomlTree parse_toml(std::string_view bytes);   // never throws
const TomlNode* find(const TomlNode& table, std::string_view key);
const TomlEntry* find_entry(const TomlNode& table, std::string_view key);

}  // namespace npulint
