// What Python samples print of the models that hbm_runtime has loaded.
#pragma once

#include <string_view>

#include "lint/model.h"

namespace npulint {

bool looks_like_runtime_listing(std::string_view bytes);

// Models of format "hbm_runtime". Never throws.
Parsed<CompiledFile> parse_runtime_listing(FileId file, std::string_view bytes);

}  // namespace npulint
