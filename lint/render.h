// A finished run → bytes. Pure: no I/O, no decision.
#pragma once

#include <string>
#include <string_view>

#include "lint/run.h"

namespace npulint {

struct Comparison;

struct RenderOptions {
  Lang lang = Lang::kEn;
  bool color = false;
  bool quiet = false;  // findings only
  bool digests = false;
  std::string root;              // of the repository, absolute; empty: there is none
  bool show_suppressed = false;  // text: list what ignores and the baseline keep quiet
  bool statistics = false;       // text: findings counted by rule in place of the findings
  bool recipe_cpp = false, recipe_python = false;  // inspect, text: the code of the recipes
};

std::string render_text(const Run& run,
                        const RenderOptions& o);  // ends with the summary line unless quiet
// One finding as render_text frames it, without what it shares with others of its rule left out.
std::string finding_text(const Run& run, const Finding& f, const RenderOptions& o);
std::string render_html(const Run& run, const RenderOptions& o);        // the reviewer's report
std::string render_concise(const Run& run, const RenderOptions& o);     // frozen in formats.md
std::string render_json(const Run& run, const RenderOptions& o);        // "npulint-result/1"
std::string render_sarif(const Run& run, const RenderOptions& o);       // what GitHub accepts
std::string render_sarif_full(const Run& run, const RenderOptions& o);  // with every verdict
std::string render_github(const Run& run, const RenderOptions& o);
std::string render_gitlab(const Run& run, const RenderOptions& o);  // needs fingerprints
std::string render_junit(const Run& run, const RenderOptions& o);
std::string render_markdown(const Run& run, const RenderOptions& o);
std::string summary_line(const Run& run, const RenderOptions& o);  // without its end of line

// `npulint inspect`: the facts of files, whatever their kind.
std::string inspect_text(const Run& run, const RenderOptions& o);
std::string inspect_json(const Run& run, const RenderOptions& o);

// `npulint inspect --compare`; `a` and `b` are what the two sides are called.
std::string compare_text(const Comparison& c, const std::string& a, const std::string& b,
                         const RenderOptions& o);
std::string compare_json(const Comparison& c, const std::string& a, const std::string& b);

// `npulint explain CODE|name`, `npulint rules`.
std::string explain_text(const Rule& rule, const RenderOptions& o);
std::string explain_json(const Rule& rule);
std::string rules_text(const RenderOptions& o);
std::string rules_json();

// `npulint exporter hbdk|hrt|bmodel`: the script or command that produces metadata. Empty when
// unknown.
std::string_view exporter(std::string_view name);

// Terminal cells of a string: CJK and emoji 2, combining marks 0; tabs to the next multiple of 4
// from `start`.
size_t cell_width(std::string_view utf8, size_t start = 0);
// Control characters (and invalid UTF-8) made visible, so that strings from files cannot drive a
// terminal.
std::string escape_terminal(std::string_view s);
std::string json_string(std::string_view s);  // with quotes; always valid UTF-8

}  // namespace npulint
