// `hb_model_info` text: what the toolchain stored in a .bin, .hbm or .bc of its own.
#pragma once

#include <string_view>

#include "lint/model.h"

namespace npulint {

bool looks_like_hb_model_info(std::string_view bytes);

// Models of format "hb_model_info"; of format "bc" when the text is about a .bc, the stage before
// the artifact: its tensors are those from before the removal of nodes. Never throws.
Parsed<CompiledFile> parse_hb_model_info(FileId file, std::string_view bytes);

}  // namespace npulint
