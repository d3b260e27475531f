#include "lint/tree.h"

namespace npulint {

const Entry* find_entry(const Node& node, std::string_view key) {
  if (node.kind != Node::Kind::kMapping) return nullptr;
  for (size_t i = node.entries.size(); i-- > 0;)
    if (node.entries[i].key.kind == Node::Kind::kScalar && node.entries[i].key.text == key)
      return &node.entries[i];
  return nullptr;
}

const Node* find(const Node& node, std::string_view key) {
  const Entry* e = find_entry(node, key);
  return e ? &e->value : nullptr;
}

}  // namespace npulint
