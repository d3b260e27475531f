// What in a conversion config PyYAML reads as something else than what is written, and keys that
// occur twice.
#pragma once

#include <string_view>
#include <vector>

#include "lint/model.h"

namespace npulint {

// Surprises of `config.root` by the keys of its dialect. `bytes`: the file.
std::vector<YamlSurprise> find_surprises(const Config& config, std::string_view bytes);

// Each repetition of a key beside its first occurrence, at every depth.
std::vector<DuplicateKey> find_duplicates(const Config& config, std::string_view bytes);

// The written text of a range on one line, at most about 80 bytes.
std::string excerpt(std::string_view bytes, const Range& range);

}  // namespace npulint
