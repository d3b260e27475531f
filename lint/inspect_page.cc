#include "lint/inspect_page.h"

#include <algorithm>

#include "lint/utf8.h"

namespace npulint {

std::string grouped(uint64_t n) {
  std::string s = std::to_string(n);
  for (size_t i = s.size(); i > 3; i -= 3) s.insert(i - 3, " ");
  return s;
}

std::string shortened(std::string_view s, size_t most) {
  std::string out = escape_terminal(s);
  if (cell_width(out) <= most) return out;
  size_t cells = 0, i = 0;
  while (i < out.size()) {
    const CodePoint c = decode(out, i);
    if ((cells += cells_of(c.value)) >= most) break;
    i += c.size;
  }
  return out.substr(0, i) + "…";
}

Rows columns_in_use(Rows t) {
  for (size_t c = 0; c < t[0].size(); ++c) {
    const bool used =
        std::any_of(t.begin() + 1, t.end(), [&](const auto& r) { return !r[c].empty(); });
    if (!used) t[0][c].clear();
  }
  return t;
}

void Page::head(std::string_view en, std::string_view zh) {
  out += "\n  " + paint.bold(lang == Lang::kZh ? zh : en) + '\n';
}

void Page::rows(const Rows& r, bool titled) {
  if (titled && r.size() < 2) {
    out += "    " + say("none", "无") + '\n';
    return;
  }
  const std::string text = table(r, "    ");
  if (!titled || text.size() < 5) {
    out += text;
    return;
  }
  const size_t end = text.find('\n');
  out += "    " + paint.gutter(std::string_view(text).substr(4, end - 4)) + text.substr(end);
}

void Page::more(size_t all) {
  if (all > kMostRows)
    out += "    " + say("… ", "…… 共 ") + std::to_string(all) +
           say(" in all; --format json has them", " 项；--format json 有全部") + '\n';
}

}  // namespace npulint
