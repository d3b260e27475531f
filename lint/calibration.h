// Vocabulary of the rules on calibration settings of hb_mapper configs.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "lint/config.h"
#include "lint/model.h"
#include "lint/rule.h"

namespace npulint {

// One item of cal_data_dir, with the type in which hb_mapper reads it.
struct CalibrationData {
  std::string folder;   // the last part of the path
  Evidence at;          // the item
  std::string by_name;  // float32 | uint8, when the folder's name says so
  std::string type;     // as cal_data_type states it; empty: not stated
  Evidence type_at;
  std::string guess;  // what hb_mapper takes, when cal_data_type is certainly absent
};
std::vector<CalibrationData> calibration_data(const Config& config);

// False with calibration_type skip or load and with preprocess_on, where the folder holds none or
// images; also when these cannot be told.
bool reads_raw_calibration(const Config& config);

// cal_data_type as hb_mapper guesses it. Only where every folder's name says the type.
std::optional<Edit> write_guess(const Config& config, const std::vector<CalibrationData>& data);

// The type in which quant_config keeps all nodes, when that is a float and no integer is asked for
// anywhere in it. `read`: what the config's quant_config names; null: the mapping in the config.
std::optional<std::string> float_model(const Config& config, const QuantConfig* read);

// The ONNX holds QuantizeLinear or DequantizeLinear: nothing is left to calibrate.
bool carries_quantisation(const Graph& graph);

// Where `word` stands in a list that commas join; none when it does not.
std::optional<Evidence> word_in(const ListItem& item, std::string_view word);

}  // namespace npulint
