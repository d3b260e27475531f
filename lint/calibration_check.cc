#include "lint/calibration_check.h"

#include <algorithm>
#include <cmath>

#include "lint/config.h"
#include "lint/dequant.h"

namespace npulint {
namespace {

// Pixels of an image that is not black reach further than this; values that were scaled into 0-1 or
// by a standard deviation do not.
constexpr double kScaledPixel = 4;
// Raw pixels are this many times beyond what normalised ones can be.
constexpr double kFarOff = 8;

double normalised(const Normalization& n, size_t channel, double v) {
  const auto of = [&](const std::vector<double>& all, double none) {
    return all.empty() ? none : all[std::min(channel, all.size() - 1)];
  };
  const double mean = of(n.mean, 0), scale = of(n.scale, 1), std = of(n.std, 1);
  return (v - mean) * (std == 0 ? scale : scale / std);
}

}  // namespace

std::pair<double, double> pixel_range(const Normalization& n) {
  std::pair<double, double> out{0, 0};
  const size_t channels = std::max({n.mean.size(), n.scale.size(), n.std.size(), size_t{1}});
  for (size_t i = 0; i < channels; ++i)
    for (const double pixel : {0.0, 255.0}) {
      const double v = normalised(n, i, pixel);
      if (i == 0 && pixel == 0.0) out = {v, v};
      out = {std::min(out.first, v), std::max(out.second, v)};
    }
  return out;
}

std::string channels_text(const std::vector<CalibrationSample::Channel>& channels) {
  std::string out;
  for (const auto& c : channels)
    out += (out.empty() ? "" : ", ") + significant_text(c.min, 4) + " / " +
           significant_text(c.mean, 4) + " / " + significant_text(c.max, 4);
  return out;
}

std::vector<CalibrationSample::Channel> normalised_channels(const CalibrationSample& s,
                                                            const Normalization& n) {
  std::vector<CalibrationSample::Channel> out = s.channels;
  for (size_t i = 0; i < out.size(); ++i)
    for (double* v : {&out[i].min, &out[i].mean, &out[i].max}) *v = normalised(n, i, *v);
  return out;
}

RangeFault range_fault(const CalibrationSample& s, const Normalization& norm,
                       std::string_view toolchain) {
  const auto [low, high] = pixel_range(norm);
  const double reach = std::max(-low, high);
  if (reach <= 0 || reach > kScaledPixel * kFarOff) return RangeFault::kNone;  // not into units
  if (toolchain == "hb_mapper") {
    if (s.type == DType::kUint8) return RangeFault::kNone;
    // a dark image has whole values; scaled ones end at 1, or at no whole number
    const bool dark = s.max > 1 && s.max == std::floor(s.max) && s.min == std::floor(s.min);
    const bool small = s.max <= kScaledPixel && s.max > 0 && !dark;
    return s.min < 0 || small ? RangeFault::kScaledAlready : RangeFault::kNone;
  }
  if (toolchain == "hb_compile")
    return s.max > reach * kFarOff && s.max > kScaledPixel * kFarOff ? RangeFault::kRaw
                                                                     : RangeFault::kNone;
  return RangeFault::kNone;
}

std::optional<uint64_t> calibration_bytes(const Shape& shape, DType type) {
  const auto n = dense_bytes(shape, type);
  if (!n || *n <= 0) return {};
  return static_cast<uint64_t>(*n);
}

bool fits_frame(uint64_t bytes, uint64_t need, const Shape& shape) {
  if (bytes == need) return true;
  const int64_t batch = shape.empty() ? 1 : shape[0];
  return batch > 1 && bytes == need / static_cast<uint64_t>(batch);
}

bool misfits(const CalibrationSample& s, const Shape& shape) {
  const auto need = calibration_bytes(shape, s.type);
  if (!need || s.extension == ".npy" || is_picture(s.extension)) return false;
  return std::any_of(s.sizes.begin(), s.sizes.end(),
                     [&](const auto& size) { return !fits_frame(size.bytes, *need, shape); });
}

std::string other_type(uint64_t bytes, const Shape& shape) {
  for (const DType t : {DType::kUint8, DType::kFloat32, DType::kFloat16, DType::kFloat64})
    if (const auto need = calibration_bytes(shape, t); need && *need == bytes)
      return std::string(dtype_name(t));
  return "";
}

bool is_picture(std::string_view extension) {
  static constexpr std::string_view kAll[] = {".jpg", ".jpeg", ".png", ".bmp", ".webp"};
  return std::find(std::begin(kAll), std::end(kAll), extension) != std::end(kAll);
}

Evidence type_place(const Config& c, const Evidence& otherwise) {
  const auto types = setting(c, "calibration_parameters", "cal_data_type");
  return types ? types.at : otherwise;
}

}  // namespace npulint
