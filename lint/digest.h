// SHA-256 of a file, streamed.
#pragma once

#include <cstdint>
#include <span>
#include <string>

#include "lint/files.h"
#include "lint/text.h"

namespace npulint {

inline constexpr Text kHashed{"hashed {0} of {1} files",
                              "已计算摘要的文件：{0} / {1}"};  // Progress

std::string sha256_hex(RandomAccess& file);  // 64 lower-case hex digits; of what can be read
std::string sha256_hex(std::string_view bytes);
std::string sha256_hex(RandomAccess& file, uint64_t offset, uint64_t bytes);  // of a part

std::string sha256_base64(std::string_view bytes);     // as a content security policy names it
std::string hex_text(std::span<const uint8_t> bytes);  // lower case

}  // namespace npulint
