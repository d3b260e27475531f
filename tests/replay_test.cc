#include "lint/replay.h"

#include <doctest/doctest.h>

#include "lint/check.h"
#include "tests/image_writer.h"

namespace npulint {
namespace {

constexpr double kMean[3] = {123.675, 116.28, 103.53}, kStd[3] = {58.395, 57.12, 57.375};

// Resizing by a formula of its own: the mean of `samples` x `samples` points a pixel, each between
// its four neighbours.
Image resized(const Image& in, size_t width, size_t height, int samples = 1) {
  Image out;
  out.width = width;
  out.height = height;
  const auto at = [&](double x, double y, size_t c) {
    const auto inside = [](double v, size_t n) {
      return std::clamp(v, 0.0, static_cast<double>(n - 1));
    };
    x = inside(x, in.width);
    y = inside(y, in.height);
    const auto x0 = static_cast<size_t>(x), y0 = static_cast<size_t>(y);
    const size_t x1 = std::min(x0 + 1, in.width - 1), y1 = std::min(y0 + 1, in.height - 1);
    const double u = x - double(x0), v = y - double(y0);
    const auto pixel = [&](size_t px, size_t py) {
      return static_cast<double>(in.rgb[(py * in.width + px) * 3 + c]);
    };
    return (pixel(x0, y0) * (1 - u) + pixel(x1, y0) * u) * (1 - v) +
           (pixel(x0, y1) * (1 - u) + pixel(x1, y1) * u) * v;
  };
  for (size_t y = 0; y < height; ++y)
    for (size_t x = 0; x < width; ++x)
      for (size_t c = 0; c < 3; ++c) {
        double sum = 0;
        for (int j = 0; j < samples; ++j)
          for (int i = 0; i < samples; ++i)
            sum +=
                at((double(x) + (i + 0.5) / samples) * double(in.width) / double(width) - 0.5,
                   (double(y) + (j + 0.5) / samples) * double(in.height) / double(height) - 0.5, c);
        out.rgb.push_back(static_cast<uint8_t>(std::lround(sum / (samples * samples))));
      }
  return out;
}

Image cropped(const Image& in, size_t width, size_t height) {
  Image out;
  out.width = width;
  out.height = height;
  const size_t left = (in.width - width) / 2, top = (in.height - height) / 2;
  for (size_t y = 0; y < height; ++y) {
    const auto from =
        in.rgb.begin() + static_cast<std::ptrdiff_t>(((y + top) * in.width + left) * 3);
    out.rgb.insert(out.rgb.end(), from, from + static_cast<std::ptrdiff_t>(width * 3));
  }
  return out;
}

Image letterboxed(const Image& in, size_t side) {
  const double r = double(side) / double(std::max(in.width, in.height));
  const Image small = resized(in, static_cast<size_t>(std::lround(double(in.width) * r)),
                              static_cast<size_t>(std::lround(double(in.height) * r)));
  Image out;
  out.width = out.height = side;
  out.rgb.assign(side * side * 3, 114);
  const size_t left = (side - small.width) / 2, top = (side - small.height) / 2;
  for (size_t y = 0; y < small.height; ++y)
    std::copy_n(small.rgb.begin() + static_cast<std::ptrdiff_t>(y * small.width * 3),
                small.width * 3,
                out.rgb.begin() + static_cast<std::ptrdiff_t>(((y + top) * side + left) * 3));
  return out;
}

enum class Kind { kRight, kBgr, kRaw, kTwice, kUnit, kReversedConstants };

TensorImage tensor_of(const Image& in, Kind kind, bool interleaved) {
  TensorImage t;
  t.width = in.width;
  t.height = in.height;
  t.channels = 3;
  t.interleaved = interleaved;
  t.dtype = DType::kFloat32;
  const size_t n = in.width * in.height;
  t.values.resize(n * 3);
  for (size_t i = 0; i < n; ++i)
    for (size_t c = 0; c < 3; ++c) {
      double v = in.rgb[i * 3 + (kind == Kind::kBgr ? 2 - c : c)];
      const size_t k = kind == Kind::kReversedConstants ? 2 - c : c;
      if (kind == Kind::kUnit) v /= 255;
      if (kind != Kind::kRaw && kind != Kind::kUnit) v = (v - kMean[k]) / kStd[k];
      if (kind == Kind::kTwice) v = (v - kMean[c] / 255) / (kStd[c] / 255);
      t.values[interleaved ? i * 3 + c : c * n + i] = static_cast<float>(v);
    }
  return t;
}

ReplayDue due() {
  Normalization n{"mean_std", {0.485, 0.456, 0.406}, {}, {0.229, 0.224, 0.225}};
  ReplayDue out;
  out.norm = pixel_norm(n, false);
  out.order = "RGB";
  return out;
}

ReplayFinding::Norm norm_of(Kind k) {
  using Norm = ReplayFinding::Norm;
  return k == Kind::kRaw                 ? Norm::kRaw
         : k == Kind::kUnit              ? Norm::kUnit
         : k == Kind::kTwice             ? Norm::kTwice
         : k == Kind::kReversedConstants ? Norm::kReversed
                                         : Norm::kDue;
}

}  // namespace

TEST_CASE("replay: the four kinds of input, by any way of resizing") {
  const Image source = scene(11, 200, 150);
  const Image made[] = {source,
                        resized(source, 64, 64),
                        resized(source, 64, 64, 4),
                        letterboxed(source, 96),
                        cropped(resized(source, 85, 64, 3), 56, 56),
                        cropped(source, 100, 100)};
  for (const Image& m : made)
    for (const bool interleaved : {false, true})
      for (const Kind kind : {Kind::kRight, Kind::kBgr, Kind::kRaw, Kind::kTwice, Kind::kUnit,
                              Kind::kReversedConstants}) {
        CAPTURE(m.width);
        CAPTURE(static_cast<int>(kind));
        const ReplayFit fit = fit_replay(source, 1, tensor_of(m, kind, interleaved), {});
        CAPTURE(fit.how);
        CAPTURE(fit.r2);
        CHECK(fit.explained);
        CHECK(fit.order_told);
        CHECK(fit.median < 1.5);
        const ReplayFinding found = judge(fit, due());
        CHECK(found.norm == norm_of(kind));
        CHECK(found.wrong_order == (kind == Kind::kBgr));
      }
}

TEST_CASE("replay: the way of resizing is named") {
  const Image source = scene(12, 200, 120);
  const auto how = [&](const Image& m) {
    return fit_replay(source, 1, tensor_of(m, Kind::kRight, false), {});
  };
  CHECK(how(source).how == "same size");
  CHECK(how(resized(source, 64, 64)).geometry == Geometry::Kind::kStretch);
  CHECK(how(letterboxed(source, 96)).geometry == Geometry::Kind::kLetterbox);
  CHECK(how(cropped(resized(source, 106, 64), 56, 56)).how.find("short side 64 + center crop") ==
        0);
}

TEST_CASE("replay: another picture is explained by nothing") {
  for (unsigned seed = 100; seed < 130; ++seed) {
    const Image source = scene(seed, 160, 120);
    const Image other = resized(scene(seed + 1, 160, 120), 64, 64);
    CHECK_FALSE(fit_replay(source, 1, tensor_of(other, Kind::kRight, false), {}).explained);
  }
}

TEST_CASE("replay: what an image cannot tell") {
  Image grey = scene(13, 64, 48);
  for (size_t i = 0; i < grey.rgb.size(); i += 3) grey.rgb[i + 1] = grey.rgb[i + 2] = grey.rgb[i];
  const ReplayFit fit = fit_replay(grey, 1, tensor_of(grey, Kind::kRight, false), {});
  CHECK(fit.explained);
  CHECK_FALSE(fit.order_told);
  CHECK(judge(fit, due()).norm == ReplayFinding::Norm::kDue);
  Image flat = grey;
  std::fill(flat.rgb.begin(), flat.rgb.end(), uint8_t{90});
  const ReplayFit none = fit_replay(flat, 1, tensor_of(flat, Kind::kRight, false), {});
  CHECK(none.flat);
  CHECK_FALSE(none.explained);
}

TEST_CASE("replay: values in the other layout, and images turned by EXIF") {
  const Image source = scene(14, 64, 48);
  TensorImage t = tensor_of(source, Kind::kRight, true);
  t.interleaved = false;
  CHECK(fit_replay(source, 1, t, {}).reshaped);
  const ReplayFit turned =
      fit_replay(source, 6, tensor_of(oriented(source, 6), Kind::kRight, false), {});
  CHECK(turned.explained);
  CHECK(turned.turned);
}

TEST_CASE("replay: a tensor of one image, and why it is none") {
  MemoryReader reader;
  const std::string floats(4 * 3 * 8 * 9, '\0');
  reader.files["/a.bin"] = floats;
  Message why;
  const Fact<Shape> chw{{1, 3, 8, 9}, {}}, hwc{{8, 9, 3}, {}}, odd{{1, 5, 5, 7}, {}},
      large{{1, 3, 50, 70}, {}};
  auto t = read_tensor_image(reader, "/a.bin", "", chw, {}, &why);
  REQUIRE(t);
  CHECK(t->dtype == DType::kFloat32);
  CHECK(t->width == 9);
  CHECK(t->height == 8);
  CHECK_FALSE(t->interleaved);
  t = read_tensor_image(reader, "/a.bin", "", hwc, {}, &why);
  REQUIRE(t);
  CHECK(t->interleaved);
  CHECK(t->height == 8);
  const auto refused = [&](const Fact<Shape>& shape, const Fact<DType>& type) {
    CHECK_FALSE(read_tensor_image(reader, "/a.bin", "", shape, type, &why));
    return why.in(Lang::kEn);
  };
  CHECK(refused({}, {}).find("must state its `shape`") != std::string::npos);
  CHECK(refused(large, {}) == "`a.bin` has 864 bytes, which shape [1, 3, 50, 70] takes in no type");
  CHECK(refused(chw, {DType::kFloat64, {}}) ==
        "`a.bin` has 864 bytes; shape [1, 3, 8, 9] takes 1728 as float64");
  reader.files["/a.bin"] = std::string(4 * 5 * 5 * 7, '\0');
  CHECK(refused(odd, {}).find("one image of 1 or 3 channels") != std::string::npos);
  reader.files["/a.bin"] = floats.substr(4) + std::string("\0\0\xc0\x7f", 4);
  CHECK(refused(chw, {}) == "`a.bin` holds NaN or infinite values");
  // what any gain and offset would explain, and what two layouts would
  reader.files["/a.bin"] = std::string(4 * 3 * 7 * 9, '\0');
  CHECK(refused({{1, 3, 7, 9}, {}}, {}).find("63 pixels: too few") != std::string::npos);
  reader.files["/a.bin"] = std::string(4 * 3 * 40 * 3, '\0');
  CHECK(refused({{1, 3, 40, 3}, {}}, {}).find("may be NCHW or NHWC") != std::string::npos);
  CHECK(read_tensor_image(reader, "/a.bin", "NHWC", {{1, 3, 40, 3}, {}}, {}, &why));
}

}  // namespace npulint
