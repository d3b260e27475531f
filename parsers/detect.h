// Which parser a file is for: by name and first bytes, never by trial parsing.
#pragma once

#include <string_view>

#include "lint/bundle.h"

namespace npulint {

// How much of a file detection wants to see.
constexpr size_t kDetectBytes = 64 * 1024;

// True when a file of this name may be an artifact, so that a walk opens it.
bool worth_opening(std::string_view path);

// `head`: the first kDetectBytes, or the whole file when it is shorter.
FileKind detect(std::string_view path, std::string_view head);

// A metadata JSON and a model_info text are both kCompiled; a text proto and a binary are both
// kGraph.
bool is_text_graph(std::string_view path, std::string_view head);
// A script of this name is the YAML of a model zoo.
bool is_yaml(std::string_view path);
bool is_json(std::string_view path, std::string_view head);

// original | optimized | calibrated | ptq | quantized, by the toolchains' suffixes; kUnknown for
// any other name.
Stage stage_of(std::string_view path);
// The base name without extension and without the stage's suffix: files of one build share it.
std::string_view stage_stem(std::string_view path);

}  // namespace npulint
