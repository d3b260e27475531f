// What `hb_perf` and `hbm_perf` write: the log of a run, and the JSON with the compiler's estimate.
#pragma once

#include <string_view>

#include "lint/model.h"

namespace npulint {

bool looks_like_hb_perf(std::string_view bytes);       // the log
bool looks_like_hb_perf_json(std::string_view bytes);  // looks at no more than the first 64 KiB

// Models of format "hb_perf": name, march, versions and figures; of tensors only what "input
// features" and "output features" list. They do not describe the whole artifact. Never throw.
Parsed<CompiledFile> parse_hb_perf(FileId file, std::string_view bytes);
Parsed<CompiledFile> parse_hb_perf_json(FileId file, std::string_view bytes);

}  // namespace npulint
