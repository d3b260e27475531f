// The words and operators of a shell script: the lower half of shell.h.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace npulint {

// What may begin a name, and what may go on in one.
inline bool is_name_start(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}
inline bool is_name(char c) { return is_name_start(c) || (c >= '0' && c <= '9'); }
inline bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\r'; }

struct ShellPart {
  enum class Kind { kText, kVariable, kUnknown };
  Kind kind = Kind::kText;
  std::string text;       // of a variable its name, of an unknown expansion how it is written
  std::string operation;  // of a variable: "", ",,", "^^", ":-"
  std::string fallback;   // of ":-"
  bool quoted = false;
};

struct ShellToken {
  enum class Kind { kWord, kOperator, kNewline };
  Kind kind = Kind::kWord;
  std::string text;  // operator
  std::vector<ShellPart> parts;
  size_t begin = 0, end = 0;
  // A word without quotes and expansions: the only kind that can be a reserved word.
  bool plain() const {
    return kind == Kind::kWord && parts.size() == 1 && parts[0].kind == ShellPart::Kind::kText &&
           !parts[0].quoted;
  }
  bool is(std::string_view word) const { return plain() && parts[0].text == word; }
  bool op(std::string_view o) const { return kind == Kind::kOperator && text == o; }
};

// Comments, continuations, arithmetic and the lines of here-documents are gone. False in `complete`
// when a quote is open at the end or a limit ended the reading. Never throws; linear.
std::vector<ShellToken> shell_tokens(std::string_view bytes, bool* complete);

}  // namespace npulint
