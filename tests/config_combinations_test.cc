#include "lint/config_combinations.h"

#include <doctest/doctest.h>

#include <set>

#include "lint/config_keys.h"
#include "lint/embedded.h"
#include "lint/platform.h"
#include "lint/words.h"
#include "parsers/toml_tree.h"

using namespace npulint;

TEST_CASE("combinations: every row has known keys and a source") {
  const TomlTree tree = parse_toml(embedded_config_combinations_toml);
  REQUIRE(tree.ok);
  const std::set<std::string> known{
      "train", "rt",      "marches", "layouts",   "types", "name",     "area_below", "keys",
      "mean",  "divisor", "source",  "norm_type", "parts", "channels", "toolchain",  "toolchains"};
  for (const TomlEntry& e : tree.root.entries)
    for (const TomlNode& row : e.value.items) {
      CAPTURE(e.key);
      for (const TomlEntry& k : row.entries) CHECK(known.count(k.key) == 1);
      REQUIRE(find(row, "source"));
      CHECK(find(row, "source")->text.size() > 5);
    }
}

TEST_CASE("combinations: types are values of their key, keys and marches exist") {
  const TomlTree tree = parse_toml(embedded_config_combinations_toml);
  const KeyTable& keys = KeyTable::get();
  const auto legal = [&](const char* key, const std::string& value) {
    for (const ValueSet& set : keys.find("input_parameters", key)->values)
      if (holds(set.values, value)) return true;
    return false;
  };
  for (const char* table : {"conversion", "layout", "even", "input_source"})
    for (const TomlNode& row : find(tree.root, table)->items)
      for (const TomlNode& rt : find(row, "rt")->items) CHECK(legal("input_type_rt", rt.text));
  for (const TomlNode& row : find(tree.root, "conversion")->items)
    for (const TomlNode& train : find(row, "train")->items)
      CHECK(legal("input_type_train", train.text));
  for (const Combinations::Exclusive& e : Combinations::get().exclusive()) {
    CHECK(e.keys.size() == 2);
    for (const auto& [section, key] : e.keys) CHECK(keys.find(section, key));
  }
  const Platforms platforms = Platforms::load(0);
  for (const TomlNode& row : find(tree.root, "layout")->items)
    for (const TomlNode& march : find(row, "marches")->items) CHECK(platforms.find(march.text));
}

TEST_CASE("combinations: conversions and layouts") {
  const Combinations& t = Combinations::get();
  CHECK(holds(*t.rt_of("rgb"), "nv12"));
  CHECK(holds(*t.rt_of("bgr"), "rgb"));
  CHECK_FALSE(holds(*t.rt_of("gray"), "nv12"));
  CHECK_FALSE(holds(*t.rt_of("yuv444"), "bgr"));
  CHECK(*t.rt_of("featuremap") == std::vector<std::string>{"featuremap"});
  CHECK(t.rt_of("yuv444_128") == nullptr);
  CHECK(t.knows_rt("nv12"));
  CHECK_FALSE(t.knows_rt("yuv_bt601_full"));
  REQUIRE(t.layouts("bernoulli2", "yuv444"));
  CHECK_FALSE(holds(*t.layouts("bernoulli2", "yuv444"), "NCHW"));
  CHECK(t.layouts("bayes-e", "yuv444") == nullptr);
  CHECK(t.layouts("bernoulli2", "rgb") == nullptr);
}

TEST_CASE("combinations: images, sources, norm types, names") {
  const Combinations& t = Combinations::get();
  CHECK(t.channels("bgr") == 3);
  CHECK(t.channels("gray") == 1);
  CHECK_FALSE(t.channels("featuremap"));
  CHECK(t.even("yuv444", "hb_mapper"));
  CHECK_FALSE(t.even("yuv444", "hb_compile"));
  CHECK_FALSE(t.even("yuv444", ""));
  CHECK(t.even("nv12", ""));
  REQUIRE(t.source("resizer"));
  CHECK(t.source("resizer")->area_below == 18432);
  CHECK_FALSE(holds(t.source("ddr")->rt, "nv12"));
  CHECK(t.source("camera") == nullptr);
  CHECK(t.publishes_sources("hb_compile"));
  CHECK_FALSE(t.publishes_sources("hb_mapper"));
  REQUIRE(t.norm("data_mean"));
  CHECK_FALSE(t.norm("data_mean")->divisor);
  CHECK(t.made_by_tool("output0_HzDequantize"));
  CHECK_FALSE(t.made_by_tool("/model.10/attn/Softmax"));
}
