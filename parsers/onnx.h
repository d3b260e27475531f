// ONNX models, binary and text.
#pragma once

#include <memory>
#include <string_view>

#include "lint/files.h"
#include "lint/model.h"

namespace npulint {

// By the first bytes (at least 64 when the file has them): the wire shape of a ModelProto.
bool looks_like_onnx(std::string_view head);

// Bounded walk over the wire: tensor payloads are skipped and kept as {offset, bytes}. Never
// throws.
Parsed<std::unique_ptr<Graph>> parse_onnx(FileId file, RandomAccess& bytes);

// Text proto (.onnx.textproto), through protobuf's TextFormat. Never throws.
Parsed<std::unique_ptr<Graph>> parse_onnx_text(FileId file, std::string_view bytes);

// A Git LFS pointer stands where a model should be.
bool is_lfs_pointer(std::string_view head);

}  // namespace npulint
