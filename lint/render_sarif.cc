// SARIF 2.1.0 (OASIS). The plain flavour is what GitHub's code scanning shows: failing results
// only, each with a line of a text file, because GitHub takes other kinds for alerts and refuses a
// whole upload for one result without a place. The full one holds every verdict, for archives.
#include <algorithm>
#include <map>
#include <set>

#include "lint/anchor.h"
#include "lint/json_writer.h"

namespace npulint {
namespace {

constexpr size_t kMaxText = 1024, kMaxRelated = 100;

std::string_view level_of(Severity s) {
  static constexpr std::string_view kLevels[] = {"note", "warning", "error"};
  return kLevels[static_cast<size_t>(s)];
}

std::string cut(std::string s) {
  if (s.size() <= kMaxText) return s;
  size_t end = kMaxText - 3;
  while (end > 0 && (static_cast<unsigned char>(s[end]) & 0xC0) == 0x80) --end;
  return s.substr(0, end) + "…";
}

class Writer {
 public:
  Writer(const Run& run, const RenderOptions& o, bool full) : run_(run), o_(o), full_(full) {
    for (const Check& c : run.result.checks) rules_.insert(c.rule);
    for (const Finding& f : run.result.findings) rules_.insert(f.rule);
    size_t i = 0;
    for (const Rule* r : rules_) index_[r] = i++;
  }

  std::string write() {
    w_.object(true);
    w_.field("$schema", "https://json.schemastore.org/sarif-2.1.0.json").field("version", "2.1.0");
    w_.key("runs").array().object(true);
    driver();
    w_.field("columnKind", "unicodeCodePoints");
    invocation();
    artifacts();
    w_.key("results").array(true);
    for (const Finding& f : run_.result.findings)
      if (full_ || is_shown(f, run_)) result(f);
    if (full_)
      for (const Check& c : run_.result.checks)
        if (c.verdict != Verdict::kFail) verdict(c);
    w_.end().end().end().end();
    return w_.out + '\n';
  }

 private:
  struct ByCode {
    bool operator()(const Rule* a, const Rule* b) const { return a->code < b->code; }
  };

  void text(std::string_view key, std::string s) {
    w_.key(key).object().field("text", cut(std::move(s))).end();
  }

  void driver() {
    w_.key("tool").object().key("driver").object(true);
    w_.field("name", "npulint").field("version", NPULINT_VERSION);
    w_.field("semanticVersion", NPULINT_VERSION);
    w_.field("language", o_.lang == Lang::kZh ? "zh" : "en");
    w_.key("rules").array(true);
    for (const Rule* r : rules_) {
      static constexpr std::string_view kKinds[] = {"recommendation", "warning", "error"};
      w_.object().field("id", r->code).field("name", r->name);
      text("shortDescription", std::string(r->summary.in(o_.lang)));
      text("fullDescription",
           std::string(r->why.empty() ? r->summary.in(o_.lang) : r->why.in(o_.lang)));
      w_.key("help").object().field("text", r->fix.in(o_.lang));
      w_.field("markdown", std::string(r->fix.in(o_.lang)) + "\n\n`npulint explain " +
                               std::string(r->code) + "`");
      w_.end().key("defaultConfiguration").object().field("level", level_of(r->severity)).end();
      w_.key("properties").object().key("tags").array().string(r->code.substr(0, 3)).end();
      w_.field("precision", confidence_name(r->confidence));
      w_.field("problem.severity", kKinds[static_cast<size_t>(r->severity)]).end().end();
    }
    w_.end().end().end();
  }

  // Not checked: one notification a rule and reason, with how often.
  void invocation() {
    std::map<std::pair<std::string_view, std::string>, size_t> open;
    for (const Check& c : run_.result.checks)
      if (c.verdict == Verdict::kNotChecked) ++open[{c.rule->code, c.why().in(o_.lang)}];
    w_.key("invocations").array().object(true);
    w_.key("executionSuccessful").boolean(true).key("exitCode").number(exit_code(run_));
    w_.key("toolExecutionNotifications").array(true);
    for (const auto& [what, n] : open) {
      w_.object().field("level", "note");
      w_.key("descriptor").object().field("id", what.first).end();
      text("message", std::string(what.first) + " not checked: " + what.second +
                          (n > 1 ? " (" + std::to_string(n) + " times)" : ""));
      w_.end();
    }
    w_.end().end().end();
  }

