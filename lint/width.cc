#include <algorithm>
#include <iterator>

#include "lint/render.h"
#include "lint/utf8.h"
#include "lint/width_table.h"

namespace npulint {
namespace {

constexpr size_t kTab = 4;
constexpr std::string_view kHex = "0123456789abcdef";

template <size_t N>
bool within(const CodeRange (&ranges)[N], char32_t c) {
  const auto* it = std::upper_bound(std::begin(ranges), std::end(ranges), c,
                                    [](char32_t v, const CodeRange& r) { return v < r.first; });
  return it != std::begin(ranges) && c <= std::prev(it)->last;
}

// Characters that move the cursor, reorder or hide text. The joiners U+200C and U+200D stay:
// scripts and emoji need them.
bool drives_terminal(char32_t c) {
  return c < 0x20 || (c >= 0x7F && c < 0xA0) || c == 0xAD || c == 0x61C || c == 0x200B ||
         c == 0x200E || c == 0x200F || (c >= 0x2028 && c <= 0x202E) ||
         (c >= 0x2060 && c <= 0x206F) || c == 0xFEFF || (c >= 0xFFF9 && c <= 0xFFFB) ||
         (c >= 0xE0000 && c <= 0xE007F);
}

std::string hex(char32_t c, size_t digits) {
  std::string out(digits, '0');
  for (size_t i = digits; i-- > 0; c >>= 4) out[i] = kHex[c & 0xF];
  return out;
}

// No line may begin with these.
bool closes(char32_t c) {
  constexpr char32_t kClosing[] = {U'，', U'。', U'、', U'；', U'：', U'！',
                                   U'？', U'）', U'」', U'』', U'】', U'》'};
  return std::find(std::begin(kClosing), std::end(kClosing), c) != std::end(kClosing);
}

}  // namespace

CodePoint decode(std::string_view s, size_t at) {
  const auto byte = [&](size_t i) { return static_cast<unsigned char>(s[i]); };
  const unsigned char lead = byte(at);
  if (lead < 0x80) return {lead, 1, true};
  const size_t size = lead >= 0xF0 ? 4 : lead >= 0xE0 ? 3 : 2;
  if (lead < 0xC2 || lead > 0xF4 || s.size() - at < size) return {lead, 1, false};
  char32_t value = lead & (0xFF >> (size + 1));
  for (size_t i = 1; i < size; ++i) {
    if ((byte(at + i) & 0xC0) != 0x80) return {lead, 1, false};
    value = (value << 6) | (byte(at + i) & 0x3F);
  }
  constexpr char32_t kLeast[] = {0, 0, 0x80, 0x800, 0x10000};
  if (value < kLeast[size] || value > 0x10FFFF || (value >= 0xD800 && value < 0xE000))
    return {lead, 1, false};
  return {value, size, true};
}

size_t cells_of(char32_t c) {
  if (c < 0x300) return 1;
  return within(kZeroWidth, c) ? 0 : within(kWide, c) ? 2 : 1;
}

std::string visible(std::string_view s, size_t at, const CodePoint& c) {
  if (!c.valid) return "\\x" + hex(c.value, 2);
  if (!drives_terminal(c.value)) return std::string(s.substr(at, c.size));
  switch (c.value) {
    case '\t':
      return "\\t";
    case '\n':
      return "\\n";
    case '\r':
      return "\\r";
    default:
      break;
  }
  if (c.value < 0x80) return "\\x" + hex(c.value, 2);
  return c.value < 0x10000 ? "\\u" + hex(c.value, 4) : "\\U" + hex(c.value, 8);
}

std::string escape_terminal(std::string_view s) {
  std::string out;
  out.reserve(s.size());
  for (size_t i = 0; i < s.size();) {
    const CodePoint c = decode(s, i);
    if (c.valid && c.size == 1 && c.value >= 0x20 && c.value != 0x7F)
      out += s[i];
    else
      out += visible(s, i, c);
    i += c.size;
  }
  return out;
}

// A character that escape_terminal changes counts as what it shows for it.
size_t cell_width(std::string_view s, size_t start) {
  size_t at = start;
  for (size_t i = 0; i < s.size();) {
    const CodePoint c = decode(s, i);
    if (c.valid && c.value == '\t')
      at += kTab - at % kTab;
    else if (!c.valid || drives_terminal(c.value))
      at += visible(s, i, c).size();
    else
      at += cells_of(c.value);
    i += c.size;
  }
  return at - start;
}

std::string json_string(std::string_view s) {
  std::string out = "\"";
  out.reserve(s.size() + 2);
  for (size_t i = 0; i < s.size();) {
    const CodePoint c = decode(s, i);
    if (!c.valid)
      out += "\xEF\xBF\xBD";  // U+FFFD
    else if (c.value == '"')
      out += "\\\"";
    else if (c.value == '\\')
      out += "\\\\";
    else if (c.value == '\n')
      out += "\\n";
    else if (c.value == '\r')
      out += "\\r";
    else if (c.value == '\t')
      out += "\\t";
    else if (c.value < 0x20 || c.value == 0x7F)
      out += "\\u" + hex(c.value, 4);
    else
      out += s.substr(i, c.size);
    i += c.size;
  }
  return out + '"';
}

std::vector<std::string> wrap(std::string_view s, size_t cells) {
  std::vector<std::string> lines;
  size_t begin = 0, cut = 0, width = 0,
         width_at_cut = 0;  // of the open line; cut == begin: no place to break yet
  bool after_wide = false;
  for (size_t i = 0; i < s.size();) {
    const CodePoint c = decode(s, i);
    const size_t w = c.valid ? cells_of(c.value) : 1;
    const bool space = c.valid && c.value == ' ';
    if (space || (i > begin && (w == 2 || after_wide) && w > 0 && !closes(c.value)))
      cut = i, width_at_cut = width;
    if (width + w > cells && cut > begin) {
      lines.emplace_back(s.substr(begin, cut - begin));
      begin = cut;
      width -= width_at_cut;
      if (s[begin] == ' ') {
        ++begin;
        width -= width > 0 ? 1 : 0;
        if (space) {  // the space itself did not fit
          i += c.size, cut = begin, width = 0, after_wide = false;
          continue;
        }
      }
      cut = begin;
      width_at_cut = 0;
    }
    width += w;
    after_wide = w == 2 && !(c.value == U'（' || c.value == U'《' || c.value == U'「');
    i += c.size;
  }
  if (begin < s.size() || lines.empty()) lines.emplace_back(s.substr(begin));
  return lines;
}

std::string pad(std::string_view s, size_t cells) {
  std::string out(s);
  const size_t w = cell_width(s);
  if (w < cells) out.append(cells - w, ' ');
  return out;
}

std::string table(const std::vector<std::vector<std::string>>& rows, std::string_view indent) {
  std::vector<size_t> widths;
  for (const auto& row : rows) {
    widths.resize(std::max(widths.size(), row.size()));
    for (size_t i = 0; i < row.size(); ++i) widths[i] = std::max(widths[i], cell_width(row[i]));
  }
  std::string out;
  for (const auto& row : rows) {
    std::string line(indent);
    for (size_t i = 0; i < row.size(); ++i) {
      // an empty column takes no room
      if (widths[i] > 0) line += pad(row[i], widths[i]) + "  ";
    }
    line.erase(line.find_last_not_of(' ') + 1);
    out += line + '\n';
  }
  return out;
}

}  // namespace npulint
