// What the tests of texts about compiled models ask of a parsed one.
#pragma once

#include <doctest/doctest.h>

#include <string>
#include <string_view>

#include "lint/model.h"

namespace npulint {

// The first problem, in English; there is a Chinese sentence for it too. "" when there is none.
inline std::string first(const Parsed<CompiledFile>& p) {
  if (p.problems.empty()) return "";
  CHECK_FALSE(p.problems[0].what.in(Lang::kZh).empty());
  return p.problems[0].what.in(Lang::kEn);
}
inline bool says(const Parsed<CompiledFile>& p, std::string_view part) {
  return first(p).find(part) != std::string::npos;
}
// A build setting; "" when it is not stated.
inline std::string value(const CompiledModel& m, const char* key) {
  const auto it = m.build.find(key);
  return it == m.build.end() || !it->second ? "" : *it->second;
}

}  // namespace npulint
