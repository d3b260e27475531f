#include "lint/facts.h"
#include "lint/overlap_check.h"

namespace npulint {
namespace {

constexpr Text kSame{
    "`{0}` of the evaluation set is `{1}` of the calibration set: {2} of {3} calibration "
    "files are in both, by content",
    "评测集中的 `{0}` 就是校准集中的 `{1}`：按内容比较，{3} 个校准文件中有 {2} 个同时在两个集合中"};
constexpr Text kNamed{
    "`{0}` stands in both sets, by name alone: {1} of {2} calibration files; no digest "
    "tells whether they are the same",
    "`{0}` 仅按名称同时出现在两个集合中：{2} 个校准文件中有 {1} 个；没有摘要可以说明内容是否相同"};
constexpr Text kMade{
    "by their names, `{0}` of the evaluation set may be the image of `{1}` of the calibration set: "
    "{2} of {3} calibration files; no digest tells whether it is",
    "按名称判断，评测集的 `{0}` 可能就是校准集 `{1}` 的图像：{3} 个校准文件中有 {2} 个；"
    "没有摘要可以证实"};
constexpr Text kThere{"`{0}`", "`{0}`"};
constexpr Text kPair{"`{0}` is `{1}` too", "`{0}` 也是 `{1}`"};
constexpr Text kNested{"the calibration folder lies in the evaluation folder (CAL010)",
                       "校准目录位于评测目录中（CAL010）"};
constexpr Text kNoDigests{"neither set has digests to compare ({0} and {1} entries)",
                          "两个集合没有可比较的摘要（分别有 {0} 和 {1} 个条目）"};

void check(Report& r, Have<TheDataSets> sets) {
  if (!comparable(r, *sets)) return;
  const Overlap& o = *sets->overlap;
  const auto others = [&](const std::vector<Overlap::Pair>& pairs) {
    r.also(pairs[0].calibration_at, kThere, pairs[0].calibration);
    for (size_t i = 1; i < pairs.size(); ++i)
      r.also(pairs[i].evaluation_at, kPair, pairs[i].evaluation, pairs[i].calibration);
  };
  if (!o.by_content.empty()) {
    const Overlap::Pair& p = o.by_content[0];
    r.fail(p.evaluation_at, kSame, p.evaluation, p.calibration, o.by_content.size(),
           o.calibration_size);
    others(o.by_content);
  }
  if (!o.by_name.empty()) {
    const Overlap::Pair& p = o.by_name[0];
    const size_t n = o.by_name.size();
    const auto base = [](const std::string& s) { return s.substr(s.find_last_of("/\\") + 1); };
    if (base(p.evaluation) == base(p.calibration))
      r.fail_as(Severity::kNote, p.evaluation_at, kNamed, p.evaluation, n, o.calibration_size);
    else
      r.fail_as(Severity::kNote, p.evaluation_at, kMade, p.evaluation, p.calibration, n,
                o.calibration_size);
    others(o.by_name);
  }
  if (r.items.empty() && o.one_folder_in_other) return r.unknown(kNested);
  if (r.items.empty() && (o.calibration_known == 0 || o.evaluation_known == 0))
    r.unknown(kNoDigests, o.calibration_size, o.evaluation_size);
}

}  // namespace

extern const Rule CAL001;
constinit const Rule CAL001 = rule<check>({
    .code = "CAL001",
    .name = "calibration-evaluation-overlap",
    .severity = Severity::kError,
    .summary = {"an image of the evaluation set was used for calibration",
                "评测集中的图像被用于校准"},
    .why = {"The quantised model is measured on images that its thresholds were fitted to: the "
            "retention that is reported is too good.",
            "量化模型在其阈值所拟合的图像上评测：报告的精度保持率偏高。"},
    .fix = {"Take calibration images from the training set. Where the overlap is wanted (MLPerf "
            "calibrates on the validation set), say why as `overlap_reason` in `[data]`.",
            "从训练集中选取校准图像。若确需重叠（MLPerf 在验证集上校准），请在 `[data]` 的 "
            "`overlap_reason` 中写明理由。"},
    .source = "MLPerf inference rules, calibration data set; RDK Model Zoo quantisation guide "
              "calibrates on ILSVRC2012_val images",
});

}  // namespace npulint
