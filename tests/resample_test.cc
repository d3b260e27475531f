#include "lint/resample.h"

#include <doctest/doctest.h>

namespace npulint {
namespace {

// One row of grey pixels.
Image row(const std::vector<uint8_t>& values) {
  Image out;
  out.width = values.size();
  out.height = 1;
  for (const uint8_t v : values) out.rgb.insert(out.rgb.end(), {v, v, v});
  return out;
}

void check_row(const Image& in, size_t width, Filter f, const std::vector<double>& expected) {
  const Planes out = resample(in, width, 1, f);
  REQUIRE(out.of[0].size() == expected.size());
  for (size_t i = 0; i < expected.size(); ++i) {
    CHECK(static_cast<double>(out.of[0][i]) == doctest::Approx(expected[i]).epsilon(1e-4));
    CHECK(out.of[0][i] == out.of[2][i]);
  }
}

}  // namespace

TEST_CASE("resample: the numbers of each filter") {
  const Image step = row({0, 0, 100, 100});
  // half-pixel centres: 0.5 and 2.5 of 4 pixels, between two each
  check_row(step, 2, Filter::kLinear, {0, 100});
  check_row(row({0, 100, 200, 60}), 2, Filter::kLinear, {50, 130});
  check_row(row({0, 100}), 4, Filter::kLinear, {0, 25, 75, 100});
  check_row(row({0, 100}), 4, Filter::kTriangle, {0, 25, 75, 100});
  // weights 3 3 1 of 7 pixels in reach
  check_row(step, 2, Filter::kTriangle, {100.0 / 7, 600.0 / 7});
  check_row(row({0, 60, 90}), 2, Filter::kArea, {20, 80});
  check_row(step, 2, Filter::kNearestCentre, {0, 100});
  check_row(row({1, 2, 3, 4, 5}), 2, Filter::kNearestCorner, {1, 3});
  check_row(row({1, 2, 3, 4, 5}), 2, Filter::kNearestCentre, {2, 4});
  for (const Filter f : kFilters) {
    check_row(row({7, 7, 7, 7, 7, 7, 7}), 3, f, {7, 7, 7});
    check_row(row({10, 20, 200}), 3, f, {10, 20, 200});
  }
}

}  // namespace npulint
