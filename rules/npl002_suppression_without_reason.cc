#include "lint/facts.h"

namespace npulint {
namespace {

void check(Report& r, Have<FileReasonlessIgnores> problems) {
  for (const Problem& p : *problems) r.fail_with(Severity::kError, p.at, p.what);
}

}  // namespace

extern const Rule NPL002;
constinit const Rule NPL002 = rule<check>({
    .code = "NPL002",
    .name = "suppression-without-reason",
    .severity = Severity::kError,
    .summary = {"an inline ignore gives no reason; it is not honoured",
                "行内忽略没有给出理由，不生效"},
    .why = {"Nobody can tell later whether a finding without a reason was judged or only silenced, "
            "so the finding is still reported.",
            "没有理由的忽略，事后无法判断是经过判断还是仅为消除告警，因此该发现仍会报告。"},
    .fix =
        {"Write `# npulint: ignore[CODE] -- why it does not matter here`, or remove the comment.",
         "写作 `# npulint: ignore[CODE] -- 在此无关紧要的原因`，或删除该注释。"},
    .source = "the suppression comments of npulint (docs/suppressions.md)",
    .identity = true,
});

}  // namespace npulint
