#include "lint/config_use.h"
#include "lint/facts.h"
#include "lint/reasons.h"

namespace npulint {
namespace {

constexpr Text kKey{
    "`{0}` is a key of {1}; `march` makes this a config of {2}, which has no such key",
    "`{0}` 是 {1} 的键；`march` 表明这是 {2} 的配置，后者没有这个键"};

void check(Report& r, Have<TheConfig> config, Have<Toolchain> toolchain) {
  if ((*config)->dialect != Dialect::kOe) return r.not_applicable(reasons::kNoOeConfig);
  for (const KeyStatement& s : foreign_keys(**config, *toolchain))
    r.fail(s.at, kKey, s.spec->key, other_toolchain(*toolchain), *toolchain);
}

}  // namespace

extern const Rule CFG006;
constinit const Rule CFG006 = rule<check>({
    .code = "CFG006",
    .name = "key-of-other-toolchain",
    .severity = Severity::kError,
    .summary = {"a key that only the other toolchain has", "只有另一工具链才有的键"},
    .why = {"A config that was ported by changing `march` keeps keys that the other tool does not "
            "have: it stops, or builds without the setting.",
            "只改 `march` "
            "移植的配置保留了另一工具没有的键：工具报错退出，或在没有该设置的情况下编译。"},
    .fix = {"Remove the key, or correct `march`.", "删除该键，或更正 `march`。"},
    .source = "hb_mapper manual ptq_process.md; OE-Skills horizon_tc_ui references/yaml",
});

}  // namespace npulint
