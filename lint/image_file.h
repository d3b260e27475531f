// JPEG and PNG files as pixels: red, green, blue, 8 bits each, as the usual image libraries give
// them (alpha dropped, 16 bits cut to 8, no colour management).
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "lint/text.h"

namespace npulint {

constexpr uint64_t kMaxImageBytes = 256u << 20;        // of a file
constexpr uint64_t kMaxImagePixels = 100'000'000;      // 400 MB while a PNG is decoded
constexpr uint64_t kMaxScannedPixels = 1'000'000'000;  // of all scans of a progressive JPEG

struct Image {
  size_t width = 0, height = 0;  // pixels
  std::vector<uint8_t> rgb;      // height * width * 3, rows from the top
  bool grey() const;             // red, green and blue are equal everywhere
};

// None with a sentence in `why`, about `name`, for another format, damage, and sizes over the
// limits.
std::optional<Image> decode_image(std::string_view bytes, const std::string& name, Message* why);
// A JPEG is scaled down while it is decoded, as far as its shorter side keeps `side` pixels; other
// images are as decode_image gives them.
std::optional<Image> decode_small(std::string_view bytes, const std::string& name, size_t side,
                                  Message* why);

// The orientation that EXIF data of a JPEG states, 1 to 8; 1 when there is none. Pixels are never
// turned by it here: some libraries do so, others do not.
int exif_orientation(std::string_view jpeg);
// The image as that orientation shows it.
Image oriented(const Image& image, int orientation);

}  // namespace npulint
