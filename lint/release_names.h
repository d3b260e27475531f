// Vocabulary: the names of a released asset.
#pragma once

#include <string>
#include <string_view>

#include "lint/name_tokens.h"
#include "lint/release.h"

namespace npulint {

// What makes a name lead out of the folder that it is seen from, or unfit for a file system: "..",
// "/", "C:"; empty when nothing does.
std::string unsafe_name(std::string_view name);

// An asset as its names state it: nothing of the disk. Its filename is known.
ReleasedAsset named_asset(const Manifest::Asset& stated, const Manifest& manifest,
                          const PlatformWords& words);

}  // namespace npulint
