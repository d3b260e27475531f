// Findings for a comment on a change: a table, and what was not checked below it.
#include <algorithm>
#include <map>

#include "lint/anchor.h"
#include "lint/report.h"

namespace npulint {
namespace {

// Text from files must not become markup, a mention or a link. Words between backticks stay code.
void plain(std::string& out, std::string_view s) {
  for (const char c : s) {
    if (c == '<')
      out += "&lt;";
    else if (c == '&')
      out += "&amp;";
    else if (c == '@')
      out += "&#64;";
    else if (c == '#')
      out += "&#35;";
    else if (std::string_view("\\`*_{}[]>|~$!").find(c) != std::string_view::npos)
      (out += '\\') += c;
    else
      out += c;
  }
}

std::string markdown(std::string_view raw) {
  const std::string s = escape_terminal(raw);
  const bool paired = std::count(s.begin(), s.end(), '`') % 2 == 0;
  std::string out;
  bool code = false;
  for (size_t at = 0; at <= s.size();) {
    const size_t end = paired ? std::min(s.find('`', at), s.size()) : s.size();
    const std::string_view part = std::string_view(s).substr(at, end - at);
    if (!code) {
      plain(out, part);
    } else if (!part.empty()) {
      out += '`';
      for (const char c : part) (c == '|' ? out += '\\' : out) += c;
      out += '`';
    }
    code = !code;
    at = end + 1;
  }
  return out;
}

std::string trimmed(std::string s) {
  while (s.ends_with(' ')) s.pop_back();
  return s;
}

std::string place(const Run& run, const Finding& f, const RenderOptions& o) {
  const Anchor a = anchor_of(run, f);
  if (a.file == kNoFile) return markdown(f.bundle);
  std::string text = repository_path(run, a.file, o);
  if (a.exact && run.sources.place(f.at).line > 0) text += ":" + std::to_string(a.begin.line);
  return markdown(text);
}

}  // namespace

std::string render_markdown(const Run& run, const RenderOptions& o) {
  const bool zh = o.lang == Lang::kZh;
  const std::vector<const Finding*> shown = by_severity(run);
  std::string out = "### npulint: " + std::string(verdict_word(run)) + "\n\n";
  out += markdown(summary_line(run, o)) + "\n";
  if (!shown.empty()) {
    out += zh ? "\n| 级别 | 规则 | 位置 | 内容 |\n|---|---|---|---|\n"
              : "\n| severity | rule | where | what |\n|---|---|---|---|\n";
    for (const Finding* f : shown)
      out += "| " + std::string(severity_name(f->severity)) + " | " + std::string(f->rule->code) +
             " " + std::string(f->rule->name) + " | " + place(run, *f, o) + " | " +
             markdown(f->message.in(o.lang)) + " |\n";
  }
  // reason → codes, each once
  std::map<std::string, std::vector<std::string>> reasons;
  for (const Check& c : run.result.checks) {
    if (c.verdict != Verdict::kNotChecked) continue;
    std::string code(c.rule->code);
    const std::string where = run.bundles.size() > 1 && !c.bundle.empty()
                                  ? std::string(c.bundle) + " " + std::string(c.subject)
                                  : std::string(c.subject);
    if (!where.empty()) code += " (" + markdown(trimmed(where)) + ")";
    auto& codes = reasons[c.why().in(o.lang)];
    if (std::find(codes.begin(), codes.end(), code) == codes.end()) codes.push_back(code);
  }
  if (reasons.empty()) return out;
  out += zh ? "\n<details><summary>未检查</summary>\n\n"
            : "\n<details><summary>Not checked</summary>\n\n";
  for (auto& [why, codes] : reasons) {
    std::sort(codes.begin(), codes.end());
    out += "* " + markdown(why) + ": ";
    for (size_t i = 0; i < codes.size(); ++i) (out += i ? ", " : "") += codes[i];
    out += '\n';
  }
  return out + "\n</details>\n";
}

}  // namespace npulint
