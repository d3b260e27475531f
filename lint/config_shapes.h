// The shapes that a conversion config states for its inputs, or else those of the ONNX, against
// what images need.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "lint/config.h"

namespace npulint {

struct ShapeFault {
  enum class Kind {
    kMalformed,    // `near`: what it must be written as, when `repaired`
    kBlanks,       // as kMalformed, for nothing but blanks around the x
    kRank,         // an image `type` has four dims
    kFeatureRank,  // featuremap of another rank than four, where the manual asks for four
    kChannels,     // dim `value` of an image `type` holds the channels, which are `wanted`
    kOtherLayout,  // the same; they stand where the layout `near` has them
    kOdd,          // height or width `value` of an image `type`
    kBatchDim,     // input_batch `near` beside a first dim `value`
    kBatchInputs,  // input_batch `near` beside `wanted` inputs
  };
  Kind kind = Kind::kMalformed;
  // The item of input_shape; where the shape is the ONNX's the input's type, `of_graph` is set; for
  // kBatchInputs the value of input_batch.
  Evidence at;
  Evidence other;                            // what it goes against, when the config states it
  std::string other_states;                  // "input_type_rt: nv12"
  bool of_graph = false, confirmed = false;  // stated by the ONNX; by both
  bool repaired = false;                     // `near` is the same shape as the tools read it
  std::string input, written, type, near;
  int64_t value = 0, wanted = 0;
};

// `graph` may be null. Lists that count other inputs than the config states are not judged, nor is
// an input whose types are unknown. toolchain "": what is wrong for both.
std::vector<ShapeFault> shape_faults(const Config& config, std::string_view toolchain,
                                     const Graph* graph);

// "1,3,224,224", "1X3X224X224", "[1 3 224 224]" as "1x3x224x224"; "" when no other reading is sure.
std::string repaired_shape(std::string_view written);

}  // namespace npulint
