// npulint-result/1, described in docs/json-output.md. Key order is part of the format.
#include <algorithm>

#include "lint/fix.h"
#include "lint/json_writer.h"
#include "lint/render.h"
#include "lint/result_json.h"

namespace npulint {

void json_location(JsonWriter& w, const Run& run, const Evidence& e) {
  w.object();
  if (e.known()) {
    w.field("path", run.sources.shown(e.file));
    if (const Place p = run.sources.place(e); p.line > 0) {
      const Place end = run.sources.end_place(e);
      w.key("line").size(p.line).key("column").size(p.column);
      w.key("end_line").size(end.line).key("end_column").size(end.column);
    }
    if (e.has_range()) {
      w.key("byte_offset").size(e.begin);
      w.key("byte_end").size(Sources::end_offset(e));
    }
  }
  if (!e.path.empty()) w.field("logical", e.path);
  w.end();
}

namespace {

void message(JsonWriter& w, const Message& m, Lang lang) {
  w.field("message", m.in(lang)).field("message_zh", m.in(Lang::kZh));
}

// The edits as they would change the bytes of the finding's file.
void fix(JsonWriter& w, const Run& run, const Finding& f, Lang lang) {
  w.key("fix").object().key("safe").boolean(f.fix->safe);
  message(w, f.fix->what, lang);
  w.key("edits").array();
  if (f.at.known() && run.sources.has_text(f.at.file))
    for (const Splice& s : splices(run.sources.bytes(f.at.file), f.fix->edits))
      w.object()
          .key("byte_offset")
          .size(s.begin)
          .key("byte_end")
          .size(s.end)
          .field("text", s.text)
          .end();
  w.end().end();
}

}  // namespace

void json_state(JsonWriter& w, const Finding& f) {
  w.key("suppressed").boolean(f.suppressed);
  if (f.suppressed)
    w.field("suppressed_by", suppression_name(f.suppressed_by))
        .field("suppressed_because", f.suppressed_because);
  if (!f.fingerprint.empty()) w.field("fingerprint", f.fingerprint).field("evidence", f.evidence);
}

void json_finding(JsonWriter& w, const Run& run, const Finding& f, Lang lang) {
  w.object().field("code", f.rule->code).field("name", f.rule->name);
  w.field("severity", severity_name(f.severity)).field("confidence", confidence_name(f.confidence));
  w.field("bundle", f.bundle).field("subject", f.subject);
  message(w, f.message, lang);
  json_location(w.key("location"), run, f.at);
  w.key("related").array();
  for (const Related& r : f.related) {
    json_location(w.object().key("location"), run, r.at);
    w.field("label", r.note.empty() ? std::string(r.label.in(lang)) : r.note.in(lang))
        .field("value", r.value)
        .end();
  }
  json_state(w.end(), f);
  if (f.fix) fix(w, run, f, lang);
  w.end();
}

void json_check(JsonWriter& w, const Check& c, Lang lang) {
  w.object().field("code", c.rule->code).field("bundle", c.bundle).field("subject", c.subject);
  w.field("verdict", verdict_name(c.verdict));
  if (c.verdict == Verdict::kNotChecked) {
    w.key("missing").array();
    for (const MissingFact& m : c.missing) {
      w.object();
      if (m.fact) w.field("fact", m.fact->name).field("input", input_key(m.fact->input));
      w.field("reason", c.why(m).in(lang));
      if (m.fact) w.field("supply", input_supply(m.fact->input).in(lang));
      w.end();
    }
    w.end();
  }
  if (c.reason && c.missing.empty()) w.field("reason", c.reason->in(lang));
  w.end();
}

void json_input(JsonWriter& w, const Run& run, const FileRecord& f) {
  w.object()
      .field("path", run.sources.shown(f.id))
      .field("kind", file_kind_name(f.kind))
      .key("bytes")
      .size(f.size);
  if (!f.unread.empty()) w.field("unread", f.unread);
  if (!f.sha256.empty()) w.field("sha256", f.sha256);
  w.end();
}

void json_bundle(JsonWriter& w, const Run& run, const Bundle& b) {
  w.object().field("name", b.name).key("files").array();
  for (FileId f : b.files) w.string(run.sources.shown(f));
  w.end().end();
}

void json_head(JsonWriter& w, std::string_view schema, const Run& run, Lang lang) {
  w.object(true).field("schema", schema);
  w.key("tool").object().field("name", "npulint").field("version", NPULINT_VERSION).end();
  w.field("language", lang == Lang::kZh ? "zh" : "en");
  w.field("profile", profile_name(run.profile)).field("fail_on", fail_on_name(run.fail_on));
}

void json_tail(JsonWriter& w, const Run& run) {
  const Tally t = tally(run.result);
  w.key("coverage").object();
  w.key("passed")
      .size(t.passed)
      .key("failed")
      .size(t.failed)
      .key("not_checked")
      .size(t.not_checked);
  w.key("not_applicable").size(t.not_applicable).key("suppressed").size(t.suppressed);
  w.key("errors").size(t.errors).key("warnings").size(t.warnings).key("notes").size(t.notes);
  w.key("by_missing").array();
  for (const auto& [input, n] : t.by_missing)
    w.object().field("input", input_key(input)).key("checks").size(n).end();
  w.end().end();
  w.key("exit_code").number(exit_code(run)).end();
}

std::string render_json(const Run& run, const RenderOptions& o) {
  JsonWriter w;
  json_head(w, "npulint-result/1", run, o.lang);
  w.key("inputs").array(true);
  for (const auto& f : run.files) json_input(w, run, *f);
  w.end().key("bundles").array(true);
  for (const Bundle& b : run.bundles) json_bundle(w, run, b);
  w.end().key("findings").array(true);
  for (const Finding& f : run.result.findings) json_finding(w, run, f, o.lang);
  w.end().key("checks").array(true);
  for (const Check& c : run.result.checks) json_check(w, c, o.lang);
  json_tail(w.end(), run);
  return w.out + '\n';
}

}  // namespace npulint
