// Families of heads and what they make of a number of classes (heads.toml, embedded).
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace npulint {

struct HeadFamily {
  enum class Kind { kAnchors, kSplit, kClasses };
  std::vector<std::string> names;
  Kind kind = Kind::kClasses;
  int64_t per_anchor = 0;  // of kAnchors: numbers beside the scores
  int64_t box = 0;         // of kSplit: channels of the boxes
  std::string source;
};

const std::vector<HeadFamily>& head_families();
// By name in any case, with or without a size behind it ("YOLOv5s"); null when not known.
const HeadFamily* head_family(std::string_view name);
// Whether the role of an output says that it holds one score a class.
bool is_class_role(std::string_view role);
// Whether it says that each channel is a map in which the highest place counts.
bool is_heatmap_role(std::string_view role);

// For values within 0..1 that share one scale with others.
struct SharedScale {
  double too_coarse = 0, fine = 0;
  std::string source;
};
const SharedScale& shared_scale();

}  // namespace npulint
