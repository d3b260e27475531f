// Resizing as image libraries do it. They differ by a few levels at edges: a tensor that was made
// with one of them fits that one best.
#pragma once

#include <array>
#include <cstddef>
#include <string_view>
#include <vector>

#include "lint/image_file.h"

namespace npulint {

enum class Filter {
  kTriangle,       // Pillow BILINEAR, torchvision with antialias: widened when shrinking
  kLinear,         // OpenCV INTER_LINEAR, torch interpolate: two pixels an axis
  kCubic,          // Pillow BICUBIC: widened when shrinking, a = -0.5
  kNarrowCubic,    // OpenCV INTER_CUBIC: four pixels an axis, a = -0.75
  kLanczos,        // Pillow LANCZOS
  kArea,           // OpenCV INTER_AREA when shrinking, Pillow BOX
  kNearestCentre,  // Pillow NEAREST
  kNearestCorner,  // OpenCV INTER_NEAREST
};
constexpr Filter kFilters[] = {Filter::kTriangle,      Filter::kLinear,       Filter::kCubic,
                               Filter::kNarrowCubic,   Filter::kLanczos,      Filter::kArea,
                               Filter::kNearestCentre, Filter::kNearestCorner};
std::string_view filter_name(Filter f);  // "bilinear with antialias"

struct Planes {
  size_t width = 0, height = 0;
  std::array<std::vector<float>, 3> of;  // red, green, blue; height * width each, not rounded
};

// Half-pixel centres. Linear in the pixels of source and result.
Planes resample(const Image& image, size_t width, size_t height, Filter filter);

}  // namespace npulint
