// The results of all shards → the result of the one run. Pure.
#pragma once

#include <string>
#include <utility>
#include <vector>

namespace npulint {

struct Merged {
  std::string error;  // a sentence; then there is no result
  std::string json;   // the bytes of `npulint check -o json` in one run
  int exit_code = 0;  // of that run, --exit-zero included
};

// What they are called, and their bytes; in any order.
Merged merge_shards(const std::vector<std::pair<std::string, std::string>>& documents);

}  // namespace npulint
