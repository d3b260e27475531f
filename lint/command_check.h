// Vocabulary of the rules on command lines: what the names of a model file say against the flags.
#pragma once

#include <string>
#include <vector>

#include "lint/bundle.h"

namespace npulint {

// A token of the output's name that the command contradicts.
struct CommandNameFault {
  std::string token;        // "f16", "2core"
  std::string flag, value;  // "--quantize", "INT8"; of a default the value alone counts
  Evidence at;              // of the flag's value; the tool's name for a default
};
std::vector<CommandNameFault> command_name_faults(const ToolCommand& command,
                                                  const ModelOrigin* origin);

// "123.675,116.28,103.53"; empty when an item is no number.
std::vector<double> comma_numbers(const std::string& text);

// "0.8,0.5" → both numbers; empty when it is no such pair.
std::vector<double> tolerances(const std::string& text);

// --quantize of a model_deploy in upper case, F32 when it is absent; empty when it is not known.
std::string quantize_of(const ToolCommand& command);
bool is_float_quantize(const std::string& quantize);

}  // namespace npulint
