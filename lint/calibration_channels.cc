#include "lint/calibration_channels.h"

#include <algorithm>
#include <cmath>
#include <cstring>

namespace npulint {
namespace {

constexpr int64_t kMostChannels = 4;
constexpr uint64_t kWindows = 3;      // a plane
constexpr uint64_t kElements = 1024;  // a window

bool counts_channels(int64_t dim) { return dim >= 2 && dim <= kMostChannels; }

}  // namespace

double sample_value(DType type, std::string_view bytes, size_t i) {
  if (type == DType::kUint8) return static_cast<unsigned char>(bytes[i]);
  if (type == DType::kFloat64) {
    double v = 0;
    std::memcpy(&v, bytes.data() + i * sizeof v, sizeof v);
    return v;
  }
  float v = 0;
  std::memcpy(&v, bytes.data() + i * sizeof v, sizeof v);
  return static_cast<double>(v);
}

ChannelTally::ChannelTally(const Shape& shape, std::string_view layout) {
  if (shape.size() < 3 || shape.size() > 4) return;
  const Shape image(shape.end() - 3, shape.end());
  const bool first = counts_channels(image[0]) && layout != "NHWC";
  const bool last = counts_channels(image[2]) && layout != "NCHW";
  if (first == last) return;
  const int64_t rows = image[first ? 1 : 0], columns = image[first ? 2 : 1];
  const auto plane = checked_mul(rows, columns);
  if (!plane || *plane < 1) return;
  plane_ = static_cast<uint64_t>(*plane);
  interleaved_ = last;
  channels_.resize(static_cast<size_t>(image[first ? 0 : 2]));
}

void ChannelTally::add(RandomAccess& file, uint64_t begin, DType type) {
  const auto width = static_cast<uint64_t>(dtype_bits(type)) / 8;
  const uint64_t count = channels_.size();
  if (count == 0 || width == 0 || file.size() <= begin) return;
  const uint64_t bytes = file.size() - begin, elements = bytes / width;
  if (bytes % width != 0 || elements % count != 0 || elements / count % plane_ != 0) return;
  // of the first image: planes one after the other, or one block of all
  const uint64_t blocks = interleaved_ ? 1 : count, block = interleaved_ ? plane_ * count : plane_;
  const uint64_t windows = kWindows * (interleaved_ ? count : 1);
  std::string data(kElements * width, '\0');
  for (uint64_t b = 0; b < blocks; ++b)
    for (uint64_t w = 0; w < windows; ++w) {
      const uint64_t length = std::min(kElements, block);
      const uint64_t at = b * block + (block - length) * w / (windows - 1);
      const uint64_t got = file.read(begin + at * width, data.data(), length * width) / width;
      for (uint64_t i = 0; i < got; ++i) {
        const double v = sample_value(type, data, i);
        if (!std::isfinite(v)) continue;
        Sum& s = channels_[interleaved_ ? (at + i) % count : b];
        s.of.min = s.n ? std::min(s.of.min, v) : v;
        s.of.max = s.n ? std::max(s.of.max, v) : v;
        s.total += v;
        ++s.n;
      }
    }
}

std::vector<CalibrationSample::Channel> ChannelTally::take() const {
  std::vector<CalibrationSample::Channel> out;
  for (const Sum& s : channels_) {
    if (s.n == 0) return {};
    out.push_back(s.of);
    out.back().mean = s.total / static_cast<double>(s.n);
  }
  return out;
}

}  // namespace npulint
