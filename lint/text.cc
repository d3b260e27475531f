#include "lint/text.h"

namespace npulint {

std::string Message::in(Lang lang) const {
  const std::string_view t = text.in(lang);
  std::string out;
  out.reserve(t.size() + 32 * args.size());
  for (size_t i = 0; i < t.size(); ++i) {
    if (t[i] == '{' && i + 2 < t.size() && t[i + 2] == '}' && t[i + 1] != '{') {
      const auto n = static_cast<size_t>(t[i + 1] - '0');
      if (n < args.size()) out += args[n].in(lang);
      i += 2;
    } else {
      if ((t[i] == '{' || t[i] == '}') && i + 1 < t.size() && t[i + 1] == t[i]) ++i;
      out += t[i];
    }
  }
  return out;
}

}  // namespace npulint
