// How two shapes of one tensor differ, in the words of the field.
#pragma once

#include <cstddef>

#include "lint/tensor.h"

namespace npulint {

struct ShapeDifference {
  enum class Kind {
    kNone,  // equal; an unknown dim equals any, trailing dims of 1 may be left out
    kRank,
    kOneDim,         // dim `a` alone
    kHeightWidth,    // the dims `a` and `b` of an image are exchanged
    kExchanged,      // two other dims
    kChannelsLast,   // `known` is NCHW, `other` the same in NHWC
    kChannelsFirst,  // the reverse
    kSeveral,
  };
  Kind kind = Kind::kNone;
  size_t a = 0, b = 0;
};

// One of them cuts dims of the other: [1, 80, 80, 255] and [80, 80, 3, 85] are one order of
// elements.
bool regrouped(const Shape& a, const Shape& b);

// The same, by more than dims of 1.
bool cuts_dims(const Shape& a, const Shape& b);

ShapeDifference difference(const Shape& known, const Shape& other);

}  // namespace npulint
