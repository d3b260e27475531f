// Values of a YAML tree as facts.
#pragma once

#include <string>

#include "lint/fact.h"
#include "lint/tree.h"

namespace npulint {

inline bool is_null(const Node& n) {
  return n.kind == Node::Kind::kScalar && n.type == ScalarType::kNull;
}

// Of one file.
class YamlTexts {
 public:
  explicit YamlTexts(FileId file) : file_(file) {}

 protected:
  Evidence at(const Node& n) const { return {file_, n.range.begin, n.range.end, ""}; }

  // Absent where nothing or null is written, and with its reason where a placeholder is.
  Fact<std::string> text(const Node* n) const {
    constexpr Text kOpen{"`{0}` is a placeholder", "`{0}` 是占位符"};
    if (!n || n->kind != Node::Kind::kScalar || is_null(*n)) return {};
    if (n->placeholder) return Fact<std::string>::absent(Message(kOpen, n->text));
    return {n->text, at(*n)};
  }

  FileId file_;
};

}  // namespace npulint
