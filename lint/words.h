// Lists of words.
#pragma once

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

namespace npulint {

inline bool holds(const std::vector<std::string>& list, std::string_view s) {
  return std::find(list.begin(), list.end(), s) != list.end();
}

// "O0, O1, O2"
inline std::string joined(const std::vector<std::string>& list) {
  std::string out;
  for (const std::string& s : list) out += (out.empty() ? "" : ", ") + s;
  return out;
}

}  // namespace npulint
