#include "lint/layout.h"

#include <algorithm>

namespace npulint {
namespace {

bool known(const Shape& s) {
  return std::all_of(s.begin(), s.end(), [](int64_t d) { return d > 0; });
}

// The image divided by one whole number, rounded up or down.
bool is_reduced(int64_t h, int64_t w, const ImageSize& image) {
  const auto fits = [](int64_t part, int64_t whole, int64_t by) {
    return part == whole / by || part == (whole + by - 1) / by;
  };
  if (h > image.height || w > image.width) return false;
  const int64_t by = image.height / h;
  return fits(h, image.height, by) && fits(w, image.width, by);
}

// Within one pixel of the image's proportions.
bool is_roughly(int64_t h, int64_t w, const ImageSize& image) {
  const auto a = checked_mul(h, image.width), b = checked_mul(w, image.height);
  if (!a || !b) return true;
  return std::max(*a, *b) - std::min(*a, *b) <= std::max(image.height, image.width);
}

}  // namespace

std::optional<ImageSize> image_size(const Shape& s) {
  const auto channels = [](int64_t d) { return d == 1 || d == 3 || d == 4; };
  if (s.size() != 4 || !known(s) || channels(s[1]) == channels(s[3])) return std::nullopt;
  return channels(s[1]) ? ImageSize{s[2], s[3]} : ImageSize{s[1], s[2]};
}

std::string_view layout_of_dims(const Shape& s, const std::optional<ImageSize>& image) {
  if (!image || s.size() != 4 || !known(s)) return "";
  if (is_reduced(s[2], s[3], *image) && !is_roughly(s[1], s[2], *image)) return "NCHW";
  if (is_reduced(s[1], s[2], *image) && !is_roughly(s[2], s[3], *image)) return "NHWC";
  return "";
}

std::optional<int64_t> channels_of_dims(const Shape& s, const std::optional<ImageSize>& image) {
  if (s.size() != 4 || !known(s)) return std::nullopt;
  const std::string_view layout = layout_of_dims(s, image);
  if (layout.empty() && s[1] != s[3]) return std::nullopt;
  return layout == "NHWC" ? s[3] : s[1];
}

bool may_have_channels(const Shape& s, int64_t channels, const std::optional<ImageSize>& image) {
  if (s.empty() || s.size() > 4 || !known(s)) return true;
  if (std::count(s.begin(), s.end(), channels) == 0)  // a flattened map holds a multiple
    return s.size() <= 2 && s.back() % channels == 0;
  if (s.size() != 4) return true;
  if (const auto c = channels_of_dims(s, image)) return *c == channels;
  // a runtime that pads shapes to four dims leaves a 1 in front or behind
  const bool padded = s[1] == 1 || s[3] == 1;
  return s[1] == channels || s[3] == channels || (padded && s[2] == channels);
}

std::optional<DimsLayout> dims_layout(const Shape& s, std::optional<int64_t> channels,
                                      const std::optional<ImageSize>& image) {
  if (s.size() != 4) return std::nullopt;
  DimsLayout out;
  out.layout = layout_of_dims(s, image);
  out.by_image = !out.layout.empty();
  if (!out.by_image) {
    if (!channels || (s[1] == *channels) == (s[3] == *channels)) return std::nullopt;
    out.layout = s[1] == *channels ? "NCHW" : "NHWC";
  }
  out.axis = out.layout == "NCHW" ? 1 : 3;
  out.channels = s[static_cast<size_t>(out.axis)];
  return out;
}

std::optional<ImageSize> image_of(const Contract& c) {
  std::optional<ImageSize> out;
  for (const AppTensor& a : c.inputs) {
    if (!a.width || !a.height) continue;
    const ImageSize size{*a.height, *a.width};
    if (out && !(*out == size)) return std::nullopt;
    out = size;
  }
  return out;
}

bool explains(const std::vector<OrderClash>& clashes, std::string_view tensor) {
  return std::any_of(clashes.begin(), clashes.end(),
                     [&](const OrderClash& c) { return c.name == tensor && c.fits; });
}

bool has_channels(const Shape& s, int64_t channels, const std::optional<ImageSize>& image) {
  return std::count(s.begin(), s.end(), channels) != 0 && may_have_channels(s, channels, image);
}

}  // namespace npulint
