// The files that a path or glob of a contract names.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "lint/files.h"

namespace npulint {

// `*` and `?` within one component, `**` for any number of folders.
inline bool is_glob(std::string_view path) {
  return path.find_first_of("*?") != std::string_view::npos;
}

// Files that `pattern` (relative to `dir`) names, sorted by their path. A name that begins with a
// dot is met only by a component that does. Looks into at most kMostGlobFolders folders.
constexpr size_t kMostGlobFolders = 10000;
std::vector<std::string> expand_glob(const FileReader& reader, const std::string& dir,
                                     const std::string& pattern);

}  // namespace npulint
