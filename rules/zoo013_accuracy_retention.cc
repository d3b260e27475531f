#include "lint/benchmark_check.h"
#include "lint/facts.h"

namespace npulint {
namespace {

constexpr Text kClash{
    "`{0}` records that {1} of `{2}` is left; by its own numbers, {3} of {4}, it is between {5} % "
    "and {6} % (such entries of `{7}`: {8})",
    "`{0}` 记录 `{2}` 保留 {1}；而按其自身数值，{4} 降到 {3}，应在 {5} % 与 {6} % 之间（`{7}` "
    "中此类条目共 {8} 个）"};
constexpr Text kValues{
    "`{0}` keeps {1} % of `{2}` after quantisation ({3} of {4}), less than {5} % (such entries of "
    "`{6}`: {7} of {8})",
    "`{0}` 量化后 `{2}` 保留 {1} %（由 {4} 降到 {3}），低于 {5} %（`{6}` 的 {8} 个条目中有 {7} "
    "个如此）"};
constexpr Text kRecorded{
    "`{0}` keeps {1} % of `{2}` after quantisation, less than {3} % (such entries of `{4}`: {5} of "
    "{6})",
    "`{0}` 量化后 `{2}` 保留 {1} %，低于 {3} %（`{4}` 的 {6} 个条目中有 {5} 个如此）"};
constexpr Text kBase{"of the float model", "浮点模型"};
constexpr Text kAfter{"after quantisation", "量化后"};

// The worst of the sample.
void below(Report& r, const BenchmarkCheck::Sample& s) {
  const Retention& w = s.below.front();
  const std::string percent = percent_text(w.percent), limit = percent_text(w.limit);
  if (w.base.empty())
    r.fail(w.at, kRecorded, w.variant, percent, w.metric, limit, s.sample, s.below.size(),
           s.retained);
  else
    r.fail(w.at, kValues, w.variant, percent, w.metric, w.after, w.base, limit, s.sample,
           s.below.size(), s.retained);
}

void check(Report& r, Have<TheBenchmarks> benchmarks) {
  const BenchmarkCheck& b = **benchmarks;
  for (const BenchmarkCheck::Sample& s : b.samples) {
    if (!s.clash.empty()) {
      const RetentionClash& c = s.clash.front();
      r.fail_as(Severity::kError, c.at, kClash, c.entry, c.written, c.metric, c.after, c.base,
                percent_text(c.lowest), percent_text(c.highest), s.sample, s.clash.size());
      r.also(c.base_at, kBase).also(c.after_at, kAfter);
    }
    if (!s.below.empty()) below(r, s);
  }
  if (r.items.empty() && !b.unmeasured.empty()) r.unknown_with(b.unmeasured);
}

}  // namespace

extern const Rule ZOO013;
constinit const Rule ZOO013 = rule<check>({
    .code = "ZOO013",
    .name = "accuracy-retention",
    .severity = Severity::kWarning,
    .summary = {"the quantised model has lost more accuracy than models of its family do, or the "
                "recorded retention does not follow from the numbers beside it",
                "量化模型的精度损失超过同类模型，或记录的精度保持率与旁边的数值不符"},
    .why =
        {"A large loss mostly is a fault of the conversion (calibration data, a tail in int8, "
         "preprocessing), not the price of int8. A retention that its own numbers do not give "
         "was copied or mistyped.",
         "损失过大多半是转换有误（校准数据、int8 末端、预处理），而非 int8 的必然代价。与自身数值"
         "不符的保持率是抄错或写错的。"},
    .fix = {"Convert again: look at the similarities in the log of the build (`npulint inspect`), "
            "and give the layers that lose int16. Work a recorded retention out again. Limits are "
            "npulint's: below one is no proof.",
            "重新转换：查看编译日志中的相似度（`npulint inspect`），给损失大的层设 int16。"
            "重新计算记录的保持率。阈值由 npulint 给出，低于阈值并非定论。"},
    .source = "published benchmarks of RDK Model Zoo 2.0 (s-v1.1.2): most pairs keep 95 %, and "
              "80 % for objects of one size; YOLOv10 m to x keep 85 to 90 %",
    .confidence = Confidence::kMedium,
});

}  // namespace npulint
