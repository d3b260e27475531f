// Vocabulary of image inputs: what a model takes ("packed nv12", "split nv12", "nv12" where nobody
// says which, "rgb", "bgr", "gray", "yuv444", "featuremap") against what an application says it
// prepares (the same words; "packed_nv12").
#pragma once

#include <string_view>

namespace npulint {

// False only when the two contradict each other; words that are none of the above contradict
// nothing.
bool image_agrees(std::string_view takes, std::string_view prepared);

}  // namespace npulint
