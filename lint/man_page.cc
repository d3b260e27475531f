// npulint(1), from the option table.
#include <algorithm>
#include <cstdint>
#include <cstdio>

#include "lint/option_table.h"

namespace npulint {
namespace {

// Text of a line of troff: ASCII, other letters by their number, nothing that troff would read.
std::string troff(std::string_view text) {
  std::string out;
  for (size_t i = 0; i < text.size(); ++i) {
    const unsigned char c = static_cast<unsigned char>(text[i]);
    if (c < 0x80) {
      if (c == '\\')
        out += "\\e";
      else if (c == '-')
        out += "\\-";
      else if (c == '\'')
        out += "\\(aq";
      else if (c == '.' && (out.empty() || out.back() == '\n'))
        out += "\\&.";
      else
        out += static_cast<char>(c);
      continue;
    }
    const size_t more = c >= 0xF0 ? 3 : c >= 0xE0 ? 2 : 1;
    uint32_t point = c & (0x3Fu >> more);
    for (size_t k = 0; k < more && i + 1 < text.size(); ++k)
      point = point << 6 | (static_cast<unsigned char>(text[++i]) & 0x3Fu);
    char number[16];
    std::snprintf(number, sizeof number, "\\[u%04X]", point);
    out += number;
  }
  return out;
}

std::string bold(std::string_view text) { return "\\fB" + troff(text) + "\\fR"; }
std::string italic(std::string_view text) { return "\\fI" + troff(text) + "\\fR"; }

// "{auto,en,zh}" in roman, names of values in italics.
std::string value_of(const OptionEntry& o) {
  return o.value.starts_with('{') ? troff(o.value) : italic(o.value);
}

std::string usage(std::string_view path, const CommandEntry& command) {
  std::string out = bold(path);
  for (const OptionEntry& o : command.options) {
    if (!o.names.empty()) continue;
    const std::string word = italic(o.positional) + (o.repeats ? " ..." : "");
    out += o.required ? " " + word : " [" + word + "]";
  }
  return out + " [" + italic("options") + "]";
}

std::string options(const CommandEntry& command) {
  std::string out;
  for (const OptionEntry& o : command.options) {
    out += ".TP\n";
    if (o.names.empty()) {
      out += italic(o.positional);
      if (o.value.starts_with('{')) out += " " + troff(o.value);
    }
    for (size_t i = 0; i < o.names.size(); ++i) out += (i ? ", " : "") + bold(o.names[i]);
    if (o.after_eq)
      out += "[=" + value_of(o) + "]";
    else if (!o.names.empty() && !o.value.empty())
      out += " " + value_of(o) + (o.list ? "[,...]" : "");
    out += "\n" + troff(o.about) + ".\n";
  }
  return out;
}

// Sentences flow; lines that are indented are examples and stay as they are. What the exit codes
// mean has a section of its own.
std::string notes(std::string_view text) {
  std::string out;
  bool example = false;
  for (size_t at = 0; at < text.size();) {
    const size_t end = std::min(text.find('\n', at), text.size());
    const std::string_view line = text.substr(at, end - at);
    at = end + 1;
    if (line.starts_with("Exit codes:")) continue;
    const bool indented = line.starts_with("  ");
    if (indented != example) out += indented ? ".PP\n.nf\n.RS\n" : ".RE\n.fi\n";
    if (!line.empty())
      out += (!indented && !example ? ".PP\n" : "") + troff(line.substr(indented ? 2 : 0)) + "\n";
    example = indented;
  }
  return out + (example ? ".RE\n.fi\n" : "");
}

void section(std::string& out, const std::string& path, const CommandEntry& command) {
  if (command.commands.empty()) {
    out += ".SS " + bold(path) + "\n" + usage(path, command) + "\n.PP\n" + troff(command.about) +
           ".\n" + options(command) + notes(command.notes);
    return;
  }
  for (const CommandEntry& sub : command.commands) section(out, path + " " + sub.name, sub);
}

}  // namespace

std::string man_page(const CommandEntry& tool) {
  std::string out =
      ".\\\" made by `npulint man`\n.TH NPULINT 1 \"\" \"npulint " NPULINT_VERSION
      "\" \"User Commands\"\n.SH NAME\nnpulint \\- linter between a quantised model and the board\n"
      ".SH SYNOPSIS\n";
  for (const CommandEntry& c : tool.commands) {
    out += ".B npulint " + troff(c.name) + "\n";
    std::string words;
    for (const CommandEntry& sub : c.commands) words += (words.empty() ? "{" : "|") + sub.name;
    if (!words.empty()) words += "} ...";
    for (const OptionEntry& o : c.options)
      if (o.names.empty())
        words += (o.required ? "" : "[") + o.positional + (o.repeats ? " ..." : "") +
                 (o.required ? "" : "]");
    if (!words.empty()) out += troff(words) + "\n";
    out += ".br\n";
  }
  out +=
      ".SH DESCRIPTION\n"
      "npulint reads what a deployment is made of (ONNX graphs, the configuration of the "
      "conversion, the\n"
      "metadata of the compiled model, and what the application does with it) and says where they\n"
      "contradict each other. It runs nothing and needs no vendor tool and no network.\n"
      "Without a command, the arguments are those of\n.BR check .\n" +
      options(tool) + ".SH COMMANDS\n";
  for (const CommandEntry& c : tool.commands) section(out, c.name, c);
  if (const size_t at = tool.notes.find("\n  "); at != std::string::npos)
    out += ".SH EXAMPLES\n" + notes(std::string_view(tool.notes).substr(at + 1));
  out += R"(.SH EXIT STATUS
.TP
.B 0
Nothing at or above \fB\-\-fail\-on\fR (default: error).
.TP
.B 1
Findings at or above it.
.TP
.B 2
Wrong usage or settings, or an internal error: the result must not be trusted.
.TP
.B 3
Nothing recognised; under the profiles review and release also when a rule of severity error had
something to check but not all its facts.
.SH ENVIRONMENT
.TP
.BR NO_COLOR ", " FORCE_COLOR ", " CLICOLOR_FORCE ", " TERM
Colours, where \fB\-\-color\fR is auto.
.TP
.BR LC_ALL ", " LC_MESSAGES ", " LANG
The language on a terminal, where \fB\-\-lang\fR is auto: Chinese when it begins with zh.
.TP
.BR XDG_CACHE_HOME ", " HOME
Where digests of data files are kept between runs.
.TP
.B SOURCE_DATE_EPOCH
The day that results name, and that ends of inline ignores are compared with.
.SH FILES
.TP
.IR npulint.toml ", " .npulint.toml
Settings: the closest one upward of the files that are checked.
.TP
.I npulint\-baseline.json
Findings that are accepted for now; found upward too.
.TP
.I contract.toml
What the application does with a model.
.TP
.I /usr/share/doc/npulint
The documentation, with a page for each rule.
)";
  return out;
}

}  // namespace npulint
