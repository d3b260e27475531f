#include "parsers/toml_tree.h"

#include <doctest/doctest.h>

#include <cmath>
#include <string>

using namespace npulint;

namespace {

std::string_view cut(std::string_view bytes, Range r) {
  return bytes.substr(r.begin, r.end - r.begin);
}

TomlTree good(std::string_view bytes) {
  TomlTree t = parse_toml(bytes);
  INFO(t.error);
  REQUIRE(t.ok);
  return t;
}

}  // namespace

TEST_CASE("toml: types and the range of each value") {
  const std::string_view s =
      "s = \"a\\tb\"\nl = 'c:\\x'\ni = -1_000\nh = 0xff\nf = 1.5e-3\nn = nan\nm = -inf\nb = true\n"
      "d = 2027-03-01 # end\nt = 07:32:00\ndt = 1979-05-27 07:32:00Z\na = [1, 2,\n  3,]\no = { x = "
      "1, y.z = 2 }\ne = 7";
  const TomlTree t = good(s);
  const auto text = [&](std::string_view key) { return cut(s, find(t.root, key)->range); };
  CHECK(find(t.root, "s")->text == "a\tb");
  CHECK(text("s") == "\"a\\tb\"");
  CHECK(find(t.root, "l")->text == "c:\\x");
  CHECK(find(t.root, "i")->integer == -1000);
  CHECK(find(t.root, "i")->number == -1000.0);
  CHECK(text("i") == "-1_000");
  CHECK(find(t.root, "h")->integer == 255);
  CHECK(find(t.root, "f")->number == 1.5e-3);
  CHECK(text("f") == "1.5e-3");
  CHECK(std::isnan(find(t.root, "n")->number));
  CHECK(std::isinf(find(t.root, "m")->number));
  CHECK(text("m") == "-inf");
  CHECK(find(t.root, "b")->boolean);
  CHECK(find(t.root, "d")->kind == TomlNode::Kind::kDate);
  CHECK(find(t.root, "d")->text == "2027-03-01");
  CHECK(find(t.root, "t")->text == "07:32:00");
  CHECK(find(t.root, "dt")->text == "1979-05-27 07:32:00Z");
  CHECK(text("a") == "[1, 2,\n  3,]");
  CHECK(find(t.root, "a")->items.size() == 3);
  CHECK(cut(s, find(t.root, "a")->items[2].range) == "3");
  CHECK(text("o") == "{ x = 1, y.z = 2 }");
  CHECK(cut(s, find(*find(*find(t.root, "o"), "y"), "z")->range) == "2");
  CHECK(text("e") == "7");
}

TEST_CASE("toml: entries stand in file order, not sorted") {
  const TomlTree t = good("z = 1\na = 2\n[t.zz]\n[t.aa]\n[b]\nx.q = 1\nx.b = 2\n");
  REQUIRE(t.root.entries.size() == 4);
  CHECK(t.root.entries[0].key == "z");
  CHECK(t.root.entries[1].key == "a");
  CHECK(t.root.entries[2].key == "t");
  CHECK(t.root.entries[3].key == "b");
  CHECK(t.root.entries[2].value.entries[0].key == "zz");
  CHECK(find(*find(t.root, "b"), "x")->entries[0].key == "q");
}

TEST_CASE("toml: offsets are bytes behind multi-byte text, BOM and CRLF") {
  for (const std::string bom : {"", "\xEF\xBB\xBF"}) {
    for (const std::string eol : {"\n", "\r\n"}) {
      const std::string s = bom + "# 输出的注释" + eol + "\"名\" = '值😀'" + eol +
                            "o = { k = \"模型\", v = 12 } # 尾" + eol + "m = \"\"\"" + eol +
                            "多行" + eol + "\"\"\"" + eol + "last = [ '一', 2.5 ]";
      const TomlTree t = good(s);
      CAPTURE(s);
      CHECK(cut(s, t.root.entries[0].key_range) == "\"名\"");
      CHECK(t.root.entries[0].key == "名");
      CHECK(cut(s, t.root.entries[0].value.range) == "'值😀'");
      CHECK(cut(s, find(*find(t.root, "o"), "v")->range) == "12");
      CHECK(cut(s, find_entry(*find(t.root, "o"), "v")->key_range) == "v");
      CHECK(cut(s, find(t.root, "m")->range) == "\"\"\"" + eol + "多行" + eol + "\"\"\"");
      CHECK(cut(s, find(t.root, "last")->items[1].range) == "2.5");
      CHECK(cut(s, find(t.root, "last")->range) == "[ '一', 2.5 ]");
    }
  }
}

TEST_CASE("toml: headers") {
  const std::string_view s =
      "[a.b]   # implicit a\nk = 1\n[[o]]\nname = 'x'\n[[ o ]]\nname = 'y'\n[o.sub]\nz = 1\n[a]\nq "
      "= 2\n";
  const TomlTree t = good(s);
  CHECK(cut(s, find(t.root, "a")->range) == "[a]");
  CHECK(cut(s, find(*find(t.root, "a"), "b")->range) == "[a.b]");
  const TomlNode* o = find(t.root, "o");
  REQUIRE(o);
  CHECK(o->kind == TomlNode::Kind::kArray);
  CHECK(cut(s, o->range) == "[[o]]");
  REQUIRE(o->items.size() == 2);
  CHECK(cut(s, o->items[0].range) == "[[o]]");
  CHECK(cut(s, o->items[1].range) == "[[ o ]]");
  CHECK(find(*find(o->items[1], "sub"), "z")->integer == 1);
  CHECK(find(t.root, "absent") == nullptr);
  CHECK(find(*find(*find(t.root, "a"), "q"), "x") == nullptr);
}

