// compiler_parameters.input_source of a conversion config against its inputs.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "lint/config.h"

namespace npulint {

struct SourceFault {
  enum class Kind {
    kNoMapping,  // the value `written` is no mapping
    kInput,      // names the input `written`, which is none of `known`; `near`: the nearest
    kUnknown,    // the source `written` is none of `known`
    kType,       // the source `written` does not go with input_type_rt `type`, but `known` do
    kArea,       // the source `written` is for less than `below`, and the input has `area`
  };
  Kind kind = Kind::kUnknown;
  Evidence at, other;  // other: the type's or the shape's place
  std::string input, written, type, known, near;
  int64_t area = 0, below = 0;
};

// `graph` may be null. Names are judged when input_name or the graph tells them.
std::vector<SourceFault> source_faults(const Config& config, std::string_view toolchain,
                                       const Graph* graph);

}  // namespace npulint
