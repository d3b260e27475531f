#include "lint/facts.h"

namespace npulint {
namespace {

void check(Report& r, Have<FileStaleEntries> problems) {
  for (const Problem& p : *problems) r.fail_with(Severity::kWarning, p.at, p.what);
}

}  // namespace

extern const Rule NPL005;
constinit const Rule NPL005 = rule<check>({
    .code = "NPL005",
    .name = "stale-baseline-entry",
    .severity = Severity::kWarning,
    .summary = {"a baseline entry matches no finding, or one with other values",
                "基线条目没有匹配任何发现，或匹配到的发现数值不同"},
    .why = {"An entry that is left behind hides the same mistake when it comes back; one whose "
            "values changed no longer tells what was accepted.",
            "残留的条目会在同样的错误再次出现时将其掩盖；数值已变的条目不再反映当初接受的情况。"},
    .fix =
        {"`npulint baseline prune` removes such entries; `npulint baseline update` takes what is "
         "there now.",
         "`npulint baseline prune` 删除这类条目；`npulint baseline update` 记录当前的发现。"},
    .source = "the baseline of npulint (docs/suppressions.md); reported only where the rule ran on "
              "that file with all that it could use",
    .identity = true,
});

}  // namespace npulint
