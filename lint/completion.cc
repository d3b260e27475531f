// Completions for bash, zsh and fish, from the option table. Each script is one file without
// dependencies on helper libraries of the shell.
#include <algorithm>

#include "lint/commands.h"
#include "lint/option_table.h"
#include "lint/platform.h"
#include "lint/rule.h"

namespace npulint {
namespace {

constexpr std::string_view kDefaultCommand = "check";

std::string join(const std::vector<std::string>& words, std::string_view between = " ") {
  std::string out;
  for (const std::string& w : words) (out += out.empty() ? "" : between) += w;
  return out;
}

std::string escaped(std::string_view text, std::string_view special) {
  std::string out;
  for (const char c : text) {
    if (special.find(c) != std::string_view::npos) out += '\\';
    out += c;
  }
  return out;
}

// In single quotes of bash and zsh, which know no escape within.
std::string quoted(std::string_view text) {
  std::string out = "'";
  for (const char c : text) out += c == '\'' ? "'\\''" : std::string(1, c);
  return out + "'";
}

std::string fish_quoted(std::string_view text) { return "'" + escaped(text, "'\\") + "'"; }

// Commands that are run, with their words: "check", "contract init".
struct Leaf {
  std::string path;
  const CommandEntry* command;
};
std::vector<Leaf> leaves(const CommandEntry& tool) {
  std::vector<Leaf> out;
  for (const CommandEntry& c : tool.commands) {
    if (c.commands.empty()) out.push_back({c.name, &c});
    for (const CommandEntry& sub : c.commands) out.push_back({c.name + " " + sub.name, &sub});
  }
  return out;
}

std::vector<std::string> names(const std::vector<CommandEntry>& commands) {
  std::vector<std::string> out;
  for (const CommandEntry& c : commands) out.push_back(c.name);
  return out;
}

// Names of commands as a pattern of `case`: those that take another word, or those that do not.
std::string pattern(const CommandEntry& tool, bool nested, std::string_view between = "|") {
  std::vector<std::string> out;
  for (const CommandEntry& c : tool.commands)
    if (c.commands.empty() != nested) out.push_back(c.name);
  return join(out, between);
}

std::vector<std::string> option_words(const CommandEntry& command) {
  std::vector<std::string> out;
  for (const OptionEntry& o : command.options)
    out.insert(out.end(), o.names.begin(), o.names.end());
  return out;
}

const OptionEntry* positional(const CommandEntry& command) {
  for (const OptionEntry& o : command.options)
    if (o.names.empty()) return &o;
  return nullptr;
}

bool is_format(const OptionEntry& o) { return o.value.starts_with("FORMAT"); }

// ---- bash

std::string bash_value(const OptionEntry& o) {
  std::string out = "words=" + quoted(join(value_choices(o), " "));
  out += takes_file(o) ? " files=1" : " files=";
  if (o.list) out += " list=1";
  return out;
}

// ---- zsh

// The action of _arguments for a value; a list of rules stands in a function, once.
std::string zsh_action(const OptionEntry& o) {
  const std::vector<std::string> words = value_choices(o);
  if (takes_file(o)) return "_files";
  if (words.empty()) return " ";
  if (is_format(o)) return "_npulint_format " + join(words, " ");
  return (o.list ? "_values -s , " + o.value + " " : "compadd - ") + join(words, " ");
}

std::string zsh_spec(const OptionEntry& o) {
  const std::string about = "[" + escaped(o.about, "[]\\:") + "]";
  const std::string value = escaped(o.value.front() == '{' ? "value" : o.value, ":[]=");
  const std::string action = ":" + value + ":" + escaped(zsh_action(o), ":");
  if (o.names.empty())
    return quoted((o.repeats ? "*:" : ":") + o.positional + ":" + escaped(zsh_action(o), ":"));
  std::string out;
  const std::string head = o.repeats ? "*" : "(" + join(o.names, " ") + ")";
  for (const std::string& name : o.names) {
    const bool is_long = name.starts_with("--");
    std::string spec = head + name;
    if (o.after_eq) spec += is_long ? "=-" : "-";
    if (o.takes_next()) spec += is_long ? "=" : "+";
    spec += about;
    if (o.after_eq) spec += ":";
    if (!o.value.empty()) spec += action;
    out += (out.empty() ? "" : " \\\n    ") + quoted(spec);
  }
  return out;
}

std::string zsh_function(std::string_view path) {
  std::string out = "_npulint_" + std::string(path);
  std::replace(out.begin(), out.end(), ' ', '_');
  return out;
}

std::string zsh_describe(const std::vector<CommandEntry>& commands, std::string_view indent) {
  std::string out;
  for (const CommandEntry& c : commands)
    out += std::string(indent) + quoted(c.name + ":" + escaped(c.about, ":\\")) + "\n";
  return out;
}

}  // namespace

std::vector<std::string> value_choices(const OptionEntry& option) {
  std::vector<std::string> out;
  const std::string& v = option.value;
  if (v == "RULE") {
    for (const Rule* r : all_rules()) out.emplace_back(r->code);
  } else if (v == "TARGET") {
    for (const std::string& name : Platforms::load(FileId{}).names())
      if (name.find(' ') == std::string::npos) out.push_back(name);
  } else if (is_format(option)) {
    out = format_names();
  } else if (v.starts_with('{')) {
    for (size_t at = 1; at < v.size();) {
      const size_t end = std::min(v.find_first_of(",}", at), v.size());
      out.push_back(v.substr(at, end - at));
      at = end + 1;
    }
  }
  return out;
}

bool takes_file(const OptionEntry& option) {
  return option.value == "FILE" || option.value == "PATH";
}

std::string bash_completion(const CommandEntry& tool) {
  std::string options, values;
  for (const Leaf& leaf : leaves(tool)) {
    options += "    " + quoted(leaf.path) +
               ")\n      options=" + quoted(join(option_words(*leaf.command), " ")) + "\n";
    if (const OptionEntry* p = positional(*leaf.command))
      options += "      " + bash_value(*p) + "\n";
    else
      options += "      words= files=\n";
    options += "      ;;\n";
    for (const OptionEntry& o : leaf.command->options) {
      if (o.names.empty() || o.value.empty()) continue;
      std::vector<std::string> patterns;
      for (const std::string& name : o.names) {
        if (o.takes_next()) patterns.push_back(quoted(leaf.path + " " + name));
        patterns.push_back(quoted(leaf.path + " " + name + "="));
      }
      values += "    " + join(patterns, "|") + ")\n      " + bash_value(o) + " value=1 ;;\n";
    }
  }
  std::string nested;
  for (const CommandEntry& c : tool.commands)
    if (!c.commands.empty())
      nested += "    " + c.name +
                ")\n      if [[ $COMP_CWORD -eq 2 ]]; then\n        COMPREPLY=($(compgen -W " +
                quoted(join(names(c.commands), " ")) +
                " -- \"$cur\"))\n        return\n      fi\n      command=\"" + c.name +
                " ${COMP_WORDS[2]}\" ;;\n";
  return R"(# bash completion for npulint; made by `npulint completion bash`
_npulint() {
  local cur=${COMP_WORDS[COMP_CWORD]} prev=${COMP_WORDS[COMP_CWORD-1]}
  local command options= words= files=1 list= value= head= line
  COMPREPLY=()
  # `--name=value` comes as three words, `--name=` as two
  if [[ $cur == = ]]; then
    cur= prev+==
  elif [[ $prev == = && $COMP_CWORD -gt 2 ]]; then
    prev=${COMP_WORDS[COMP_CWORD-2]}=
  fi
  case ${COMP_WORDS[1]} in
    )" + pattern(tool, false) +
         ")\n      command=${COMP_WORDS[1]} ;;\n" + nested +
         "    *)\n      command=" + std::string(kDefaultCommand) +
         " ;;\n  esac\n  [[ $COMP_CWORD -gt 1 ]] || command=" + std::string(kDefaultCommand) +
         "\n  case $command in\n" + options + "  esac\n  case \"$command $prev\" in\n" + values +
         R"(  esac
  if [[ ! $value && $cur == -* ]]; then
    words=$options files=
    [[ $COMP_CWORD -gt 1 ]] || words+=)" +
         quoted(" " + join(option_words(tool), " ")) + R"(
  elif [[ $COMP_CWORD -eq 1 ]]; then
    words=)" +
         quoted(join(names(tool.commands), " ")) + R"(
  fi
  if [[ $list && $cur == *,* ]]; then
    head=${cur%,*},
    cur=${cur##*,}
  fi
  while IFS= read -r line; do
    COMPREPLY+=("$line")
  done < <(
    compgen -P "$head" -W "$words" -- "$cur"
    [[ ! $files ]] || compgen -f -- "$cur"
  )
  [[ ! $files ]] || compopt -o filenames 2>/dev/null
}
complete -F _npulint npulint
)";
}

