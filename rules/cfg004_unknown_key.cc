#include "lint/config_use.h"
#include "lint/facts.h"

namespace npulint {
namespace {

constexpr Text kDialect{"the keys of this kind of config are not published",
                        "此类配置的键没有公开文档"};
constexpr Text kSilent{", and hb_compile takes no notice of it", "，hb_compile 会静默忽略它"};
constexpr Text kNear{"`{0}` is no key of {1}{2}; did you mean `{3}`?",
                     "`{0}` 不是 {1} 的键{2}；是否应为 `{3}`？"};
constexpr Text kNearElsewhere{"`{0}` is no key of {1}{2}; did you mean `{3}` of `{4}`?",
                              "`{0}` 不是 {1} 的键{2}；是否应为 `{4}` 的 `{3}`？"};
constexpr Text kElsewhere{"`{0}` is no key of {1}{2}; it belongs into `{3}`",
                          "`{0}` 不是 {1} 的键{2}；它属于 `{3}`"};
constexpr Text kPlace{"`{0}` is no key of {1}{2}; its place is `{3}`",
                      "`{0}` 不是 {1} 的键{2}；应写在 `{3}`"};
constexpr Text kUnknown{"`{0}` is no documented key of {1}{2}", "`{0}` 不是 {1} 的文档所列键{2}"};
constexpr Text kFlat{"a flat hbdk-compile config", "扁平的 hbdk-compile 配置"};
constexpr Text kRename{"write `{0}`; the model is then compiled with that setting",
                       "改写为 `{0}`；模型随之按该设置编译"};
constexpr Text kRenameSafe{"write `{0}`, which has no effect either",
                           "改写为 `{0}`，它同样不起作用"};

void check(Report& r, Have<TheConfig> config, Maybe<Toolchain> toolchain) {
  using Kind = UnknownKey::Kind;
  const Dialect dialect = (*config)->dialect;
  if (dialect != Dialect::kOe && dialect != Dialect::kFlatHbdk) return r.not_applicable(kDialect);
  for (const UnknownKey& u : unknown_keys(**config, toolchain ? *toolchain : "")) {
    const Severity s = u.silent || u.required ? Severity::kError : Severity::kWarning;
    const Arg where = u.section.empty() ? Arg(kFlat) : Arg("`" + u.section + "`");
    const Arg silent = u.silent ? Arg(kSilent) : Arg("");
    if (u.kind == Kind::kSlip)
      r.fail_as(s, u.at, kNear, u.key, where, silent, u.near);
    else if (u.kind == Kind::kSlipElsewhere)
      r.fail_as(s, u.at, kNearElsewhere, u.key, where, silent, u.near, u.place);
    else if (u.kind == Kind::kElsewhere)
      r.fail_as(s, u.at, kElsewhere, u.key, where, silent, u.place);
    else if (u.kind == Kind::kPlace)
      r.fail_as(s, u.at, kPlace, u.key, where, silent, u.place);
    else
      r.fail_as(s, u.at, kUnknown, u.key, where, silent);
    if (u.kind == Kind::kSlip && u.rename)
      r.fix({u.no_effect,
             u.no_effect ? Message(kRenameSafe, u.near) : Message(kRename, u.near),
             {replace_range(u.at, u.near)}});
  }
}

}  // namespace

extern const Rule CFG004;
constinit const Rule CFG004 = rule<check>({
    .code = "CFG004",
    .name = "unknown-key",
    .severity = Severity::kWarning,
    .summary = {"a key that the section of the conversion config does not have",
                "转换配置的段中没有这个键"},
    .why = {"The tool stops when it reads the config, or it builds without the setting: hb_compile "
            "accepts any key in calibration_parameters and says nothing.",
            "工具读取配置时报错退出，或在没有该设置的情况下编译：hb_compile 在 "
            "calibration_parameters 中接受任何键且不作提示。"},
    .fix = {"Correct the name, or move the key into the section that is named.",
            "更正键名，或把它移到所指出的段中。"},
    .source = "hb_mapper manual ptq_process.md; OE-Skills horizon_tc_ui yaml_schema.json",
});

}  // namespace npulint
