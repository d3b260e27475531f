// Reads npulint-shard/1 (lint/shard_json.h), which may come from anywhere: nothing in it is
// trusted but to be read.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "lint/load.h"
#include "lint/run.h"

namespace npulint {

struct ShardDocument {
  Shard shard;
  std::string version, options, files;
  Lang lang = Lang::kEn;
  Profile profile = Profile::kCommit;
  FailOn fail_on = FailOn::kError;
  Severity least = Severity::kNote;
  bool recognised = false, may_be_empty = false, exit_zero = false;
  size_t all_inputs = 0, all_bundles = 0;

  // `json` is the item as the result of the whole run holds it.
  struct Item {
    size_t row = 0;
    std::string json, name;  // name: of a bundle
  };
  struct Found {
    size_t row = 0;
    int64_t baseline = -1;
    std::string json;
    Range state;  // of `json`: from `suppressed` to the value of `evidence`
    Finding finding;
    // what its order and its repeats are told by
    bool placed = false;
    std::string path, logical, message, value;  // message: in Chinese; value: of the first related
    uint64_t begin = kNoOffset;
  };
  struct Checked {
    size_t row = 0;
    std::string json, bundle, subject;
    Range verdict_at;  // of `json`
    const Rule* rule = nullptr;
    Verdict verdict = Verdict::kPass;
    bool lacks = false;              // not checked for want of something
    const FactInfo* fact = nullptr;  // the first that is missing, if it is a fact
  };
  struct Entry {
    BaselineEntry entry;
    int64_t baseline = 0;
    std::vector<Found> changed, vanished;  // at most one each
  };
  std::vector<Item> inputs, bundles;
  std::vector<Found> findings, late_findings;
  std::vector<Checked> checks, late_checks;
  std::vector<Entry> entries;
  std::vector<size_t> judged;
};

// Empty, else why it is no result of a shard: "line 7: `row` is no number".
std::string read_shard(std::string_view bytes, ShardDocument& to);

}  // namespace npulint
