#include "parsers/yaml_screen.h"

#include <algorithm>

#include "parsers/encoding.h"

namespace npulint {
namespace {

constexpr Text kEmpty{"the file is empty", "文件为空"};
constexpr Text kTooLarge{
    "the file has {0} bytes; a conversion config of more than {1} bytes is not read",
    "文件有 {0} 字节；超过 {1} 字节的转换配置不读取"};
constexpr Text kUtf16{"the file is encoded in {0} ({1}); a conversion config is read as UTF-8",
                      "文件编码为 {0}（{1}）；转换配置按 UTF-8 读取"};
constexpr Text kBom{"it begins with a byte order mark", "以字节顺序标记开头"};
constexpr Text kPattern{"every other byte is zero", "每隔一个字节为零"};
constexpr Text kNul{"the byte at offset {0} (line {1}) is NUL; a text file holds none",
                    "偏移 {0}（第 {1} 行）处的字节为 NUL；文本文件中不应出现"};
constexpr Text kGbk{
    "the file is not UTF-8: the first bad byte is {0} at offset {1} (line {2}); all its bytes "
    "follow the "
    "rules of GBK, so it was probably saved in GBK",
    "文件不是 UTF-8：第一个非法字节为 {0}，位于偏移 {1}（第 {2} 行）；全部字节符合 GBK "
    "规则，很可能以 GBK 保存"};
constexpr Text kNotUtf8{"the file is not UTF-8: the first bad byte is {0} at offset {1} (line {2})",
                        "文件不是 UTF-8：第一个非法字节为 {0}，位于偏移 {1}（第 {2} 行）"};

unsigned byte(std::string_view s, size_t i) {
  return i < s.size() ? static_cast<unsigned char>(s[i]) : 0;
}

std::string hex_byte(unsigned b) {
  constexpr std::string_view kDigits = "0123456789ABCDEF";
  return {'0', 'x', kDigits[b >> 4], kDigits[b & 15]};
}

// The encoding when the bytes are UTF-16, by mark or by their zero bytes.
std::string_view utf16(std::string_view s, bool* mark) {
  *mark = true;
  if (s.starts_with("\xFF\xFE")) return "UTF-16LE";
  if (s.starts_with("\xFE\xFF")) return "UTF-16BE";
  *mark = false;
  if (s.size() < 4) return "";
  const bool z0 = !s[0], z1 = !s[1], z2 = !s[2], z3 = !s[3];
  if (!z0 && z1 && !z2 && z3) return "UTF-16LE";
  if (z0 && !z1 && z2 && !z3) return "UTF-16BE";
  return "";
}

bool letter(char c) { return (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') || c == '_'; }
bool word(char c) { return letter(c) || (c >= '0' && c <= '9'); }

size_t end_of_word(std::string_view s, size_t i) {
  if (i >= s.size() || !letter(s[i])) return s.npos;
  while (i < s.size() && word(s[i])) ++i;
  return i;
}

// End of the placeholder that begins at i; npos when none does.
size_t placeholder_end(std::string_view s, size_t i) {
  if (s[i] == '@') {
    const size_t e = end_of_word(s, i + 1);
    return e != s.npos && e < s.size() && s[e] == '@' ? e + 1 : s.npos;
  }
  if (s.substr(i, 2) == "${") {
    size_t e = end_of_word(s, i + 2);
    if (e == s.npos) return e;
    // ${NAME:-default} of shells: everything up to the brace, on this line and without quotes.
    if (e < s.size() && (s[e] == ':' || s[e] == '-') && (s[e] == '-' || byte(s, e + 1) == '-'))
      e = s.find_first_of("}{'\"#\r\n", e);
    return e != s.npos && e < s.size() && s[e] == '}' ? e + 1 : s.npos;
  }
  // $NAME of shells and envsubst, in capitals.
  if (s[i] == '$') {
    const size_t e =
        std::min(s.find_first_not_of("ABCDEFGHIJKLMNOPQRSTUVWXYZ_0123456789", i + 1), s.size());
    return e - i > 2 && s[i + 1] >= 'A' && s[i + 1] <= 'Z' && (e == s.size() || !word(s[e]))
               ? e
               : s.npos;
  }
  if (s.substr(i, 2) == "{{") {
    size_t e = s.find_first_not_of(" \t", i + 2);
    if (e == s.npos || !letter(s[e])) return s.npos;
    e = s.find_first_of("{}:#,\r\n", e);
    return e != s.npos && s.substr(e, 2) == "}}" ? e + 2 : s.npos;
  }
  return s.npos;
}

std::string free_marker(std::string_view s) {
  for (char c = '\0'; c < 0x40; ++c) {  // U+E000 … U+E03F
    const std::string m{'\xEE', '\x80', static_cast<char>(0x80 | c)};
    if (s.find(m) == s.npos) return m;
  }
  return "";
}

}  // namespace

std::optional<Problem> screen_text(FileId file, std::string_view s) {
  auto problem = [&](uint64_t begin, uint64_t end, Message what) {
    return Problem{Problem::Kind::kUnreadable, {file, begin, end, ""}, std::move(what)};
  };
  auto line = [&](size_t at) {
    return 1 + std::count(s.begin(), s.begin() + static_cast<std::ptrdiff_t>(at), '\n');
  };
  if (s.empty() || s == kUtf8Bom) return problem(0, s.size(), Message(kEmpty));
  if (s.size() > kMaxConfigBytes)
    return problem(0, 0, Message(kTooLarge, s.size(), kMaxConfigBytes));
  bool mark = false;
  if (const std::string_view name = utf16(s, &mark); !name.empty())
    return problem(0, 2, Message(kUtf16, name, mark ? kBom : kPattern));
  if (const size_t at = s.find('\0'); at != s.npos)
    return problem(at, at + 1, Message(kNul, at, line(at)));
  if (const std::optional<size_t> bad = first_invalid_utf8(s)) {
    return problem(
        *bad, *bad + 1,
        Message(likely_gbk(s) ? kGbk : kNotUtf8, hex_byte(byte(s, *bad)), *bad, line(*bad)));
  }
  return std::nullopt;
}

bool has_placeholder(std::string_view s) {
  for (size_t i = s.find_first_of("@${"); i != s.npos; i = s.find_first_of("@${", i + 1))
    if (placeholder_end(s, i) != s.npos) return true;
  return false;
}

Masked mask_placeholders(std::string_view s) {
  Masked m;
  // most texts have none of the three
  size_t first = s.npos;
  for (const char c : {'@', '$', '{'}) first = std::min(first, s.find(c));
  for (size_t i = first; i < s.size();) {
    const char c = s[i];
    if (c != '@' && c != '$' && c != '{') {
      ++i;
      continue;
    }
    const size_t e = placeholder_end(s, i);
    if (e == s.npos) {
      ++i;
      continue;
    }
    m.spans.push_back({i, e});
    i = e;
  }
  if (m.spans.empty()) return m;
  m.marker = free_marker(s);
  if (m.marker.empty()) return {};
  m.text = s;
  for (const Range& r : m.spans) {
    m.text.replace(r.begin, r.end - r.begin, r.end - r.begin, 'x');
    m.text.replace(r.begin, m.marker.size(), m.marker);
    const size_t before = s.find_last_not_of(" \t", r.begin == 0 ? s.npos : r.begin - 1);
    const size_t after = s.find_first_not_of(" \t", r.end);
    if ((r.begin == 0 || before == s.npos || s[before] == '\n') &&
        (after == s.npos || s[after] == '\n' || s[after] == '\r'))
      m.lines.push_back(r);
  }
  return m;
}

bool restore_placeholders(const Masked& m, std::string_view bytes, const Range& at,
                          std::string* value) {
  auto span = std::lower_bound(m.spans.begin(), m.spans.end(), at.begin,
                               [](const Range& r, uint64_t begin) { return r.begin < begin; });
  bool any = false;
  size_t from = 0;
  for (; span != m.spans.end() && span->end <= at.end; ++span) {
    const size_t n = span->end - span->begin;
    const size_t i = value->find(std::string_view(m.text).substr(span->begin, n), from);
    if (i == value->npos) break;
    value->replace(i, n, bytes.substr(span->begin, n));
    from = i + n;
    any = true;
  }
  return any;
}

}  // namespace npulint
