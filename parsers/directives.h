// Comments that speak to npulint: `# npulint: ignore[CFG019] -- reason` and `ignore-file[…]`, in
// conversion YAML and in contracts. Grammar and binding are described in docs/suppressions.md.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "lint/tree.h"
#include "parsers/toml_tree.h"

namespace npulint {

// What a parse tree says about comments: where `#` begins none, and what one can be bound to.
struct Outline {
  std::vector<Range>
      opaque;                // scalars: all that is written there is text; in the order of the file
  std::vector<Range> nodes;  // entries (key to the end of the value) and items; outer ones first
  bool complete = true;      // false: a fault ended the reading behind the last scalar
};
Outline outline_of(const Node& root, std::string_view bytes, bool complete);
Outline outline_of(const TomlTree& tree, std::string_view bytes);

struct Directive {
  struct Code {
    std::string text;
    Range at;
  };
  Range at;  // the comment, from its `#`
  bool whole_file = false;
  bool malformed = false;  // no list of codes in brackets: it says nothing
  std::string word;        // "ignore", "ignore-file"; of a malformed one any
  std::vector<Code> codes;
  std::string reason;           // what follows `--`; empty when nothing does
  std::optional<Range> covers;  // none: it stands where it covers nothing
};

// "ignore" and "ignore-file": no other word says anything.
bool directive_word(std::string_view word);

// Never throws; linear in the file but for the comments that are directives.
std::vector<Directive> find_directives(std::string_view bytes, const Outline& outline);

}  // namespace npulint
