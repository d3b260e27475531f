// Sets of data files (calibration, evaluation) as manifests and folders state them, and what two of
// them share.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "lint/fact.h"

namespace npulint {

struct DataSet {
  using Digest = std::array<uint8_t, 32>;  // SHA-256
  struct Entry {
    std::string_view name;  // path as written; into the file's text, or into `owned`
    uint64_t offset = 0;    // of the name in the manifest
    int32_t digest = -1;    // index into digests
  };
  FileId file = kNoFile;  // of the manifest or folder
  bool folder = false;
  std::vector<Entry> entries;
  std::vector<Digest> digests;
  uint64_t stated = 0;  // how many files the manifest says that the set has; 0: it does not say
  std::vector<std::shared_ptr<std::string>> owned;

  size_t with_digest() const { return digests.size(); }
  uint64_t size() const { return stated > entries.size() ? stated : entries.size(); }
  Evidence at(const Entry& e) const;
};

// Entries of both sets that are one file: by content where both have a digest, else by base name.
struct Overlap {
  struct Pair {
    std::string calibration, evaluation;  // names
    Evidence calibration_at, evaluation_at;
  };
  std::vector<Pair> by_content, by_name;               // in the order of the evaluation set
  size_t calibration_known = 0, evaluation_known = 0;  // entries with a digest
  uint64_t calibration_size = 0, evaluation_size = 0;
  bool one_folder_in_other = false;  // the calibration folder lies in the evaluation folder
  std::vector<Pair> by_path;         // calibration files that lie in the evaluation set's folder
};

// The two sets of a bundle.
struct DataSets {
  bool calibration = false, evaluation = false;  // named by the contract or the [[bundle]]
  Message missing;                               // why they cannot be compared
  std::shared_ptr<const Overlap> overlap;        // null: not compared
  Fact<std::string> waiver;                      // the stated reason why they may share files
};

// 64 hex digits, with or without "sha256:" before them.
bool parse_digest(std::string_view text, DataSet::Digest* to);

// Linear in both.
Overlap overlap_of(const DataSet& calibration, const DataSet& evaluation);

}  // namespace npulint
