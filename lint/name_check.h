// Vocabulary: what the names of a config (its product and its file) say of pixels, size and
// precision, against what the config states.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "lint/bundle.h"

namespace npulint {

struct NameFault {
  enum class Kind { kPixels, kSize, kPrecision };
  Kind kind = Kind::kPixels;
  bool product = false;     // in output_model_file_prefix; else in the file's name
  bool harmless = false;    // an image format of an input that is a featuremap
  std::string name, token;  // "lane_nashe_nv12", "nv12"
  std::string key, states;  // "input_type_rt", "featuremap"; states is empty when nothing is
                            // stated, key when the graph's input states it
  Evidence at, statement;   // of a file's name both are the statement
};

// At most one of a kind. A name that also says the right thing is not judged, nor what a
// placeholder, an alias or a missing graph leaves open.
std::vector<NameFault> name_faults(const Config& config, std::string_view file_name,
                                   std::string_view toolchain, const Graph* graph,
                                   const QuantConfig* quant);

}  // namespace npulint
