#include "parsers/encoding.h"

#include <cstring>

namespace npulint {
namespace {

unsigned char byte_at(std::string_view s, size_t i) {
  return i < s.size() ? static_cast<unsigned char>(s[i]) : 0;
}

// Length of the code point at `i`, 0 when it is malformed.
size_t utf8_length(std::string_view s, size_t i) {
  const unsigned char a = byte_at(s, i), b = byte_at(s, i + 1);
  const auto tail = [&](size_t k) { return (byte_at(s, i + k) & 0xC0) == 0x80; };
  if (a < 0x80) return 1;
  if (a >= 0xC2 && a <= 0xDF) return tail(1) ? 2 : 0;
  if (a >= 0xE0 && a <= 0xEF) {
    if ((a == 0xE0 && b < 0xA0) || (a == 0xED && b > 0x9F)) return 0;
    return tail(1) && tail(2) ? 3 : 0;
  }
  if (a >= 0xF0 && a <= 0xF4) {
    if ((a == 0xF0 && b < 0x90) || (a == 0xF4 && b > 0x8F)) return 0;
    return tail(1) && tail(2) && tail(3) ? 4 : 0;
  }
  return 0;
}

}  // namespace

size_t ascii_prefix(std::string_view bytes) {
  size_t i = 0;
  for (uint64_t eight; i + sizeof eight <= bytes.size(); i += sizeof eight) {
    std::memcpy(&eight, bytes.data() + i, sizeof eight);
    if (eight & 0x8080808080808080u) break;
  }
  while (i < bytes.size() && static_cast<unsigned char>(bytes[i]) < 0x80) ++i;
  return i;
}

std::optional<size_t> first_invalid_utf8(std::string_view bytes) {
  for (size_t i = 0; i < bytes.size();) {
    i += ascii_prefix(bytes.substr(i));
    if (i == bytes.size()) break;
    const size_t n = utf8_length(bytes, i);
    if (n == 0) return i;
    i += n;
  }
  return std::nullopt;
}

bool likely_gbk(std::string_view bytes) {
  if (!first_invalid_utf8(bytes)) return false;
  for (size_t i = 0; i < bytes.size(); ++i) {
    const unsigned char a = byte_at(bytes, i);
    if (a < 0x80) continue;
    const unsigned char b = byte_at(bytes, ++i);
    if (a == 0x80 || a == 0xFF || b < 0x40 || b == 0x7F || b == 0xFF) return false;
  }
  return true;
}

}  // namespace npulint
