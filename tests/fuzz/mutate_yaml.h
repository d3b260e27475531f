// Mutates YAML by lines, indents and values: blocks move under other keys, keys stand twice, values
// become flow collections, block scalars, anchors and aliases, tags, second documents.
#pragma once

#include "tests/fuzz/mutate_text.h"

namespace npulint::fuzz {

constexpr std::string_view kOddValues[] = {"~",
                                           "yes",
                                           "'it''s'",
                                           "\"a\\x41\\u00e9\\\n  b\"",
                                           "1_000",
                                           "0o17",
                                           "0x1F",
                                           "190:20:30",
                                           ".inf",
                                           "-.INF",
                                           ".NaN",
                                           "2001-12-14",
                                           "2001-12-14t21:59:43.10-05:00",
                                           "1e3",
                                           "+1",
                                           "1.",
                                           "[1, [2, {a: b}], ]",
                                           "{a: 1, ? b, c}",
                                           "[",
                                           "}",
                                           "|\n  two\n   lines\n",
                                           ">-\n  folded\n\n  text\n",
                                           "|2-",
                                           "!!str 1",
                                           "!!binary aGk=",
                                           "!!python/name:os",
                                           "! x",
                                           "!<tag:yaml.org,2002:int> 3",
                                           "&a 1",
                                           "*a",
                                           "<<",
                                           "- x",
                                           "? k",
                                           "\"",
                                           "'",
                                           "# c",
                                           "a: b",
                                           "@x",
                                           "`x",
                                           "%x",
                                           "${HOME}",
                                           "{{ x }}",
                                           "1;2;3",
                                           "1x3x224x224",
                                           "a,b;c",
                                           "''",
                                           "\"\""};
constexpr std::string_view kOddLines[] = {"---\n",
                                          "...\n",
                                          "--- |\n",
                                          "%YAML 1.1\n---\n",
                                          "%TAG !e! tag:x,2000:\n",
                                          "\n",
                                          "# npulint: ignore[NPU101] why\n",
                                          "  - \n",
                                          "- - - a\n",
                                          "? a\n: b\n",
                                          "<<: *a\n",
                                          "a: &a\n",
                                          "\t\n",
                                          "key:\n",
                                          "\xEF\xBB\xBF",
                                          "{% if x %}\n"};

inline size_t indent_of(std::string_view s, const Span& line) {
  size_t n = 0;
  while (n < line.size && s[line.at + n] == ' ') ++n;
  return n;
}

// The line and those below it that are deeper.
inline Span block_of(std::string_view s, const std::vector<Span>& lines, size_t first) {
  Span out = lines[first];
  for (size_t i = first + 1; i < lines.size(); ++i) {
    if (indent_of(s, lines[i]) <= indent_of(s, lines[first])) break;
    out.size += lines[i].size;
  }
  return out;
}

inline std::string shifted(const std::string& block, size_t from, size_t to) {
  std::string out;
  for (const Span& l : lines_of(block)) {
    const size_t n = indent_of(block, l);
    out += std::string(n >= from ? n - from + to : 0, ' ') + block.substr(l.at + n, l.size - n);
  }
  return out;
}

// Behind the first ": " or "- " of a line, up to its end.
inline Span value_of(std::string_view s, const Span& line) {
  const std::string_view text = s.substr(line.at, line.size);
  size_t at = std::min({text.find(": "), text.find("- "), text.size()});
  if (at < text.size()) at += 2;
  size_t end = text.size();
  if (end > at && text[end - 1] == '\n') --end;
  return {line.at + at, end - std::min(at, end)};
}

inline void change_value(std::string& s, const Span& v, const std::string& other, Dice& dice) {
  const std::string old = s.substr(v.at, v.size);
  constexpr std::string_view kAround[][2] = {
      {"\"", "\""},  {"'", "'"},    {"[", "]"}, {"{", "}"}, {"&a ", ""},  {"!!str ", ""},
      {"|\n  ", ""}, {"{a: ", "}"}, {"? ", ""}, {"- ", ""}, {"", " # c"}, {"", ":"}};
  const auto& around = dice.pick(kAround);
  std::string now;
  switch (dice.below(4)) {
    case 0:
      now = dice.pick(kOddValues);
      break;
    case 1:
      now = other;
      break;
    case 2:
      now = old;
      mutate_bytes(now);
      break;
    default:
      now = std::string(around[0]) + old + std::string(around[1]);
  }
  s.replace(v.at, v.size, now);
}

inline void change_yaml(std::string& s, Dice& dice) {
  const std::vector<Span> lines = lines_of(s);
  if (lines.empty() || dice.one_in(6)) return change_text(s, dice);
  const size_t i = dice.below(lines.size()), j = dice.below(lines.size());
  const Span a = block_of(s, lines, i), b = block_of(s, lines, j);
  const std::string text = s.substr(a.at, a.size);
  const size_t deep = indent_of(s, lines[i]);
  switch (dice.below(8)) {
    case 0:
      s.erase(a.at, a.size);
      return;
    case 1:  // the key again, with another value
      s.insert(a.at, text);
      return change_value(s, value_of(s, lines[i]), "", dice);
    case 2:  // beside or below another key
      s.insert(b.at + b.size, shifted(text, deep, indent_of(s, lines[j]) + 2 * dice.below(2)));
      return;
    case 3:
      s.replace(a.at, a.size, shifted(text, deep, dice.below(deep + 4)));
      return;
    case 4:
      s.insert(lines[i].at, dice.pick(kOddLines));
      return;
    case 5:
      s.insert(lines[i].at, dice.one_in(4) ? "\t" : std::string(1 + dice.below(3), ' '));
      return;
    default: {
      const Span from = value_of(s, lines[j]);
      const std::string other = s.substr(from.at, from.size);
      return change_value(s, value_of(s, lines[i]), other, dice);
    }
  }
}

}  // namespace npulint::fuzz
