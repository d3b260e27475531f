// Workflow commands of GitHub Actions: one annotation a finding, errors first, because only the
// first ten of a step are shown. docs.github.com, "Workflow commands".
#include <algorithm>

#include "lint/anchor.h"
#include "lint/report.h"

namespace npulint {
namespace {

std::string escaped(std::string_view s, bool property) {
  std::string out;
  for (const char c : s) {
    if (c == '%')
      out += "%25";
    else if (c == '\r')
      out += "%0D";
    else if (c == '\n')
      out += "%0A";
    else if (property && c == ':')
      out += "%3A";
    else if (property && c == ',')
      out += "%2C";
    else
      out += c;
  }
  return out;
}

}  // namespace

std::string render_github(const Run& run, const RenderOptions& o) {
  const std::vector<const Finding*> shown = by_severity(run);
  std::string out;
  for (const Finding* f : shown) {
    out += "::";
    out += f->severity == Severity::kNote ? "notice" : severity_name(f->severity);
    const char* separator = " ";
    const auto property = [&](std::string_view name, std::string_view value) {
      out += separator;
      separator = ",";
      out += name;
      out += '=';
      out += escaped(value, true);
    };
    if (const Anchor a = anchor_of(run, *f); a.file != kNoFile) {
      property("file", escape_terminal(repository_path(run, a.file, o)));
      property("line", std::to_string(a.begin.line));
      property("endLine", std::to_string(a.end.line));
      if (a.begin.line == a.end.line && a.end.column > a.begin.column) {
        property("col", std::to_string(a.begin.column));
        property("endColumn", std::to_string(a.end.column));
      }
    }
    property("title", std::string(f->rule->code) + " " + std::string(f->rule->name));
    out += "::" + escaped(escape_terminal(f->message.in(o.lang)), false) + '\n';
  }
  return out;
}

}  // namespace npulint
