#include <doctest/doctest.h>

#include <string_view>
#include <utility>

#include "lint/frame.h"
#include "lint/render.h"
#include "lint/utf8.h"

using namespace npulint;

TEST_CASE("width: cells of strings") {
  CHECK(cell_width("abc") == 3);
  CHECK(cell_width("步长") == 4);
  CHECK(cell_width("，") == 2);
  CHECK(cell_width("🙂") == 2);
  CHECK(cell_width("𠀀") == 2);        // plane 2
  CHECK(cell_width("e\u0301") == 1);   // combining acute
  CHECK(cell_width("a\u200Db") == 2);  // joiner
  CHECK(cell_width("한") == 2);
  CHECK(cell_width("é→…×") == 4);
  CHECK(cell_width("") == 0);
}

TEST_CASE("width: a tab ends at the next multiple of four cells") {
  CHECK(cell_width("\t") == 4);
  CHECK(cell_width("a\tb") == 5);
  CHECK(cell_width("步\t") == 4);
  CHECK(cell_width("\t", 3) == 1);
  CHECK(cell_width("\t", 4) == 4);
}

TEST_CASE("width: control characters are made visible") {
  CHECK(escape_terminal("a\x1b[31mb") == "a\\x1b[31mb");
  CHECK(escape_terminal("a\nb\rc\td") == "a\\nb\\rc\\td");
  CHECK(escape_terminal(std::string_view("a\0b", 3)) == "a\\x00b");
  CHECK(escape_terminal("\x7f") == "\\x7f");
  CHECK(escape_terminal("\u0085\u009b") == "\\u0085\\u009b");  // C1: CSI without ESC
  CHECK(escape_terminal("x\u202Ey") == "x\\u202ey");           // right-to-left override
  CHECK(escape_terminal("\uFEFF") == "\\ufeff");
  CHECK(escape_terminal("\U000E0041") == "\\U000e0041");
  CHECK(escape_terminal("反量化 é 🙂 a\\b") == "反量化 é 🙂 a\\b");
}

TEST_CASE("width: invalid UTF-8 is made visible byte by byte") {
  CHECK(escape_terminal("a\xff") == "a\\xff");
  CHECK(escape_terminal("\xc0\xaf") == "\\xc0\\xaf");           // overlong
  CHECK(escape_terminal("\xed\xa0\x80") == "\\xed\\xa0\\x80");  // surrogate
  CHECK(escape_terminal("\xf4\x90\x80\x80") == "\\xf4\\x90\\x80\\x80");
  CHECK(escape_terminal("\xe6\xad") == "\\xe6\\xad");  // cut off
  CHECK(escape_terminal("\xe6步") == "\\xe6步");
  for (std::string_view s : {"a\x1b", "\xff\xfe", "\u202E", "步\x01"})
    CHECK(cell_width(escape_terminal(s)) == cell_width(s));
}

TEST_CASE("width: JSON strings are valid whatever the bytes") {
  CHECK(json_string("a\"b\\c") == R"("a\"b\\c")");
  CHECK(json_string("\n\t\r\x01\x1b") == R"("\n\t\r\u0001\u001b")");
  CHECK(json_string("步\xff") == "\"步\uFFFD\"");
  CHECK(json_string(std::string_view("\0", 1)) == R"("\u0000")");
}

TEST_CASE("width: code points are decoded") {
  const std::pair<char32_t, std::string_view> kCodePoints[] = {{U'a', "a"},
                                                               {U'é', "é"},
                                                               {U'步', "步"},
                                                               {U'🙂', "🙂"},
                                                               {0x7FF, "\xDF\xBF"},
                                                               {0x800, "\xE0\xA0\x80"},
                                                               {0x10FFFF, "\xF4\x8F\xBF\xBF"}};
  for (const auto& [value, bytes] : kCodePoints) {
    const CodePoint p = decode(bytes, 0);
    CHECK(p.valid);
    CHECK(p.value == value);
    CHECK(p.size == bytes.size());
  }
}

TEST_CASE("width: wrapping") {
  using Lines = std::vector<std::string>;
  CHECK(wrap("one two three", 7) == Lines{"one two", "three"});
  CHECK(wrap("one two three", 100) == Lines{"one two three"});
  CHECK(wrap("unbreakable x", 4) == Lines{"unbreakable", "x"});
  CHECK(wrap("步长反量化", 4) == Lines{"步长", "反量", "化"});
  CHECK(wrap("步长，反", 4) == Lines{"步", "长，", "反"});  // no line begins with a closing mark
  CHECK(wrap("步长，反", 6) == Lines{"步长，", "反"});
  CHECK(wrap("", 4) == Lines{""});
  for (size_t cells : {5u, 9u, 20u}) {
    std::string joined;
    for (const std::string& l : wrap("产物 的 输出 logits 带有 scale，应用 直接 使用", cells))
      joined += l;
    std::string flat = "产物 的 输出 logits 带有 scale，应用 直接 使用";
    std::erase(joined, ' ');
    std::erase(flat, ' ');
    CHECK(joined == flat);
  }
}

