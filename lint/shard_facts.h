// What a shard knows beside the results of its own part, for the merge.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "lint/baseline.h"
#include "lint/engine.h"

namespace npulint {

struct CheckOptions;
struct Loaded;

struct ShardFacts {
  std::string options, files;  // digests: shards of one run agree in both
  std::vector<int> baselines;  // of each finding: which one holds for it; -1: none
  // Rules about suppressions. Checks as if no shard but this one found anything; a finding of an
  // unused ignore stands only when all shards have it.
  Result late;
  // Entries of all baselines. Whether one is stale only the merge can tell: both findings are here.
  struct Entry {
    const BaselineEntry* entry;
    int baseline;
    std::optional<Finding> changed, vanished;  // absent when the rule is off
  };
  std::vector<Entry> entries;
  std::vector<size_t> judged;  // entries that are stale when no shard has their finding
};

// Everything that decides on the result but what other shards find.
std::string options_digest(const CheckOptions& options);
std::string files_digest(const Loaded& loaded, const std::string& today);

}  // namespace npulint
