// What Sophgo tools print of a .bmodel: `model_tool --info` and the load lines of `bmrt_test`.
#pragma once

#include <string_view>

#include "lint/model.h"

namespace npulint {

bool looks_like_bmodel_info(std::string_view bytes);

// One record a stage of a net, in the order of the text. Never throws.
Parsed<CompiledFile> parse_bmodel_info(FileId file, std::string_view bytes);

}  // namespace npulint
