#include "lint/norm_check.h"

#include <algorithm>
#include <cmath>

#include "lint/config.h"
#include "lint/dequant.h"
#include "lint/normalization.h"
#include "lint/tensor.h"

namespace npulint {
namespace {

constexpr double kByte = 255;
// Standard deviations of images lie between 1/16 and 1 of the range, so their reciprocals lie
// between 1 and 16 for pixels in 0-1, and the deviations above 16 for pixels in 0-255.
constexpr double kLeastDivisor = 16;
constexpr double kMostSigma = 4;  // mean / std of any published preset is below

bool all(const std::vector<double>& v, bool (*test)(double)) {
  return !v.empty() && std::all_of(v.begin(), v.end(), test);
}

bool is_known(const std::vector<double>& v, NormPart part, bool unit) {
  const auto known = known_triplets(v, part);
  return std::any_of(known.begin(), known.end(),
                     [&](const KnownTriplet& k) { return k.unit == unit; });
}

bool for_pixels(const Normalization& n) {  // the divisor is one of 0-255
  return all(n.scale, [](double s) { return s > 0 && s < 1 / kLeastDivisor; }) ||
         all(n.std, [](double s) { return s >= kLeastDivisor; });
}

std::string values(const std::vector<double>& v) {
  const bool equal = std::all_of(v.begin(), v.end(), [&](double x) { return x == v[0]; });
  std::string out;
  for (size_t i = 0; i < (equal ? 1 : v.size()); ++i) {
    std::string s = fixed_text(v[i], v[i] < 1 ? 6 : 3);
    while (s.find('.') != s.npos && (s.back() == '0' || s.back() == '.')) {
      const bool dot = s.back() == '.';
      s.pop_back();
      if (dot) break;
    }
    out += (out.empty() ? "" : " ") + s;
  }
  return out;
}

// Without the noise of the last bits: 125.307, not 125.30699999999999.
double tidy(double v) {
  if (v == 0 || !std::isfinite(v)) return v;
  const double digits = std::pow(10, 12 - std::floor(std::log10(std::fabs(v))));
  return std::isfinite(digits) && digits > 0 ? std::round(v * digits) / digits : v;
}

double at(const std::vector<double>& v, size_t i) { return v.size() == 1 ? v[0] : v[i]; }

template <class Room>
bool each_agrees(const std::vector<double>& a, const std::vector<double>& b, const Room& room) {
  const size_t count = std::max(a.size(), b.size());
  if ((a.size() != 1 && a.size() != count) || (b.size() != 1 && b.size() != count)) return false;
  for (size_t i = 0; i < count; ++i)
    if (std::fabs(at(a, i) - at(b, i)) > room(i)) return false;
  return true;
}

}  // namespace

bool is_byte_image(std::string_view type_rt) {
  return type_rt != "featuremap" && !type_rt.ends_with("_128");
}

std::string norm_text(const std::vector<double>& values) {
  std::string out;
  for (const double v : values) out += (out.empty() ? "" : " ") + number_text(tidy(v));
  return out;
}

NormFault mean_fault(const Normalization& n) {
  const auto small = [](double limit, const std::vector<double>& v) {
    return std::all_of(v.begin(), v.end(), [&](double m) { return std::fabs(m) <= limit; }) &&
           std::any_of(v.begin(), v.end(), [](double m) { return m != 0; });
  };
  if (n.mean.empty()) return NormFault::kNone;
  if (small(1, n.mean)) return NormFault::kUnit;
  return small(kMostSigma, n.mean) && for_pixels(n) ? NormFault::kSigma : NormFault::kNone;
}

NormFault divisor_fault(const Normalization& n) {
  // a factor of pixels in the divisor's place
  if (all(n.std, [](double s) { return s > 0 && s < 1 / kLeastDivisor; }))
    return NormFault::kInverted;
  if (all(n.std, [](double s) { return s > 0 && s < 1; })) return NormFault::kUnit;
  if (all(n.scale, [](double s) { return s >= kLeastDivisor; })) return NormFault::kInverted;
  if (all(n.scale, [](double s) { return s > 1 && s < kLeastDivisor; })) return NormFault::kUnit;
  return is_known(n.scale, NormPart::kStd, true) ? NormFault::kUnit : NormFault::kNone;
}

OrderFault order_fault(const Normalization& n, std::string_view format) {
  OrderFault f;
  if (format != "rgb" && format != "bgr") return f;
  const auto wrong = [&](const std::vector<double>& v, NormPart part) {
    const auto known = known_order(v, part);
    if (!known || known->bgr == (format == "bgr")) return false;
    if (!f.preset) f.preset = known->preset;
    return true;
  };
  f.mean = wrong(n.mean, NormPart::kMean);
  f.scale = wrong(n.scale, NormPart::kScale);
  f.std = wrong(n.std, NormPart::kStd);
  return f;
}

std::optional<NearFault> near_fault(const Normalization& n) {
  for (const auto& [v, part] :
       {std::pair(&n.mean, NormPart::kMean), std::pair(&n.scale, NormPart::kScale),
        std::pair(&n.std, NormPart::kStd)})
    if (auto near = near_triplet(*v, part)) return NearFault{part, std::move(*near)};
  return std::nullopt;
}

bool explained(const Normalization& n, std::string_view format) {
  return mean_fault(n) != NormFault::kNone || divisor_fault(n) != NormFault::kNone ||
         order_fault(n, format).any() || near_fault(n);
}

std::optional<PixelNorm> pixel_norm(const Normalization& n, bool of_pixels) {
  const bool has_mean = n.kind.find("mean") != std::string::npos;
  const bool has_scale = n.kind.find("scale") != std::string::npos;
  const bool has_std = n.kind.find("std") != std::string::npos;
  if ((has_mean && n.mean.empty()) || (has_scale && n.scale.empty()) || (has_std && n.std.empty()))
    return std::nullopt;
  PixelNorm out{{0}, {1}, {0}, {0}};
  double unit = 1;  // what the pixels are divided by before
  if (!of_pixels) {
    const bool unit_mean =
        has_mean && subtracts(n) && all(n.mean, [](double m) { return std::fabs(m) <= 1; });
    const bool unit_std = has_std && all(n.std, [](double s) { return s < 1; });
    const bool unit_scale = has_scale && all(n.scale, [](double s) { return s > 1; });
    const bool byte_divisor = for_pixels(n);
    if (unit_mean && byte_divisor) return std::nullopt;
    if ((unit_std || unit_scale) && has_mean && subtracts(n) && !unit_mean) return std::nullopt;
    if (unit_scale && all(n.scale, [](double s) { return s >= kLeastDivisor; }))
      return std::nullopt;
    if (unit_mean || unit_std || unit_scale) unit = kByte;
  }
  if (has_mean) {
    out.mean.clear();
    out.mean_step.clear();
    for (const double m : n.mean) {
      out.mean.push_back(m * unit);
      out.mean_step.push_back(last_digit(m) * unit);
    }
  }
  if (has_scale || has_std) {
    out.factor.clear();
    out.factor_step.clear();
    for (const double s : has_scale ? n.scale : n.std) {
      if (s <= 0) return std::nullopt;
      out.factor.push_back((has_scale ? s : 1 / s) / unit);
      out.factor_step.push_back(out.factor.back() * last_digit(s) / s);
    }
  } else {
    out.factor = {1 / unit};
  }
  return out;
}

bool agrees(const PixelNorm& a, const PixelNorm& b) {
  constexpr double kFactor = 1e-3;  // relative
  return means_agree(a, b) && each_agrees(a.factor, b.factor, [&](size_t i) {
           return std::max({kFactor * at(a.factor, i), at(a.factor_step, i), at(b.factor_step, i)});
         });
}

bool means_agree(const PixelNorm& a, const PixelNorm& b) {
  constexpr double kMean = 0.05;  // of 255
  return each_agrees(a.mean, b.mean, [&](size_t i) {
    return std::max({kMean, at(a.mean_step, i), at(b.mean_step, i)});
  });
}

bool same_values(const Normalization& config, const Normalization& training) {
  const auto a = pixel_norm(config, true), b = pixel_norm(training, false);
  return a && b && agrees(*a, *b);
}

PixelNorm reversed(PixelNorm n) {
  for (auto* v : {&n.mean, &n.factor, &n.mean_step, &n.factor_step})
    std::reverse(v->begin(), v->end());
  return n;
}

std::string PixelNorm::text() const { return "mean " + values(mean) + ", scale " + values(factor); }

std::optional<Edit> rewrite(const Config& config, std::string_view key, const Evidence& at,
                            const std::vector<double>& values) {
  constexpr size_t kLongest = 16u << 10;  // bytes of the list, which is split for each edit
  if (at.file != config.file) return std::nullopt;  // what an artifact states
  const Entry* list = setting_entry(config, "input_parameters", key);
  if (!list || list->value.text.size() > kLongest) return std::nullopt;
  for (const ListItem& item : setting_list(config, "input_parameters", key)) {
    if (item.at.begin != at.begin || item.at.end - item.at.begin != item.text.size()) continue;
    return Edit{Edit::Kind::kReplace, at.begin, at.end, norm_text(values)};
  }
  return std::nullopt;
}

std::vector<Edit> reverse(const Config& config, const Normalization& n, const OrderFault& fault,
                          const Evidence& mean, const Evidence& divisor) {
  std::vector<Edit> out;
  bool sure = true;
  const auto turn = [&](bool wrong, std::string_view key, const Evidence& at,
                        std::vector<double> v) {
    if (!wrong) return;
    std::reverse(v.begin(), v.end());
    if (const auto edit = rewrite(config, key, at, v))
      out.push_back(*edit);
    else
      sure = false;
  };
  turn(fault.mean, "mean_value", mean, n.mean);
  turn(fault.scale, "scale_value", divisor, n.scale);
  turn(fault.std, "std_value", divisor, n.std);
  return sure ? out : std::vector<Edit>();
}

std::vector<Edit> to_bytes(const Config& config, const Normalization& n, const Evidence& mean,
                           const Evidence& divisor) {
  std::vector<Edit> out;
  bool sure = true;
  const auto put = [&](std::string_view key, const Evidence& at, std::vector<double> v, auto turn) {
    for (double& x : v) x = turn(x);
    if (const auto edit = rewrite(config, key, at, v))
      out.push_back(*edit);
    else
      sure = false;
  };
  const NormFault of_mean = mean_fault(n), of_divisor = divisor_fault(n);
  if (of_mean == NormFault::kUnit) {
    if (of_divisor != NormFault::kUnit && !for_pixels(n)) return {};
    put("mean_value", mean, n.mean, [](double m) { return m * kByte; });
  } else if (of_mean == NormFault::kSigma) {
    if (n.mean.size() != n.scale.size() && n.mean.size() != n.std.size()) return {};
    std::vector<double> right;
    for (size_t i = 0; i < n.mean.size(); ++i)
      right.push_back(n.std.empty() ? n.mean[i] / n.scale[i] : n.mean[i] * n.std[i]);
    put("mean_value", mean, right, [](double m) { return m; });
  }
  if (of_divisor == NormFault::kUnit && !n.std.empty())
    put("std_value", divisor, n.std, [](double s) { return s * kByte; });
  else if (of_divisor == NormFault::kUnit)
    put("scale_value", divisor, n.scale,
        [](double s) { return s > 1 ? s / kByte : 1 / (s * kByte); });
  return sure ? out : std::vector<Edit>();
}

}  // namespace npulint
