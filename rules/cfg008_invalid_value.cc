#include "lint/config_check.h"
#include "lint/facts.h"
#include "lint/reasons.h"

namespace npulint {
namespace {

constexpr Text kTool{"which values are legal depends on the toolchain, which `march` does not tell",
                     "合法取值取决于工具链，而 `march` 无法确定工具链"};
constexpr Text kMarchNear{"`march` is `{0}`, which no toolchain knows; the nearest is `{1}`",
                          "`march` 为 `{0}`，没有工具链认识；最接近的是 `{1}`"};
constexpr Text kBoard{"`march` is `{0}`, which names {1} and no march; its march is `{2}`",
                      "`march` 为 `{0}`，这是 {1} 的名称，不是 march；它的 march 是 `{2}`"};
constexpr Text kMarch{"`march` is `{0}`, which no toolchain knows; known are {1}",
                      "`march` 为 `{0}`，没有工具链认识；已知的有 {1}"};
constexpr Text kBool{"`{0}` is `{1}`, not a boolean; {2}: {3}, unquoted",
                     "`{0}` 为 `{1}`，不是布尔值；{2}：不加引号的 {3}"};
constexpr Text kCase{"`{0}` is `{1}`; the documents spell it `{2}`",
                     "`{0}` 为 `{1}`；文档中的写法是 `{2}`"};
constexpr Text kVersion{
    "`{0}` is `{1}`, which is legal in {2} only; accepted otherwise by {3}: {4}",
    "`{0}` 为 `{1}`，仅在 {2} 中合法；其他情况下 {3} 接受：{4}"};
constexpr Text kNumbers{"`{0}` is `{1}`; it must be numbers with blanks between them",
                        "`{0}` 为 `{1}`；应为以空格分隔的数字"};
constexpr Text kValue{"`{0}` is `{1}`; accepted by {2}: {3}", "`{0}` 为 `{1}`；{2} 接受：{3}"};
constexpr Text kFor{"`{0}` is `{1}`; {2} for {3} accepts {4}",
                    "`{0}` 为 `{1}`；{2} 在 {3} 上接受 {4}"};
constexpr Text kNeeds{"`{0}` is `{1}` without `{2}`, which {3} refuses",
                      "`{0}` 为 `{1}` 但缺少 `{2}`，{3} 会拒绝"};

constexpr Text kHelp{
    "Write a value that the tool accepts: `npulint explain --key NAME` lists them.",
    "改写为工具接受的取值：`npulint explain --key NAME` 会列出它们。"};
constexpr Text kReason{
    "The tool stops when it reads the config, or takes another value than the one written.",
    "工具读取配置时报错退出，或采用与所写不同的值。"};
constexpr Text kSummary{"a value that the toolchain does not accept for this march",
                        "工具链在该 march 上不接受的取值"};

void say(Report& r, const BadValue& b, const std::string& tool, const std::string& march) {
  const std::string& key = b.spec->key;
  if (b.why == BadValue::Why::kOtherCase)
    r.fail_as(Severity::kNote, b.at, kCase, key, b.written, b.near);
  else if (b.why == BadValue::Why::kSomeVersion)
    r.fail_as(Severity::kNote, b.at, kVersion, key, b.written, b.versions, tool, b.accepted);
  else if (b.spec->type == "numbers")
    r.fail(b.at, kNumbers, key, b.written);
  else if (b.spec->type == "bool")
    r.fail(b.at, kBool, key, b.written, tool, b.accepted);
  else if (key == "march")
    b.near.empty() ? r.fail(b.at, kMarch, b.written, b.accepted)
                   : r.fail(b.at, kMarchNear, b.written, b.near);
  else
    march.empty() ? r.fail(b.at, kValue, key, b.written, tool, b.accepted)
                  : r.fail(b.at, kFor, key, b.written, tool, march, b.accepted);
}

void check(Report& r, Have<TheConfig> config, Maybe<Toolchain> toolchain,
           Maybe<ConfigPlatform> platform, Maybe<MarchMeant> meant, Maybe<TheToolVersion> v) {
  const Config& c = **config;
  if (c.dialect != Dialect::kOe) return r.not_applicable(reasons::kNoOeConfig);
  const std::string tool = toolchain ? *toolchain : "", march = platform ? (*platform)->march : "";
  const ToolVersion* version = v ? &*v : nullptr;
  for (const BadValue& b : bad_values(c, tool, march, version))
    meant&& b.spec->key == "march"
        ? void(r.fail(b.at, kBoard, b.written, meant->board, meant->marches[0]))
        : say(r, b, toolchains_text(tool), march);
  for (const MissingKey& m : missing_keys(c, tool, version))
    if (const Entry* e = m.when ? setting_entry(c, m.when->section, m.when->key) : nullptr;
        e && !m.when->versions.empty())
      r.fail_as(m.in_some_version ? Severity::kNote : Severity::kError,
                config_place(c, e->value.range), kNeeds, m.when->key, m.because, m.spec->key,
                m.when->versions[0]);
  if (!toolchain && r.items.empty()) r.unknown(kTool);
}

}  // namespace

extern const Rule CFG008;
constinit const Rule CFG008 = rule<check>({
    .code = "CFG008",
    .name = "invalid-value",
    .severity = Severity::kError,
    .summary = kSummary,
    .why = kReason,
    .fix = kHelp,
    .source = "hb_mapper manual ptq_process.md; OE-Skills horizon_tc_ui references/yaml",
});

}  // namespace npulint
