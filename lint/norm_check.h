// Vocabulary of the rules on normalisation values: units, order, and comparison after conversion to
// one form, (x - mean) * factor on pixels of 0-255.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "lint/model.h"
#include "lint/norm_presets.h"
#include "lint/rule.h"

namespace npulint {

// input_type_rt of an image of unsigned bytes.
bool is_byte_image(std::string_view type_rt);
// Values as a config writes them: "123.675 116.28 103.53".
std::string norm_text(const std::vector<double>& values);

// What is wrong with a statement whose values act on 8-bit pixels.
enum class NormFault {
  kNone,
  kInverted,  // a scale that is the divisor
  kUnit,      // values for pixels in 0-1
  kSigma,     // a mean that is divided by the standard deviation already
};
NormFault mean_fault(const Normalization& n);
NormFault divisor_fault(const Normalization& n);  // of scale or std

// Mean, scale or std whose known order is not `format` ("rgb", "bgr"). Null preset: none.
struct OrderFault {
  bool mean = false, scale = false, std = false;
  const NormPreset* preset = nullptr;
  bool any() const { return mean || scale || std; }
};
OrderFault order_fault(const Normalization& n, std::string_view format);

// The first of mean, scale and std that is nearly a known triplet.
struct NearFault {
  NormPart part = NormPart::kMean;
  NearTriplet near;
};
std::optional<NearFault> near_fault(const Normalization& n);

// The rules that explain values more exactly than a comparison does have something to say.
bool explained(const Normalization& n, std::string_view format);

// One value a channel, or one for all. step: how far the digits that are written reach.
struct PixelNorm {
  std::vector<double> mean, factor, mean_step, factor_step;
  std::string text() const;  // "mean 123.675 116.28 103.53, scale 0.01712 0.01751 0.01743"
};
// of_pixels: the values act on 0-255 whatever their size (a conversion config); else those of an
// application or of training, whose unit their size tells. None when values are missing or their
// unit cannot be told.
std::optional<PixelNorm> pixel_norm(const Normalization& n, bool of_pixels);
bool agrees(const PixelNorm& a, const PixelNorm& b);
bool means_agree(const PixelNorm& a, const PixelNorm& b);
PixelNorm reversed(PixelNorm n);
// A config's values are those of training, in this very order.
bool same_values(const Normalization& config, const Normalization& training);

// The text that replaces the item at `at` of a list in input_parameters; none when the item's bytes
// are not its text (escapes, folded lines).
// 1/255 is rounded to 13 digits.
std::optional<Edit> rewrite(const Config& config, std::string_view key, const Evidence& at,
                            const std::vector<double>& values);

// Edits that put what is in the wrong order into the other one; empty when one cannot be made.
std::vector<Edit> reverse(const Config& config, const Normalization& n, const OrderFault& fault,
                          const Evidence& mean, const Evidence& divisor);
// Edits that turn values for pixels in 0-1 into those for 0-255, where mean and divisor tell what
// they are; empty when they do not.
std::vector<Edit> to_bytes(const Config& config, const Normalization& n, const Evidence& mean,
                           const Evidence& divisor);

}  // namespace npulint
