#include "lint/toml_write.h"

namespace npulint {

std::string toml_string(std::string_view s) {
  static constexpr char kHex[] = "0123456789ABCDEF";
  std::string out = "\"";
  for (size_t i = 0; i < s.size(); ++i) {
    const char c = s[i];
    // U+200E, U+200F, U+202A to U+202E, U+2066 to U+2069 turn text around
    if (s.substr(i, 2) == "\xE2\x80" || s.substr(i, 2) == "\xE2\x81") {
      const auto low = i + 2 < s.size() ? static_cast<unsigned char>(s[i + 2]) : 0;
      const bool first = s[i + 1] == '\x80';
      if (first ? low == 0x8E || low == 0x8F || (low >= 0xAA && low <= 0xAE)
                : low >= 0xA6 && low <= 0xA9) {
        const unsigned code = (first ? 0x2000u : 0x2040u) + (low & 0x3Fu);
        out += "\\u20";
        out += kHex[code >> 4 & 15];
        out += kHex[code & 15];
        i += 2;
        continue;
      }
    }
    const auto b = static_cast<unsigned char>(c);
    if (c == '"' || c == '\\') {
      out += '\\';
      out += c;
    } else if (b < 0x20 || b == 0x7F) {
      out += "\\u00";
      out += kHex[b >> 4];
      out += kHex[b & 15];
    } else {
      out += c;
    }
  }
  return out + '"';
}

}  // namespace npulint
