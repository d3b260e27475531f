// SHA-256 of a file, streamed.
#pragma once

#include <string>

#include "lint/files.h"

namespace npulint {

std::string sha256_hex(RandomAccess& file);  // 64 lower-case hex digits; of what can be read
std::string sha256_hex(std::string_view bytes);

}  // namespace npulint
