// Paths → a Run: discovery, detection, parsing, and one hop along the names that configs and
// contracts give. All input of the tool happens here, through a FileReader.
#pragma once

#include <deque>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "lint/baseline.h"
#include "lint/files.h"
#include "lint/run.h"
#include "lint/timing.h"

namespace npulint {

// One of `of` parts of a run, which `npulint merge` joins; index counts from 1.
struct Shard {
  unsigned index = 1, of = 1;
};

struct LoadOptions {
  std::vector<std::string> paths;            // files, folders, "-"
  std::string cwd;                           // absolute; paths are shown relative to it
  std::optional<std::string> target;         // --target
  std::optional<std::string> toolchain;      // --toolchain
  std::optional<std::string> settings_file;  // --config
  bool isolated = false;                     // no npulint.toml
  std::vector<std::string> exclude;          // globs, relative to cwd
  bool force_exclude = false;                // exclude also files that are named
  bool skip_unrecognised = false;            // named files of no known kind are passed over
  std::string stdin_bytes, stdin_filename;   // of "-"
  unsigned jobs = 1;
  bool only_named = false;             // inspect: the files that are named, nothing around them
  bool digests = false;                // what artifacts state of their payloads is measured
  std::optional<std::string> against;  // manifest of an older release
  // By --profile; else npulint.toml tells. Then a .bin without content was a model.
  std::optional<bool> release;
  Shard shard;
  Timing* timing = nullptr;
};

// What stops a run before it starts (exit 2): a path that does not exist, settings that do not
// hold.
struct LoadError {
  std::optional<Evidence> at;
  Message what;
};

// Files that make up one bundle, before link joins them.
struct Group {
  std::string name;
  FileRecord* config = nullptr;
  FileRecord* contract = nullptr;
  std::vector<FileRecord*> compiled;     // descriptions, strongest first: metadata JSON, then text
  std::vector<FileRecord*> binaries;     // .hbm .bin .bmodel: the artifact itself
  const FileRecord* artifact = nullptr;  // what the contract's [artifact] file names
  std::vector<FileRecord*> graphs;
  FileRecord* script = nullptr;      // that converts
  FileRecord* log = nullptr;         // of the build
  FileRecord* quant_info = nullptr;  // thresholds and similarities that hb_mapper wrote beside it
  std::vector<FileRecord*> compared_logs;  // logs and quant_info.json that a [[compare]] names
  Fact<std::string> target, toolchain, purpose;  // of the [[bundle]]
  std::vector<Reference> references;
  struct Dump {
    const AppTensor* output;
    FileId file;
    std::string bytes;
  };
  std::vector<Dump> dumps;                              // small dumps that the contract names
  std::optional<QuantConfig> quant;                     // of the JSON file that the config names
  Fact<std::string> calibration_path, evaluation_path;  // of the [[bundle]]
  std::optional<DataSet> calibration_set, evaluation_set;
  std::shared_ptr<const Overlap> overlap;  // of the two
  std::vector<std::string> data_dirs;      // folders whose files were read
  Message data_missing;                    // why one of the two that are named could not be read
  // What each item of cal_data_dir holds, or why that is not known.
  std::vector<Fact<CalibrationSample>> calibration;
  std::vector<std::string> tables;  // calibration tables that the script names and that are there
  std::vector<FileRecord*> table_files;  // calibration tables and quantisation tables
  // Folders that run_calibration commands name, as written, with the number of their files.
  std::vector<std::pair<std::string, int64_t>> datasets;
  std::vector<Fact<std::shared_ptr<const ReplayResult>>> replays;  // of the contract, in its order
  Fact<std::shared_ptr<const NearDuplicates>> near_duplicates;
  // Of a release: its manifest or list of digests, and what goes with it.
  FileRecord* manifest = nullptr;
  FileRecord* benchmarks = nullptr;
  const FileRecord* older = nullptr;   // manifest of another release
  std::vector<FileRecord*> checksums;  // beside the manifest
  std::shared_ptr<Release> release;    // made when the profile is known
  Fact<int64_t> labels;                // lines of the file that [head] labels names
  FileId settings = kNoFile;           // of the [[bundle]]
};

struct Loaded {
  Run run;
  std::vector<Group> groups;  // in the order of their names
  std::vector<LoadError> errors;
  // All that were read. The closest one upward of a bundle's anchor holds for it; that of the first
  // path for the run.
  std::deque<Settings> settings;
  const Settings* settings_for(FileId anchor) const;
  const Settings* run_settings = nullptr;
  // Configs and scripts that were read for what they say of those of the same folder.
  std::vector<std::unique_ptr<FileRecord>> context;
  std::shared_ptr<const FileReader> seen;  // the disk as discovery saw it
  std::deque<Baseline> baselines;          // that hold for files of the run
  std::vector<std::string> roots;          // folders that were given, normal and absolute
  std::map<std::string, const Settings*> settings_of_dir;  // null: none up to the root
};

Loaded load(const FileReader& reader, const LoadOptions& options);

}  // namespace npulint
