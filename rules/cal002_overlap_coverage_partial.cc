#include "lint/facts.h"

namespace npulint {
namespace {

constexpr Text kCalibration{
    "{0} of {1} calibration files have a digest: only these were compared with the evaluation set",
    "{1} 个校准文件中只有 {0} 个带有摘要：与评测集的比较只覆盖了一部分"};
constexpr Text kEvaluation{
    "{0} of {1} evaluation files have a digest: only these were compared with the calibration set",
    "{1} 个评测文件中只有 {0} 个带有摘要：与校准集的比较只覆盖了一部分"};
constexpr Text kNone{"the sets were not compared, or may share files",
                     "两个集合没有比较，或允许有相同的文件"};
constexpr Text kNoDigests{"a set without digests was compared by name alone (CAL001)",
                          "没有摘要的集合只按名称比较（CAL001）"};

void check(Report& r, Have<TheDataSets> sets) {
  if (!sets->overlap || sets->waiver) return r.not_applicable(kNone);
  const Overlap& o = *sets->overlap;
  if (o.calibration_known == 0 || o.evaluation_known == 0) return r.unknown(kNoDigests);
  if (o.calibration_known < o.calibration_size)
    r.fail(sets.at(), kCalibration, o.calibration_known, o.calibration_size);
  if (o.evaluation_known < o.evaluation_size)
    r.fail(sets.at(), kEvaluation, o.evaluation_known, o.evaluation_size);
}

}  // namespace

extern const Rule CAL002;
constinit const Rule CAL002 = rule<check>({
    .code = "CAL002",
    .name = "overlap-coverage-partial",
    .severity = Severity::kWarning,
    .summary = {"calibration and evaluation set could be compared in part only",
                "校准集与评测集只能部分比较"},
    .why = {"No overlap was found among the files that are known; the others may overlap.",
            "已知的文件之间没有发现重叠；其余文件仍可能重叠。"},
    .fix = {"Give a digest for every file: `sha256sum` over the folder, or name the folder itself.",
            "为每个文件提供摘要：对目录运行 `sha256sum`，或直接指定该目录。"},
    .source = "RDK Model Zoo manifests: 1 834 of 10 000 evaluation files with a digest",
});

}  // namespace npulint
