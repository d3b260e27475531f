// The sentences of a rule that says one of several things: one for each kind of what a check finds,
// in the order of the kinds, all with the same arguments.
#pragma once

#include <cstddef>

#include "lint/rule.h"

namespace npulint {

template <class Kind>
struct Wording {
  Kind kind;
  Text text;
  Severity severity = Severity::kError;
};

// For static_assert: no kind is without a sentence, and both languages have the same holes.
template <class Kind, size_t N>
constexpr bool complete(const Wording<Kind> (&all)[N], Kind last) {
  for (size_t i = 0; i < N; ++i)
    if (static_cast<size_t>(all[i].kind) != i || !all[i].text.well_formed()) return false;
  return static_cast<size_t>(last) + 1 == N;
}

template <class Kind, size_t N>
const Wording<Kind>& wording(const Wording<Kind> (&all)[N], Kind kind) {
  return all[static_cast<size_t>(kind)];
}

}  // namespace npulint