std::string zsh_completion(const CommandEntry& tool) {
  std::string out =
      "#compdef npulint\n# zsh completion for npulint; made by `npulint completion zsh`\n\n"
      "_npulint_format() {\n  if compset -P '*='; then\n    _files\n  else\n    compadd - \"$@\"\n"
      "  fi\n}\n\n";
  for (const Leaf& leaf : leaves(tool)) {
    out += zsh_function(leaf.path) + "() {\n  _arguments -s -S";
    for (const OptionEntry& o : leaf.command->options) out += " \\\n    " + zsh_spec(o);
    out += "\n}\n\n";
  }
  out += "_npulint() {\n  local -a commands\n  commands=(\n" + zsh_describe(tool.commands, "    ") +
         "  )\n  if (( CURRENT == 2 )) && [[ $PREFIX != -* ]]; then\n"
         "    _describe -t commands command commands\n    _files\n    return\n  fi\n"
         "  case $words[2] in\n    " +
         pattern(tool, false) +
         ")\n      local command=$words[2]\n      shift words\n      (( CURRENT-- ))\n"
         "      _npulint_$command ;;\n";
  for (const CommandEntry& c : tool.commands)
    if (!c.commands.empty())
      out += "    " + c.name + ")\n      if (( CURRENT == 3 )); then\n        commands=(\n" +
             zsh_describe(c.commands, "          ") +
             "        )\n        _describe -t commands command commands\n        return\n      fi\n"
             "      local command=$words[3]\n      shift 2 words\n      (( CURRENT -= 2 ))\n"
             "      (( $+functions[_npulint_" +
             c.name + "_$command] )) && _npulint_" + c.name + "_$command ;;\n";
  std::string of_tool;
  for (const OptionEntry& o : tool.options) of_tool += " \\\n        " + zsh_spec(o);
  return out + "    -*)\n      if (( CURRENT == 2 )); then\n        _arguments -s -S" + of_tool +
         "\n      fi\n      " + zsh_function(kDefaultCommand) + " ;;\n    *)\n      " +
         zsh_function(kDefaultCommand) +
         " ;;\n  esac\n}\n\n"
         "# read as a function of fpath, or by `source`\n"
         "if [[ $funcstack[1] == _npulint ]]; then\n  _npulint \"$@\"\nelse\n"
         "  compdef _npulint npulint\nfi\n";
}

