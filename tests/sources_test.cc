#include "lint/sources.h"

#include <doctest/doctest.h>

using namespace npulint;

TEST_CASE("sources: columns are code points, at any offset of a long line") {
  Sources s;
  const FileId id = s.add("a.yaml", "/a.yaml");
  std::string text =
      "\xEF\xBB\xBF"
      "first\r\n";
  const size_t begin = text.size();
  for (int i = 0; i < 5000; ++i) text += i % 3 == 0 ? "校" : "a";
  text += "\nlast";
  s.set_text(id, text);
  CHECK(s.place(id, 0).column == 1);
  CHECK(s.place(id, 3).column == 1);
  CHECK(s.place(id, 5).column == 3);
  uint32_t column = 0;
  bool same = true;
  for (size_t i = begin; i < text.size() && text[i] != '\n'; ++i) {
    if ((static_cast<unsigned char>(text[i]) & 0xC0) == 0x80) continue;
    ++column;
    const Place p = s.place(id, i);
    same = same && p.line == 2 && p.column == column;
  }
  CHECK(same);
  CHECK(column == 5000);
  CHECK(s.place(id, text.size()).line == 3);
  CHECK(s.place(id, text.size() + 99).column == 5);
  s.set_text(id, "b");
  CHECK(s.place(id, 1).column == 2);
}
