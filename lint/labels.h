// Files that list the classes of a model: one label a line, or a YAML or JSON list.
#pragma once

#include <cstdint>
#include <string_view>

#include "lint/fact.h"

namespace npulint {

constexpr uint64_t kMaxLabelBytes = 1u << 20;

// How many labels the file holds, without a place. A text: its lines, the empty ones at its end not
// counted; blank lines or blank labels between others leave the number open. YAML and JSON: a list,
// or a mapping from 0 to n - 1, at the top or under `names`. `path` tells which.
Fact<int64_t> count_labels(std::string_view path, std::string_view bytes);

}  // namespace npulint
