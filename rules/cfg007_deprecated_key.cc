#include "lint/config_use.h"
#include "lint/facts.h"
#include "lint/reasons.h"

namespace npulint {
namespace {

constexpr Text kKeys{"deprecated for {0}: {1}", "对 {0} 已废弃：{1}"};
constexpr Text kNoEffect{"`{0}` has no effect with {1}", "`{0}` 在 {1} 上不起作用"};
constexpr Text kReplaced{"`{0}` has no effect with {1}; {2} replaces it",
                         "`{0}` 在 {1} 上不起作用；由 {2} 取代"};
constexpr Text kLater{"`{0}` still works with {1}, but is to be removed; {2} replaces it",
                      "`{0}` 在 {1} 上仍可用，但将被移除；由 {2} 取代"};
constexpr Text kRemove{"remove what has no effect: {0}", "删除不起作用的键：{0}"};

std::string written(const KeyStatement& s) {
  return s.spec->key + (s.value.empty() ? "" : ": " + s.value);
}

void check(Report& r, Have<TheConfig> config, Have<Toolchain> toolchain,
           Maybe<ConfigPlatform> platform) {
  if ((*config)->dialect != Dialect::kOe) return r.not_applicable(reasons::kNoOeConfig);
  const auto keys = outdated_keys(**config, *toolchain, platform ? (*platform)->march : "");
  std::string list, names;
  Fix fix{true, {}, {}};
  bool all_removable = true;
  for (const KeyStatement& s : keys) {
    list += (list.empty() ? "`" : ", `") + written(s) + "`";
    if (!s.instead.empty()) list += " → " + s.instead;
    names += (names.empty() ? "`" : ", `") + s.spec->key + "`";
    fix.edits.push_back(
        {Edit::Kind::kRemoveEntry, s.entry->key.range.begin, s.entry->value.range.end, ""});
    all_removable = all_removable && s.no_effect && s.instead.empty() && can_spare(**config, keys);
  }
  if (keys.empty()) return;
  r.fail(keys[0].at, kKeys, *toolchain, list);
  for (const KeyStatement& s : keys)
    if (!s.no_effect)
      r.also(s.at, kLater, written(s), *toolchain, s.instead);
    else if (s.instead.empty())
      r.also(s.at, kNoEffect, s.spec->key, *toolchain);
    else
      r.also(s.at, kReplaced, s.spec->key, *toolchain, s.instead);
  fix.what = Message(kRemove, names);
  if (all_removable) r.fix(std::move(fix));
}

}  // namespace

extern const Rule CFG007;
constinit const Rule CFG007 = rule<check>({
    .code = "CFG007",
    .name = "deprecated-key",
    .severity = Severity::kNote,
    .summary = {"keys that are deprecated or have no effect for this toolchain",
                "对该工具链已废弃或不起作用的键"},
    .why = {"The tool prints a warning at most. Who reads the config takes the setting for "
            "effective.",
            "工具最多打印一条警告。读配置的人会以为该设置有效。"},
    .fix = {"Remove the keys, or write what replaces them.", "删除这些键，或改用取代它们的写法。"},
    .source = "hb_mapper manual ptq_process.md; OE-Skills horizon_tc_ui references/yaml",
});

}  // namespace npulint
