#include <utility>

#include "lint/config_use.h"
#include "lint/facts.h"

namespace npulint {
namespace {

constexpr Text kDialect{"the config is not one of hb_mapper or hb_compile",
                        "该配置不是 hb_mapper 或 hb_compile 配置"};
constexpr Text kDebug{"`{0}` is `{1}`, a setting for debugging the conversion",
                      "`{0}` 为 `{1}`，这是调试转换用的设置"};
constexpr Text kLevel{
    "`{0}` is `{1}` in a check for a release: the model is compiled without optimisation",
    "发布检查中 `{0}` 为 `{1}`，即不做编译优化"};
constexpr Text kPath{"`{0}` names `{1}`, a path on one person's machine",
                     "`{0}` 写的是 `{1}`，这是个人机器上的路径"};
constexpr Text kAlso{"also `{0}`: `{1}`", "还有 `{0}`：`{1}`"};
constexpr Text kRemove{"remove `{0}`: the model is compiled anew without it",
                       "删除 `{0}`：模型需在没有它的情况下重新编译"};

void check(Report& r, Have<TheConfig> config, Maybe<TheProfile> profile) {
  const Config& c = **config;
  if (c.dialect != Dialect::kOe && c.dialect != Dialect::kFlatHbdk)
    return r.not_applicable(kDialect);
  for (const char* key : {"debug_mode", "layer_out_dump"}) {
    const auto value = setting(c, "model_parameters", key);
    const Entry* e = setting_entry(c, "model_parameters", key);
    const bool is_flag = std::string_view(key) == "layer_out_dump";
    if (!value || (is_flag && !states_true(e->value))) continue;
    r.fail(value.at, kDebug, key, *value);
    r.fix({false,
           Message(kRemove, key),
           {{Edit::Kind::kRemoveEntry, e->key.range.begin, e->value.range.end, ""}}});
  }
  const auto level = setting(c, "compiler_parameters", "optimize_level");
  if (level && *level == "O0" && profile && *profile == Profile::kRelease)
    r.fail(level.at, kLevel, "optimize_level", *level);
  bool first = true;
  for (const StatedPath& p : stated_paths(c)) {
    if (!is_private_path(p.text)) continue;
    if (std::exchange(first, false))
      r.fail(p.at, kPath, p.key, p.text);
    else
      r.also(p.at, kAlso, p.key, p.text);
  }
}

}  // namespace

extern const Rule CFG020;
constinit const Rule CFG020 = rule<check>({
    .code = "CFG020",
    .name = "build-leftover",
    .severity = Severity::kNote,
    .summary = {"a setting or path that was left from building or debugging",
                "编译或调试时遗留的设置或路径"},
    .why = {"Debugging slows the build or the model down, and a private path works on one machine "
            "only.",
            "调试设置会拖慢编译或模型，私有路径只在一台机器上有效。"},
    .fix = {"Remove the setting; write paths relative to the config.",
            "删除该设置；路径以相对于配置文件的方式书写。"},
    .source = "hb_mapper manual ptq_process.md; conversion configs of the public model zoos",
});

}  // namespace npulint
