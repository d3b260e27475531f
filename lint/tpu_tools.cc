#include "lint/tpu_tools.h"

#include <algorithm>

#include "lint/embedded.h"
#include "lint/table_text.h"
#include "lint/toml_read.h"
#include "lint/words.h"

namespace npulint {
namespace {

// What may stand before a tool's name in a command.
constexpr std::string_view kRunners[] = {"python", "python3", "sudo", "time", "nohup", "exec"};

struct Table {
  std::vector<TpuTool> tools;
  std::vector<TpuChip> chips;
  std::vector<std::string> quantize, modes;
};

Table read() {
  Table out;
  const TomlTree tree = parse_table_text(embedded_tpu_tools_toml);
  for (const TomlNode& t : toml_items(tree.root, "tool")) {
    TpuTool tool;
    tool.name = toml_text(t, "name");
    tool.source = toml_text(t, "source");
    if (const TomlNode* n = find(t, "positional")) tool.positional = n->integer;
    const auto add = [&](const char* key, TpuTool::Takes takes) {
      for (std::string& name : toml_texts(t, key)) tool.flags.push_back({std::move(name), takes});
    };
    add("flags", TpuTool::Takes::kNothing);
    add("options", TpuTool::Takes::kOne);
    add("optional", TpuTool::Takes::kOptional);
    add("lists", TpuTool::Takes::kAny);
    const std::vector<std::string> aliases = toml_texts(t, "aliases");
    for (size_t i = 0; i + 1 < aliases.size(); i += 2)
      tool.aliases.emplace_back(aliases[i + 1], aliases[i]);
    out.tools.push_back(std::move(tool));
  }
  for (const TomlNode& c : toml_items(tree.root, "choice"))
    (toml_text(c, "flag") == "--quantize" ? out.quantize : out.modes) = toml_texts(c, "words");
  for (const TomlNode& c : toml_items(tree.root, "chip"))
    out.chips.push_back({toml_texts(c, "names"), toml_text(c, "extension"),
                         toml_texts(c, "quantize"), toml_text(c, "source")});
  return out;
}

const Table& table() {
  static const Table kTable = read();
  return kTable;
}

// argparse: the exact name, else the only one that begins so; a beginning of several is an error of
// its own, not an unknown flag.
const TpuTool::Flag* find_flag(const TpuTool& tool, std::string_view written) {
  std::string name(written);
  for (const auto& [alias, of] : tool.aliases)
    if (alias == written || (written.starts_with("--") && alias.starts_with(written))) name = of;
  const TpuTool::Flag* begins = nullptr;
  for (const TpuTool::Flag& f : tool.flags) {
    if (f.name == name) return &f;
    if (!begins && name.starts_with("--") && f.name.starts_with(name)) begins = &f;
  }
  return begins;
}

// A word that argparse takes for a flag: it begins with "-" and is no negative number.
bool is_flag(const ShellWord& w) {
  const std::string& s = w.text;
  if (s.size() < 2 || s[0] != '-') return false;
  return !((s[1] >= '0' && s[1] <= '9') || s[1] == '.');
}

ToolFlag flag_of(const TpuTool& tool, const ShellWord& w, const TpuTool::Flag** found) {
  ToolFlag f;
  const size_t eq = w.text.find('=');
  f.written = w.text.substr(0, eq);
  f.at = w.at;
  *found = find_flag(tool, f.written);
  f.known = *found != nullptr;
  f.name = *found ? (*found)->name : f.written;
  if (eq != std::string::npos) {
    ShellWord value = w;
    value.text.erase(0, eq + 1);
    f.values.push_back(std::move(value));
  }
  return f;
}

ToolCommand tool_command(const TpuTool& tool, const ShellCommand& c, size_t first) {
  ToolCommand out;
  out.tool = &tool;
  out.name = tool.name;
  out.at = c.at;
  out.tool_at = c.words[first].at;
  out.last_at = c.words.back().at;
  out.conditional = c.conditional;
  for (size_t i = first + 1; i < c.words.size(); ++i) {
    const ShellWord& w = c.words[i];
    if (!is_flag(w)) {
      if (w.split) out.open = true;
      out.positional.push_back(w);
      continue;
    }
    const TpuTool::Flag* known = nullptr;
    ToolFlag f = flag_of(tool, w, &known);
    const auto takes = known ? known->takes : TpuTool::Takes::kAny;
    size_t most = takes == TpuTool::Takes::kNothing ? 0
                  : takes == TpuTool::Takes::kAny   ? c.words.size()
                                                    : 1;
    if (!f.values.empty()) most = 0;  // --flag=value
    while (most-- > 0 && i + 1 < c.words.size() && !is_flag(c.words[i + 1]))
      f.values.push_back(c.words[++i]);
    out.flags.push_back(std::move(f));
  }
  return out;
}

}  // namespace

std::vector<std::string> TpuTool::spellings() const {
  std::vector<std::string> out;
  for (const Flag& f : flags) out.push_back(f.name);
  for (const auto& [alias, of] : aliases) out.push_back(alias);
  return out;
}

const std::vector<TpuTool>& tpu_tools() { return table().tools; }

const std::vector<std::string>& quantize_types() { return table().quantize; }

const std::vector<std::string>& table_modes() { return table().modes; }

const TpuTool* tpu_tool(std::string_view word) {
  if (const size_t slash = word.rfind('/'); slash != std::string_view::npos)
    word.remove_prefix(slash + 1);
  if (word.ends_with(".py")) word.remove_suffix(3);
  for (const TpuTool& t : table().tools)
    if (t.name == word) return &t;
  return nullptr;
}

std::vector<std::string> tpu_chip_names() {
  std::vector<std::string> out;
  for (const TpuChip& c : table().chips) out.insert(out.end(), c.names.begin(), c.names.end());
  return out;
}

const TpuChip* tpu_chip(std::string_view name) {
  const std::string low = lower(name);
  for (const TpuChip& c : table().chips)
    if (holds(c.names, low)) return &c;
  return nullptr;
}

const ToolFlag* ToolCommand::flag(std::string_view flag_name) const {
  for (size_t i = flags.size(); i-- > 0;)
    if (flags[i].name == flag_name) return &flags[i];
  return nullptr;
}

const ShellWord* ToolCommand::value(std::string_view flag_name) const {
  const ToolFlag* f = flag(flag_name);
  return f && f->values.size() == 1 && f->values[0].known ? &f->values[0] : nullptr;
}

std::vector<ToolCommand> tool_commands(const ShellScript& script) {
  std::vector<ToolCommand> out;
  for (const ShellCommand& c : script.commands) {
    size_t first = 0;
    while (first + 1 < c.words.size() && std::find(std::begin(kRunners), std::end(kRunners),
                                                   c.words[first].text) != std::end(kRunners))
      ++first;
    const TpuTool* tool = tpu_tool(c.words[first].text);
    // every argparse has these: it prints its help, and nothing runs
    const bool helps = std::any_of(c.words.begin(), c.words.end(), [](const ShellWord& w) {
      return w.text == "-h" || w.text == "--help";
    });
    if (!tool || helps) continue;
    out.push_back(tool_command(*tool, c, first));
    if (c.next_line < 0) continue;
    const ShellCommand& next = script.commands[static_cast<size_t>(c.next_line)];
    const TpuTool::Flag* known = nullptr;
    if (!is_flag(next.words[0])) continue;
    ToolFlag lost = flag_of(*tool, next.words[0], &known);
    out.back().lost = std::move(lost);
  }
  return out;
}

}  // namespace npulint
