// Settings of one conversion config that contradict each other.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "lint/config.h"

namespace npulint {

// `key` is at `at` and states `written`; `other_key` states `other_written` at `other`.
struct Conflict {
  enum class Kind {
    kExclusive,     // two keys, one of which is allowed
    kScaleAndStd,   // both for one input
    kFeaturemap,    // mean, scale or std for a featuremap
    kRange,         // bt601_video for an input that is no nv12
    kNormIgnores,   // norm_type leaves a value out that is given
    kNormMisses,    // norm_type asks for a value that this input has not
    kNormUnused,    // norm_type has no effect; the value that it leaves out is compiled in
    kNormEmpty,     // norm_type has no effect; no value is there to be compiled in
    kCount,         // `count` numbers for `channels` channels
    kZero,          // a scale or a divisor of 0
    kDevices,       // node_info and run_on_* place the node `written` differently
    kTwoDevices,    // so do run_on_cpu and run_on_bpu
    kTwoPlaces,     // node_info and run_on_* place different nodes
    kSeparateName,  // separate_name names no input of input_name
    kDuplicate,     // input_name names an input twice
  };
  Kind kind = Kind::kExclusive;
  Evidence at, other;
  std::string key, written, other_key, other_written;
  size_t count = 0, channels = 0;
};

std::vector<Conflict> conflicts(const Config& config, std::string_view toolchain,
                                std::string_view march);

}  // namespace npulint
