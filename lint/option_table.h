// The commands and options of the command line, as data: what completions and the man page are
// made of. main.cc fills it from its parser, so that nothing is listed twice.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace npulint {

struct OptionEntry {
  std::vector<std::string> names;  // "-o", "--output"; empty: a positional argument
  // What stands for the value: a name (FILE, PATH, RULE, TARGET, FORMAT[=FILE], N …) or all that
  // may be given ("{auto,en,zh}"); empty: takes none.
  std::string value;
  std::string about;
  std::string positional;  // its name: "paths"
  bool required = false, repeats = false;
  bool list = false;      // values may be joined by commas
  bool after_eq = false;  // the value is optional and follows `=`

  bool takes_next() const { return !value.empty() && !after_eq; }  // the next word is its value
};

struct CommandEntry {
  std::string name, about;
  std::string notes;  // below the options: sentences, then lines of examples
  std::vector<OptionEntry> options;
  std::vector<CommandEntry> commands;  // when there are any, one of them must be named
};

// What the value may be: those of "{…}", the codes of all rules, the names of boards and marches,
// the formats of -o. Empty: free text, a number, or a file.
std::vector<std::string> value_choices(const OptionEntry& option);
bool takes_file(const OptionEntry& option);

// Scripts for the shells, and troff for man(1), of the tool whose commands `tool` holds. A word
// that is no command starts the arguments of the command `check`.
std::string bash_completion(const CommandEntry& tool);
std::string zsh_completion(const CommandEntry& tool);
std::string fish_completion(const CommandEntry& tool);
std::string man_page(const CommandEntry& tool);

}  // namespace npulint
