#include "lint/norm_check.h"

#include <doctest/doctest.h>

using namespace npulint;

namespace {

using Values = std::vector<double>;
constexpr NormPart kMean = NormPart::kMean, kScale = NormPart::kScale, kStd = NormPart::kStd;

Normalization norm(Values mean, Values scale, Values std = {}) {
  Normalization n;
  n.kind = mean.empty() ? "" : "mean";
  if (!scale.empty()) n.kind += n.kind.empty() ? "scale" : "_scale";
  if (!std.empty()) n.kind += n.kind.empty() ? "std" : "_std";
  n.mean = std::move(mean);
  n.scale = std::move(scale);
  n.std = std::move(std);
  return n;
}

std::string known(const Values& v, NormPart part) {
  const auto k = known_order(v, part);
  return k ? (k->bgr ? "bgr" : "rgb") : "";
}

const Values kImageNet{123.675, 116.28, 103.53}, kImageNetScale{0.01712475, 0.017507, 0.01742919};

bool same_norm(const Normalization& config, const Normalization& training) {
  const auto a = pixel_norm(config, true), b = pixel_norm(training, false);
  REQUIRE(a);
  REQUIRE(b);
  return agrees(*a, *b) && agrees(*b, *a);
}

}  // namespace

TEST_CASE("norm presets: every one has a source and values of a mean") {
  CHECK(norm_presets().size() > 8);
  for (const NormPreset& p : norm_presets()) {
    CAPTURE(p.name);
    CHECK_FALSE(p.source.empty());
    for (size_t i = 0; i < 3; ++i) {
      CHECK(p.mean[i] > 50);
      CHECK(p.mean[i] < 200);
      CHECK((!p.has_std || (p.std[i] > 16 && p.std[i] < 128)));
    }
    const Values mean(p.mean.begin(), p.mean.end());
    CHECK(known(mean, kMean) == "rgb");
    CHECK(known(Values(mean.rbegin(), mean.rend()), kMean) == "bgr");
    CHECK_FALSE(near_triplet(mean, kMean));
  }
}

TEST_CASE("norm presets: known in either unit, with fewer and with more digits") {
  for (const Values& v : {kImageNet, Values{0.485, 0.456, 0.406}, Values{123.68, 116.28, 103.53},
                          Values{123.67, 116.28, 103.53}, Values{124, 116, 104},
                          Values{0.49, 0.46, 0.41}, Values{123.0, 117.0, 104.0}})
    CHECK(known(v, kMean) == "rgb");
  for (const Values& v : {kImageNetScale, Values{0.0171, 0.0175, 0.0174},
                          Values{0.017124753831663668, 0.01750700280112045, 0.017429193899782137},
                          Values{4.366812, 4.464286, 4.444444}})
    CHECK(known(v, kScale) == "rgb");
  CHECK(known({57.375, 57.12, 58.395}, kStd) == "bgr");
  CHECK(known({104, 117, 123}, kMean) == "bgr");
  CHECK(known({0.225, 0.224, 0.229}, kStd) == "bgr");
}

TEST_CASE("norm presets: what has no order") {
  for (const Values& v : {Values{128, 128, 128}, Values{0.5, 0.5, 0.5}, Values{127.5}, Values{},
                          Values{1, 1, 1}, Values{0, 0, 0}, Values{120, 121, 122},
                          Values{0.4, 0.4, 0.5}, Values{123.675, 116.28}, Values{-1, 2, 3}})
    CHECK(known(v, kMean).empty());
  CHECK(known({0.017, 0.017, 0.017}, kScale).empty());
  CHECK(known({0.22, 0.22, 0.23}, kStd).empty());  // either order, to two digits
}

TEST_CASE("norm presets: one value off, or repeated, or in no order") {
  const auto odd = [](const Values& v, NormPart part) {
    const auto n = near_triplet(v, part);
    return n ? n->index ? static_cast<int>(*n->index) : 3 : -1;
  };
  CHECK(odd({123.675, 123.675, 103.53}, kMean) == 1);
  CHECK(odd({123.675, 116.28, 103.35}, kMean) == 2);
  CHECK(odd({132.675, 116.28, 103.53}, kMean) == 0);
  CHECK(odd({103.53, 116.28, 132.675}, kMean) == 2);
  CHECK(odd({0.485, 0.456, 0.486}, kMean) == 2);
  CHECK(odd({0.01712475, 0.017507, 0.01712475}, kScale) == 2);
  CHECK(odd({116.28, 123.675, 103.53}, kMean) == 3);
  const auto n = near_triplet({0.485, 0.485, 0.406}, kMean);
  REQUIRE(n);
  CHECK(n->right[1] == doctest::Approx(0.456));
  for (const Values& v :
       {kImageNet, Values{123.67, 116.28, 103.53}, Values{124, 116, 104}, Values{124, 116, 100},
        Values{128, 128, 128}, Values{121, 115, 103}, Values{122.675, 116.669, 104.008},
        Values{103.939, 116.779, 123.68}, Values{0.5, 0.456, 0.4}})
    CHECK(odd(v, kMean) == -1);
  CHECK(odd(kImageNetScale, kScale) == -1);
  CHECK(odd({58.4, 57.1, 57.4}, kStd) == -1);
}

