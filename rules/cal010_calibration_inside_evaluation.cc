#include "lint/facts.h"
#include "lint/overlap_check.h"

namespace npulint {
namespace {

constexpr Text kInside{
    "the calibration file `{0}` lies in the evaluation set as `{1}`: {2} of {3} calibration files, "
    "by their paths",
    "校准文件 `{0}` 位于评测集中（`{1}`）：按路径判断，{3} 个校准文件中有 {2} 个"};
constexpr Text kPair{"`{0}` is `{1}` too", "`{0}` 也是 `{1}`"};
constexpr Text kEmpty{"the calibration set has no entries", "校准集没有条目"};

void check(Report& r, Have<TheDataSets> sets) {
  if (!comparable(r, *sets)) return;
  if (sets->overlap->calibration_size == 0) return r.unknown(kEmpty);
  const auto& pairs = sets->overlap->by_path;
  if (pairs.empty()) return;
  r.fail(pairs[0].calibration_at, kInside, pairs[0].calibration, pairs[0].evaluation, pairs.size(),
         sets->overlap->calibration_size);
  for (size_t i = 1; i < pairs.size(); ++i)
    r.also(pairs[i].calibration_at, kPair, pairs[i].calibration, pairs[i].evaluation);
}

}  // namespace

extern const Rule CAL010;
constinit const Rule CAL010 = rule<check>({
    .code = "CAL010",
    .name = "calibration-inside-evaluation",
    .severity = Severity::kWarning,
    .summary = {"calibration files lie in the evaluation set, by their paths",
                "按路径判断，校准文件位于评测集中"},
    .why = {"The quantised model is measured on images that its thresholds were fitted to: the "
            "retention that is reported is too good.",
            "量化模型在其阈值所拟合的图像上评测：报告的精度保持率偏高。"},
    .fix = {"Take calibration images from the training set. Where the overlap is wanted, say why "
            "as `overlap_reason` in `[data]`.",
            "从训练集中选取校准图像。若确需重叠，请在 `[data]` 的 `overlap_reason` 中写明理由。"},
    .source = "RDK Model Zoo quantisation guide calibrates on ILSVRC2012_val images; MLPerf "
              "inference rules, calibration data set",
});

}  // namespace npulint
