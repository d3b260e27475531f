// Compiled models of hb_mapper, `.bin` (X3, Ultra, X5): the graph of CPU and BPU nodes, the build's
// settings, and the embedded `.hbm`.
#pragma once

#include <string_view>

#include "lint/files.h"
#include "lint/model.h"

namespace npulint {

bool is_horizon_bin(std::string_view head);

// One model, format "bin". Shapes are as the runtime reports them: an image input that the graph
// stores as NHWC is given as NCHW when the file says so. Payloads are passed over but for the
// scales that a removed Dequantize left behind. Never throws.
Parsed<CompiledFile> parse_horizon_bin(FileId file, RandomAccess& bytes);

}  // namespace npulint
