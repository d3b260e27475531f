#include <algorithm>
#include <string_view>
#include <vector>

#include "lint/settings.h"

namespace npulint {
namespace {

using sv = std::string_view;

// Bytes of the code point at `i`.
size_t step(sv s, size_t i) {
  size_t n = 1;
  while (i + n < s.size() && (static_cast<unsigned char>(s[i + n]) & 0xC0) == 0x80) ++n;
  return n;
}

// One component against `*` and `?`. The last star alone is ever widened, so the time is at most
// the product of both lengths.
bool component_matches(sv pattern, sv name) {
  size_t p = 0, n = 0, star = sv::npos, mark = 0;
  while (n < name.size()) {
    if (p < pattern.size() && pattern[p] == '*') {
      star = p++;
      mark = n;
    } else if (p < pattern.size() && pattern[p] == '?') {
      ++p;
      n += step(name, n);
    } else if (p < pattern.size() && pattern[p] == name[n]) {
      ++p;
      ++n;
    } else if (star != sv::npos) {
      p = star + 1;
      mark += step(name, mark);
      n = mark;
    } else {
      return false;
    }
  }
  while (p < pattern.size() && pattern[p] == '*') ++p;
  return p == pattern.size();
}

// The same over components: `**` stands for any number of them.
bool components_match(const std::vector<sv>& pattern, const std::vector<sv>& path) {
  size_t p = 0, n = 0, star = sv::npos, mark = 0;
  while (n < path.size()) {
    if (p < pattern.size() && pattern[p] == "**") {
      star = p++;
      mark = n;
    } else if (p < pattern.size() && component_matches(pattern[p], path[n])) {
      ++p;
      ++n;
    } else if (star != sv::npos) {
      p = star + 1;
      n = ++mark;
    } else {
      return false;
    }
  }
  while (p < pattern.size() && pattern[p] == "**") ++p;
  return p == pattern.size();
}

std::vector<sv> split(sv s) {
  std::vector<sv> out;
  while (!s.empty()) {
    const size_t slash = std::min(s.find('/'), s.size());
    const sv part = s.substr(0, slash);
    if (!part.empty() && part != ".") out.push_back(part);
    s.remove_prefix(std::min(slash + 1, s.size()));
  }
  return out;
}

}  // namespace

bool glob_match(sv pattern, sv path) {
  std::vector<sv> want = split(pattern);
  if (want.empty()) return false;
  const bool directory = pattern.back() == '/';
  const bool anchored = pattern.substr(0, pattern.size() - 1).find('/') != sv::npos;
  if (want.back() == "**") {
    want.back() = "*";  // what is below, not the directory itself
  } else if (directory) {
    want.push_back("*");
  }
  want.push_back("**");
  if (!anchored) want.insert(want.begin(), "**");
  return components_match(want, split(path));
}

}  // namespace npulint
