// Vocabulary of the rules on logs of builds: similarities against the limits that vendors give
// (log_limits.toml, embedded), and where nodes run.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "lint/model.h"

namespace npulint {

struct LogLimits {
  double fine = 0, loss = 0, gap = 0;
  std::string source, gap_source;
};
const LogLimits& log_limits();

using Similarities = std::vector<const BuildLog::Similarity*>;

// Of the quantised model, else of the one with fake quantisation.
std::optional<double> similarity(const BuildLog::Similarity& row);
// With six digits, as the tools print it.
std::string similarity_text(double value);
// Fine after calibration, clearly lower after quantisation.
bool has_gap(const BuildLog::Similarity& row);

// Outputs below `limit`, from the lowest up.
Similarities outputs_below(const BuildLog& log, double limit);
// Nodes that neither run on the BPU nor are fused into one that does.
Similarities off_the_bpu(const BuildLog& log);
// "2 CPU, 1 JIT"
std::string places_of(const Similarities& nodes);
std::vector<std::string> names_of(const Similarities& nodes);
// Parts that the BPU runs; 0: the log does not tell.
size_t subgraphs(const BuildLog& log);

// The tool whose similarities they are: "hb_mapper", "hb_compile"; empty: the log has none.
std::string_view similarity_tool(const BuildLog& log);
// Someone stated the method; it was not searched for.
bool method_is_set(const BuildLog& log);

}  // namespace npulint
