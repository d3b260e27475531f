// Mutates texts of lines, fields and brackets (logs, tables, scripts, JSON, TOML): swaps, repeats
// and cuts lines, fields and bracketed parts, and puts extreme numbers in place of numbers.
#pragma once

#include <iterator>
#include <vector>

#include "tests/fuzz/mutate.h"

namespace npulint::fuzz {

struct Span {
  size_t at = 0, size = 0;
};

constexpr std::string_view kOddWords[] = {"0",
                                          "-1",
                                          "1e400",
                                          "nan",
                                          "-inf",
                                          "18446744073709551616",
                                          "2147483648",
                                          "4294967297",
                                          "1e-320",
                                          "0x7f",
                                          "null",
                                          "true",
                                          "''",
                                          "\"\"",
                                          "\\u0000",
                                          "\\",
                                          "\r",
                                          "\t",
                                          "\xEF\xBB\xBF",
                                          "\xff",
                                          "\xE2\x80\xA8",
                                          "½",
                                          "中文",
                                          "%s%n",
                                          "\x1b[0m",
                                          "|",
                                          ",",
                                          ":",
                                          "=",
                                          "[]",
                                          "{}",
                                          "<",
                                          ">",
                                          "#",
                                          "$("};

inline std::vector<Span> lines_of(std::string_view s) {
  std::vector<Span> out;
  for (size_t at = 0; at < s.size();) {
    const size_t end = std::min(s.find('\n', at), s.size() - 1) + 1;
    out.push_back({at, end - at});
    at = end;
  }
  return out;
}

// What stands between blanks and punctuation.
inline std::vector<Span> fields_of(std::string_view s) {
  constexpr std::string_view kApart = " \t\r\n,;:=|[](){}<>\"'`";
  std::vector<Span> out;
  for (size_t at = 0; (at = s.find_first_not_of(kApart, at)) != s.npos;) {
    const size_t end = std::min(s.find_first_of(kApart, at), s.size());
    out.push_back({at, end - at});
    at = end;
  }
  return out;
}

// From a bracket that opens to the one that closes it, strings not looked at.
inline std::vector<Span> brackets_of(std::string_view s) {
  std::vector<size_t> open;
  std::vector<Span> out;
  for (size_t i = 0; i < s.size(); ++i) {
    if (s[i] == '{' || s[i] == '[' || s[i] == '(') {
      open.push_back(i);
    } else if ((s[i] == '}' || s[i] == ']' || s[i] == ')') && !open.empty()) {
      out.push_back({open.back(), i + 1 - open.back()});
      open.pop_back();
    }
  }
  return out;
}

inline void change_part(std::string& s, const std::vector<Span>& all, Dice& dice) {
  if (all.empty()) return;
  const Span a = dice.pick(all), b = dice.pick(all);
  const std::string text = s.substr(a.at, a.size), other = s.substr(b.at, b.size);
  switch (dice.below(6)) {
    case 0:
      s.erase(a.at, a.size);
      return;
    case 1: {  // often, to see what grows faster than the text
      std::string more;
      for (size_t n = dice.one_in(8) ? 64 : 1 + dice.below(3); n > 0; --n) more += text;
      s.insert(b.at, more);
      return;
    }
    case 2:  // the later one first, so that the places stay right
      if (a.at + a.size > b.at) return;
      s.replace(b.at, b.size, text);
      s.replace(a.at, a.size, other);
      return;
    case 3:
      s.replace(a.at, a.size, other);
      return;
    case 4: {  // a part within itself
      const size_t in = a.at + dice.below(a.size + 1);
      s.insert(in, text);
      return;
    }
    default: {
      std::string changed = text;
      mutate_bytes(changed);
      s.replace(a.at, a.size, changed);
      return;
    }
  }
}

inline void change_text(std::string& s, Dice& dice) {
  switch (dice.below(8)) {
    case 0:
    case 1:
      return change_part(s, lines_of(s), dice);
    case 2:
    case 3:
      return change_part(s, fields_of(s), dice);
    case 4:
      return change_part(s, brackets_of(s), dice);
    case 5: {  // the end of a line: joined, or with a carriage return
      const std::vector<Span> lines = lines_of(s);
      if (lines.empty()) return;
      const Span line = dice.pick(lines);
      s.replace(line.at + line.size - 1, 1, dice.one_in(2) ? "" : dice.one_in(2) ? "\r\n" : "\r");
      return;
    }
    default: {
      const std::vector<Span> fields = fields_of(s);
      const std::string_view word = dice.pick(kOddWords);
      if (fields.empty()) return void(s += word);
      const Span f = dice.pick(fields);
      if (dice.one_in(2))
        s.replace(f.at, f.size, word);
      else
        s.insert(f.at + dice.below(f.size + 1), word);
      return;
    }
  }
}

}  // namespace npulint::fuzz
