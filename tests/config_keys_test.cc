#include "lint/config_keys.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <map>
#include <set>

#include "lint/embedded.h"
#include "lint/platform.h"
#include "parsers/toml_tree.h"

using namespace npulint;

TEST_CASE("config keys: the text is TOML without tabs, and every key of it is read") {
  CHECK(embedded_config_keys_toml.find('\t') == std::string_view::npos);
  const TomlTree tree = parse_toml(embedded_config_keys_toml);
  REQUIRE(tree.ok);
  const std::set<std::string> known{"section",
                                    "key",
                                    "type",
                                    "per_input",
                                    "mapper",
                                    "compile",
                                    "required_when",
                                    "unless",
                                    "values",
                                    "default_mapper",
                                    "default_compile",
                                    "replaced_by",
                                    "note_en",
                                    "note_zh",
                                    "source",
                                    "rejected_on",
                                    "outdated",
                                    "ineffective_when"};
  const std::set<std::string> set_keys{"toolchain", "marches",  "values",       "low",   "high",
                                       "low_open",  "versions", "not_versions", "extra", "source"};
  const std::set<std::string> condition_keys{"toolchain", "key",          "any_of",
                                             "none_of",   "any_other",    "set",
                                             "versions",  "not_versions", "several_inputs"};
  const std::set<std::string> effect_keys{"toolchain", "key",    "any_of",
                                          "none_of",   "except", "contradiction"};
  const std::set<std::string> outdated_keys{"toolchain", "marches", "values", "replaced_by"};
  const std::set<std::string> uses{"required", "optional", "deprecated", "rejected",
                                   "undocumented"};
  for (const TomlNode& row : find(tree.root, "key")->items)
    for (const TomlEntry& e : row.entries) {
      CAPTURE(find(row, "key")->text);
      CAPTURE(e.key);
      CHECK(known.count(e.key) == 1);
      if (e.key == "mapper" || e.key == "compile") CHECK(uses.count(e.value.text) == 1);
      if (e.key == "values")
        for (const TomlNode& n : e.value.items)
          for (const TomlEntry& k : n.entries) CHECK(set_keys.count(k.key) == 1);
      if (e.key == "required_when")
        for (const TomlNode& n : e.value.items)
          for (const TomlEntry& k : n.entries) CHECK(condition_keys.count(k.key) == 1);
      if (e.key == "ineffective_when")
        for (const TomlNode& n : e.value.items)
          for (const TomlEntry& k : n.entries) CHECK(effect_keys.count(k.key) == 1);
      if (e.key == "outdated")
        for (const TomlNode& n : e.value.items)
          for (const TomlEntry& k : n.entries) CHECK(outdated_keys.count(k.key) == 1);
    }
}

TEST_CASE("config keys: names are unique, types known, sources given") {
  const std::set<std::string> types{"string", "bool",  "int",     "float",   "enum",  "path",
                                    "list",   "shape", "numbers", "mapping", "names", "sequence"};
  std::set<std::string> seen;
  std::set<std::string> sections(KeyTable::get().sections().begin(),
                                 KeyTable::get().sections().end());
  sections.insert("flat");
  for (const KeySpec& k : KeyTable::get().all()) {
    CAPTURE(k.section);
    CAPTURE(k.key);
    CHECK(seen.insert(k.section + "." + k.key).second);
    CHECK(sections.count(k.section) == 1);
    CHECK(types.count(k.type) == 1);
    CHECK_FALSE(k.source.empty());
    CHECK(k.note_en.empty() == k.note_zh.empty());
    for (const ValueSet& v : k.values) {
      CHECK_FALSE(v.source.empty());
      CHECK((v.toolchain.empty() || v.toolchain == "hb_mapper" || v.toolchain == "hb_compile"));
      if (v.low && v.high) CHECK(*v.low <= *v.high);
      // A set that accepts nothing is meant only for booleans, which are accepted by type.
      CHECK((k.type == "bool" || !v.values.empty() || !v.extra.empty() || v.low));
    }
  }
  CHECK(KeyTable::get().all().size() == 78);
}

