#include "lint/config_use.h"
#include "lint/facts.h"
#include "lint/reasons.h"

namespace npulint {
namespace {

constexpr Text kStated{"`{0}` is `{1}`, which has no effect with {2} because `{3}` is `{4}`",
                       "`{0}` 为 `{1}`，但 `{3}` 为 `{4}`，因此在 {2} 上不起作用"};
constexpr Text kDefault{
    "`{0}` is `{1}`, which has no effect with {2} because `{3}` is absent and thus `{4}`",
    "`{0}` 为 `{1}`，但 `{3}` 缺省为 `{4}`，因此在 {2} 上不起作用"};
constexpr Text kContradicts{
    "`{0}` is `{1}`, so {2} reads images itself; `{3}` is `{4}`, which is data made before",
    "`{0}` 为 `{1}`，{2} 会自行读取图像；而 `{3}` 为 `{4}`，表示数据已预先处理"};
constexpr Text kOther{"`{0}` is `{1}`", "`{0}` 为 `{1}`"};
constexpr Text kRemove{"remove `{0}`, which has no effect here", "删除此处不起作用的 `{0}`"};

void check(Report& r, Have<TheConfig> config, Have<Toolchain> toolchain) {
  const Config& c = **config;
  if (c.dialect != Dialect::kOe) return r.not_applicable(reasons::kNoOeConfig);
  for (const KeyStatement& s : ineffective_keys(c, *toolchain)) {
    const Node& value = s.entry->value;
    if (s.when->contradiction)
      r.fail_as(Severity::kWarning, s.at, kContradicts, s.spec->key, value.text, *toolchain,
                s.when->key, s.other);
    else if (s.other_is_default)
      r.fail(s.at, kDefault, s.spec->key, value.text, *toolchain, s.when->key, s.other);
    else
      r.fail(s.at, kStated, s.spec->key, value.text, *toolchain, s.when->key, s.other);
    if (const Entry* other = setting_entry(c, s.when->section, s.when->key))
      r.also(config_place(c, other->value.range), kOther, s.when->key, s.other);
    if (!s.when->contradiction && can_spare(c, {s}))
      r.fix({true,
             Message(kRemove, s.spec->key),
             {{Edit::Kind::kRemoveEntry, s.entry->key.range.begin, value.range.end, ""}}});
  }
}

}  // namespace

extern const Rule CFG023;
constinit const Rule CFG023 = rule<check>({
    .code = "CFG023",
    .name = "ineffective-option",
    .severity = Severity::kNote,
    .summary = {"a setting that has no effect because of another one",
                "因另一项设置而不起作用的设置"},
    .why = {"The model is built as if the setting were not there, and the tool says so at most in "
            "its log.",
            "模型按没有该设置的方式编译，工具最多在日志中提示。"},
    .fix = {"Remove the setting, or change the one that is named.",
            "删除该设置，或修改所指出的设置。"},
    .source = "hb_mapper manual ptq_process.md; OE-Skills horizon_tc_ui references/yaml",
});

}  // namespace npulint
