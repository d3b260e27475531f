// One run of the tool as a value: what was read, how it was joined, and what came of it. Renderers
// take this.
#pragma once

#include <deque>
#include <memory>
#include <string>
#include <vector>

#include "lint/bundle.h"
#include "lint/engine.h"
#include "lint/settings.h"
#include "lint/sources.h"

namespace npulint {

struct Benchmarks;  // lint/benchmarks.h
struct Manifest;    // lint/release.h

struct FileRecord {
  FileId id = kNoFile;
  FileKind kind = FileKind::kUnknown;
  uint64_t size = 0;   // bytes
  bool named = false;  // on the command line or by settings, not found by walking
  bool given = false;  // on the command line, or below a folder that is
  std::string unread;  // why nothing was read ("" when it was): "No such file", …
  std::vector<Problem> problems;
  std::unique_ptr<Config> config;
  std::unique_ptr<Graph> graph;
  std::unique_ptr<CompiledFile> compiled;
  std::unique_ptr<Contract> contract;
  std::unique_ptr<BuildLog> log;  // also of quant_info.json: nodes and outputs only
  std::unique_ptr<std::vector<ToolCommand>> script;
  std::shared_ptr<const CaliTable> table;
  std::shared_ptr<const Manifest> manifest;  // also of a list of digests
  std::shared_ptr<const Benchmarks> benchmarks;
  std::string sha256;  // under --digests, 64 hex digits
};

std::string_view file_kind_name(FileKind k);  // config | onnx | compiled | contract | settings |
                                              // hbm | bin | bmodel | log | quant_info | script |
                                              // table | manifest | checksums | benchmarks | unknown

struct Run {
  Sources sources;
  Platforms platforms;
  std::vector<std::unique_ptr<FileRecord>> files;  // in the order of their shown paths
  std::deque<Bundle> bundles;                      // in the order of their names
  std::vector<FileRow> file_rows;
  Result result;  // findings sorted by path, offset, code, subject
  Profile profile = Profile::kCommit;
  FailOn fail_on = FailOn::kError;
  Severity least = Severity::kNote;  // findings below it are counted, not shown; they fail nothing
  bool may_be_empty = false;         // --skip-unrecognized: nothing recognised is no failure
  bool recognised = false;           // at least one artifact was
  std::vector<const FileRecord*> by_id;
  const FileRecord* record(FileId id) const {
    const auto i = static_cast<size_t>(id);
    return id >= 0 && i < by_id.size() ? by_id[i] : nullptr;
  }
};

struct Tally {
  // checks; one whose findings are all suppressed is not among the failed
  size_t passed = 0, failed = 0, not_checked = 0, not_applicable = 0;
  size_t suppressed = 0;                       // findings
  size_t errors = 0, warnings = 0, notes = 0;  // findings not suppressed
  std::vector<std::pair<Input, size_t>>
      by_missing;  // not checked, by the first missing input; most first
};
Tally tally(const Result& result);

bool fails(const Finding& f, const Run& run);  // fails the run
// Shown under this profile? (commit: errors and warnings of high and medium confidence.)
// What fails the run is always shown.
bool is_shown(const Finding& f, const Run& run);
int exit_code(const Run& run);  // 0, 1 or 3 (2 is decided before a run exists)

}  // namespace npulint
