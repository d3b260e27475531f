// The parts of the text output after the findings. summary_line itself is in render.h.
#pragma once

#include <string>

#include "lint/render.h"

namespace npulint {

// Empty when there is nothing to list; else ends with an empty line.
std::string passed_list(const Run& run, const RenderOptions& o);
// Grouped by the missing input, with what would supply it. Of many bundles that lack the same, the
// first are named and the others counted.
std::string not_checked_list(const Run& run, const RenderOptions& o);

}  // namespace npulint
