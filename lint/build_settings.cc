// Stored keys: metadata maps of .bin files of hb_mapper 1.4 to 1.24, and `[model desc]` of
// hb_compile models. Printed ones: logs of hb_mapper 1.18 and 1.24 and of hb_compile 3.3.
#include "lint/build_settings.h"

#include <iterator>

#include "lint/words.h"

namespace npulint {
namespace {

using Compare = BuildSetting::Compare;

constexpr BuildSetting kSettings[] = {
    {"model_parameters", "march", "MARCH", Compare::kWord},
    {"model_parameters", "onnx_model", "ONNX_MODEL"},
    {"model_parameters", "caffe_model", "CAFFE_MODEL"},
    {"model_parameters", "prototxt", "PROTOTXT"},
    {"model_parameters", "working_dir", "WORKING_DIR"},
    {"model_parameters", "output_model_file_prefix", "MODEL_PREFIX"},
    {"model_parameters", "output_nodes", "OUTPUT_NODES", Compare::kNames},
    {"model_parameters", "remove_node_type", "REMOVE_NODE_TYPE", Compare::kNames},
    {"model_parameters", "remove_node_name", "REMOVE_NODE_NAME", Compare::kNames},
    {"input_parameters", "input_name", "INPUT_NAMES", Compare::kNames, true},
    {"input_parameters", "input_type_rt", "INPUT_TYPE_RT", Compare::kWord, true},
    {"input_parameters", "input_type_train", "INPUT_TYPE_TRAIN", Compare::kWord, true},
    {"input_parameters", "input_layout_rt", "INPUT_LAYOUT_RT", Compare::kWord, true},
    {"input_parameters", "input_layout_train", "INPUT_LAYOUT_TRAIN", Compare::kWord, true},
    {"input_parameters", "input_space_and_range", "INPUT_SPACE_AND_RANGE", Compare::kWord, true},
    {"input_parameters", "input_shape", "INPUT_SHAPE", Compare::kShape, true},
    {"input_parameters", "norm_type", "NORM_TYPE", Compare::kWord, true},
    {"input_parameters", "mean_value", "MEAN_VALUE", Compare::kNumbers, true},
    {"input_parameters", "scale_value", "SCALE_VALUE", Compare::kNumbers, true},
    {"input_parameters", "std_value", "STD_VALUE", Compare::kNumbers, true},
    {"calibration_parameters", "cal_data_dir", "CALI_DIR"},
    {"calibration_parameters", "cal_data_type", "CAL_DATA_TYPE", Compare::kWord, true},
    {"calibration_parameters", "calibration_type", "CALI_TYPE", Compare::kWord},
    {"calibration_parameters", "max_percentile", "MAX_PERCENTILE", Compare::kNumbers},
    {"calibration_parameters", "per_channel", "PER_CHANNEL", Compare::kFlag},
    {"calibration_parameters", "preprocess_on", "PREPROCESS_ON", Compare::kFlag},
    {"compiler_parameters", "compile_mode", "COMPILE_MODE", Compare::kWord},
    {"compiler_parameters", "optimize_level", "OPTIMIZE_LEVEL", Compare::kWord},
    {"compiler_parameters", "core_num", "CORE_NUM", Compare::kNumbers},
    {"compiler_parameters", "balance_factor", "BALANCE_FACTOR", Compare::kNumbers},
    {"compiler_parameters", "max_time_per_fc", "MAX_TIME_PER_FC", Compare::kNumbers},
    {"compiler_parameters", "input_source", "INPUT-SOURCE"},
};

// Printed, lower case with `_` for blanks, where the config has no such key.
struct Printed {
  std::string_view printed, stored;
};
constexpr Printed kPrinted[] = {
    {"hb_mapper_version", "BUILDER_VERSION"},
    {"bpu_march", "MARCH"},
    {"input_space&range", "INPUT_SPACE_AND_RANGE"},
    {"custom_op_reg_files", "CUSTOM_OP_REGISTER_FILES"},
    {"16_bit_quantize", "16BIT_QUANTIZE"},
    {"input-source", "INPUT-SOURCE"},
};

}  // namespace

const BuildSetting* BuildSettings::begin() const { return std::begin(kSettings); }
const BuildSetting* BuildSettings::end() const { return std::end(kSettings); }

std::string stored_key(std::string_view printed) {
  while (!printed.empty() && (printed.back() == ':' || printed.back() == ' '))
    printed.remove_suffix(1);
  std::string key = lower(printed);
  for (char& c : key)
    if (c == ' ') c = '_';
  for (const Printed& p : kPrinted)
    if (key == p.printed) return std::string(p.stored);
  for (const BuildSetting& s : kSettings)
    if (key == s.key) return std::string(s.stored);
  for (char& c : key)
    if (c >= 'a' && c <= 'z') c = static_cast<char>(c - 'a' + 'A');
  return key;
}

}  // namespace npulint
