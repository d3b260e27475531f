#include "lint/facts.h"

namespace npulint {
namespace {

void check(Report& r, Have<FileUnusedIgnores> problems) {
  for (const Problem& p : *problems) r.fail_with(Severity::kWarning, p.at, p.what);
}

}  // namespace

extern const Rule NPL003;
constinit const Rule NPL003 = rule<check>({
    .code = "NPL003",
    .name = "unused-suppression",
    .severity = Severity::kWarning,
    .summary = {"an inline ignore or an [[ignore]] of npulint.toml matches no finding",
                "行内忽略或 npulint.toml 中的 [[ignore]] 没有匹配任何发现"},
    .why = {"What it was for is mended or never was; left in place it hides the next finding of "
            "that kind.",
            "它所针对的问题已经修复或从未存在；留着它会掩盖下一个同类发现。"},
    .fix = {"Remove it; renew or remove an [[ignore]] that has expired.",
            "将其删除；过期的 [[ignore]] 应续期或删除。"},
    .source = "the suppressions of npulint (docs/suppressions.md); reported only where the rule "
              "ran on that file with all that it could use",
    .identity = true,
});

}  // namespace npulint
