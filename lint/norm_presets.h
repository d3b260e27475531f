// Known triplets of mean and standard deviation (norm_presets.toml, embedded), and recognising
// them.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <vector>

namespace npulint {

struct NormPreset {
  using Triple = std::array<double, 3>;  // red, green, blue
  std::string name, source;
  Triple mean{}, std{};            // pixels in 0-255
  Triple mean_step{}, std_step{};  // half of the last published digit
  bool has_std = false;
};
const std::vector<NormPreset>& norm_presets();  // parsed on first use

enum class NormPart { kMean, kScale, kStd };  // (x - mean) * scale, (x - mean) / std

struct KnownTriplet {
  const NormPreset* preset = nullptr;
  bool bgr = false;   // blue first
  bool unit = false;  // the values for pixels in 0-1
};
// Every way in which three values are a preset's, up to the digits that are written. None for
// another count and for equal values. The result holds until this thread asks again.
const std::vector<KnownTriplet>& known_triplets(const std::vector<double>& values, NormPart part);

// The only order in which the values are known; none when both orders are, or neither. Values of
// one digit say too little.
std::optional<KnownTriplet> known_order(const std::vector<double>& values, NormPart part);

// Three values of which two are a preset's and one is not, or a preset's values in an order that is
// neither RGB nor BGR. `right` is what the preset has, in the unit and order of the values.
struct NearTriplet {
  KnownTriplet known;
  std::optional<size_t> index;  // of the odd value; none: the order
  std::vector<double> right;
};
std::optional<NearTriplet> near_triplet(const std::vector<double>& values, NormPart part);

// The unit of the last digit that a value is written with: 0.01 of 116.28, 1 of 124.
double last_digit(double v);

}  // namespace npulint
