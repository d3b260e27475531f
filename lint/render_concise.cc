#include "lint/render.h"

namespace npulint {
namespace {

// A finding without a place of its own stands at its bundle's anchor.
Evidence place_of(const Run& run, const Finding& f) {
  if (f.at.known()) return f.at;
  Evidence e;
  for (const Bundle& b : run.bundles)
    if (b.name == f.bundle) e.file = b.anchor;
  return e;
}

}  // namespace

std::string render_concise(const Run& run, const RenderOptions& o) {
  std::string out;
  for (const Finding& f : run.result.findings) {
    if (!is_shown(f, run)) continue;
    const Evidence e = place_of(run, f);
    out += e.known() ? escape_terminal(run.sources.shown(e.file)) : "-";
    const Place p = run.sources.place(e);
    if (p.line > 0) out += ':' + std::to_string(p.line) + ':' + std::to_string(p.column);
    out += ": ";
    out += severity_name(f.severity);
    out += '[';
    out += f.rule->code;
    out += "] " + escape_terminal(f.message.in(o.lang)) + '\n';
  }
  return out;
}

}  // namespace npulint
