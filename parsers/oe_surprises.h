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

// More findings of a kind are not listed.
constexpr size_t kMaxYamlFindings = 1000;

// The written text of a range on one line, at most about 80 bytes.
std::string excerpt(std::string_view bytes, const Range& range);
// `key` below `path`: "path.key", a long key cut short.
void append_key(std::string* path, const Node& key);

}  // namespace npulint
