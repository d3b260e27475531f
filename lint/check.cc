#include "lint/check.h"

#include <algorithm>
#include <set>
#include <tuple>

#include "lint/link.h"

namespace npulint {
namespace {

bool any_selects(const std::vector<std::string>& selectors, const Rule& rule) {
  return std::any_of(selectors.begin(), selectors.end(),
                     [&](const std::string& s) { return selects(s, rule); });
}

class Policy {
 public:
  Policy(Loaded& l, const CheckOptions& o) : l_(l), o_(o) {}

  bool enabled(const Rule& rule, FileId anchor) const {
    const Settings* s = l_.settings_for(anchor);
    const auto& select = !o_.select.empty() || !s ? o_.select : s->select;
    if (!select.empty() && !any_selects(select, rule)) return false;
    return !any_selects(o_.ignore, rule) && !(s && any_selects(s->ignore, rule));
  }

  void apply(Finding& f) const {
    const Settings* s = l_.settings_for(f.at.known() ? f.at.file : kNoFile);
    if (!s) return;
    for (const auto& [selector, severity] : s->severity)
      if (selects(selector, *f.rule)) f.severity = severity;
    if (f.at.known())
      for (const auto& [glob, codes] : s->per_file_ignores)
        if (glob_match(glob, below(l_.run.sources.real(f.at.file), s->dir)) &&
            any_selects(codes, *f.rule))
          suppress(f, "per-file-ignores \"" + glob + "\"");
    for (const IgnoreSpec& i : s->ignores) {
      if (!selects(i.rule, *f.rule) || (!i.bundle.empty() && i.bundle != f.bundle)) continue;
      if (!i.where.empty() && i.where != f.subject && !f.subject.ends_with("/" + i.where)) continue;
      if (!i.expires.empty() && i.expires < o_.today) continue;
      suppress(f, i.reason);
    }
  }

 private:
  static std::string below(const std::string& path, const std::string& dir) {
    if (dir == ".") return path;
    return path.starts_with(dir + "/") ? path.substr(dir.size() + 1) : path;
  }
  static void suppress(Finding& f, std::string why) {
    f.suppressed = true;
    f.suppressed_because = std::move(why);
  }
  Loaded& l_;
  const CheckOptions& o_;
};

// Path, place, code, subject: an order that depends on nothing but the findings.
void sort_findings(Run& run) {
  const auto path = [&](const Finding& f) {
    return f.at.known() ? run.sources.shown(f.at.file) : std::string();
  };
  std::stable_sort(run.result.findings.begin(), run.result.findings.end(),
                   [&](const Finding& a, const Finding& b) {
                     const std::string pa = path(a), pb = path(b);
                     if (pa != pb) return pa < pb;
                     if (a.at.begin != b.at.begin)
                       return a.at.begin + 1 < b.at.begin + 1;  // kNoOffset first
                     if (a.rule->code != b.rule->code) return a.rule->code < b.rule->code;
                     return a.subject < b.subject;
                   });
}

// Files that stand in several bundles give the same finding of the same place once.
void drop_repeats(std::vector<Finding>& findings) {
  std::set<std::tuple<std::string_view, FileId, uint64_t, std::string, std::string, std::string>>
      seen;
  std::erase_if(findings, [&](const Finding& f) {
    return f.at.known() &&
           !seen.emplace(f.rule->code, f.at.file, f.at.begin, f.at.path, f.message.in(Lang::kEn),
                         f.related.empty() ? "" : f.related[0].value)
                .second;
  });
}

}  // namespace

Loaded check(const FileReader& reader, const CheckOptions& o) {
  Loaded l = load(reader, o.load);
  if (!l.errors.empty()) return l;
  const Settings* s = l.run_settings;
  l.run.profile = o.profile ? *o.profile : s && s->profile ? *s->profile : Profile::kCommit;
  l.run.fail_on = o.fail_on ? *o.fail_on : s && s->fail_on ? *s->fail_on : FailOn::kError;
  link(l, o.load);
  if (!l.errors.empty()) return l;
  const Policy policy(l, o);
  EngineOptions engine;
  engine.enabled = [&](const Rule& r, const Bundle*, FileId f) { return policy.enabled(r, f); };
  engine.declared_by_human = [&](FileId f) {
    const FileRecord* r = l.run.record(f);
    return r ? r->kind == FileKind::kContract || r->kind == FileKind::kSettings
             : l.run.sources.real(f).empty() && l.run.sources.shown(f).starts_with("--");
  };
  std::vector<const Bundle*> bundles;
  for (const Bundle& b : l.run.bundles) bundles.push_back(&b);
  l.run.result = run_rules(all_rules(), l.run.file_rows, bundles, engine);
  for (Finding& f : l.run.result.findings) policy.apply(f);
  sort_findings(l.run);
  drop_repeats(l.run.result.findings);
  return l;
}

}  // namespace npulint
