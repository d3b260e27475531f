// What the commands do. The command line itself (main.cc) fills CommandOptions and calls one of
// them; each returns the exit code.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "lint/baseline_edit.h"
#include "lint/check.h"
#include "lint/files.h"
#include "lint/fix.h"
#include "lint/option_table.h"
#include "lint/render.h"

namespace npulint {

constexpr int kClean = 0, kFound = 1, kUsage = 2, kNothing = 3;

struct CommandOptions {
  CheckOptions check;
  std::vector<std::string> outputs;
  std::string color = "auto", lang = "auto", profile, fail_on, format = "text";
  std::vector<std::string> words;    // of explain, exporter
  std::vector<std::string> keys;     // of explain
  std::string examples, out_dir;     // of docs
  std::string min_severity, reason;  // reason: of baseline
  std::string new_file;              // of contract init
  bool quiet = false, exit_zero = false, digests = false, show_suppressed = false;
  bool no_cache = false, timing = false;
  bool compare = false;                // of inspect
  std::string recipe;                  // of inspect: empty, all, cpp, python
  std::string shard;                   // of check: "2/4"
  std::vector<std::string> documents;  // of merge
  bool diff = false, fix = false, unsafe_fixes = false, statistics = false;
  int jobs = 0;
};

// What -o knows.
std::vector<std::string> format_names();

// One line on standard error; what came from files cannot drive the terminal.
void print_error(std::string_view raw);

class Command {
 public:
  explicit Command(CommandOptions& o) : o_(o) {}

  int review();
  int check();
  int baseline(BaselineAction action);
  int merge();
  int inspect();
  int contract_init();
  int init();
  int explain();
  int rules();
  int exporter();
  int config_show();
  int version();
  int docs();
  int completion(const CommandEntry& tool);  // words: the shell
  int man(const CommandEntry& tool);

 private:
  struct Output {
    std::string format, file;  // file empty: standard output
  };

  bool parse_outputs(std::vector<Output>& out);
  bool parse_check_options();
  int check_shard(const std::vector<Output>& outputs);
  // False, having said why, when a file of the output is an input.
  bool spares_inputs(const Loaded& l, const std::vector<Output>& outputs) const;
  int no_rule(const std::string& word) const;
  int diff();
  Loaded fix();
  void print_fixes(const Fixed& fixed, Text verb) const;
  bool is_input(const Loaded& l, const std::string& path) const;
  bool emit(const Output& out, const std::string& text);

  // A model of a compiled file, or all of them: FILE, FILE#name or FILE#position.
  struct Artifact {
    std::string word;  // as written
    std::string path, model;
    std::vector<const CompiledModel*> models;
    const Graph* graph = nullptr;  // of an ONNX file, where one is taken
  };
  bool find_inspect();
  std::string replays_of(Run& run, const FileRecord& contract);
  int compare();
  // Reads what the words name, which are load.paths until then. False, having said why, when one is
  // absent, damaged, or no compiled model.
  // `graphs`: ONNX files are taken too.
  bool read_artifacts(std::vector<Artifact>& artifacts, bool graphs = false);
  bool pick_models(const Run& run, Artifact& artifact, bool graphs);
  int compare_graphs(const Artifact& a, const Artifact& b);

  // A file that is not there yet, and `then` on standard output; one that is there is left as it
  // is.
  int write_new(const std::string& file, std::string_view bytes, const std::string& then);

  Lang lang() const;
  std::string repository_root(const Run& run) const;
  RenderOptions render_options() const;
  // Working directory, threads, and standard input where it is named.
  bool prepare_load();
  // `artifacts`: of those without --digests. `parts`: of its files only.
  void add_digests(Run& run, bool artifacts = false, const Parts* parts = nullptr);
  int report(const Loaded& l);  // the errors that stopped it; kUsage

  CommandOptions& o_;
  DiskReader reader_;
  bool fix_failed_ = false;
};

// The run ends with the process: taking a large graph apart node by node would be a third of its
// time.
Loaded& kept(Loaded&& l);

std::string current_dir();

// Every line escaped for the terminal, line by line; the last one ends too. Of a line longer than
// `most` bytes the beginning.
std::string escape_lines(std::string_view text, size_t most = std::string_view::npos);

}  // namespace npulint
