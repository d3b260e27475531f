// Benchmarks of a release beside its manifest: what they refer to, and how much accuracy is left
// after quantisation.
#pragma once

#include <memory>
#include <string>

#include "lint/benchmarks.h"
#include "lint/name_tokens.h"
#include "lint/release.h"

namespace npulint {

// Sorted by the file. A manifest of another kind, or one that was not read to its end, says nothing
// of what is missing.
std::shared_ptr<const BenchmarkCheck> check_benchmarks(const Benchmarks& benchmarks,
                                                       const Manifest& release,
                                                       const PlatformWords& words);

std::string percent_text(double percent);  // one decimal, none where it is 0

}  // namespace npulint
