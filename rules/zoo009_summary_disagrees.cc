#include "lint/facts.h"
#include "lint/release_check.h"

namespace npulint {
namespace {

constexpr Text kCount{"`summary.{0}` is {1}, the entries give {2}",
                      "`summary.{0}` 为 {1}，按条目统计为 {2}"};
constexpr Text kCut{"the manifest was not read to its end", "清单未能完整读取"};
constexpr Text kNone{"the manifest states no counts", "清单没有给出统计数"};

void check(Report& r, Have<TheRelease> release) {
  const Manifest& m = *(*release)->manifest;
  if (m.summary.empty()) return r.not_applicable(kNone);
  if (!m.complete) return r.unknown(kCut);
  for (const SummaryClash& c : summary_clashes(m))
    r.fail(c.stated->at, kCount, c.key, **c.stated, c.counted);
}

}  // namespace

extern const Rule ZOO009;
constinit const Rule ZOO009 = rule<check>({
    .code = "ZOO009",
    .name = "summary-disagrees",
    .severity = Severity::kError,
    .summary = {"a count of the summary is not that of the entries", "汇总中的统计数与条目不符"},
    .why = {"A stale summary hides that entries were lost or added without review.",
            "过期的汇总会掩盖条目的丢失或未经审查的增加。"},
    .fix = {"Write the summary again from the entries.", "按条目重新生成汇总。"},
    .source = "RDK Model Zoo: a release whose summary stayed at 177 assets when eight were added",
});

}  // namespace npulint
