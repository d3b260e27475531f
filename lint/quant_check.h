// Vocabulary of the rule about quant_config: what its mapping holds that the table
// (quant_config.toml, embedded) does not know.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "lint/bundle.h"

namespace npulint {

struct QuantProblem {
  enum class Kind {
    kLevel,        // no level at the top
    kLevelSlip,    // …, `near` is meant
    kPlace,        // …, its place is `accepted`
    kNoMapping,    // a level that holds no mapping
    kKey,          // a slip of the key `near`
    kType,         // no quantisation type
    kOpCase,       // the operator type `near` in another case
    kOpSlip,       // nearly the operator type `near`
    kOpType,       // a type that only the operators `accepted` have
    kRange,        // a value outside `accepted`
    kCalibration,  // another calibration_type than calibration_parameters states
    kAllNodes,     // another type of all nodes than optimization states
  };
  Kind kind = Kind::kLevel;
  Evidence at;
  std::string path;  // "op_config.softmax.qtype"
  std::string written, near, accepted;
  Evidence other;  // of the last two: the other statement
  std::string other_text;
};

// In the order of the file. `graph` may be null: the graph that is converted, whose operators are
// never called unknown.
std::vector<QuantProblem> quant_problems(const Config& config, const QuantConfig& quant,
                                         const Graph* graph);

}  // namespace npulint
