#include "lint/config_check.h"
#include "lint/facts.h"
#include "lint/reasons.h"

namespace npulint {
namespace {

constexpr Text kIncomplete{"the config could be read in part only", "配置只能读出一部分"};
constexpr Text kTool{
    "which keys are required depends on the toolchain, which `march` does not tell",
    "必填的键取决于工具链，而 `march` 无法确定工具链"};
constexpr Text kOpen{
    "an alias, a merge key or a placeholder may bring the keys that are not written out",
    "未写出的键可能由别名、合并键或占位符带入"};
constexpr Text kSection{"the section `{0}` is absent or empty; required by {1}: {2}",
                        "段 `{0}` 缺失或为空；{1} 必填：{2}"};
constexpr Text kNoMapping{"the section `{0}` is no mapping of keys, which {1} expects",
                          "段 `{0}` 不是键的映射，而 {1} 要求映射"};
constexpr Text kDefault{"`{0}` is absent from `{1}`; the manual calls it required, {2} takes `{3}`",
                        "`{1}` 缺少 `{0}`；手册要求必填，{2} 采用 `{3}`"};
constexpr Text kMisspelt{"`{0}` is absent from `{1}`, required by {2}; is `{3}` meant?",
                         "`{1}` 缺少 {2} 必填的 `{0}`；`{3}` 是否为笔误？"};
constexpr Text kKey{"`{0}` is absent from `{1}`; required by {2}", "`{1}` 缺少 `{0}`；{2} 必填"};
constexpr Text kBlank{"`{0}` of `{1}` has no value; {2} requires one",
                      "`{1}` 的 `{0}` 没有值；{2} 要求填写"};
constexpr Text kStands{"`{0}` without a value", "`{0}` 没有值"};
constexpr Text kInputs{"`{0}` is absent from `{1}`, but `{2}` lists several inputs",
                       "`{1}` 缺少 `{0}`，但 `{2}` 列出多个输入"};
constexpr Text kUnless{"`{0}` is absent from `{1}`; {2} requires it unless `{3}` is {4}",
                       "`{1}` 缺少 `{0}`；除非 `{3}` 为 {4}，{2} 必填"};
constexpr Text kSet{"`{0}` is absent from `{1}`; required beside `{2}`",
                    "`{1}` 缺少 `{0}`；与 `{2}` 同时必填"};
constexpr Text kWhen{"`{0}` is absent from `{1}`; {2} requires it because `{3}` is `{4}`",
                     "`{1}` 缺少 `{0}`；由于 `{3}` 为 `{4}`，{2} 必填"};
constexpr Text kRename{"write `{0}`; the model is then compiled with that setting",
                       "改写为 `{0}`；模型随之按该设置编译"};
constexpr Text kReason{
    "Without a key that it needs the tool stops when it reads the config, after the environment "
    "was prepared; where it has a default of its own, that is what the model is built with.",
    "缺少必需的键时，工具在读取配置时报错退出；若工具自带默认值，则按该默认值构建。"};
constexpr Text kHelp{"Add the key to the section that is named, or mend its spelling.",
                     "在所指出的段中补上该键，或改正其拼写。"};

void say(Report& r, const MissingKey& m, const std::string& tool, const std::string& fallback) {
  if (m.no_mapping)
    r.fail(m.at, kNoMapping, m.section, tool);
  else if (!m.spec)
    r.fail(m.at, kSection, m.section, tool, m.keys);
  else if (m.blank.known() && !m.when && !m.has_default)
    r.fail(m.blank, kBlank, m.spec->key, m.section, tool);
  else if (!m.misspelt.empty())
    r.fail(m.at, kMisspelt, m.spec->key, m.section, tool, m.misspelt);
  else if (m.has_default)
    r.fail_as(Severity::kNote, m.at, kDefault, m.spec->key, m.section, tool, fallback);
  else if (!m.when)
    r.fail(m.at, kKey, m.spec->key, m.section, tool);
  else if (m.when->kind == Condition::Kind::kSeveralInputs)
    r.fail(m.at, kInputs, m.spec->key, m.section, m.because);
  else if (m.when->kind == Condition::Kind::kNoneOf)
    r.fail(m.at, kUnless, m.spec->key, m.section, tool, m.when->key, m.because);
  else if (m.when->kind == Condition::Kind::kSet)
    r.fail(m.at, kSet, m.spec->key, m.section, m.when->key);
  else
    r.fail(m.at, kWhen, m.spec->key, m.section, tool, m.when->key, m.because);
  if (m.blank.known() && (m.when || m.has_default)) r.also(m.blank, kStands, m.spec->key);
  if (!m.misspelt.empty() && is_slip(m.misspelt, m.spec->key))
    r.fix({false, Message(kRename, m.spec->key), {replace_range(m.at, m.spec->key)}});
}

void check(Report& r, Have<TheConfig> config, Maybe<Toolchain> toolchain) {
  const Config& c = **config;
  if (c.dialect != Dialect::kOe) return r.not_applicable(reasons::kNoOeConfig);
  if (!c.complete) return r.unknown(kIncomplete);
  const std::string tool = toolchain ? *toolchain : "";
  for (const MissingKey& m : missing_keys(c, tool))
    if (!m.when || m.when->versions.empty())  // what only some versions require is CFG008's
      say(r, m, toolchains_text(tool), m.spec && !tool.empty() ? m.spec->fallback(tool) : "");
  if (r.items.empty() && brings_keys(c, tool)) return r.unknown(kOpen);
  if (!toolchain && r.items.empty()) r.unknown(kTool);
}

}  // namespace

extern const Rule CFG005;
constinit const Rule CFG005 = rule<check>({
    .code = "CFG005",
    .name = "missing-required-key",
    .severity = Severity::kError,
    .summary = {"a key that the toolchain requires is absent", "缺少工具链必填的键"},
    .why = kReason,
    .fix = kHelp,
    .source = "hb_mapper manual ptq_process.md; OE-Skills horizon_tc_ui references/yaml",
});

}  // namespace npulint
