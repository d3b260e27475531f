#include "lint/dequant.h"

#include <cmath>
#include <limits>

#include <doctest/doctest.h>

using namespace npulint;

namespace {
Quantization scales(std::vector<double> s, std::vector<int64_t> zero_points = {}) {
  Quantization q;
  q.kind = Quantization::Kind::kScale;
  q.scales = std::move(s);
  q.zero_points = std::move(zero_points);
  return q;
}
}  // namespace

TEST_CASE("dequant: two classes whose raw order is not their score order") {
  const auto q = scales({0.000371393107343, 0.000208402707358}, {0, 0});
  CHECK(fixed_text(dequantize(42809, q, 0), 3) == "15.899");
  CHECK(fixed_text(dequantize(69627, q, 1), 3) == "14.510");
}

TEST_CASE("dequant: one parameter holds for every index") {
  CHECK(dequantize(100, scales({0.5}, {-28}), 7) == doctest::Approx(64));
  CHECK(dequantize(100, scales({0.5, 0.25}, {4}), 1) == doctest::Approx(24));
  CHECK(std::isnan(dequantize(1, scales({0.5, 0.25}), 2)));
  CHECK(std::isnan(dequantize(1, scales({}), 0)));
}

TEST_CASE("dequant: shifts") {
  Quantization q;
  q.kind = Quantization::Kind::kShift;
  q.shifts = {3, 4};
  CHECK(dequantize(-16, q, 0) == -2);
  CHECK(dequantize(-16, q, 1) == -1);
  CHECK_FALSE(is_uniform(q));
  CHECK(carries_scale(q));
  q.shifts = {std::numeric_limits<int64_t>::max()};
  CHECK(std::isnan(dequantize(1, q, 0)));
}

TEST_CASE("dequant: what counts as quantised") {
  CHECK(is_identity(scales({1.0}, {0})));
  CHECK(is_identity(scales({1.0, 1.0})));
  CHECK_FALSE(is_identity(scales({1.0}, {3})));
  CHECK_FALSE(is_identity(scales({})));
  CHECK_FALSE(carries_scale(scales({1.0}, {0})));
  CHECK(carries_scale(scales({1.0}, {3})));
  CHECK_FALSE(carries_scale(Quantization{}));
}

TEST_CASE("dequant: order of integers is order of values") {
  CHECK(is_uniform(scales({0.0625}, {3})));
  CHECK(is_uniform(scales({0.5, 0.5}, {3, 3})));
  CHECK_FALSE(is_uniform(scales({0.5, 0.25})));
  CHECK_FALSE(is_uniform(scales({0.5, 0.5}, {3, 4})));
  CHECK_FALSE(is_uniform(scales({-0.5})));
}

TEST_CASE("dequant: spread of scales") {
  const auto s = scale_spread(scales({0.3, 0.1, 0.1, 0.4}));
  REQUIRE(s);
  CHECK(s->count == 4);
  CHECK(s->smallest == 1);
  CHECK(s->largest == 3);
  CHECK(fixed_text(s->ratio, 2) == "4.00");
  CHECK_FALSE(scale_spread(scales({})));
  CHECK_FALSE(scale_spread(scales({0.1, 0})));
  CHECK_FALSE(scale_spread(scales({0.1, std::numeric_limits<double>::quiet_NaN()})));
}

TEST_CASE("dequant: numbers in sentences") {
  CHECK(significant_text(3.71393107343, 4) == "3.714");
  CHECK(significant_text(0.00471, 4) == "0.00471");
  CHECK(sample_integer(DType::kInt8) == 100);
  CHECK(sample_integer(DType::kInt32) == 10000);
}

TEST_CASE("dequant: what an input is multiplied by") {
  CHECK(quantise_factor(scales({0.25}), false) == 4);
  CHECK(quantise_factor(scales({0.25}), true) == 0.25);
  CHECK(quantise_factor(scales({0.25, 0.5}), false) == 0);
  CHECK(quantise_factor(scales({std::numeric_limits<double>::quiet_NaN()}), true) == 0);
}
