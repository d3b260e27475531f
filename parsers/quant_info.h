// <prefix>_quant_info.json, which hb_mapper (X5) and hb_compile (S100, J6) write beside the model.
#pragma once

#include <string_view>

#include "lint/model.h"

namespace npulint {

bool looks_like_quant_info(std::string_view head);

// The record's tool is "quant_info"; it holds nodes and outputs only. Never throws.
Parsed<BuildLog> parse_quant_info(FileId file, std::string_view bytes);

}  // namespace npulint
