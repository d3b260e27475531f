// Texts and JSON files that describe a compiled model: which parser reads which.
#pragma once

#include <string_view>

#include "lint/model.h"

namespace npulint {

// `head`: as detect() sees it. JSON is told by the path too.
bool is_description(std::string_view path, std::string_view head);

// True for what describes a model only in part (the log and the JSON of hb_perf, hb_model_info):
// it stands beside the artifact or its description and settles nothing alone.
bool is_side_description(std::string_view path, std::string_view head);

// `bytes`: the whole file. A text that no parser knows is read as a model_info text, which says
// what it lacks. Never throws.
Parsed<CompiledFile> parse_description(FileId file, std::string_view path, std::string_view bytes);

}  // namespace npulint
