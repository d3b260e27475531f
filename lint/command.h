// Commands of conversion scripts: words of a shell, and what a tool makes of them.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "lint/fact.h"

namespace npulint {

struct TpuTool;

struct ShellWord {
  std::string text;    // expanded; where an expansion is unknown it stands as written ("$target")
  bool known = true;   // false: holds an expansion whose value the script does not tell
  bool split = false;  // unknown and unquoted: may be several words, or none
  Evidence at;         // the word as written
};

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
  std::string name;               // of the tool: "model_deploy"
  Evidence at, tool_at, last_at;  // the whole command; the tool's name; the last word
  std::vector<ToolFlag> flags;
  std::vector<ShellWord> positional;
  bool open = false;  // holds words that may be any flags: what is not there may yet be
  bool conditional = false;
  // The next line begins with a flag. When it is one of the tool's, this command should have gone
  // on.
  std::optional<ToolFlag> lost;

  const ToolFlag* flag(std::string_view flag_name) const;  // the last one, which wins; else null
  // The flag's only value; null when the flag is absent or its value is not known.
  const ShellWord* value(std::string_view flag_name) const;
};

}  // namespace npulint
