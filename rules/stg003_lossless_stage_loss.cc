#include <algorithm>

#include "lint/facts.h"
#include "lint/stage_metric.h"
#include "lint/stages.h"
#include "lint/tensor.h"

namespace npulint {
namespace {

constexpr Text kLoss{
    "{0} falls from {1} ({2}) to {3} ({4}), but both are the same float model: the evaluation "
    "differs, not the model",
    "{0} 从 {1}（{2}）降到 {3}（{4}），但两者是同一个浮点模型：不同的是评测过程，而不是模型"};
constexpr Text kBefore{"{0}: {1}", "{0}：{1}"};
constexpr Text kNoPair{"the contract states no metric for both float stages",
                       "契约没有同时给出两个浮点阶段的指标"};
constexpr Text kNoStage{"the contract states no metrics of stages", "契约没有给出各阶段的指标"};
constexpr Text kDirection{"whether more of `{0}` is better is not known",
                          "不清楚 `{0}` 是否越大越好"};
// Two runtimes may rank a borderline sample differently: a thousandth is no loss.
constexpr double kRounding = 1e-3;

void check(Report& r, Have<TheContract> contract) {
  if ((*contract)->stages.empty()) return r.not_applicable(kNoStage);
  bool compared = false;
  for (const Contract::StageMetric& before : (*contract)->stages)
    for (const Contract::StageMetric& after : (*contract)->stages) {
      if (!is_stage(before, "original") || !is_stage(after, "optimized")) continue;
      if (!same_metric(before, after)) continue;
      if (!more_is_better(*before.metric)) return r.unknown(kDirection, *before.metric);
      compared = true;
      if (*before.value - *after.value <= kRounding * std::max(*before.value, kRounding)) continue;
      r.fail(after.value.at, kLoss, *after.metric, number_text(*before.value), *before.name,
             number_text(*after.value), *after.name)
          .also(before.value.at, kBefore, *before.name, number_text(*before.value));
      const StageTable& table = StageTable::get();
      for (const StageStep* s :
           table.steps("", *table.kind("original_float"), *table.kind("optimized_float")))
        for (Message& line : step_lines(*s)) r.also_with(after.value.at, std::move(line));
    }
  if (!compared) r.unknown(kNoPair);
}

}  // namespace

extern const Rule STG003;
constinit const Rule STG003 = rule<check>({
    .code = "STG003",
    .name = "lossless-stage-loss",
    .severity = Severity::kWarning,
    .summary = {"a metric falls between the original and the optimised float model",
                "指标在原始浮点模型与优化后浮点模型之间下降"},
    .why = {"The optimised float model is the same function: what falls there is lost by the "
            "evaluation, often by preprocessing that is applied twice, and is then blamed on "
            "quantisation.",
            "优化后的浮点模型是同一个函数：此处的下降来自评测过程，常见原因是预处理做了两次，"
            "之后却被归咎于量化。"},
    .fix = {"Evaluate both with the same preprocessing; look whether the optimised model holds "
            "preprocessing of its own.",
            "用相同的预处理评测两者；检查优化后的模型是否自带预处理。"},
    .source = "forum thread on YOLOv8 stages: original float 0.809, optimised float 0.778",
    .confidence = Confidence::kMedium,
});

}  // namespace npulint
