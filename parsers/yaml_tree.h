// A YAML file as a tree of positions, by libyaml's event interface. It accepts and refuses what
// PyYAML does, and types scalars as PyYAML's safe_load does. Aliases stay references: nothing is
// ever expanded.
#pragma once

#include <string_view>
#include <vector>

#include "lint/model.h"

namespace npulint {

constexpr int kMaxYamlDepth = 64;
constexpr int64_t kMaxYamlEvents = 1000000;

struct YamlFile {
  Node root;  // of the first document; a null scalar when there is none
  bool is_template = false;
  std::vector<Problem> problems;  // then `root` holds what was read before
};

// Never throws.
YamlFile parse_yaml(FileId file, std::string_view bytes);

}  // namespace npulint
