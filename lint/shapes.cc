#include "lint/shapes.h"

#include <algorithm>

namespace npulint {
namespace {

constexpr int64_t kMostImageChannels = 4;

bool differ(int64_t x, int64_t y) { return x >= 0 && y >= 0 && x != y; }

Shape padded(Shape s, size_t rank) {
  s.resize(std::max(s.size(), rank), 1);
  return s;
}

}  // namespace

// Dims of 1 move nothing in memory: [1, 1000, 1, 1] and [1, 1, 1, 1000] are one row of 1000.
static Shape without_ones(const Shape& s) {
  Shape out;
  for (int64_t d : s)
    if (d != 1) out.push_back(d);
  return out;
}

bool regrouped(const Shape& a, const Shape& b) {
  const auto n = element_count(a);
  if (!n || n != element_count(b) || *n == 0) return false;
  const Shape x = without_ones(a), y = without_ones(b);
  size_t i = 0, k = 0;
  while (i < x.size() && k < y.size()) {
    int64_t p = x[i++], q = y[k++];  // products of at most the element count
    size_t of_x = 1, of_y = 1;
    while (p != q) {
      if (p < q && i < x.size()) {
        p *= x[i++];
        ++of_x;
      } else if (q < p && k < y.size()) {
        q *= y[k++];
        ++of_y;
      } else {
        return false;
      }
    }
    if (of_x > 1 && of_y > 1) return false;  // an exchange, no cut
  }
  return i == x.size() && k == y.size();
}

bool cuts_dims(const Shape& a, const Shape& b) {
  return without_ones(a) != without_ones(b) && regrouped(a, b);
}

ShapeDifference difference(const Shape& known, const Shape& other) {
  if (known.size() == other.size() && element_count(known) &&
      without_ones(known) == without_ones(other))
    return {};
  using Kind = ShapeDifference::Kind;
  const Shape k = padded(known, other.size()), o = padded(other, known.size());
  std::vector<size_t> wrong;
  for (size_t i = 0; i < k.size(); ++i)
    if (differ(k[i], o[i])) wrong.push_back(i);
  if (wrong.empty()) return {};
  if (known.size() != other.size()) return {Kind::kRank};
  if (k.size() == 4 && !differ(k[0], o[0])) {
    if (o[1] == k[2] && o[2] == k[3] && o[3] == k[1]) return {Kind::kChannelsLast};
    if (k[1] == o[2] && k[2] == o[3] && k[3] == o[1]) return {Kind::kChannelsFirst};
  }
  const size_t a = wrong[0];
  if (wrong.size() == 1) return {Kind::kOneDim, a};
  const size_t b = wrong[1];
  if (wrong.size() > 2 || k[a] != o[b] || k[b] != o[a]) return {Kind::kSeveral};
  const bool last = a == 1 && b == 2 && k.back() <= kMostImageChannels;
  const bool image = k.size() == 4 && ((a == 2 && b == 3) || last);
  return {image ? Kind::kHeightWidth : Kind::kExchanged, a, b};
}

}  // namespace npulint
