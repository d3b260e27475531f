#include "lint/replay_fit.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace npulint {
namespace {

constexpr double kFlat = 2;           // standard deviation, levels
constexpr double kMostMedian = 3;     // levels: more is another picture
constexpr double kLeastR2 = 0.98;     // without the worst tenth
constexpr double kExact = 0.6;        // levels: rounding alone
constexpr double kKept = 0.9;         // of the values, in the second fit
constexpr double kOrderMargin = 4;    // how much worse the next order must be …
constexpr double kOrderLoss = 3e-3;   // … and by how much of the variance at least
constexpr double kUsualCrop = 0.875;  // 224 of 256

constexpr std::array<std::array<size_t, 3>, 6> kOrders{
    {{0, 1, 2}, {2, 1, 0}, {0, 2, 1}, {1, 0, 2}, {1, 2, 0}, {2, 0, 1}}};

// The image at `width` x `height`, its pixel (from_x, from_y) at (to_x, to_y) of the tensor.
struct Placement {
  Geometry::Kind kind = Geometry::Kind::kUnknown;
  size_t width = 0, height = 0, from_x = 0, from_y = 0, to_x = 0, to_y = 0;
  std::string words;
  bool operator==(const Placement& o) const {
    return width == o.width && height == o.height && from_x == o.from_x && from_y == o.from_y &&
           to_x == o.to_x && to_y == o.to_y;
  }
};

class Placements {
 public:
  Placements(const Image& image, const TensorImage& t) : w_(image.width), h_(image.height), t_(t) {}

  std::vector<Placement> of(Geometry::Kind kind, const std::vector<int64_t>& sizes) {
    out_.clear();
    if (kind == Geometry::Kind::kStretch)
      add({kind, t_.width, t_.height, 0, 0, 0, 0, "stretch"});
    else if (kind == Geometry::Kind::kLetterbox)
      letterbox();
    else if (kind == Geometry::Kind::kCrop)
      crops(sizes);
    return std::move(out_);
  }

 private:
  void add(Placement p) {
    if (p.width == 0 || p.height == 0) return;
    if (p.width == w_ && p.height == h_ && p.words == "stretch") p.words = "same size";
    if (std::find(out_.begin(), out_.end(), p) == out_.end()) out_.push_back(std::move(p));
  }

  void letterbox() {
    const double r = std::min(double(t_.width) / double(w_), double(t_.height) / double(h_));
    for (const bool rounds : {true, false}) {
      const auto size = [&](size_t n) {
        return static_cast<size_t>(rounds ? std::lround(double(n) * r)
                                          : static_cast<long>(double(n) * r));
      };
      const size_t w = std::min(size(w_), t_.width), h = std::min(size(h_), t_.height);
      add({Geometry::Kind::kLetterbox, w, h, 0, 0, (t_.width - w) / 2, (t_.height - h) / 2,
           "letterbox"});
      add({Geometry::Kind::kLetterbox, w, h, 0, 0, 0, 0, "letterbox, top left"});
    }
  }

  void crops(const std::vector<int64_t>& sizes) {
    const size_t need = std::min(t_.width, t_.height);
    bool stated = false;
    for (const int64_t s : sizes)
      if (s > static_cast<int64_t>(need)) stated = true, crop(static_cast<size_t>(s));
    if (stated) return;
    cover();
    crop(static_cast<size_t>(std::lround(double(need) / kUsualCrop)));
    if (w_ >= t_.width && h_ >= t_.height) middle(w_, h_, "center crop");
  }

  // The least size that covers the tensor.
  void cover() {
    const double r = std::max(double(t_.width) / double(w_), double(t_.height) / double(h_));
    const auto size = [&](size_t n, size_t least) {
      return std::max(static_cast<size_t>(std::lround(double(n) * r)), least);
    };
    middle(size(w_, t_.width), size(h_, t_.height), "cover + center crop");
  }

  void crop(size_t side) {
    const double r = double(side) / double(std::min(w_, h_));
    const std::string words = "short side " + std::to_string(side) + " + center crop";
    for (const bool rounds : {false, true}) {
      const auto size = [&](size_t n) {
        return std::max(side,
                        static_cast<size_t>(rounds ? std::lround(double(n) * r)
                                                   : static_cast<long>(double(n) * r + 1e-9)));
      };
      middle(w_ <= h_ ? side : size(w_), h_ <= w_ ? side : size(h_), words);
    }
  }

