// `hrt_model_exec model_info` text, all generations, and the runtime dumps that print the same
// facts.
#pragma once

#include <string_view>

#include "lint/model.h"

namespace npulint {

bool looks_like_model_info(std::string_view bytes);

// Byte-safe: zero points may be NUL. Never throws.
Parsed<CompiledFile> parse_model_info(FileId file, std::string_view bytes);

}  // namespace npulint
