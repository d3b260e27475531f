// Reading typed values out of a TOML tree whose shape a test guarantees (the embedded tables).
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "parsers/toml_tree.h"

namespace npulint {

// "" when the key is absent or no string.
inline std::string toml_text(const TomlNode& table, std::string_view key) {
  const TomlNode* n = find(table, key);
  return n && n->kind == TomlNode::Kind::kString ? n->text : std::string();
}

inline bool toml_flag(const TomlNode& table, std::string_view key) {
  const TomlNode* n = find(table, key);
  return n && n->kind == TomlNode::Kind::kBool && n->boolean;
}

inline std::vector<std::string> toml_texts(const TomlNode& table, std::string_view key) {
  std::vector<std::string> out;
  if (const TomlNode* n = find(table, key))
    for (const TomlNode& item : n->items) out.push_back(item.text);
  return out;
}

// The items of `[[key]]` or `key = [{…}]`; empty when absent.
inline const std::vector<TomlNode>& toml_items(const TomlNode& table, std::string_view key) {
  static const std::vector<TomlNode> kNone;
  const TomlNode* n = find(table, key);
  return n ? n->items : kNone;
}

}  // namespace npulint
