#include "lint/strides.h"

namespace npulint {
namespace {

constexpr int64_t kMostAlignment = 4096;

}  // namespace

bool same_steps(const Shape& shape, const std::vector<int64_t>& a, const std::vector<int64_t>& b) {
  return a.size() == shape.size() && b.size() == shape.size() && !first_other_step(shape, a, b);
}

std::optional<size_t> first_other_step(const Shape& shape, const std::vector<int64_t>& got,
                                       const std::vector<int64_t>& steps) {
  for (size_t i = shape.size(); i-- > 0;)
    if (shape[i] != 1 && got[i] != steps[i]) return i;
  return std::nullopt;
}

std::optional<int64_t> smallest_alignment(int64_t n, int64_t padded) {
  if (n <= 0 || padded <= n) return std::nullopt;
  for (int64_t to = 2; to <= kMostAlignment; to *= 2)
    if (align_up(n, to) == padded) return to;
  return std::nullopt;
}

int64_t power_of_two_in(int64_t n) {
  int64_t p = 1;
  while (p < kMostAlignment && n % (p * 2) == 0) p *= 2;
  return p;
}

}  // namespace npulint
