#include "lint/facts.h"

namespace npulint {
namespace {

void check(Report& r, Have<FileUnknownCodes> problems) {
  for (const Problem& p : *problems) r.fail_with(Severity::kError, p.at, p.what);
}

}  // namespace

extern const Rule NPL004;
constinit const Rule NPL004 = rule<check>({
    .code = "NPL004",
    .name = "unknown-rule-code",
    .severity = Severity::kError,
    .summary = {"a suppression names a rule that does not exist, none, or one that no comment can "
                "ignore",
                "抑制所写的规则不存在、未写明规则，或该规则不能用注释忽略"},
    .why = {"It suppresses nothing: the finding that it was written for is still reported.",
            "它不会抑制任何发现：原本要忽略的发现仍会报告。"},
    .fix = {"Write the code or the name that `npulint rules` lists; for a rule that cannot be "
            "ignored inline use [[ignore]] in npulint.toml.",
            "写 `npulint rules` 所列的代码或名称；不能行内忽略的规则请用 npulint.toml 中的 "
            "[[ignore]]。"},
    .source = "the suppression comments and the baseline of npulint (docs/suppressions.md)",
    .identity = true,
});

}  // namespace npulint