  void artifacts() {
    w_.key("artifacts").array(true);
    for (const auto& f : run_.files) {
      w_.object();
      uri(f->id);
      w_.key("length").size(f->size);
      if (!f->sha256.empty()) w_.key("hashes").object().field("sha-256", f->sha256).end();
      w_.end();
    }
    w_.end();
  }

  // Of artifacts (key "location") and of places (key "artifactLocation").
  void uri(FileId file, std::string_view key = "location") {
    w_.key(key).object().field("uri", repository_uri(run_, file, o_)).end();
  }

  void region(const Place& begin, const Place& end) {
    w_.key("region").object().key("startLine").size(begin.line);
    w_.key("startColumn").size(begin.column);
    w_.key("endLine").size(end.line).key("endColumn").size(std::max(end.column, 1u)).end();
  }

  void place(const Anchor& a, const std::string& logical) {
    w_.key("physicalLocation").object();
    uri(a.file, "artifactLocation");
    region(a.begin, a.end);
    w_.end();
    if (!logical.empty())
      w_.key("logicalLocations").array().object().field("fullyQualifiedName", logical).end().end();
  }

  void related(const Evidence& e, const std::string& said, size_t id) {
    w_.object().key("id").size(id);
    w_.key("physicalLocation").object();
    uri(e.file, "artifactLocation");
    const Place begin = run_.sources.place(e);
    if (begin.line > 0) region(begin, run_.sources.end_place(e));
    w_.end();
    if (!e.path.empty())
      w_.key("logicalLocations").array().object().field("fullyQualifiedName", e.path).end().end();
    text("message", said);
    w_.end();
  }

  void head(const Rule& r, std::string_view level) {
    w_.object().field("ruleId", r.code).key("ruleIndex").size(index_.at(&r));
    w_.field("level", level);
  }

  void result(const Finding& f) {
    const Anchor a = anchor_of(run_, f);
    if (a.file == kNoFile) return;  // a finding about settings on the command line
    head(*f.rule, level_of(f.severity));
    if (full_) w_.field("kind", "fail");
    text("message", f.message.in(o_.lang));
    w_.key("locations").array().object();
    place(a, a.exact ? f.at.path : "");
    w_.end().end();
    size_t id = 0;
    w_.key("relatedLocations").array();
    if (!a.exact && f.at.known()) related(f.at, f.message.in(o_.lang), ++id);
    for (const Related& r : f.related)
      if (r.at.known() && id < kMaxRelated)
        related(
            r.at,
            r.note.empty() ? std::string(r.label.in(o_.lang)) + ": " + r.value : r.note.in(o_.lang),
            ++id);
    w_.end();
    if (!f.fingerprint.empty())
      w_.key("partialFingerprints")
          .object()
          .field("npulint/id/v1", f.fingerprint)
          .field("npulint/evidence/v1", f.evidence)
          .end();
    if (full_ && f.suppressed) {
      w_.key("suppressions").array().object();
      w_.field("kind", f.suppressed_by == Suppression::kInline ? "inSource" : "external");
      w_.field("justification", f.suppressed_because).end().end();
    }
    w_.key("properties").object().field("bundle", f.bundle).field("subject", f.subject);
    w_.field("confidence", confidence_name(f.confidence)).end().end();
  }

  void verdict(const Check& c) {
    const Anchor a = anchor_of(run_, c.bundle);
    head(*c.rule, "none");
    w_.field("kind", c.verdict == Verdict::kPass         ? "pass"
                     : c.verdict == Verdict::kNotChecked ? "open"
                                                         : "notApplicable");
    text("message", c.verdict == Verdict::kPass ? std::string(c.rule->code) + ": no contradiction"
                                                : c.why().in(o_.lang));
    w_.key("locations").array();
    if (a.file != kNoFile) {
      w_.object();
      place(a, "");
      w_.end();
    }
    w_.end().key("properties").object().field("bundle", c.bundle).field("subject", c.subject);
    w_.end().end();
  }

  const Run& run_;
  const RenderOptions& o_;
  bool full_;
  JsonWriter w_;
  std::set<const Rule*, ByCode> rules_;
  std::map<const Rule*, size_t> index_;
};

}  // namespace

std::string render_sarif(const Run& run, const RenderOptions& o) {
  return Writer(run, o, false).write();
}
std::string render_sarif_full(const Run& run, const RenderOptions& o) {
  return Writer(run, o, true).write();
}

}  // namespace npulint
