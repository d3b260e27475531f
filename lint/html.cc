#include "lint/html.h"

#include <algorithm>

namespace npulint {

std::string escape_html(std::string_view s) {
  std::string out;
  for (const char c : escape_terminal(s)) switch (c) {
      case '&':
        out += "&amp;";
        break;
      case '<':
        out += "&lt;";
        break;
      case '>':
        out += "&gt;";
        break;
      case '"':
        out += "&quot;";
        break;
      case '\'':
        out += "&#39;";
        break;
      default:
        out += c;
    }
  return out;
}

Html& Html::prose(std::string_view s) {
  const bool paired = std::count(s.begin(), s.end(), '`') % 2 == 0;
  bool in_code = false;
  for (size_t at = 0; at <= s.size(); in_code = !in_code) {
    const size_t end = paired ? std::min(s.find('`', at), s.size()) : s.size();
    const std::string_view part = s.substr(at, end - at);
    if (in_code)
      code(part);
    else
      text(part);
    at = end + 1;
  }
  return *this;
}

Html& Html::both(std::string_view en, std::string_view zh) {
  if (en == zh) return prose(en);
  raw("<span class=\"en\" lang=\"en\">").prose(en);
  return raw("</span><span class=\"zh\" lang=\"zh\">").prose(zh).raw("</span>");
}

}  // namespace npulint
