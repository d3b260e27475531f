// The baselines that hold for the files of a run, and what became of their entries.
#pragma once

#include <deque>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "lint/fingerprint.h"
#include "lint/judged.h"
#include "lint/load.h"

namespace npulint {

struct BaselineOptions {
  bool off = false;                 // --no-baseline
  std::optional<std::string> file;  // --baseline: this one, for everything
  std::optional<std::string> base;  // folder of a baseline that is yet to be written
};

// A finding as a baseline knows it.
struct Known {
  const Baseline* baseline = nullptr;  // that holds for it; null: none
  std::string_view id, evidence;       // id: with or without its `:n`
  const Rule* rule = nullptr;
};

// The entry of each finding that is taken with the same evidence, else null; one entry takes one
// finding, in their order. What is left of the same place becomes kChanged.
std::vector<const BaselineEntry*> match_entries(std::deque<Baseline>& baselines,
                                                const std::vector<Known>& findings);
std::string why_accepted(const BaselineEntry& entry);  // the reason, or since when

class Baselines {
 public:
  // Reads those that hold for the files of the run into `loaded.baselines`; what is wrong with them
  // goes into its errors.
  Baselines(const FileReader& reader, Loaded& loaded, const LoadOptions& load,
            const BaselineOptions& options);

  // The folder that the paths in fingerprints are relative to: the baseline's, else that of the
  // settings, else that of the repository, else the working directory.
  std::string base_of(FileId file) const;

  // Fact of NPL004, for baselines that name a rule that does not exist; makes their rows.
  void fill_unknown(std::vector<FileRow>& rows) const;
  // Suppresses what is in a baseline with the same evidence; the rules that no comment can ignore
  // are in none.
  void apply(std::vector<Finding>& findings, const std::vector<Fingerprint>& fingerprints,
             const Fingerprints& files);
  // Fact of NPL005. `whole`: no part of the folders was left out.
  void fill_stale(std::vector<FileRow>& rows, const Judged& judged, bool whole);

  // For a shard, which does not know what the others found: the fact as if all entries were in that
  // state, and which entries would be stale if nobody found them, over all baselines.
  void fill_as(std::vector<FileRow>& rows, BaselineEntry::State state) const;
  std::vector<size_t> judged_entries(const Judged& judged, bool whole);
  // The one that holds for the file, else null.
  const Baseline* holding(FileId file) const { return of(file); }

 private:
  void know_files();
  Baseline* read(const std::string& path);
  Baseline* of(FileId file) const;
  void find_upward(const std::string& dir);
  std::string repository(const std::string& dir) const;  // that holds it, else cwd
  bool covered(const std::string& path) const;           // by a folder that was given
  bool judged_entry(const Baseline& b, const BaselineEntry& e, const Judged& judged,
                    bool whole) const;

  const FileReader& reader_;
  Loaded& l_;
  const LoadOptions& load_;
  const BaselineOptions& o_;
  Baseline* for_all_ = nullptr;
  Baseline* of_cwd_ = nullptr;
  std::map<std::string, Baseline*> of_dir_;  // null: none upward
  mutable std::map<std::string, std::string> repository_;
  std::map<std::string, FileId> files_;  // of the run, by their real paths
};

}  // namespace npulint
