// Vocabulary of strides: how two lists of them differ, and which alignments give a number.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "lint/tensor.h"

namespace npulint {

// Both lead to the same elements. Steps of dims that hold one index move nothing and do not count.
bool same_steps(const Shape& shape, const std::vector<int64_t>& a, const std::vector<int64_t>& b);

// The innermost dim with more than one index whose step is not `steps`'. Lists of the shape's rank.
std::optional<size_t> first_other_step(const Shape& shape, const std::vector<int64_t>& got,
                                       const std::vector<int64_t>& steps);

// The smallest power of two, up to 4096, to whose multiple `n` rounded up gives `padded` > n.
std::optional<int64_t> smallest_alignment(int64_t n, int64_t padded);
// The largest power of two, up to 4096, that divides n > 0.
int64_t power_of_two_in(int64_t n);

}  // namespace npulint
