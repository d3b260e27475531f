// `inspect`: the facts of files, without verdicts.
#include "lint/commands.h"

namespace npulint {

int Command::inspect() {
  if (!find_inspect()) return kUsage;
  o_.check.load.only_named = true;
  o_.check.load.isolated = true;
  if (!prepare_load()) return kUsage;
  Loaded& l = kept(load(reader_, o_.check.load));
  if (!l.errors.empty()) return report(l);
  add_digests(l.run);
  const std::string text = o_.format == "json" ? inspect_json(l.run, render_options())
                                               : inspect_text(l.run, render_options());
  if (!write_all(1, text)) return kUsage;
  bool broken = false;
  for (const auto& f : l.run.files)
    for (const Problem& p : f->problems) broken = broken || p.kind == Problem::Kind::kUnreadable;
  return broken ? kFound : l.run.recognised ? kClean : kNothing;
}

bool Command::find_inspect() {
  if (o_.format == "text" || o_.format == "json") return true;
  print_error("--format: `" + o_.format + "` is none of text, json");
  return false;
}

}  // namespace npulint
