// Images of the evaluation set that look like one of the calibration set: encoded again, or
// resized.
#pragma once

#include <string>
#include <vector>

#include "lint/data_set.h"

namespace npulint {

class FileReader;

class Sources;

struct NearDuplicates {
  struct Pair {
    std::string calibration, evaluation;  // names
    Evidence calibration_at, evaluation_at;
    int distance = 0;  // bits of 64
  };
  struct Seen {
    uint64_t entries = 0;  // of the set
    size_t images = 0;     // that were read
    size_t flat = 0;       // of them, images without contrast: not compared
  };
  std::vector<Pair> pairs;  // in the order of the evaluation set; each with its nearest
  Seen calibration, evaluation;
  int limit = 0;
};

constexpr int kNearDistance = 6;  // without [data] near_distance

// Names of entries are relative to the folder, or to that of the manifest. Files of equal content
// are left to the comparison of digests. `jobs` threads decode.
NearDuplicates find_near_duplicates(const FileReader& reader, const Sources& sources,
                                    const DataSet& calibration, const DataSet& evaluation,
                                    int limit, unsigned jobs);

}  // namespace npulint
