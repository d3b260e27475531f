#include "lint/tree.h"

namespace npulint {

const Entry* find_entry(const Node& node, std::string_view key) {
  if (node.kind != Node::Kind::kMapping || !(node.may_hold & key_bit(key))) return nullptr;
  // most entries are told apart by length and last letter
  const Entry* const first = node.entries.data();
  for (const Entry* e = first + node.entries.size(); e != first;) {
    --e;
    const std::string& text = e->key.text;
    if (text.size() != key.size() || text.back() != key.back()) continue;
    if (e->key.kind == Node::Kind::kScalar && text == key) return e;
  }
  return nullptr;
}

const Node* find(const Node& node, std::string_view key) {
  const Entry* e = find_entry(node, key);
  return e ? &e->value : nullptr;
}

}  // namespace npulint
