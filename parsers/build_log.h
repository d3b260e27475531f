// Logs of builds: `hb_mapper makertbin` (X3, Ultra, X5), `hb_compile` (S100, S600, J6) and
// `hb_model_modifier`; and of `hb_mapper checker`, whose tool is "hb_mapper checker".
#pragma once

#include <string_view>

#include "lint/model.h"

namespace npulint {

bool looks_like_build_log(std::string_view bytes);

// Of several runs in one file the last counts. Settings are those that the tool says it used, else
// those of the config that it dumps; of several inputs they are joined with `;`. Of
// hb_model_modifier, `model` is the .bin that was changed, and `prefix` the name of the one that
// was written. `finished` is false only where that is certain: an error that ends the run, or a run
// that begins in the file and does not come to the line of success that its release prints, when
// `whole` says that the file is what the tool wrote and no copy of a part; its place is the error,
// else the last line. Never throws.
Parsed<BuildLog> parse_build_log(FileId file, std::string_view bytes, bool whole = true);

}  // namespace npulint