TEST_CASE("width: tables align by cells and drop empty columns") {
  CHECK(table({{"a", "", "步长"}, {"bb", "", "x"}}, "  ") == "  a   步长\n  bb  x\n");
  CHECK(table({{"步", "1"}, {"abc", "2"}}, "") == "步   1\nabc  2\n");
}

namespace {
// The text with the mark beneath it, as a terminal shows both.
std::string framed(std::string_view line, size_t begin, size_t end) {
  const FrameLine f = frame_line(line, begin, end);
  return f.text + "\n" + std::string(f.first, ' ') + std::string(f.cells, '^');
}
}  // namespace

TEST_CASE("frame: the mark covers the cells of the range") {
  CHECK(framed("scale = 0.5", 8, 11) == "scale = 0.5\n        ^^^");
  CHECK(framed("步长 = 8", 9, 10) == "步长 = 8\n       ^");      // wide before
  CHECK(framed("k = 步长 x", 4, 10) == "k = 步长 x\n    ^^^^");  // wide inside
  CHECK(framed("🙂 = x", 7, 8) == "🙂 = x\n     ^");
  CHECK(framed("e\u0301 = x", 6, 7) == "e\u0301 = x\n    ^");  // combining before
  CHECK(framed("\tk: v", 4, 5) == "    k: v\n       ^");       // tab before
  CHECK(framed("ab\tk", 3, 4) == "ab  k\n    ^");
  CHECK(framed("a\tb", 1, 2) == "a   b\n ^^^");  // tab inside
}

TEST_CASE("frame: the ends of lines") {
  CHECK(framed("key: value", 5, 10) == "key: value\n     ^^^^^");
  CHECK(framed("key: value", 5, 500) == "key: value\n     ^^^^^");  // range goes on below
  CHECK(framed("key:", 4, 4) == "key:\n    ^");                     // at the end of the line
  CHECK(framed("key: v", 2, 2) == "key: v\n  ^");                   // empty range
  CHECK(framed("", 0, 0) == "\n^");
  CHECK(framed("步", 1, 3) == "步\n^^");  // from within a character
}

TEST_CASE("frame: what could drive a terminal is shown, and the mark knows its width") {
  CHECK(framed("a\x1b[0m b", 6, 7) == "a\\x1b[0m b\n         ^");
  CHECK(framed("a\xff b", 3, 4) == "a\\xff b\n      ^");
}

TEST_CASE("frame: long lines are cut around the mark") {
  const std::string line = std::string(300, 'a') + "MARK" + std::string(300, 'b');
  const FrameLine f = frame_line(line, 300, 304);
  CHECK(f.cut);
  CHECK(cell_width(f.text) <= kFrameCells);
  CHECK(f.text.starts_with("…a"));
  CHECK(f.text.ends_with("b…"));
  CHECK(f.text.substr(f.first + 2, f.cells) == "MARK");  // "…" has three bytes and one cell

  const FrameLine head = frame_line(line, 0, 4);
  CHECK(head.first == 0);
  CHECK(head.cells == 4);
  CHECK_FALSE(head.text.starts_with("…"));
  CHECK(head.text.ends_with("…"));

  const FrameLine tail = frame_line(line, 603, 604);
  CHECK(tail.text.substr(tail.first + 2, tail.cells) == "b");
  CHECK(tail.text.ends_with("b"));

  const FrameLine whole = frame_line(line, 0, line.size());
  CHECK(whole.first == 0);
  CHECK(whole.cells == kFrameCells - 1);

  const std::string wide = [] {
    std::string s;
    for (int i = 0; i < 200; ++i) s += "步";
    return s + "x";
  }();
  const FrameLine w = frame_line(wide, 600, 601);
  CHECK(cell_width(w.text) <= kFrameCells);
  CHECK(w.text.ends_with("x"));
  CHECK(w.first + 1 == cell_width(w.text));
}

TEST_CASE("frame: lines of exactly the width stay whole") {
  CHECK_FALSE(frame_line(std::string(kFrameCells, 'a'), 0, 1).cut);
  CHECK(frame_line(std::string(kFrameCells + 1, 'a'), 0, 1).cut);
  // a line of combining marks has no cells: bounded all the same
  std::string marks = "a";
  for (int i = 0; i < 100000; ++i) marks += "\u0301";
  CHECK(frame_line(marks, 0, 1).text.size() < 4000);
}
