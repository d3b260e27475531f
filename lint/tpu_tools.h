// The conversion tools of TPU-MLIR (tpu_tools.toml, embedded), and their command lines: words of a
// script sorted into flags and values, as Python's argparse does.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "lint/command.h"
#include "parsers/shell.h"

namespace npulint {

struct TpuTool {
  enum class Takes { kNothing, kOne, kOptional, kAny };
  struct Flag {
    std::string name;  // "--chip"
    Takes takes = Takes::kNothing;
  };
  std::string name, source;
  int64_t positional = 0;
  std::vector<Flag> flags;
  std::vector<std::pair<std::string, std::string>> aliases;  // other spelling → name
  std::vector<std::string> spellings() const;                // all of them, for suggestions
};

struct TpuChip {
  std::vector<std::string> names;     // lower case
  std::string extension;              // of the model file
  std::vector<std::string> quantize;  // what --quantize may be, upper case
  std::string source;
};

const std::vector<TpuTool>& tpu_tools();
// What --quantize of model_deploy takes, upper case.
const std::vector<std::string>& quantize_types();
// The modes of a quantisation table, upper case.
const std::vector<std::string>& table_modes();
const TpuTool* tpu_tool(std::string_view word);  // "/opt/bin/model_deploy.py", "model_deploy"
std::vector<std::string> tpu_chip_names();
const TpuChip* tpu_chip(std::string_view name);  // null when the table does not know it

// The calls of known tools, in the script's order.
std::vector<ToolCommand> tool_commands(const ShellScript& script);

}  // namespace npulint
