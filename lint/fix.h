// Fixes as changes of byte ranges: comments and layout stay. Nothing here writes a file.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "lint/check.h"

namespace npulint {

// One change as bytes: [begin, end) becomes `text`.
struct Splice {
  uint64_t begin = 0, end = 0;
  std::string text;
};

// What an edit changes in `bytes`. A removed entry takes its whole lines, with a comment at their
// end, when nothing else stands on them; else the comma of a flow mapping. An inserted entry gets
// the indentation and the line end of the one before it. Edits out of bounds, or of entries in
// another style (`? key`), give nothing.
std::vector<Splice> splices(std::string_view bytes, const std::vector<Edit>& edits);

// Applies them; false when two of them touch the same bytes. The order does not matter.
bool apply_splices(std::string_view bytes, std::vector<Splice> changes, std::string* to);

// Unified diff with three lines of context, as `patch -p1` and `git apply` read it; "" when equal.
std::string unified_diff(std::string_view path, std::string_view before, std::string_view after);

struct FixedFile {
  FileId file = kNoFile;
  std::string shown, real, before, after;
};

struct AppliedFix {
  std::string_view code;
  std::string place;  // "a.yaml:12"
  Message what;
  bool safe = false;
};

struct Fixed {
  Loaded loaded;  // of the changed bytes
  std::vector<FixedFile> files;
  std::vector<AppliedFix> applied, reverted;
  size_t unsafe_left = 0;  // fixes that only `unsafe` would apply
};

// Checks, applies the fixes in memory, checks again, takes back those whose finding stays or that
// make a file unreadable, and repeats while something changes. Only configs and contracts that were
// given are changed, never through a symbolic link.
Fixed fix_all(const FileReader& reader, const CheckOptions& options, bool unsafe);

}  // namespace npulint
