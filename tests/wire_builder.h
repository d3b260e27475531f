// Writes protobuf wire bytes for tests.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace npulint::test {

inline std::string varint(uint64_t n) {
  std::string out;
  for (; n > 0x7f; n >>= 7) out += static_cast<char>((n & 0x7f) | 0x80);
  return out += static_cast<char>(n);
}
inline std::string number(uint32_t field, uint64_t n) {
  return varint(uint64_t{field} << 3) + varint(n);
}
inline std::string bytes(uint32_t field, std::string_view s) {
  return varint(uint64_t{field} << 3 | 2) + varint(s.size()) + std::string(s);
}
// The head of a bytes field whose content follows elsewhere, or nowhere.
inline std::string head(uint32_t field, uint64_t size) {
  return varint(uint64_t{field} << 3 | 2) + varint(size);
}

}  // namespace npulint::test
