// What bytes a text file is made of, decided without any locale.
#pragma once

#include <cstddef>
#include <optional>
#include <string_view>

namespace npulint {

size_t ascii_prefix(std::string_view bytes);  // bytes before the first one above 0x7F

// Offset of the first byte that is no UTF-8 (overlong forms, surrogates and code points above
// U+10FFFF are none).
std::optional<size_t> first_invalid_utf8(std::string_view bytes);

// True when the bytes are no UTF-8 but obey the byte rules of GBK: every byte above 0x7F opens a
// pair whose second byte is 0x40-0x7E or 0x80-0xFE.
bool likely_gbk(std::string_view bytes);

}  // namespace npulint