  void middle(size_t w, size_t h, const std::string& words) {
    if (w < t_.width || h < t_.height) return;
    const size_t x = w - t_.width, y = h - t_.height;
    for (const size_t up : {0u, 1u})
      add({Geometry::Kind::kCrop, w, h, (x + (x % 2 ? up : 0)) / 2, (y + (y % 2 ? up : 0)) / 2, 0,
           0, words});
  }

  size_t w_, h_;
  const TensorImage& t_;
  std::vector<Placement> out_;
};

struct Sums {
  double n = 0, x = 0, y = 0, xx = 0, yy = 0, xy = 0;
  void add(double a, double b) { ++n, x += a, y += b, xx += a * a, yy += b * b, xy += a * b; }
  double var_x() const { return std::max(0.0, xx / n - x / n * (x / n)); }
  double var_y() const { return std::max(0.0, yy / n - y / n * (y / n)); }
  double cov() const { return xy / n - x / n * (y / n); }
  bool flat_x() const { return var_x() < kFlat * kFlat; }
  // Rounding of a sum of squares is all that is left of the variance.
  bool flat_y() const { return var_y() <= 1e-9 * (yy / n) + 1e-30; }
  double r2() const {
    if (flat_x() || flat_y()) return flat_x() && flat_y() ? 1 : 0;
    return std::min(1.0, cov() * cov() / (var_x() * var_y()));
  }
  double gain() const { return cov() / var_x(); }
  double offset() const { return y / n - gain() * x / n; }
};

// One placement and filter against the tensor.
class Comparison {
 public:
  Comparison(const Image& image, const TensorImage& t, const Placement& p, Filter f)
      : t_(t), p_(p), planes_(resample(image, p.width, p.height, f)) {
    rows_ = std::min(t.height - p.to_y, p.height - p.from_y);
    columns_ = std::min(t.width - p.to_x, p.width - p.from_x);
    if (t.channels == 1) {
      // ITU-R BT.601, as libraries turn colour into grey
      for (size_t i = 0; i < planes_.of[0].size(); ++i)
        planes_.of[0][i] =
            0.299f * planes_.of[0][i] + 0.587f * planes_.of[1][i] + 0.114f * planes_.of[2][i];
    }
  }

  ReplayFit fit() {
    ReplayFit out;
    const size_t n = t_.channels;
    Sums sums[3][3];  // channel of the tensor, plane of the image
    for (size_t c = 0; c < n; ++c)
      for (size_t p = 0; p < n; ++p) each(c, p, [&](double x, double y) { sums[c][p].add(x, y); });
    double best = std::numeric_limits<double>::max(), next = best;
    std::array<size_t, 3> order{0, 1, 2};
    if (n == 1) {
      best = 1 - sums[0][0].r2();
    } else {
      for (const auto& o : kOrders) {
        double loss = 0;
        for (size_t c = 0; c < n; ++c) loss += 1 - sums[c][o[c]].r2();
        if (loss < best) {
          next = best;
          best = loss;
          order = o;
        } else {
          next = std::min(next, loss);
        }
      }
      for (size_t c = 0; c < n; ++c) out.order += "RGB"[order[c]];
      out.order_told = next > kOrderMargin * best + kOrderLoss;
    }
    out.flat = true;
    for (size_t c = 0; c < n; ++c) out.flat = out.flat && sums[c][order[c]].flat_x();
    out.r2 = 1;
    for (size_t c = 0; c < n; ++c) channel(c, order[c], sums[c][order[c]], out);
    out.explained = !out.flat && out.r2 >= kLeastR2 && out.median <= kMostMedian;
    return out;
  }

 private:
  template <class F>
  void each(size_t c, size_t p, const F& f) const {
    const std::vector<float>& plane = planes_.of[p];
    for (size_t y = 0; y < rows_; ++y) {
      const size_t from = (y + p_.from_y) * p_.width + p_.from_x,
                   to = (y + p_.to_y) * t_.width + p_.to_x;
      for (size_t x = 0; x < columns_; ++x)
        f(static_cast<double>(plane[from + x]), static_cast<double>(t_.at(c, to + x)));
    }
  }

