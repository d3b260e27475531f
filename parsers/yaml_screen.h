// What is looked at before libyaml sees a file: its encoding, and placeholders of templates.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "lint/model.h"

namespace npulint {

constexpr uint64_t kMaxConfigBytes = 16u << 20;

// Why the bytes are no UTF-8 text: NUL, UTF-16, GBK, other bytes, too large, empty. A leading BOM
// is fine.
std::optional<Problem> screen_text(FileId file, std::string_view bytes);

constexpr std::string_view kUtf8Bom = "\xEF\xBB\xBF";

// Placeholders (has_placeholder) replaced by harmless letters of the same number of
// bytes, so that every position holds. Each replacement begins with `marker`, a private-use
// character that the file does not hold: so the text of a scalar can be restored even where escapes
// and folded lines have moved it.
struct Masked {
  std::string text;          // empty when there are no placeholders
  std::vector<Range> spans;  // the placeholders, in order
  std::vector<Range>
      lines;  // those that are alone on their lines: they may stand for whole statements
  std::string marker;
};
Masked mask_placeholders(std::string_view bytes);
// @NAME@, ${NAME}, ${NAME:-default}, $NAME in capitals or {{ name }}.
bool has_placeholder(std::string_view s);

// `value` of a scalar with range `at`, with the placeholders of `bytes` in place of their masks.
// False when there are none.
bool restore_placeholders(const Masked& masked, std::string_view bytes, const Range& at,
                          std::string* value);

}  // namespace npulint
