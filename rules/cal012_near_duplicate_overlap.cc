#include "lint/facts.h"
#include "lint/near_duplicates.h"
#include "lint/reasons.h"

namespace npulint {
namespace {

constexpr size_t kMostListed = 5;

constexpr Text kNear{
    "`{0}` of the evaluation set looks like `{1}` of the calibration set: {2} of the 64 bits of "
    "their perceptual hashes differ, and up to {3} count as one image; {4} of {5} evaluation "
    "images "
    "have such a twin",
    "评测集中的 `{0}` 与校准集中的 `{1}` 看起来相同：其感知哈希的 64 位中有 {2} 位不同，{3} "
    "位以内视为同一图像；{5} 张评测图像中有 {4} 张如此"};
constexpr Text kThere{"`{0}`", "`{0}`"};
constexpr Text kPair{"`{0}` looks like `{1}`: distance {2}", "`{0}` 与 `{1}` 相似：距离 {2}"};
constexpr Text kMore{"and {0} more", "另有 {0} 对"};
constexpr Text kUnseen{
    "images that could be read: {0} of {1} calibration files, {2} of {3} evaluation files; none of "
    "them look alike",
    "可读取的图像：校准文件 {1} 个中的 {0} 个，评测文件 {3} 个中的 {2} 个；其中没有相似的"};

void check(Report& r, Have<TheDataSets> sets, Maybe<TheNearDuplicates> near) {
  if (!sets->calibration && !sets->evaluation) return r.not_applicable(reasons::kNoSets);
  if (sets->waiver) return r.not_applicable(reasons::kSetsMayShare, *sets->waiver);
  if (!near)
    return sets->missing.empty() ? r.unknown(reasons::kOneSet) : r.unknown_with(sets->missing);
  const NearDuplicates& n = **near;
  if (!n.pairs.empty()) {
    const NearDuplicates::Pair& p = n.pairs[0];
    r.fail(p.evaluation_at, kNear, p.evaluation, p.calibration, p.distance, n.limit, n.pairs.size(),
           n.evaluation.entries)
        .also(p.calibration_at, kThere, p.calibration);
    for (size_t i = 1; i < n.pairs.size() && i < kMostListed; ++i)
      r.also(n.pairs[i].evaluation_at, kPair, n.pairs[i].evaluation, n.pairs[i].calibration,
             n.pairs[i].distance);
    if (n.pairs.size() > kMostListed)
      r.also(n.pairs[kMostListed].evaluation_at, kMore, n.pairs.size() - kMostListed);
    return;
  }
  if (n.calibration.images < n.calibration.entries || n.evaluation.images < n.evaluation.entries)
    r.unknown(kUnseen, n.calibration.images, n.calibration.entries, n.evaluation.images,
              n.evaluation.entries);
}

}  // namespace

extern const Rule CAL012;
constinit const Rule CAL012 = rule<check>({
    .code = "CAL012",
    .name = "near-duplicate-overlap",
    .severity = Severity::kWarning,
    .summary = {"an image of the evaluation set is one of the calibration set, encoded again or "
                "resized",
                "评测集中的图像是校准集图像重新编码或缩放后的副本"},
    .why = {"Digests tell copies apart that show the same picture: the quantised model is measured "
            "on images that its thresholds were fitted to.",
            "显示同一画面的副本摘要不同：量化模型在其阈值所拟合的图像上评测。"},
    .fix = {"Remove those images from one of the sets, or say why they may be in both as "
            "`overlap_reason` in `[data]`.",
            "从其中一个集合中删除这些图像，或在 `[data]` 的 `overlap_reason` 中写明允许的理由。"},
    .source = "C. Zauner, Implementation and Benchmarking of Perceptual Image Hash Functions "
              "(2010)",
    .opt_in = true,
});

}  // namespace npulint
