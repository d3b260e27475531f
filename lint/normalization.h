// Vocabulary of normalisation: what a statement does to the values. One whose numbers change
// nothing does nothing.
#pragma once

#include <algorithm>

#include "lint/model.h"

namespace npulint {

// A mean is subtracted that is not zero, or not stated.
inline bool subtracts(const Normalization& n) {
  return n.kind.find("mean") != std::string::npos &&
         (n.mean.empty() ||
          std::any_of(n.mean.begin(), n.mean.end(), [](double v) { return v != 0; }));
}

// Values are multiplied or divided by a number that is not one, or not stated.
inline bool scales(const Normalization& n) {
  const auto changes = [](const std::vector<double>& v) {
    return std::any_of(v.begin(), v.end(), [](double x) { return x != 1; });
  };
  const bool stated = !n.scale.empty() || !n.std.empty();
  return (n.kind.find("scale") != std::string::npos || n.kind.find("std") != std::string::npos) &&
         (!stated || changes(n.scale) || changes(n.std));
}

// The one number that values are multiplied by; 0 when there are several, or a mean.
inline double sole_factor(const Normalization& n) {
  const std::vector<double>& v = n.scale.empty() ? n.std : n.scale;
  if (subtracts(n) || v.size() != 1 || !(v[0] > 0)) return 0;
  return n.scale.empty() ? 1 / v[0] : v[0];
}

// A factor that brings pixels of 0-255 to about 1: it says nothing of quantisation.
inline bool of_unit_pixels(double factor) { return factor > 1 / 260.0 && factor < 1 / 125.0; }

inline bool normalises(const Normalization& n) { return subtracts(n) || scales(n); }

}  // namespace npulint
