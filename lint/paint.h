// Colours of the terminal; without them the text is the same.
#pragma once

#include <string>
#include <string_view>

#include "lint/rule.h"

namespace npulint {

struct Paint {
  bool on = false;

  std::string operator()(std::string_view code, std::string_view s) const {
    if (!on || s.empty()) return std::string(s);
    std::string out = "\x1b[";
    out += code;
    out += 'm';
    out += s;
    return out += "\x1b[0m";
  }
  std::string gutter(std::string_view s) const { return (*this)("1;34", s); }
  std::string bold(std::string_view s) const { return (*this)("1", s); }
  std::string of(Severity severity, std::string_view s) const {
    switch (severity) {
      case Severity::kError:
        return (*this)("1;31", s);
      case Severity::kWarning:
        return (*this)("1;33", s);
      case Severity::kNote:
        break;
    }
    return (*this)("1;36", s);
  }
};

}  // namespace npulint
