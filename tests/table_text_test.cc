#include "lint/table_text.h"

#include <doctest/doctest.h>

#include <string>

#include "lint/embedded.h"

using namespace npulint;

namespace {

void check_equal(const TomlNode& a, const TomlNode& b, const std::string& path) {
  CAPTURE(path);
  REQUIRE(a.kind == b.kind);
  CHECK(a.range.begin == b.range.begin);
  CHECK(a.range.end == b.range.end);
  CHECK(a.text == b.text);
  CHECK(a.integer == b.integer);
  CHECK(a.number == b.number);
  CHECK(a.boolean == b.boolean);
  REQUIRE(a.entries.size() == b.entries.size());
  REQUIRE(a.items.size() == b.items.size());
  for (size_t i = 0; i < a.entries.size(); ++i) {
    CHECK(a.entries[i].key == b.entries[i].key);
    CHECK(a.entries[i].key_range.begin == b.entries[i].key_range.begin);
    CHECK(a.entries[i].key_range.end == b.entries[i].key_range.end);
    check_equal(a.entries[i].value, b.entries[i].value, path + "." + b.entries[i].key);
  }
  for (size_t i = 0; i < a.items.size(); ++i)
    check_equal(a.items[i], b.items[i], path + "[" + std::to_string(i) + "]");
}

}  // namespace

TEST_CASE("table text: the embedded tables are read as toml++ reads them") {
  for (const std::string_view text :
       {embedded_platforms_toml, embedded_config_keys_toml, embedded_quant_config_toml,
        embedded_config_combinations_toml, embedded_norm_presets_toml, embedded_tool_versions_toml,
        embedded_heads_toml, embedded_artifact_names_toml, embedded_tpu_tools_toml,
        embedded_stages_toml, embedded_graph_limits_toml, embedded_retention_toml}) {
    const TomlTree ours = parse_table_text(text);
    const TomlTree theirs = parse_toml(text);
    REQUIRE(ours.ok);
    REQUIRE(theirs.ok);
    for (size_t i = 0; i < theirs.root.entries.size(); ++i) {
      REQUIRE(i < ours.root.entries.size());
      CHECK(ours.root.entries[i].key == theirs.root.entries[i].key);
    }
    check_equal(ours.root, theirs.root, "");
  }
}

TEST_CASE("table text: kinds of values") {
  const std::string_view text =
      "# comment\na = -3 # more\nb = 0.5\nc = [\n  \"x\", # one\n  \"y\",\n]\nd = true\n[t]\n"
      "e = { f = \"\", g = [{ h = 1 }] }\n[[l]]\ni = \"ü\"\n[[l]]\n";
  const TomlTree ours = parse_table_text(text);
  REQUIRE(ours.ok);
  check_equal(ours.root, parse_toml(text).root, "");
}

TEST_CASE("table text: what is outside the subset is refused") {
  for (const char* text :
       {"a",           "a =",
        "a = ",        "a = \"x",
        "a = \"\\n\"", "a = 'x'",
        "a = [1",      "a = [1 2]",
        "a = {b = 1",  "[t",
        "[[t]",        "[t]\n[t]",
        "a.b = 1",     "a = 1 b = 2",
        "= 1",         "a = nope",
        "\ta = 1",     "[",
        "a = {",       "a = [[[[[[[[[[[[[[[[[[[[[[[[1]]]]]]]]]]]]]]]]]]]]]]]]"}) {
    CAPTURE(text);
    CHECK_FALSE(parse_table_text(text).ok);
  }
  CHECK(parse_table_text("").ok);
  CHECK(parse_table_text("# only a comment").ok);
}
