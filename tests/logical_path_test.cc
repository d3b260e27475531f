#include "lint/logical_path.h"

#include <doctest/doctest.h>

#include "parsers/yaml_tree.h"

using namespace npulint;

namespace {

// The path of the first place where `what` is written.
std::string yaml(const std::string& s, const std::string& what) {
  const YamlFile y = parse_yaml(0, s);
  const size_t at = s.find(what);
  REQUIRE(at != std::string::npos);
  return logical_path(y.root, s, at, at + what.size());
}
std::string toml(const std::string& s, const std::string& what) {
  const size_t at = s.find(what);
  REQUIRE(at != std::string::npos);
  return TomlPlaces(s).at(at, at + what.size());
}

}  // namespace

TEST_CASE("paths of a config") {
  const std::string s =
      "input_parameters:\n  input_name: 'a;bb; c;'\n  input_type_rt: nv12;\n  shape: [1, 22]\n"
      "  node_info: {/a.b/c: {ON: BPU}}\nother:  \n";
  CHECK(yaml(s, "input_parameters") == "input_parameters");
  CHECK(yaml(s, "input_name") == "input_parameters.input_name");
  CHECK(yaml(s, "'a;bb; c;'") == "input_parameters.input_name");
  CHECK(yaml(s, "a;bb") == "input_parameters.input_name");
  CHECK(yaml(s, "bb") == "input_parameters.input_name[1]");
  CHECK(yaml(s, "c;'").empty() == false);
  CHECK(yaml(s, " c") == "input_parameters.input_name[2]");
  CHECK(yaml(s, "nv12") == "input_parameters.input_type_rt");  // one item: no list
  CHECK(yaml(s, "22") == "input_parameters.shape[1]");
  CHECK(yaml(s, "BPU") == "input_parameters.node_info./a.b/c.ON");
  CHECK(yaml(s, "input_name: 'a;bb; c;'\n  input_type_rt") == "input_parameters");
  CHECK(yaml(s, s).empty());
  const size_t colon = s.find("other:") + 6;  // an empty value stands there
  CHECK(logical_path(parse_yaml(0, s).root, s, colon, colon) == "other");
}

TEST_CASE("quotes and order do not show in a path") {
  for (const char* s : {"a:\n  b: x;y\n  c: 1\n", "a:\n  c: 1\n  b: 'x;y;'\n", "a: {b: \"x;y\"}\n",
                        "# y\n\na:\n    b: >-\n      x;y\n"}) {
    INFO(s);
    const std::string text = s;
    const size_t at = text.rfind('y');
    CHECK(logical_path(parse_yaml(0, text).root, text, at, at + 1) == "a.b[1]");
  }
}

TEST_CASE("paths of a contract") {
  const std::string s =
      "top = 1\n[target]\nmarch = \"nash-e\"\nruntime = { hbrt = \"3\" }\n[[output]]\nname = "
      "\"x\"\n"
      "axis = 12\n[[output]]\nshape = [7, 8]\n[a.b]\nc = 9\n";
  CHECK(toml(s, "top") == "top");
  CHECK(toml(s, "[target]") == "target");
  CHECK(toml(s, "nash-e") == "target.march");
  CHECK(toml(s, "hbrt") == "target.runtime.hbrt");
  CHECK(toml(s, "[[output]]") == "output[x]");
  CHECK(toml(s, "12") == "output[x].axis");
  CHECK(toml(s, "8") == "output[1].shape[1]");
  CHECK(toml(s, "9") == "a.b.c");
}
