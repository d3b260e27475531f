// `npulint check` without its command line: load, link, run the rules, apply what settings say of
// findings.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "lint/baselines.h"
#include "lint/load.h"
#include "lint/shard_facts.h"

namespace npulint {

struct CheckOptions {
  LoadOptions load;
  std::vector<std::string> select,
      ignore;  // of the command line: select replaces that of the settings, ignore adds
  std::optional<Profile> profile;
  bool review = false;  // settings that say `commit`, and silent ones, mean review
  std::optional<FailOn> fail_on;
  BaselineOptions baseline;
  bool fingerprints = true;          // of findings; without a baseline only JSON shows them
  bool no_ignores = false;           // inline ignores and [[ignore]] suppress nothing
  Severity least = Severity::kNote;  // --min-severity
  std::string cache_dir;             // of digests; empty: none is kept
  std::string today;                 // "2026-11-29": for [[ignore]] expires
};

// Errors (exit 2) are in `errors`; then the run is not to be used. Of a shard: its part, without
// what only the merge can decide, baselines and rules about suppressions; `facts` gets what that
// takes.
Loaded check(const FileReader& reader, const CheckOptions& options, ShardFacts* facts = nullptr);

}  // namespace npulint
