#include "lint/show.h"

#include <algorithm>

#include "lint/dequant.h"

namespace npulint {

namespace {

// "[0, 3]"; of many "64, min -3, max 12".
std::string several(const std::vector<int64_t>& v) {
  constexpr size_t kMost = 4;
  if (v.size() <= kMost) return list_text(v);
  const auto [lo, hi] = std::minmax_element(v.begin(), v.end());
  return std::to_string(v.size()) + ", min " + std::to_string(*lo) + ", max " + std::to_string(*hi);
}

}  // namespace

std::string show(DType v) { return std::string(dtype_name(v)); }
std::string show(const Shape& v) { return list_text(v); }
std::string show(int64_t v) { return std::to_string(v); }
std::string show(double v) { return number_text(v); }
std::string show(bool v) { return v ? "true" : "false"; }
std::string show(const std::string& v) { return v; }
std::string show(Decode v) { return std::string(decode_name(v)); }

std::string show(const Quantization& v) {
  if (v.kind == Quantization::Kind::kShift)
    return "shifts " + several(v.shifts) +
           (v.shifts.size() > 1 && v.axis ? ", axis " + std::to_string(*v.axis) : "");
  if (v.scales.empty()) return "none";
  std::string out;
  if (v.scales.size() == 1) {
    out = "scale " + number_text(v.scales[0]);
  } else {
    const auto [lo, hi] = std::minmax_element(v.scales.begin(), v.scales.end());
    out = std::to_string(v.scales.size()) + " scales";
    if (v.axis) out += ", axis " + std::to_string(*v.axis);
    out += ", min " + number_text(*lo) + ", max " + number_text(*hi);
  }
  if (std::all_of(v.zero_points.begin(), v.zero_points.end(), [](int64_t z) { return z == 0; }))
    return out;
  return out + (v.zero_points.size() == 1 ? ", zero point " + std::to_string(v.zero_points[0])
                                          : ", zero points " + several(v.zero_points));
}

std::string show(const Normalization& v) {
  // "mean=[…] scale=[…]": the kind stands before them only where they do not spell it
  std::string spelt, numbers;
  const auto add = [&](std::string_view name, const std::vector<double>& values) {
    if (values.empty()) return;
    spelt += (spelt.empty() ? "" : "_") + std::string(name);
    numbers += (numbers.empty() ? "" : " ") + std::string(name) + '=' + list_text(values);
  };
  add("mean", v.mean);
  add("scale", v.scale);
  add("std", v.std);
  if (numbers.empty()) return v.kind;
  return v.kind == spelt ? numbers : v.kind + ' ' + numbers;
}

std::string show(const DumpRanking& v) {
  const auto winner = [](int64_t index, int64_t q, double value) {
    return std::to_string(index) + " (q " + std::to_string(q) + ", decoded " +
           fixed_text(value, 3) + ")";
  };
  const std::string raw = winner(v.raw_class, v.raw_q, v.raw_value);
  if (v.raw_class == v.best_class) return "raw and decoded argmax " + raw;
  return "raw argmax " + raw + "; decoded argmax " + winner(v.best_class, v.best_q, v.best_value);
}
std::string show(const Built& v) { return v.written; }
std::string show(const Platform* v) { return v->march; }

std::string show(const std::vector<double>& v) { return list_text(v); }
std::string show(const ToolVersion& v) { return v.tool + " " + v.version; }

std::string show(Profile v) {
  switch (v) {
    case Profile::kCommit:
      return "commit";
    case Profile::kReview:
      return "review";
    case Profile::kRelease:
      return "release";
  }
  return "";
}

std::string show(const PaddingFlags& v) {
  const auto flag = [](const std::optional<bool>& f) { return f ? show(*f) : std::string("-"); };
  return "input_no_padding " + flag(v.input) + ", output_no_padding " + flag(v.output);
}

std::string show(const std::vector<std::string>& v) {
  constexpr size_t kMost = 6;
  std::string out;
  for (size_t i = 0; i < v.size() && i < kMost; ++i) out += (i ? ", " : "") + v[i];
  return v.size() > kMost ? out + ", … (" + std::to_string(v.size()) + ")" : out;
}

std::string_view decode_name(Decode d) {
  switch (d) {
    case Decode::kNone:
      return "none";
    case Decode::kPerTensor:
      return "per_tensor";
    case Decode::kPerAxis:
      return "per_axis";
    case Decode::kRuntime:
      return "runtime";
  }
  return "";
}

}  // namespace npulint
