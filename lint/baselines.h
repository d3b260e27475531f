// The baselines that hold for the files of a run, and what became of their entries.
#pragma once

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

 private:
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