TEST_CASE("config keys: conditions, alternatives and replacements name keys of the table") {
  for (const KeySpec& k : KeyTable::get().all()) {
    CAPTURE(k.key);
    for (const Condition& c : k.required_when) {
      if (c.kind != Condition::Kind::kSeveralInputs)
        CHECK(KeyTable::get().find(c.section, c.key) != nullptr);
      CHECK(c.values.empty() ==
            (c.kind == Condition::Kind::kSet || c.kind == Condition::Kind::kSeveralInputs));
    }
    for (const Condition& c : k.ineffective_when) {
      CHECK(KeyTable::get().find(c.section, c.key) != nullptr);
      CHECK_FALSE(c.values.empty());
    }
    for (const std::string& other : k.unless)
      CHECK(KeyTable::get().find(k.section, other) != nullptr);
    if (!k.replaced_by.empty()) CHECK_FALSE(KeyTable::get().find_anywhere(k.replaced_by).empty());
  }
}

TEST_CASE("config keys: the marches are those of the platform table") {
  const Platforms platforms = Platforms::load(0);
  std::map<std::string, std::set<std::string>> listed, wanted;
  for (const ValueSet& v : KeyTable::get().find("model_parameters", "march")->values)
    listed[v.toolchain].insert(v.values.begin(), v.values.end());
  for (const Platform& p : platforms.all())
    if (p.vendor == "horizon") wanted[p.toolchain].insert(p.march);
  CHECK(listed == wanted);
  // Sets that are restricted to marches name marches of their toolchain.
  for (const KeySpec& k : KeyTable::get().all())
    for (const ValueSet& v : k.values)
      for (const std::string& m : v.marches) {
        CAPTURE(k.key);
        CHECK(wanted[v.toolchain].count(m) == 1);
      }
  for (const KeySpec& k : KeyTable::get().all()) {
    CAPTURE(k.key);
    for (const std::string& m : k.rejected_on)
      CHECK(wanted["hb_mapper"].count(m) + wanted["hb_compile"].count(m) == 1);
    for (const Outdated& o : k.outdated)
      for (const std::string& m : o.marches) CHECK(wanted[o.toolchain].count(m) == 1);
  }
}

TEST_CASE("config keys: core_num agrees with the platform table") {
  const Platforms platforms = Platforms::load(0);
  size_t compared = 0;
  for (const ValueSet& v : KeyTable::get().find("compiler_parameters", "core_num")->values)
    for (const std::string& m : v.marches) {
      CAPTURE(m);
      CHECK(static_cast<int64_t>(*v.high) == platforms.find(m)->core_num_max->value);
      ++compared;
    }
  CHECK(compared == 11);
}

TEST_CASE("config keys: lookups") {
  const KeyTable& t = KeyTable::get();
  REQUIRE(t.find("compiler_parameters", "optimize_level") != nullptr);
  CHECK(t.find("model_parameters", "optimize_level") == nullptr);
  CHECK(t.find("", "") == nullptr);
  CHECK(t.find("flat", "opt_level") != nullptr);
  CHECK(t.find_anywhere("opt_level").empty());
  REQUIRE(t.find_anywhere("march").size() == 1);
  CHECK(t.find_anywhere("march")[0]->section == "model_parameters");
  CHECK(t.sections().size() == 5);
  CHECK(t.section_hint("quantization_config") == "calibration_parameters.quant_config");
  CHECK(t.section_hint("model_parameters").empty());
  CHECK(t.section_required("calibration_parameters", "hb_mapper"));
  CHECK_FALSE(t.section_required("custom_op", "hb_mapper"));
  CHECK_FALSE(t.section_required("calibration_parameters", "hb_compile"));
  const auto keys = t.keys_of("custom_op");
  CHECK(keys == std::vector<std::string>{"custom_op_method", "op_register_files", "custom_op_dir"});
  CHECK(t.find("input_parameters", "norm_type")->use("hb_compile") == KeyUse::kDeprecated);
  CHECK(t.find("input_parameters", "norm_type")->use("hb_mapper") == KeyUse::kRequired);
  CHECK(t.find("compiler_parameters", "jobs")->fallback("hb_compile") == "16");
}

TEST_CASE("config keys: no hint names a section or a key that exists") {
  const TomlTree tree = parse_toml(embedded_config_keys_toml);
  for (const TomlEntry& e : find(tree.root, "hints")->entries) {
    CAPTURE(e.key);
    const auto& sections = KeyTable::get().sections();
    CHECK(std::find(sections.begin(), sections.end(), e.key) == sections.end());
    CHECK(KeyTable::get().find_anywhere(e.key).empty());
    const std::string section = e.value.text.substr(0, e.value.text.find('.'));
    CHECK(std::find(sections.begin(), sections.end(), section) != sections.end());
  }
}
