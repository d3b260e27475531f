// Two tensors side by side: their facts, and what follows from the differences for an application.
#pragma once

#include <string>
#include <vector>

#include "lint/compare.h"
#include "lint/show.h"

namespace npulint {

inline constexpr Text kInputNamed{"input `{0}`", "输入 `{0}`"};
inline constexpr Text kOutputNamed{"output `{0}`", "输出 `{0}`"};
inline constexpr Text kPlain{"{0}", "{0}"};

// How much a difference hurts: what reads wrong values silently comes first.
enum class Rank { kMissing, kType, kShape, kMemory, kValues, kNames };

struct Ranked {
  Rank rank;
  Difference what;
};

// Of a property as shown; empty: not stated.
Agreement agreement_of(const std::string& a, const std::string& b);

template <class T>
std::string shown_fact(const Fact<T>& f) {
  return f ? show(*f) : std::string();
}

// Fills t.facts; t.a and t.b are not null.
void compare_tensors(ComparedTensor& t, std::vector<Ranked>& differences,
                     std::vector<Message>& gaps);

}  // namespace npulint