TEST_CASE("norm check: units") {
  using Fault = NormFault;
  CHECK(divisor_fault(norm({}, {255})) == Fault::kInverted);
  CHECK(divisor_fault(norm(kImageNet, {58.395, 57.12, 57.375})) == Fault::kInverted);
  CHECK(divisor_fault(norm({0.4914, 0.4822, 0.4465}, {4.94, 5.02, 4.98})) == Fault::kUnit);
  CHECK(divisor_fault(norm(kImageNet, {}, {0.229, 0.224, 0.225})) == Fault::kUnit);
  CHECK(divisor_fault(norm(kImageNet, {0.229, 0.224, 0.225})) == Fault::kUnit);
  for (const Normalization& n :
       {norm({}, {1}), norm({104, 117, 123}, {1, 1, 1}), norm(kImageNet, kImageNetScale),
        norm(kImageNet, {}, {58.395, 57.12, 57.375}), norm({}, {0.003921568627451}),
        norm({}, {}, {255}), norm({127.5}, {0.5}), norm({}, {}, {1, 1, 1}), norm({}, {0, 0, 0})})
    CHECK(divisor_fault(n) == Fault::kNone);
  CHECK(mean_fault(norm({0.485, 0.456, 0.406}, kImageNetScale)) == Fault::kUnit);
  CHECK(mean_fault(norm({0.5}, {})) == Fault::kUnit);
  CHECK(mean_fault(norm({2.1179, 1.9912, 1.7729}, kImageNetScale)) == Fault::kSigma);
  for (const Normalization& n :
       {norm(kImageNet, kImageNetScale), norm({0, 0, 0}, {1}), norm({128, 128, 128}, {0.0078125}),
        norm({}, {255}), norm({2, 2, 2}, {1})})
    CHECK(mean_fault(n) == Fault::kNone);
}

TEST_CASE("norm check: conversions of unit and of reciprocal are equal values") {
  const Normalization training = norm({0.485, 0.456, 0.406}, {}, {0.229, 0.224, 0.225});
  CHECK(same_norm(norm(kImageNet, kImageNetScale), training));
  CHECK(same_norm(norm({123.7, 116.3, 103.5}, {0.0171, 0.0175, 0.0174}), training));
  CHECK(same_norm(norm(kImageNet, {}, {58.395, 57.12, 57.375}), training));
  CHECK(same_norm(norm({}, {0.003921568627451}), norm({}, {0.00392156862745098})));
  CHECK(same_norm(norm({127.5}, {0.00784314}), norm({0.5, 0.5, 0.5}, {}, {0.5, 0.5, 0.5})));
  CHECK(same_norm(norm({0, 0, 0}, {1, 1, 1}), norm({}, {1})));
  CHECK_FALSE(same_norm(norm({103.53, 116.28, 123.675}, kImageNetScale), training));
  CHECK(same_norm(norm({123.675, 116.17, 103.53}, kImageNetScale), training));  // 0.456 to a digit
  CHECK_FALSE(same_norm(norm({123.675, 115.9, 103.53}, kImageNetScale), training));
  CHECK_FALSE(same_norm(norm({123.68, 116.17, 103.94}, kImageNetScale),
                        norm({123.68, 116.78, 103.94}, {}, {58.4, 57.12, 57.38})));
  CHECK_FALSE(same_norm(norm(kImageNet, {0.0167, 0.0167, 0.0167}), training));
  CHECK_FALSE(same_norm(norm({}, {0.003921568627451}), training));
}

TEST_CASE("norm check: values whose unit cannot be told are not compared") {
  CHECK_FALSE(pixel_norm(norm({0.485, 0.456, 0.406}, kImageNetScale), false));
  CHECK_FALSE(pixel_norm(norm({}, {255}), false));
  CHECK_FALSE(pixel_norm(norm(kImageNet, {}, {0.229, 0.224, 0.225}), false));
  Normalization silent;
  silent.kind = "mean_std";
  CHECK_FALSE(pixel_norm(silent, false));
  CHECK_FALSE(pixel_norm(norm({}, {0, 0, 0}), true));
}
