#include "lint/dequant.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <limits>

namespace npulint {
namespace {

template <class T>
std::optional<T> at(const std::vector<T>& list, size_t index) {
  if (list.size() == 1) return list[0];
  if (index < list.size()) return list[index];
  return std::nullopt;
}

template <class T>
bool all_equal(const std::vector<T>& list) {
  return std::adjacent_find(list.begin(), list.end(), std::not_equal_to<>()) == list.end();
}

template <class T>
bool all_are(const std::vector<T>& list, T value) {
  return std::all_of(list.begin(), list.end(), [&](T v) { return v == value; });
}

std::string written(double v, std::chars_format format, int precision) {
  std::array<char, 512> buffer;  // fixed form of the largest double has 309 digits before the point
  const auto r = std::to_chars(buffer.data(), buffer.data() + buffer.size(), v, format,
                               std::clamp(precision, 0, 100));
  return r.ec == std::errc() ? std::string(buffer.data(), r.ptr) : std::string("?");
}

}  // namespace

double dequantize(int64_t q, const Quantization& quant, size_t index) {
  constexpr double kNone = std::numeric_limits<double>::quiet_NaN();
  const auto value = static_cast<double>(q);
  if (quant.kind == Quantization::Kind::kShift) {
    const auto shift = at(quant.shifts, index);
    return shift && *shift >= -1000 && *shift <= 1000 ? std::ldexp(value, -static_cast<int>(*shift))
                                                      : kNone;
  }
  const auto scale = at(quant.scales, index);
  const auto zero =
      quant.zero_points.empty() ? std::optional<int64_t>(0) : at(quant.zero_points, index);
  return scale && zero ? (value - static_cast<double>(*zero)) * *scale : kNone;
}

double quantise_factor(const Quantization& q, bool stores_factor) {
  if (q.scales.size() != 1 || !(q.scales[0] > 0)) return 0;
  return stores_factor ? q.scales[0] : 1 / q.scales[0];
}

bool is_identity(const Quantization& q) {
  if (q.kind == Quantization::Kind::kShift)
    return !q.shifts.empty() && all_are(q.shifts, int64_t{0});
  return !q.scales.empty() && all_are(q.scales, 1.0) && all_are(q.zero_points, int64_t{0});
}

bool carries_scale(const Quantization& q) {
  if (q.kind == Quantization::Kind::kNone || is_identity(q)) return false;
  return !(q.kind == Quantization::Kind::kShift ? q.shifts.empty() : q.scales.empty());
}

bool is_uniform(const Quantization& q) {
  if (q.kind == Quantization::Kind::kShift) return !q.shifts.empty() && all_equal(q.shifts);
  return !q.scales.empty() && q.scales[0] > 0 && all_equal(q.scales) && all_equal(q.zero_points);
}

bool needs_no_decoding(std::string_view consumer, const Quantization& q) {
  const auto is = [&](std::initializer_list<std::string_view> words) {
    return std::find(words.begin(), words.end(), consumer) != words.end();
  };
  const bool zero_stays =
      std::all_of(q.zero_points.begin(), q.zero_points.end(), [](int64_t z) { return z == 0; });
  const auto positive = [](double s) { return s > 0; };
  if (is({"sign"})) return zero_stays && std::all_of(q.scales.begin(), q.scales.end(), positive);
  if (!is_uniform(q)) return false;
  if (is({"argmax", "topk", "top_k", "sort"})) return true;
  return zero_stays && is({"cosine", "cosine_similarity"});
}

std::optional<ScaleSpread> scale_spread(const Quantization& q) {
  if (q.scales.empty()) return std::nullopt;
  ScaleSpread out;
  out.count = q.scales.size();
  for (size_t i = 0; i < q.scales.size(); ++i) {
    const double s = q.scales[i];
    if (!std::isfinite(s) || s <= 0) return std::nullopt;
    if (s < q.scales[out.smallest]) out.smallest = i;
    if (s > q.scales[out.largest]) out.largest = i;
  }
  out.ratio = q.scales[out.largest] / q.scales[out.smallest];
  return out;
}

int64_t sample_integer(DType t) {
  return dtype_bits(t) >= 16 ? 10000 : dtype_bits(t) == 8 ? 100 : 5;
}

Message same_integer(DType t, const Quantization& quant, const ScaleSpread& spread, int axis) {
  const int64_t q = sample_integer(t);
  const auto value = [&](size_t i) { return significant_text(dequantize(q, quant, i), 4); };
  return Message(kSameInteger, q, value(spread.largest), spread.largest, axis,
                 value(spread.smallest), spread.smallest);
}

std::string fixed_text(double v, int decimals) {
  return written(v, std::chars_format::fixed, decimals);
}
std::string significant_text(double v, int digits) {
  return written(v, std::chars_format::general, digits);
}

}  // namespace npulint
