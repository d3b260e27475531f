#include "lint/resample.h"

#include <algorithm>
#include <cmath>
#include <cstdint>

namespace npulint {
namespace {

constexpr double kPi = 3.14159265358979323846;

struct Kernel {
  double support = 1;  // of the function, in source pixels where it is not widened
  bool widened = true;
  double (*at)(double x) = nullptr;
};

double triangle(double x) { return std::max(0.0, 1 - std::fabs(x)); }

double cubic(double x, double a) {
  x = std::fabs(x);
  if (x < 1) return ((a + 2) * x - (a + 3)) * x * x + 1;
  return x < 2 ? (((x - 5) * x + 8) * x - 4) * a : 0;
}

double lanczos(double x) {
  if (x == 0) return 1;
  const double y = kPi * x;
  return std::fabs(x) < 3 ? std::sin(y) / y * std::sin(y / 3) / (y / 3) : 0;
}

Kernel kernel(Filter f) {
  switch (f) {
    case Filter::kTriangle:
      return {1, true, triangle};
    case Filter::kLinear:
      return {1, false, triangle};
    case Filter::kCubic:
      return {2, true, [](double x) { return cubic(x, -0.5); }};
    case Filter::kNarrowCubic:
      return {2, false, [](double x) { return cubic(x, -0.75); }};
    case Filter::kLanczos:
      return {3, true, lanczos};
    case Filter::kArea:
    case Filter::kNearestCentre:
    case Filter::kNearestCorner:
      break;
  }
  return {};
}

// The source pixels of each result pixel of one axis, and their weights, which sum up to 1.
struct Taps {
  struct One {
    size_t first = 0, count = 0, weights = 0;
  };
  std::vector<One> of;
  std::vector<float> weights;
};

class TapMaker {
 public:
  TapMaker(size_t from, size_t to) : from_(from), step_(double(from) / double(to)) {
    out_.of.reserve(to);
  }

  void nearest(size_t i, double shift) {
    begin(static_cast<int64_t>(std::floor((double(i) + shift) * step_)));
    add(1);
    end();
  }
  // The share of each source pixel that lies within the result pixel.
  void area(size_t i) {
    const double low = double(i) * step_, high = low + step_;
    begin(static_cast<int64_t>(low));
    for (double x = std::floor(low); x < high; ++x) add(std::min(high, x + 1) - std::max(low, x));
    end();
  }
  void filter(size_t i, const Kernel& k) {
    const double wide = k.widened ? std::max(1.0, step_) : 1.0, reach = k.support * wide;
    const double centre = (double(i) + 0.5) * step_;
    int64_t low = static_cast<int64_t>(std::floor(centre - reach + 0.5)),
            high = static_cast<int64_t>(std::floor(centre + reach + 0.5));
    if (k.widened) {  // the window ends at the border
      low = std::max<int64_t>(low, 0);
      high = std::min<int64_t>(high, static_cast<int64_t>(from_));
    }
    begin(low);
    for (int64_t x = low; x < std::max(high, low + 1); ++x)
      add(k.at((double(x) + 0.5 - centre) / wide));
    end();
  }
  Taps take() { return std::move(out_); }

 private:
  void begin(int64_t first) {
    first_ = first;
    raw_.clear();
  }
  void add(double weight) { raw_.push_back(weight); }
  // Pixels beyond the border are those at the border.
  void end() {
    const auto last = static_cast<int64_t>(from_) - 1;
    Taps::One one;
    one.first = static_cast<size_t>(std::clamp<int64_t>(first_, 0, last));
    one.weights = out_.weights.size();
    const auto n = static_cast<int64_t>(raw_.size());
    one.count = static_cast<size_t>(std::clamp<int64_t>(first_ + n - 1, 0, last)) - one.first + 1;
    double sum = 0;
    for (const double w : raw_) sum += w;
    out_.weights.resize(one.weights + one.count, 0.0f);
    for (int64_t k = 0; k < n; ++k) {
      const auto at = static_cast<size_t>(std::clamp<int64_t>(first_ + k, 0, last)) - one.first;
      out_.weights[one.weights + at] +=
          static_cast<float>(sum != 0 ? raw_[static_cast<size_t>(k)] / sum : 1 / double(n));
    }
    out_.of.push_back(one);
  }

  size_t from_;
  double step_;
  int64_t first_ = 0;
  std::vector<double> raw_;
  Taps out_;
};

Taps taps(size_t from, size_t to, Filter f) {
  TapMaker m(from, to);
  const Kernel k = kernel(f);
  for (size_t i = 0; i < to; ++i) {
    if (k.at)
      m.filter(i, k);
    else if (f == Filter::kArea)
      m.area(i);
    else
      m.nearest(i, f == Filter::kNearestCentre ? 0.5 : 0);
  }
  return m.take();
}

}  // namespace

std::string_view filter_name(Filter f) {
  switch (f) {
    case Filter::kTriangle:
      return "bilinear with antialias";
    case Filter::kLinear:
      return "bilinear";
    case Filter::kCubic:
      return "bicubic with antialias";
    case Filter::kNarrowCubic:
      return "bicubic";
    case Filter::kLanczos:
      return "lanczos";
    case Filter::kArea:
      return "area";
    case Filter::kNearestCentre:
    case Filter::kNearestCorner:
      return "nearest";
  }
  return "";
}

Planes resample(const Image& in, size_t width, size_t height, Filter f) {
  Planes out;
  out.width = width;
  out.height = height;
  for (auto& plane : out.of) plane.assign(width * height, 0.0f);
  if (in.width == 0 || in.height == 0 || width == 0 || height == 0) return out;
  const Taps across = taps(in.width, width, f), down = taps(in.height, height, f);
  // rows of the source, resized across, as they are first needed; kept while a result row may
  // need them
  std::vector<std::vector<float>> rows(in.height);
  const auto row = [&](size_t y) -> const std::vector<float>& {
    std::vector<float>& r = rows[y];
    if (!r.empty()) return r;
    r.resize(width * 3);
    const uint8_t* from = in.rgb.data() + y * in.width * 3;
    for (size_t x = 0; x < width; ++x) {
      const Taps::One& t = across.of[x];
      float sum[3] = {};
      for (size_t k = 0; k < t.count; ++k) {
        const float w = across.weights[t.weights + k];
        for (size_t c = 0; c < 3; ++c)
          sum[c] += w * static_cast<float>(from[(t.first + k) * 3 + c]);
      }
      std::copy(sum, sum + 3, r.begin() + static_cast<std::ptrdiff_t>(x * 3));
    }
    return r;
  };
  size_t done = 0;
  for (size_t y = 0; y < height; ++y) {
    const Taps::One& t = down.of[y];
    for (; done < t.first; ++done) std::vector<float>().swap(rows[done]);
    for (size_t k = 0; k < t.count; ++k) {
      const float w = down.weights[t.weights + k];
      const std::vector<float>& r = row(t.first + k);
      for (size_t x = 0; x < width; ++x)
        for (size_t c = 0; c < 3; ++c) out.of[c][y * width + x] += w * r[x * 3 + c];
    }
  }
  for (auto& plane : out.of)
    for (float& v : plane) v = std::clamp(v, 0.0f, 255.0f);
  return out;
}

}  // namespace npulint