TEST_CASE("toml: an inline array of tables keeps its whole range") {
  const std::string_view s = "a = [ {x = 1}, {x = 2} ]\nb = [{}]";
  const TomlTree t = good(s);
  CHECK(cut(s, find(t.root, "a")->range) == "[ {x = 1}, {x = 2} ]");
  CHECK(cut(s, find(t.root, "b")->range) == "[{}]");
}

TEST_CASE("toml: damage is an error with its place") {
  const auto at = [](std::string_view s) {
    const TomlTree t = parse_toml(s);
    CHECK_FALSE(t.ok);
    CHECK_FALSE(t.error.empty());
    CHECK_FALSE(t.what.empty());
    CHECK(t.root.entries.empty());
    CHECK(t.error_at.begin <= t.error_at.end);
    CHECK(t.error_at.end <= s.size());
    return t.error_at.begin;
  };
  CHECK(at("a = 1\nb = = 2\n") == 10);
  CHECK(at("# 注释\nb = = 2\n") == 13);
  CHECK(at("a = 1\na = 2\n") >= 6);
  for (const char* s : {"[=",
                        "[",
                        "[[",
                        "[[a]",
                        "[a",
                        "a",
                        "a =",
                        "a.",
                        "a = [",
                        "a = {",
                        "a = {b",
                        "a = \"x",
                        "a = '''x",
                        "a = 1 2",
                        "= 1",
                        "a = 99999999999999999999",
                        "a = 2026-13-01",
                        "a = \"\\ud800\"",
                        "a = \"\\q\"",
                        "a\r=1",
                        "[a]\n[a]\n",
                        "a = {x = 1}\n[a.b]\n",
                        "a.b = 1\na.b.c = 2",
                        "[]",
                        "a = 0x",
                        "a = 1__0"})
    at(s);
  at(std::string_view("a = \"\0\"", 7));
}

TEST_CASE("toml: empty files are empty tables") {
  CHECK(good("").root.entries.empty());
  CHECK(good("\xEF\xBB\xBF").root.entries.empty());
  CHECK(good("\n# only a comment").root.entries.empty());
}

TEST_CASE("toml: letters where white space may stand") {
  // Each code point once behind a key and once behind a line-ending backslash.
  for (const char* c : {"é", "ʝ", "Ω", "⹟", "、", "。", "，", "צּ", "﹀", "模", "😀"}) {
    const std::string letter = c;
    CHECK_FALSE(parse_toml("a " + letter + " = 1\n").ok);
    const TomlTree t = good("a = \"\"\"\\\n  " + letter + "\"\"\"\n");
    CHECK(find(t.root, "a")->text == letter);
  }
}

TEST_CASE("toml: not UTF-8") {
  const TomlTree gbk = parse_toml("# \xCA\xE4\xB3\xF6\na = 1\n");
  CHECK_FALSE(gbk.ok);
  CHECK(gbk.error.find("GBK") != std::string::npos);
  CHECK(gbk.error_at.begin == 2);
  const TomlTree other = parse_toml("a = '\xFF\xFE'\n");
  CHECK_FALSE(other.ok);
  CHECK(other.error.find("GBK") == std::string::npos);
  CHECK(other.error_at.begin == 5);
}

TEST_CASE("toml: depth is bounded") {
  const size_t n = 100000;
  CHECK_FALSE(parse_toml(std::string(n, '[')).ok);
  CHECK_FALSE(parse_toml("a = " + std::string(n, '[')).ok);
  std::string inline_tables, dots = "a", header = "[a", quoted = "a";
  for (size_t i = 0; i < n; ++i)
    inline_tables += "a={", dots += ".a", header += " . a", quoted += ".'='";
  CHECK_FALSE(parse_toml(inline_tables).ok);
  CHECK_FALSE(parse_toml(dots + " = 1").ok);
  CHECK_FALSE(parse_toml(header + "]").ok);
  CHECK_FALSE(parse_toml(quoted + " = 1").ok);
  // Dots of values, strings and comments are none of a key.
  std::string plain;
  for (int i = 0; i < 100; ++i)
    plain += "k" + std::to_string(i) + " = [1.5, 2.5, '" + std::string(200, '.') + "'] # ......\n";
  CHECK(parse_toml(plain + "z = \"\"\"\"" + std::string(99, '.') + "\"\"\"\"\" # " +
                   std::string(99, '.'))
            .ok);
  CHECK(parse_toml("# " + std::string(100, '.') + "\r\n'" + std::string(100, '.') + "' = \"\\\"" +
                   std::string(100, '.') + "\"")
            .ok);
  // The deepest allowed combination is read.
  std::string deep;
  for (int i = 0; i < 60; ++i) deep += (i ? "{a.a.a.a = " : "a.a = ");
  CHECK(parse_toml(deep + "1" + std::string(59, '}')).ok);
}

TEST_CASE("toml: a large file is refused, not read") {
  CHECK_FALSE(parse_toml(std::string((size_t{1} << 20) + 1, '\n')).ok);
  CHECK(parse_toml(std::string(size_t{1} << 20, '\n')).ok);
}
