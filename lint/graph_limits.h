// Limits of the conversion tools on the graph that they are given (lint/graph_limits.toml).
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "lint/bundle.h"

namespace npulint {

struct GraphLimitBreach {
  enum class Kind { kOpset, kOutputs, kZeroDim, kDomain };
  Kind kind = Kind::kOpset;
  std::string what;            // the input; the domain with its first operators
  std::string found, allowed;  // "12", "10 to 11"
  Evidence at;
};

struct GraphLimitBreaches {
  std::string toolchain, source;
  std::string version;  // of the tool; empty: not known
  std::vector<GraphLimitBreach> breaches;
};

// The graph that the config converts, by the tool of the config's march. Absent when one of them or
// the tool's limits are not known. After the rows of the inputs.
Fact<std::shared_ptr<const GraphLimitBreaches>> graph_limits_of(const Bundle& bundle,
                                                                const Platforms& platforms);

}  // namespace npulint
