// Shell scripts that call conversion tools: which commands a script would run, with the words that
// each gets. Nothing is executed and nothing is read from the environment. Grammar: the part of
// POSIX sh and bash that conversion scripts use (POSIX.1-2017 XCU 2; bash manual 3.5.3 for ${x,,}
// and ${x^^}).
#pragma once

#include <string_view>
#include <vector>

#include "lint/command.h"

namespace npulint {

struct ShellCommand {
  std::vector<ShellWord> words;  // at least one; the first is what runs
  Evidence at;                   // from the first word to the last one
  bool conditional = false;      // inside if, case, a loop, or behind && or ||
  // Nothing but blanks stands between this command's line and the next one's: the next command
  // begins on the very next line. -1: it does not, or there is none.
  int32_t next_line = -1;
};

struct ShellScript {
  std::vector<ShellCommand> commands;  // in the order in which they would run, as far as known
  bool complete = true;                // false: a limit or a fault ended the reading
};

// Never throws; linear in the file but for functions, which are entered once a call (bounded).
// `base` is added to every offset: where `bytes` begins in the file.
ShellScript parse_shell(FileId file, std::string_view bytes, uint64_t base = 0);

}  // namespace npulint
