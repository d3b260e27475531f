// YAML of a model zoo for tpu-perf (sophgo/tpu-perf README, sophgo/model-zoo): keys mlir_transform,
// mlir_calibration and deploy hold command lines of TPU-MLIR, in which `$(name)` stands for other
// keys of the file and for what the runner sets. Nothing is executed.
#pragma once

#include <string_view>
#include <vector>

#include "lint/model.h"
#include "parsers/shell.h"

namespace npulint {

// Some line states a key that holds commands, and a tool of TPU-MLIR is named.
bool looks_like_zoo(std::string_view head);

// Never throws. Words are places of the YAML's bytes.
Parsed<ShellScript> parse_zoo(FileId file, std::string_view bytes);

}  // namespace npulint