  // A second fit without the values that the first one explains worst: edges, where libraries
  // differ, and what was clipped.
  void channel(size_t c, size_t p, const Sums& all, ReplayFit& out) const {
    out.channels.emplace_back();
    if (all.flat_x()) {
      if (!all.flat_y()) out.r2 = 0;
      return;
    }
    if (all.flat_y()) {
      out.r2 = 0;
      return;
    }
    const auto residuals = [&](double gain, double offset) {
      std::vector<float> r;
      r.reserve(rows_ * columns_);
      each(c, p, [&](double x, double y) {
        r.push_back(static_cast<float>(std::fabs(y - gain * x - offset)));
      });
      return r;
    };
    std::vector<float> r = residuals(all.gain(), all.offset()), sorted = r;
    const auto keep = static_cast<std::ptrdiff_t>(kKept * static_cast<double>(r.size()));
    std::nth_element(sorted.begin(), sorted.begin() + keep, sorted.end());
    const float limit = sorted[static_cast<size_t>(keep)];
    Sums kept;
    size_t i = 0;
    each(c, p, [&](double x, double y) {
      if (r[i++] <= limit) kept.add(x, y);
    });
    const Sums& s = kept.flat_x() ? all : kept;
    ReplayFit::Channel& to = out.channels.back();
    to.gain = s.gain();
    to.offset = s.offset();
    to.known = to.gain != 0;
    out.r2 = std::min(out.r2, s.r2());
    r = residuals(to.gain, to.offset);
    const auto middle = r.begin() + static_cast<std::ptrdiff_t>(r.size() / 2);
    std::nth_element(r.begin(), middle, r.end());
    if (to.known)
      out.median = std::max(out.median, static_cast<double>(*middle) / std::fabs(to.gain));
  }

  const TensorImage& t_;
  const Placement& p_;
  Planes planes_;
  size_t rows_ = 0, columns_ = 0;
};

// How well: an explanation before none, then the variance that is left.
bool better(const ReplayFit& a, const ReplayFit& b) {
  if (a.explained != b.explained) return a.explained;
  return a.r2 > b.r2;
}

class Search {
 public:
  explicit Search(const TensorImage& tensor) : tensor_(tensor) {}

  ReplayFit best;

  void run(const Image& image, bool turned, const std::vector<Geometry::Kind>& kinds,
           const std::vector<int64_t>& sizes) {
    Placement place;
    bool found = false;
    std::vector<Placement> seen;
    for (const Geometry::Kind kind : kinds)
      for (const Placement& p : Placements(image, tensor_).of(kind, sizes)) {
        if (std::find(seen.begin(), seen.end(), p) != seen.end()) continue;
        seen.push_back(p);
        if (attempt(image, turned, p, Filter::kTriangle)) {
          place = p;
          found = true;
        }
      }
    if (!found) return;
    for (const Filter f : kFilters) {
      if (best.explained && best.median <= kExact) return;
      if (place.width == image.width && place.height == image.height) return;
      if (f != Filter::kTriangle) attempt(image, turned, place, f);
    }
  }

 private:
  bool attempt(const Image& image, bool turned, const Placement& p, Filter f) {
    ReplayFit fit = Comparison(image, tensor_, p, f).fit();
    fit.tried = ++tried_;
    best.tried = tried_;
    if (tried_ > 1 && !better(fit, best)) return false;
    const bool same = p.width == image.width && p.height == image.height;
    fit.geometry = same && p.words == "same size" ? Geometry::Kind::kUnknown : p.kind;
    fit.how = p.words + (same ? "" : ", " + std::string(filter_name(f)));
    fit.turned = turned;
    best = std::move(fit);
    return true;
  }

  const TensorImage& tensor_;
  size_t tried_ = 0;
};

ReplayFit search(const Image& image, int orientation, const TensorImage& tensor,
                 const Geometry& stated) {
  using Kind = Geometry::Kind;
  const std::vector<Kind> all{Kind::kStretch, Kind::kLetterbox, Kind::kCrop};
  Search s(tensor);
  const auto both = [&](const std::vector<Kind>& kinds) {
    s.run(image, false, kinds, stated.sizes);
    if (orientation != 1 && !s.best.explained)
      s.run(oriented(image, orientation), true, kinds, stated.sizes);
  };
  if (stated.kind != Kind::kUnknown) both({stated.kind});
  if (!s.best.explained) both(all);
  return std::move(s.best);
}

}  // namespace

ReplayFit fit_replay(const Image& image, int orientation, const TensorImage& tensor,
                     const Geometry& stated) {
  ReplayFit out = search(image, orientation, tensor, stated);
  if (!out.explained && !out.flat && tensor.channels > 1) {
    TensorImage other = tensor;
    other.interleaved = !tensor.interleaved;
    ReplayFit fit = search(image, orientation, other, stated);
    if (fit.explained) {
      out = std::move(fit);
      out.reshaped = true;
    }
  }
  out.grey = image.grey();
  return out;
}

}  // namespace npulint
