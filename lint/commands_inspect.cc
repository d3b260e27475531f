// `inspect`: the facts of files, without verdicts; and two of them side by side.
#include <algorithm>
#include <charconv>

#include "lint/commands.h"
#include "lint/compare.h"
#include "lint/contract_init.h"
#include "lint/graph_diff.h"
#include "lint/replay.h"
#include "lint/words.h"

namespace npulint {
namespace {

const FileRecord* record_of(const Run& run, const std::string& real) {
  for (const auto& f : run.files)
    if (run.sources.real(f->id) == real) return f.get();
  return nullptr;
}

// What is wrong with the file as the one side of a comparison or the source of a contract.
std::string unfit(const FileRecord& f, Lang lang) {
  for (const Problem& p : f.problems)
    if (p.kind == Problem::Kind::kUnreadable) return p.what.in(lang);
  if (f.compiled && !f.compiled->models.empty()) return "";
  if (f.kind == FileKind::kHbm)
    return "its layout is not public; name the metadata that the script of `npulint exporter hbdk` "
           "writes";
  return (f.kind == FileKind::kUnknown
              ? std::string("of no known kind")
              : "a file of the kind " + std::string(file_kind_name(f.kind))) +
         "; a compiled model or its metadata is needed";
}

std::vector<std::string> labels(const CompiledFile& f) {
  std::vector<std::string> out;
  for (const CompiledModel& m : f.models) out.push_back("`" + model_label(m) + "`");
  return out;
}

}  // namespace

int Command::inspect() {
  if (!find_inspect()) return kUsage;
  if (o_.compare) return compare();
  o_.check.load.only_named = true;
  o_.check.load.isolated = true;
  if (!prepare_load()) return kUsage;
  Loaded& l = kept(load(reader_, o_.check.load));
  if (!l.errors.empty()) return report(l);
  add_digests(l.run, true);
  std::string text = o_.format == "json" ? inspect_json(l.run, render_options())
                                         : inspect_text(l.run, render_options());
  if (o_.format == "text")
    for (const auto& f : l.run.files)
      if (f->contract) text += replays_of(l.run, *f);
  if (!write_all(1, text)) return kUsage;
  bool broken = false;
  for (const auto& f : l.run.files)
    for (const Problem& p : f->problems) broken = broken || p.kind == Problem::Kind::kUnreadable;
  return broken ? kFound : l.run.recognised ? kClean : kNothing;
}

std::string Command::replays_of(Run& run, const FileRecord& f) {
  const LoadOptions& o = o_.check.load;
  const auto shown = [&](const std::string& real) { return relative_path(real, o.cwd); };
  return inspect_replays(*f.contract,
                         {reader_, run.sources, dir_name(run.sources.real(f.id)), shown, o.jobs},
                         render_options());
}

bool Command::find_inspect() {
  if (o_.format == "text" || o_.format == "json") return true;
  print_error("--format: `" + o_.format + "` is none of text, json");
  return false;
}

int Command::compare() {
  std::vector<Artifact> sides;
  for (const std::string& word : o_.check.load.paths) sides.push_back({word, "", "", {}});
  if (sides.size() > 2) {
    print_error("--compare takes two artifacts, or one file with two models of one name");
    return kUsage;
  }
  if (!read_artifacts(sides, true)) return kUsage;
  const auto graphs =
      std::count_if(sides.begin(), sides.end(), [](const Artifact& a) { return a.graph; });
  if (graphs == 2) return compare_graphs(sides[0], sides[1]);
  if (graphs == 1) {
    print_error(sides.size() == 1
                    ? sides[0].word + ": an ONNX graph is compared with another one; name it"
                    : "--compare takes two compiled models or two ONNX graphs, not one of each");
    return kUsage;
  }
  if (sides.size() == 1) {
    const auto all = sides[0].models;
    if (all.size() != 2) {
      print_error(sides[0].word + ": holds " + std::to_string(all.size()) +
                  (all.size() == 1 ? " model" : " models") + "; name what to compare it with" +
                  (all.size() > 2 ? ", each as FILE#MODEL" : ""));
      return kUsage;
    }
    sides.push_back(sides[0]);
    for (size_t i = 0; i < 2; ++i) {
      sides[i].models = {all[i]};
      sides[i].word = sides[i].path + "#" + std::to_string(i);
    }
  }
  const Comparison c = npulint::compare(sides[0].models, sides[1].models);
  const std::string text = o_.format == "json"
                               ? compare_json(c, sides[0].word, sides[1].word)
                               : compare_text(c, sides[0].word, sides[1].word, render_options());
  if (!write_all(1, text)) return kUsage;
  return !c.contracts_agree() ? kFound : c.complete() ? kClean : kNothing;
}

int Command::compare_graphs(const Artifact& a, const Artifact& b) {
  const GraphDiff d = diff_graphs(*a.graph, *b.graph, a.path, b.path);
  const std::string text = o_.format == "json"
                               ? graph_diff_json(d, a.word, b.word)
                               : graph_diff_text(d, a.word, b.word, render_options());
  if (!write_all(1, text)) return kUsage;
  return d.same_io() ? kClean : kFound;
}

int Command::contract_init() {
  std::vector<Artifact> artifacts;
  for (const std::string& word : o_.check.load.paths) artifacts.push_back({word, "", "", {}});
  if (!read_artifacts(artifacts)) return kUsage;
  const Artifact& a = artifacts.at(0);
  if (a.models.size() > 1) {
    std::vector<std::string> names;
    for (const CompiledModel* m : a.models) names.push_back("`" + model_label(*m) + "`");
    print_error(a.word + ": holds " + std::to_string(names.size()) + " models, " + joined(names) +
                "; a contract is about one: name it as FILE#MODEL, by name or by position from 0");
    return kUsage;
  }
  const std::string& cwd = o_.check.load.cwd;
  const std::string to = join_path(cwd, o_.new_file.empty() ? "contract.toml" : o_.new_file);
  const std::string file = a.path == "-" ? "" : relative_path(join_path(cwd, a.path), dir_name(to));
  const Platforms platforms = Platforms::load(kNoFile);
  const std::string text = contract_start(*a.models[0], platforms, file, lang());
  if (o_.new_file.empty()) return write_all(1, text) ? kClean : kUsage;
  const std::string base = base_name(to);
  if (base != "contract.toml" && !base.ends_with(".contract.toml")) {
    print_error(o_.new_file + ": a contract is called contract.toml or *.contract.toml");
    return kUsage;
  }
  return write_new(o_.new_file, text,
                   "wrote " + escape_terminal(o_.new_file) +
                       "; compare each `#: ` line with your code before you uncomment it\n");
}

bool Command::read_artifacts(std::vector<Artifact>& artifacts, bool graphs) {
  LoadOptions& o = o_.check.load;
  o.only_named = o.isolated = true;
  o.cwd = current_dir();
  o.paths.clear();
  for (Artifact& a : artifacts) {
    a.path = a.word;
    const size_t hash = a.word.rfind('#');
    const auto there = [&](const std::string& path) {
      return path == "-" || reader_.stat(join_path(o.cwd, path)).kind != FileStat::Kind::kAbsent;
    };
    if (hash != std::string::npos && !there(a.word)) {
      a.path = a.word.substr(0, hash);
      a.model = a.word.substr(hash + 1);
    }
    if (!holds(o.paths, a.path)) o.paths.push_back(a.path);
  }
  if (!prepare_load()) return false;
  Loaded& l = kept(load(reader_, o));
  if (!l.errors.empty()) {
    report(l);
    return false;
  }
  return std::all_of(artifacts.begin(), artifacts.end(),
                     [&](Artifact& a) { return pick_models(l.run, a, graphs); });
}

bool Command::pick_models(const Run& run, Artifact& a, bool graphs) {
  const LoadOptions& o = o_.check.load;
  const std::string name = a.path != "-"              ? a.path
                           : o.stdin_filename.empty() ? "<stdin>"
                                                      : o.stdin_filename;
  const FileRecord* f = record_of(run, join_path(o.cwd, name));
  if (graphs && f && f->graph && f->graph->has_graph && !f->graph->damaged && a.model.empty()) {
    a.graph = f->graph.get();
    return true;
  }
  const std::string why = f ? unfit(*f, lang()) : "no single file";
  if (!why.empty()) {
    print_error(a.path + ": " + why);
    return false;
  }
  const auto& models = f->compiled->models;
  for (const CompiledModel& m : models)
    if (a.model.empty() || model_label(m) == a.model || (m.name && *m.name == a.model))
      a.models.push_back(&m);
  size_t position = 0;
  const char* end = a.model.data() + a.model.size();
  const auto [stop, error] = std::from_chars(a.model.data(), end, position);
  if (a.models.empty() && error == std::errc() && stop == end && position < models.size())
    a.models = {&models[position]};
  if (!a.models.empty()) return true;
  print_error(a.path + ": has no model `" + a.model + "`; it has " + joined(labels(*f->compiled)));
  return false;
}

}  // namespace npulint
