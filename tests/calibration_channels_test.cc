#include "lint/calibration_channels.h"

#include <doctest/doctest.h>

#include "lint/calibration_check.h"
#include "lint/sources.h"

namespace npulint {
namespace {

// Channel c counts from 10 * c up to 10 * c + 9 over 40 x 50 pixels.
std::string image(bool interleaved, bool as_float) {
  const size_t plane = 2000;
  std::string out;
  for (size_t i = 0; i < plane * 3; ++i) {
    const size_t c = interleaved ? i % 3 : i / plane, pixel = interleaved ? i / 3 : i % plane;
    const auto v = static_cast<float>(10 * c + pixel % 10);
    if (as_float)
      out.append(reinterpret_cast<const char*>(&v), sizeof v);
    else
      out += static_cast<char>(v);
  }
  return out;
}

std::vector<CalibrationSample::Channel> channels(const std::string& bytes, DType type,
                                                 const Shape& shape, const std::string& layout) {
  MemoryReader reader;
  Sources sources;
  reader.files["/cal/0.bin"] = reader.files["/cal/1.bin"] = bytes;
  return sample_calibration(reader, sources, "/cal", "cal", "./cal", type, shape, layout).channels;
}

}  // namespace

TEST_CASE("calibration channels: told apart by layout or shape") {
  const auto check = [](const std::vector<CalibrationSample::Channel>& all) {
    REQUIRE(all.size() == 3);
    for (size_t c = 0; c < 3; ++c) {
      CHECK(all[c].min == doctest::Approx(10.0 * double(c)));
      CHECK(all[c].max == doctest::Approx(10.0 * double(c) + 9));
      CHECK(all[c].mean == doctest::Approx(10.0 * double(c) + 4.5).epsilon(0.01));
    }
  };
  const Shape chw{1, 3, 40, 50}, hwc{1, 40, 50, 3};
  check(channels(image(false, true), DType::kFloat32, chw, "NCHW"));
  check(channels(image(false, true), DType::kFloat32, chw, ""));
  check(channels(image(true, true), DType::kFloat32, hwc, "NHWC"));
  check(channels(image(true, false), DType::kUint8, hwc, ""));
}

TEST_CASE("calibration channels: none where nothing tells them") {
  const std::string bytes = image(false, true);
  CHECK(channels(bytes, DType::kFloat32, {}, "").empty());
  CHECK(channels(bytes, DType::kFloat32, {1, 3, 40, 50}, "NHWC").empty());
  CHECK(channels(bytes, DType::kFloat32, {1, 3, 40, 51}, "NCHW").empty());
  CHECK(channels(bytes, DType::kFloat32, {1, 3, -1, 50}, "NCHW").empty());
  CHECK(channels(bytes, DType::kFloat32, {1, 3, 4000, 3}, "").empty());
  CHECK(channels(bytes.substr(1), DType::kFloat32, {1, 3, 40, 50}, "NCHW").empty());
}

TEST_CASE("calibration channels: as text, and once more scaled") {
  CalibrationSample s;
  s.channels = {{0, 1, 0.5}, {0.25, 0.75, 0.5}};
  CHECK(channels_text(s.channels) == "0 / 0.5 / 1, 0.25 / 0.5 / 0.75");
  const Normalization n{"mean_scale", {0.5, 0.25}, {2}, {}};
  CHECK(channels_text(normalised_channels(s, n)) == "-1 / 0 / 1, 0 / 0.5 / 1");
}

}  // namespace npulint
