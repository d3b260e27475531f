// The conversion tools of TPU-MLIR (tpu_tools.toml, embedded), and their command lines: words of a
// script sorted into flags and values, as Python's argparse does.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

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
const TpuTool* tpu_tool(std::string_view word);  // "/opt/bin/model_deploy.py", "model_deploy"
const TpuChip* tpu_chip(std::string_view name);  // null when the table does not know it

// One flag of a command line, with what it takes.
struct ToolFlag {
  std::string name;     // as the tool knows it: --chip for --processor
  std::string written;  // --processor, --proc
  bool known = true;    // false: no release that was read has it
  Evidence at;
  std::vector<ShellWord> values;
};

// A call of a tool in a script.
struct ToolCommand {
  const TpuTool* tool = nullptr;
  Evidence at, tool_at, last_at;  // the whole command; the tool's name; the last word
  std::vector<ToolFlag> flags;
  std::vector<ShellWord> positional;
  bool open = false;  // holds words that may be any flags: what is not there may yet be
  bool conditional = false;
  // The next line begins with one of the tool's flags: this one should have gone on.
  std::optional<ToolFlag> lost;

  const ToolFlag* flag(std::string_view name) const;  // the last one, which wins; null when absent
  // The flag's only value; null when the flag is absent or its value is not known.
  const ShellWord* value(std::string_view name) const;
};

// The calls of known tools, in the script's order.
std::vector<ToolCommand> tool_commands(const ShellScript& script);

}  // namespace npulint
