// Compiled BPU models, `.hbm` of version 3 (X2, X3, Ultra, X5), as a file of its own or inside a
// `.bin` of hb_mapper. The `.hbm` of nash BPUs (S100, S600, J6) has another layout that nobody has
// published: it is told apart and not read.
#pragma once

#include <string>
#include <string_view>

#include "lint/files.h"
#include "lint/model.h"

namespace npulint {

// True for the 16-byte magic of version 3: `#`, three characters of march, `hbm#########`.
bool is_hbm_v3(std::string_view head);

// Bytes [begin, begin + size) of `bytes` hold the .hbm; offsets in evidence are those of the whole
// file, paths start with `prefix`. A file of another version gives no model and no problem, an
// empty one or a Git LFS pointer gives a problem. Never throws.
Parsed<CompiledFile> parse_hbm(FileId file, RandomAccess& bytes, uint64_t begin, uint64_t size,
                               const std::string& prefix = {});
Parsed<CompiledFile> parse_hbm(FileId file, RandomAccess& bytes);

}  // namespace npulint
