// Code-quality report of GitLab: one JSON array. docs.gitlab.com, "Code Quality report format".
#include "lint/anchor.h"
#include "lint/json_writer.h"

namespace npulint {

std::string render_gitlab(const Run& run, const RenderOptions& o) {
  JsonWriter w;
  w.array(true);
  for (const Finding& f : run.result.findings) {
    if (!is_shown(f, run)) continue;
    const Anchor a = anchor_of(run, f);
    if (a.file == kNoFile) continue;  // GitLab refuses what has no path
    static constexpr std::string_view kSeverities[] = {"info", "minor", "major"};
    w.object();
    // the check's name is not shown, the description is
    w.field("description", std::string(f.rule->code) + ": " + f.message.in(o.lang));
    w.field("check_name", std::string(f.rule->code) + " " + std::string(f.rule->name));
    w.field("fingerprint", f.fingerprint);
    w.field("severity", kSeverities[static_cast<size_t>(f.severity)]);
    w.key("location").object().field("path", repository_path(run, a.file, o));
    w.key("lines").object().key("begin").size(a.begin.line).key("end").size(a.end.line);
    w.end().end().end();
  }
  w.end();
  return w.out + '\n';
}

}  // namespace npulint
