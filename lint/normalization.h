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

inline bool normalises(const Normalization& n) { return subtracts(n) || scales(n); }

}  // namespace npulint
