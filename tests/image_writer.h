// Images for tests: generated scenes, and JPEG and PNG files of them.
#pragma once

#include <png.h>
#include <turbojpeg.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <string>

#include "lint/image_file.h"

namespace npulint {

// Waves and rectangles; another seed is another scene. The same scene at any size.
inline Image scene(unsigned seed, size_t width, size_t height) {
  uint32_t state = seed * 2654435761u + 12345u;
  const auto next = [&] {
    state = state * 1664525u + 1013904223u;
    return (state >> 8) / 16777216.0;
  };
  struct Wave {
    double x, y, phase, amount[3];
  };
  struct Box {
    double x0, y0, x1, y1, color[3];
  };
  Wave waves[6];
  Box boxes[7];
  for (Wave& w : waves) {
    w.x = next() * 14 - 7;
    w.y = next() * 14 - 7;
    w.phase = next() * 6.28;
    for (double& a : w.amount) a = next() * 50 - 25;
  }
  for (Box& b : boxes) {
    b.x0 = next();
    b.y0 = next();
    b.x1 = b.x0 + 0.1 + next() * 0.4;
    b.y1 = b.y0 + 0.1 + next() * 0.4;
    for (double& c : b.color) c = next() * 255;
  }
  Image out;
  out.width = width;
  out.height = height;
  for (size_t y = 0; y < height; ++y)
    for (size_t x = 0; x < width; ++x) {
      const double u = (static_cast<double>(x) + 0.5) / static_cast<double>(width),
                   v = (static_cast<double>(y) + 0.5) / static_cast<double>(height);
      double p[3] = {128, 118, 105};
      for (const Box& b : boxes)
        if (u >= b.x0 && u < b.x1 && v >= b.y0 && v < b.y1)
          for (int c = 0; c < 3; ++c) p[c] = b.color[c];
      for (const Wave& w : waves)
        for (int c = 0; c < 3; ++c) p[c] += w.amount[c] * std::sin(w.x * u + w.y * v + w.phase);
      for (const double value : p)
        out.rgb.push_back(static_cast<uint8_t>(std::lround(std::clamp(value, 0.0, 255.0))));
    }
  return out;
}

inline std::string jpeg_file(const Image& image, int quality = 90, int subsampling = TJSAMP_420,
                             int flags = 0) {
  tjhandle jpeg = tjInitCompress();
  unsigned char* bytes = nullptr;
  unsigned long size = 0;
  tjCompress2(jpeg, image.rgb.data(), static_cast<int>(image.width), 0,
              static_cast<int>(image.height), TJPF_RGB, &bytes, &size, subsampling, quality, flags);
  std::string out(reinterpret_cast<char*>(bytes), size);
  tjFree(bytes);
  tjDestroy(jpeg);
  return out;
}

// `pixels` in one of the PNG_FORMAT_* of 8 bits a component.
inline std::string png_file(const void* pixels, size_t width, size_t height, uint32_t format) {
  png_image png;
  std::memset(&png, 0, sizeof png);
  png.version = PNG_IMAGE_VERSION;
  png.width = static_cast<uint32_t>(width);
  png.height = static_cast<uint32_t>(height);
  png.format = format;
  png_alloc_size_t size = 0;
  png_image_write_to_memory(&png, nullptr, &size, 0, pixels, 0, nullptr);
  std::string out(size, '\0');
  png_image_write_to_memory(&png, out.data(), &size, 0, pixels, 0, nullptr);
  out.resize(size);
  return out;
}
inline std::string png_file(const Image& image) {
  return png_file(image.rgb.data(), image.width, image.height, PNG_FORMAT_RGB);
}

}  // namespace npulint
