// Every rule names its source, every number of the embedded tables lies below one.
#include <doctest/doctest.h>

#include <string>

#include "lint/embedded.h"
#include "lint/rule.h"
#include "parsers/toml_tree.h"

using namespace npulint;

namespace {

constexpr size_t kLeast = 6;  // characters of a source that says something

bool has_source(const TomlNode& table) {
  const TomlNode* s = find(table, "source");
  return s && s->text.size() >= kLeast;
}

// Paths of numbers without a source, and of values without source or status.
void unsourced(const TomlNode& n, bool below, bool status_too, const std::string& path,
               std::string* out) {
  switch (n.kind) {
    case TomlNode::Kind::kInteger:
    case TomlNode::Kind::kFloat:
      if (!below) *out += path + "\n";
      break;
    case TomlNode::Kind::kTable: {
      const TomlNode* status = find(n, "status");
      const bool known = status && (status->text == "documented" || status->text == "measured" ||
                                    status->text == "assumed");
      if (find(n, "value") && status_too && (!has_source(n) || !known)) *out += path + " (value)\n";
      for (const TomlEntry& e : n.entries)
        unsourced(e.value, below || has_source(n), status_too, path + "." + e.key, out);
      break;
    }
    case TomlNode::Kind::kArray:
      for (size_t i = 0; i < n.items.size(); ++i)
        unsourced(n.items[i], below, status_too, path + "[" + std::to_string(i) + "]", out);
      break;
    default:
      break;
  }
}

std::string unsourced(std::string_view text, bool status_too = false) {
  const TomlTree tree = parse_toml(text);
  std::string out = tree.ok ? "" : "no TOML\n";
  for (const TomlEntry& e : tree.root.entries) unsourced(e.value, false, status_too, e.key, &out);
  return out;
}

}  // namespace

TEST_CASE("honesty: every rule says what, why, what to do, and whence it is known") {
  for (const Rule* r : all_rules()) {
    CAPTURE(std::string(r->code));
    CHECK(r->source.size() >= kLeast);
    for (const Text& t : {r->summary, r->why, r->fix}) {
      CHECK_FALSE(t.en.empty());
      CHECK_FALSE(t.zh.empty());
    }
  }
}

TEST_CASE("honesty: numbers and values of the tables have a source") {
  CHECK(unsourced(embedded_platforms_toml, true) == "");
  CHECK(unsourced(embedded_retention_toml) == "");
  CHECK(unsourced(embedded_norm_presets_toml) == "");
  CHECK(unsourced(embedded_calibration_counts_toml) == "");
  CHECK(unsourced(embedded_graph_limits_toml) == "");
  CHECK(unsourced(embedded_config_keys_toml) == "");
  CHECK(unsourced(embedded_config_combinations_toml) == "");
  CHECK(unsourced("[a]\nb = 1\n") == "a.b\n");
  CHECK(unsourced("[a]\nb = { value = \"x\", source = \"a manual\" }\n", true) == "a.b (value)\n");
}
