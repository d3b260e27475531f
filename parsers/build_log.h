// Logs of builds: `hb_mapper makertbin` (X3, Ultra, X5), `hb_compile` (S100, S600, J6) and
// `hb_model_modifier`.
#pragma once

#include <string_view>

#include "lint/model.h"

namespace npulint {

bool looks_like_build_log(std::string_view bytes);

// Of several runs in one file the last counts. Settings are those that the tool says it used, else
// those of the config that it dumps; of several inputs they are joined with `;`. Of
// hb_model_modifier, `model` is the .bin that was changed, and `prefix` the name of the one that
// was written. Never throws.
Parsed<BuildLog> parse_build_log(FileId file, std::string_view bytes);

}  // namespace npulint
