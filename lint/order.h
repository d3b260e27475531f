// The order of findings and which of them repeat each other: by what their documents show too, so
// that parts of a run can be joined.
#pragma once

#include <string>
#include <string_view>
#include <tuple>

#include "lint/run.h"

namespace npulint {

// Path, place, code, subject. A place without an offset stands first.
using FindingOrder = std::tuple<std::string_view, uint64_t, std::string_view, std::string_view>;
inline FindingOrder finding_order(std::string_view path, uint64_t begin, std::string_view code,
                                  std::string_view subject) {
  return {path, begin + 1, code, subject};  // kNoOffset wraps to 0
}
inline FindingOrder order_of(const Run& run, const Finding& f) {
  return finding_order(f.at.known() ? std::string_view(run.sources.shown(f.at.file)) : "",
                       f.at.begin, f.rule->code, f.subject);
}

// Code, path, offset, logical path, sentence, value of the first related place. The sentence is the
// Chinese one, which JSON holds in every language.
using RepeatKey =
    std::tuple<std::string_view, std::string_view, uint64_t, std::string, std::string, std::string>;
inline RepeatKey repeat_key(const Run& run, const Finding& f) {
  return {f.rule->code, run.sources.shown(f.at.file), f.at.begin,
          f.at.path,    f.message.in(Lang::kZh),      f.related.empty() ? "" : f.related[0].value};
}

}  // namespace npulint
