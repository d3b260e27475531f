#include "parsers/log_lines.h"

#include <algorithm>

#include "parsers/printed_lists.h"

namespace npulint {
namespace {

constexpr size_t npos = std::string_view::npos;
constexpr size_t kMaxGlogHead = 120;  // bytes
constexpr size_t kMaxCallHead = 200;  // bytes
constexpr size_t kMaxColour = 32;     // bytes of a colour code
constexpr int kMaxTokens = 5;         // before the message

// `\x1b[0;32m` at the start; 0: none.
size_t colour_at(std::string_view s) {
  if (!s.starts_with("\x1b[")) return 0;
  const size_t end = s.find_first_not_of("0123456789;", 2);
  return end != npos && s[end] == 'm' ? end + 1 : 0;
}

std::string_view bare(std::string_view s) {
  for (bool more = true; more;) {
    s = trim(s);
    more = false;
    if (const size_t n = colour_at(s)) {
      s.remove_prefix(n);
      more = true;
    }
    if (!s.ends_with('m')) continue;
    const std::string_view tail = s.substr(s.size() - std::min(s.size(), kMaxColour));
    const size_t escape = tail.rfind('\x1b');
    if (escape != npos && escape + colour_at(tail.substr(escape)) == tail.size()) {
      s.remove_suffix(tail.size() - escape);
      more = true;
    }
  }
  return s;
}

bool level_word(std::string_view s) {
  if (s.size() > 2 && s.front() == '[' && s.back() == ']') s = s.substr(1, s.size() - 2);
  for (std::string_view w :
       {"INFO", "DEBUG", "WARN", "WARNING", "ERROR", "CRITICAL", "I", "W", "E", "D"})
    if (s == w) return true;
  return false;
}

// A date or a time of the day. A number alone is none: names of tensors are numbers too.
bool stamp(std::string_view s) {
  size_t digits = 0, separators = 0;
  for (char c : s) {
    digits += c >= '0' && c <= '9';
    separators += c == ':' || c == '-' || c == '/';
  }
  return digits >= 2 && separators >= 1 && s.find_first_not_of("0123456789-:.,/[]()TZ+") == npos;
}

// `file: hb_perf.py func: hb_perf line No: 63 message`
std::string_view drop_call(std::string_view s) {
  static constexpr std::string_view kLine = " line No: ";
  if (!s.starts_with("file: ")) return s;
  const size_t at = s.find(kLine);
  if (at == npos || at > kMaxCallHead || s.find(" func: ") > at) return s;
  const std::string_view rest = s.substr(at + kLine.size());
  const size_t end = std::min(rest.find_first_not_of("0123456789"), rest.size());
  return end == 0 ? s : trim(rest.substr(end));
}

}  // namespace

std::string_view log_message(std::string_view line) {
  line = bare(line);
  if (line.size() > 5 && std::string_view("IWEF").find(line[0]) != npos && line[1] >= '0' &&
      line[1] <= '9') {
    const size_t end = line.find("] ");
    if (end != npos && end < kMaxGlogHead && line.find(".c") < end)
      return bare(line.substr(end + 2));
  }
  for (int tokens = 0; tokens < kMaxTokens; ++tokens) {
    const size_t space = line.find(' ');
    if (space == npos || space == 0) break;
    const std::string_view token = bare(line.substr(0, space));
    if (!stamp(token) && !level_word(token)) break;
    line = bare(line.substr(space));
  }
  return bare(drop_call(line));
}

}  // namespace npulint
