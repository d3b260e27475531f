// Metadata of compiled models as JSON: npulint-metadata/1 and its variants, board evidence of the
// model zoo.
#pragma once

#include <string_view>

#include "lint/model.h"

namespace npulint {

// True for a JSON object with the keys of formats.md; looks at no more than the first 64 KiB.
bool looks_like_metadata(std::string_view bytes);

// Never throws.
Parsed<CompiledFile> parse_metadata(FileId file, std::string_view bytes);

}  // namespace npulint