std::string fish_completion(const CommandEntry& tool) {
  std::string out = R"(# fish completion for npulint; made by `npulint completion fish`

# The command of the line; nothing when none is named yet.
function __npulint_command
    set -l words (commandline -opc)
    switch "$words[2]"
        case ''
        case )" + pattern(tool, false, " ") +
                    "\n            echo $words[2]\n        case " + pattern(tool, true, " ") +
                    "\n            echo $words[2] $words[3] | string trim\n        case '*'\n"
                    "            echo " +
                    std::string(kDefaultCommand) + R"sh(
    end
end

function __npulint_in
    contains -- "$(__npulint_command)" $argv
end

)sh";
  for (const CommandEntry& c : tool.commands) {
    out += "complete -c npulint -n '__npulint_in \"\"' -a " + fish_quoted(c.name) + " -d " +
           fish_quoted(c.about) + "\n";
    for (const CommandEntry& sub : c.commands)
      out += "complete -c npulint -n '__npulint_in " + c.name + "' -f -a " + fish_quoted(sub.name) +
             " -d " + fish_quoted(sub.about) + "\n";
  }
  const auto options = [&](const CommandEntry& command, const std::string& where) {
    const std::string start = "complete -c npulint -n '__npulint_in " + where + "'";
    const OptionEntry* p = positional(command);
    if (command.commands.empty() && !(p && takes_file(*p))) out += start + " -f\n";
    for (const OptionEntry& o : command.options) {
      out += start;
      for (const std::string& name : o.names)
        out += name.starts_with("--") ? " -l " + name.substr(2) : " -s " + name.substr(1);
      if (!o.names.empty() && o.takes_next())
        out += takes_file(o) || is_format(o) ? " -r -F" : " -x";
      const std::vector<std::string> words = value_choices(o);
      if (!words.empty() && o.list)
        out += " -a " + fish_quoted("(__fish_append , " + join(words, " ") + ")");
      else if (!words.empty())
        out += (o.after_eq ? " -f -a " : " -a ") + fish_quoted(join(words));
      out += " -d " + fish_quoted(o.about) + "\n";
    }
  };
  options(tool, "\"\"");
  for (const Leaf& leaf : leaves(tool)) {
    std::string where = "\"" + leaf.path + "\"";
    if (leaf.path == kDefaultCommand) where += " \"\"";
    options(*leaf.command, where);
  }
  return out;
}

}  // namespace npulint
