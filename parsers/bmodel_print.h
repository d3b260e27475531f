// `model_tool --print` of a .bmodel: all of its metadata as FlatBuffers text.
#pragma once

#include <string_view>

#include "lint/model.h"

namespace npulint {

// Looks at no more than the first 64 KiB.
bool looks_like_bmodel_print(std::string_view bytes);

// One record a stage of a net, of format "bmodel_print", with what parse_bmodel reads from the file
// itself, except for places of data. Never throws.
Parsed<CompiledFile> parse_bmodel_print(FileId file, std::string_view bytes);

}  // namespace npulint
