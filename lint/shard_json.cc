#include "lint/shard_json.h"

#include "lint/result_json.h"
#include "lint/shard.h"

namespace npulint {
namespace {

template <class Item>
void row(JsonWriter& w, size_t index, std::string_view key, const Item& item) {
  w.object().key("row").size(index).key(key);
  item();
  w.end();
}

}  // namespace

std::string render_shard(const Loaded& l, const Shard& shard, const ShardFacts& facts,
                         const RenderOptions& o, bool exit_zero) {
  const Run& run = l.run;
  const Parts parts(shard, l.groups, run.sources);
  const bool first = shard.index == 1;  // tells what all know
  JsonWriter w;
  json_head(w, kShardSchema, run, o.lang);
  w.key("shard").object();
  w.key("index").size(shard.index).key("of").size(shard.of);
  w.field("options", facts.options).field("files", facts.files);
  w.key("inputs").size(run.files.size()).key("bundles").size(run.bundles.size());
  w.key("recognised").boolean(run.recognised).key("may_be_empty").boolean(run.may_be_empty);
  w.field("min_severity", severity_name(run.least)).key("exit_zero").boolean(exit_zero);
  w.end();

  w.key("inputs").array(true);
  for (size_t i = 0; i < run.files.size(); ++i)
    if (parts.file(run.files[i]->id))
      row(w, i, "input", [&] { json_input(w, run, *run.files[i]); });
  w.end().key("bundles").array(true);
  for (size_t i = 0; i < run.bundles.size(); ++i)
    if (parts.bundle(run.bundles[i]))
      row(w, i, "bundle", [&] { json_bundle(w, run, run.bundles[i]); });

  const auto finding = [&](const Finding& f) {
    row(w, f.row, "finding", [&] { json_finding(w, run, f, o.lang); });
  };
  const auto check = [&](const Check& c) {
    row(w, c.row, "check", [&] { json_check(w, c, o.lang); });
  };
  w.end().key("findings").array(true);
  for (size_t i = 0; i < run.result.findings.size(); ++i) {
    const Finding& f = run.result.findings[i];
    w.object().key("row").size(f.row).key("baseline").number(facts.baselines[i]).key("finding");
    json_finding(w, run, f, o.lang);
    w.end();
  }
  w.end().key("checks").array(true);
  for (const Check& c : run.result.checks) check(c);

  w.end().key("late_findings").array(true);
  for (const Finding& f : facts.late.findings) finding(f);
  w.end().key("late_checks").array(true);
  if (first)
    for (const Check& c : facts.late.checks) check(c);
  w.end().key("entries").array(true);
  if (first)
    for (const ShardFacts::Entry& e : facts.entries) {
      w.object().key("baseline").number(e.baseline);
      w.field("rule", e.entry->rule).field("id", e.entry->id).field("evidence", e.entry->evidence);
      w.field("reason", e.entry->reason).field("added", e.entry->added);
      if (e.changed) finding((w.key("changed"), *e.changed));
      if (e.vanished) finding((w.key("vanished"), *e.vanished));
      w.end();
    }
  w.end().key("judged_entries").array();
  for (const size_t i : facts.judged) w.size(i);
  w.end().end();
  return w.out + '\n';
}

}  // namespace npulint
