// Where the channels of a tensor are, by its dims alone: the layout that runtimes print beside a
// shape is unreliable (heads of one channel, NHWC heads labelled NCHW).
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "lint/artifact_facts.h"

namespace npulint {

struct ImageSize {
  int64_t height = 0, width = 0;  // pixels
  bool operator==(const ImageSize&) const = default;
};

// Height and width of an image input: 4-D with 1, 3 or 4 channels in one of the two places only.
std::optional<ImageSize> image_size(const Shape& shape);

// "NCHW" or "NHWC" when height and width of a 4-D map have the proportions of the image in exactly
// one of the two readings, and in the other not even roughly; else "".
std::string_view layout_of_dims(const Shape& shape, const std::optional<ImageSize>& image);

// The channels of a map whose layout is certain, or whose two places hold the same number.
std::optional<int64_t> channels_of_dims(const Shape& shape, const std::optional<ImageSize>& image);

// False only when the dims rule out that the tensor has `channels` channels: not for unknown dims,
// more than four dims, or flattened maps.
bool may_have_channels(const Shape& shape, int64_t channels, const std::optional<ImageSize>& image);

// The layout of a 4-D tensor and how it follows: from the proportions of the image, else from
// declared channels that only one of the two places has.
struct DimsLayout {
  std::string_view layout;  // NCHW | NHWC
  bool by_image = false;
  int64_t channels = 0, axis = 0;
};
std::optional<DimsLayout> dims_layout(const Shape& shape, std::optional<int64_t> channels,
                                      const std::optional<ImageSize>& image);

// What the contract's image inputs state of their width and height; none when they differ.
std::optional<ImageSize> image_of(const Contract& contract);

// The tensor of that name is at an index where another one is expected, and the order explains it:
// what else contradicts there is the same statement.
bool explains(const std::vector<OrderClash>& clashes, std::string_view tensor);

// As may_have_channels, and one of the dims is that number.
bool has_channels(const Shape& shape, int64_t channels, const std::optional<ImageSize>& image);

}  // namespace npulint
