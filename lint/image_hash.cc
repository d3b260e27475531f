#include "lint/image_hash.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <numeric>

#include "lint/image_file.h"
#include "lint/resample.h"

namespace npulint {
namespace {

constexpr double kPi = 3.14159265358979323846;
constexpr size_t kSide = ImageHash::kSide, kWave = 8;
constexpr size_t kDecoded = 64;   // pixels of the shorter side that a JPEG is decoded to at least
constexpr double kLeastWave = 8;  // root mean square of the coefficients, levels
constexpr int kMostFlips = 3;     // of a part; 697 look-ups

// Coefficients (1 … 8, 1 … 8) of the orthonormal DCT-II.
std::array<double, kWave * kWave> waves(const std::array<uint8_t, kSide * kSide>& luma) {
  std::array<std::array<double, kSide>, kWave> cosine;
  for (size_t k = 0; k < kWave; ++k)
    for (size_t i = 0; i < kSide; ++i)
      cosine[k][i] = std::sqrt(2.0 / kSide) * std::cos(kPi * (static_cast<double>(i) + 0.5) *
                                                       static_cast<double>(k + 1) / kSide);
  std::array<std::array<double, kWave>, kSide> rows{};
  for (size_t y = 0; y < kSide; ++y)
    for (size_t k = 0; k < kWave; ++k)
      for (size_t x = 0; x < kSide; ++x) rows[y][k] += luma[y * kSide + x] * cosine[k][x];
  std::array<double, kWave * kWave> out{};
  for (size_t j = 0; j < kWave; ++j)
    for (size_t k = 0; k < kWave; ++k)
      for (size_t y = 0; y < kSide; ++y) out[j * kWave + k] += rows[y][k] * cosine[j][y];
  return out;
}

uint32_t part(uint64_t hash, size_t i) { return static_cast<uint32_t>(hash >> (16 * i) & 0xffff); }

// f(value) for all 16-bit values that differ from `value` in at most `flips` bits.
template <class F>
void around(uint32_t value, int flips, int from, const F& f) {
  f(value);
  if (flips == 0) return;
  for (int bit = from; bit < 16; ++bit) around(value ^ (1u << bit), flips - 1, bit + 1, f);
}

}  // namespace

std::optional<ImageHash> hash_image(std::string_view bytes, const std::string& name, Message* why) {
  const auto image = decode_small(bytes, name, kDecoded, why);
  if (!image) return std::nullopt;
  const Planes small = resample(*image, kSide, kSide, Filter::kArea);
  ImageHash out;
  for (size_t i = 0; i < out.luma.size(); ++i) {
    const float luma = 0.299f * small.of[0][i] + 0.587f * small.of[1][i] + 0.114f * small.of[2][i];
    out.luma[i] = static_cast<uint8_t>(std::clamp(std::lround(luma), 0l, 255l));
  }
  const auto w = waves(out.luma);
  double energy = 0;
  for (const double v : w) energy += v * v;
  out.flat = energy < kLeastWave * kLeastWave * static_cast<double>(w.size());
  auto sorted = w;
  std::nth_element(sorted.begin(), sorted.begin() + sorted.size() / 2, sorted.end());
  const double high = sorted[sorted.size() / 2];
  const double low = *std::max_element(sorted.begin(), sorted.begin() + sorted.size() / 2);
  for (size_t i = 0; i < w.size(); ++i)
    if (w[i] > (high + low) / 2) out.bits |= uint64_t{1} << i;
  return out;
}

double likeness(const ImageHash& a, const ImageHash& b) {
  const auto n = static_cast<double>(a.luma.size());
  double x = 0, y = 0, xx = 0, yy = 0, xy = 0;
  for (size_t i = 0; i < a.luma.size(); ++i) {
    const double p = a.luma[i], q = b.luma[i];
    x += p, y += q, xx += p * p, yy += q * q, xy += p * q;
  }
  const double vx = xx - x * x / n, vy = yy - y * y / n;
  return vx > 0 && vy > 0 ? (xy - x * y / n) / std::sqrt(vx * vy) : 0;
}

HashIndex::HashIndex(std::vector<uint64_t> hashes) {
  std::vector<size_t> order(hashes.size());
  std::iota(order.begin(), order.end(), size_t{0});
  std::sort(order.begin(), order.end(), [&](size_t a, size_t b) {
    return hashes[a] != hashes[b] ? hashes[a] < hashes[b] : a < b;
  });
  for (const size_t i : order)
    if (hashes_.empty() || hashes_.back() != hashes[i]) {
      hashes_.push_back(hashes[i]);
      first_.push_back(i);
    }
  for (size_t p = 0; p < kParts; ++p) {
    begin_[p].assign(kValues + 1, 0);
    for (const uint64_t h : hashes_) ++begin_[p][part(h, p) + 1];
    std::partial_sum(begin_[p].begin(), begin_[p].end(), begin_[p].begin());
    std::vector<uint32_t> next(begin_[p].begin(), begin_[p].end() - 1);
    of_[p].resize(hashes_.size());
    for (size_t i = 0; i < hashes_.size(); ++i)
      of_[p][next[part(hashes_[i], p)]++] = static_cast<uint32_t>(i);
  }
}

std::optional<HashIndex::Hit> HashIndex::nearest(uint64_t hash, int limit) const {
  std::optional<Hit> best;
  const auto look = [&](size_t i) {
    const int distance = std::popcount(hashes_[i] ^ hash);
    if (distance > limit) return;
    if (!best || distance < best->distance ||
        (distance == best->distance && first_[i] < best->index))
      best = Hit{first_[i], distance};
  };
  const int flips = limit / static_cast<int>(kParts);
  if (flips > kMostFlips) {
    for (size_t i = 0; i < hashes_.size(); ++i) look(i);
    return best;
  }
  for (size_t p = 0; p < kParts; ++p)
    around(part(hash, p), flips, 0, [&](uint32_t value) {
      for (uint32_t i = begin_[p][value]; i < begin_[p][value + 1]; ++i) look(of_[p][i]);
    });
  return best;
}

}  // namespace npulint
