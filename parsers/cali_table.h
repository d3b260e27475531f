// Calibration tables (`op_name threshold min max`) and quantisation tables (`op_name
// quantize_mode`) of TPU-MLIR. Formats: manual 03_user_interface.rst and 07_quantization.rst; which
// lines are read: ImportCalibrationTable.cpp and ConvertTopToTpu.cpp (sophgo/tpu-mlir), whose
// patterns match whole lines.
#pragma once

#include <memory>
#include <string_view>

#include "lint/cali_table.h"
#include "lint/model.h"

namespace npulint {

// A name under which such tables are written: worth opening although it has no extension.
bool table_name(std::string_view path);

// By the header line, else by the name and the first line of data.
bool looks_like_table(std::string_view path, std::string_view head);

// Never throws; linear. `path` tells the kind where nothing in the file does.
Parsed<std::shared_ptr<CaliTable>> parse_cali_table(FileId file, std::string_view path,
                                                    std::string_view bytes);

}  // namespace npulint
