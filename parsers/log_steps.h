// Steps that the logs of hb_mapper and hb_compile tell in one line each: how the model was
// calibrated, and what was put before its inputs.
#pragma once

#include <string_view>

#include "lint/model.h"

namespace npulint {

// True when the message tells such a step; it is in the record then. `s`: a part of `bytes`.
bool take_log_step(FileId file, std::string_view bytes, std::string_view s, BuildLog& log);

}  // namespace npulint
