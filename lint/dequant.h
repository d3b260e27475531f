// Vocabulary of quantised values: what a stored integer means, and how the scales of a tensor
// differ.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>

#include "lint/model.h"

namespace npulint {

// The value of the raw integer `q` at `index` along the quantisation axis: (q - zero_point) *
// scale, or q / 2^shift. Lists of one item hold for every index, an empty list of zero points means
// 0. NaN when the lists have no such index.
double dequantize(int64_t q, const Quantization& quant, size_t index);

// What a value of an input is multiplied by to become its integer: 1 / scale, or the scale itself
// where the artifact stores the factor. 0 when there is no single positive one.
double quantise_factor(const Quantization& quant, bool stores_factor);

// Every raw integer is its own value: scale 1 and zero point 0 throughout (or shift 0), as formats
// print that have no other way to say "not quantised". False when there are no parameters.
bool is_identity(const Quantization& quant);

// The artifact gives parameters that change the value: someone has to apply them.
bool carries_scale(const Quantization& quant);

// One positive scale and one zero point (or one shift) for the whole tensor, also when it is
// written once an index: the order of the raw integers is the order of the values.
bool is_uniform(const Quantization& quant);

// What `consumer` makes of raw integers is what it would make of the values: an order under one
// positive scale, a direction or a sign when zero stays zero too.
bool needs_no_decoding(std::string_view consumer, const Quantization& quant);

// How scales of a tensor differ. Only for scales that are all finite and positive.
struct ScaleSpread {
  size_t count = 0;
  size_t smallest = 0, largest = 0;  // the first index of each
  double ratio = 1;                  // largest / smallest
};
std::optional<ScaleSpread> scale_spread(const Quantization& quant);

// A round raw integer that the type can hold, for examples: 100 in int8, 10000 in int16 and wider.
int64_t sample_integer(DType t);

// One raw integer under two scales of a tensor whose scales differ along an axis.
constexpr Text kSameInteger{
    "the same raw integer {0} means {1} at index {2} of axis {3} and {4} at index {5}",
    "同一个原始整数 {0} 在第 {3} 轴下标 {2} 处表示 {1}，在下标 {5} 处表示 {4}"};
Message same_integer(DType t, const Quantization& quant, const ScaleSpread& spread, int axis);

std::string fixed_text(double v, int decimals);      // "5.91"
std::string significant_text(double v, int digits);  // "0.004719", without trailing zeros

}  // namespace npulint
