// Perceptual hashes: images that look alike differ in few bits, whatever their size, format and
// compression.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "lint/text.h"

namespace npulint {

struct ImageHash {
  static constexpr size_t kSide = 32;
  std::array<uint8_t, kSide * kSide> luma{};  // the image, brought to 32 x 32
  uint64_t bits = 0;
  bool flat = false;  // too little contrast: the bits are noise
};

// The 64-bit DCT hash: of pHash's two it is the one that withstands compression and resizing best
// (C. Zauner, Implementation and Benchmarking of Perceptual Image Hash Functions, 2010). Bit i says
// whether coefficient i of rows and columns 1 to 8 of the 32 x 32 DCT is above their median.
std::optional<ImageHash> hash_image(std::string_view bytes, const std::string& name, Message* why);

// Correlation of what both images show, -1 to 1.
double likeness(const ImageHash& a, const ImageHash& b);

// Finds the nearest of many hashes in time that grows far slower than their number: two hashes at
// distance d have one of four 16-bit parts at distance d / 4 or less (Norouzi et al., Fast Exact
// Search in Hamming Space with Multi-Index Hashing, 2014).
class HashIndex {
 public:
  explicit HashIndex(std::vector<uint64_t> hashes);
  struct Hit {
    size_t index = 0;  // the smallest of equal hashes
    int distance = 0;
  };
  // The nearest one, the first of equally near ones; none when all are further than `limit` bits.
  std::optional<Hit> nearest(uint64_t hash, int limit) const;

 private:
  static constexpr size_t kParts = 4, kValues = 65536;
  std::vector<uint64_t> hashes_;                          // each once
  std::vector<size_t> first_;                             // its smallest index
  std::array<std::vector<uint32_t>, kParts> begin_, of_;  // by value of the part
};

}  // namespace npulint
