// Vocabulary of the rules on calibration files: their values and sizes against what the tool takes.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "lint/bundle.h"

namespace npulint {

enum class RangeFault {
  kNone,
  kScaledAlready,  // hb_mapper would scale them again
  kRaw,            // hb_compile takes them as they are
};
// Of images whose conversion scales pixels.
RangeFault range_fault(const CalibrationSample& sample, const Normalization& norm,
                       std::string_view toolchain);
// What pixels of 0 to 255 become: the smallest and the largest value.
std::pair<double, double> pixel_range(const Normalization& norm);

// "0 / 113.2 / 255, 0 / 104.8 / 255, 0 / 98.1 / 255": least, mean and largest value a channel.
std::string channels_text(const std::vector<CalibrationSample::Channel>& channels);
// The channels once more normalised.
std::vector<CalibrationSample::Channel> normalised_channels(const CalibrationSample& sample,
                                                            const Normalization& norm);

// Bytes of one sample; none when a dim is not known.
std::optional<uint64_t> calibration_bytes(const Shape& shape, DType type);
// A sample is a whole batch, or one image of it.
bool fits_frame(uint64_t bytes, uint64_t need, const Shape& shape);
// A file's size is not that of the input in the type that its values were read as.
bool misfits(const CalibrationSample& sample, const Shape& shape);
// The element type in which `bytes` would be the shape's: "uint8"; empty when there is none.
std::string other_type(uint64_t bytes, const Shape& shape);
bool is_picture(std::string_view extension);  // .jpg, .png …
// Where the type of the calibration data is stated, else `otherwise`.
Evidence type_place(const Config& config, const Evidence& otherwise);

}  // namespace npulint
