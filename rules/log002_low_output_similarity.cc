#include "lint/facts.h"
#include "lint/log_check.h"

namespace npulint {
namespace {

constexpr Text kLoss{
    "output `{0}` of the quantised model has a similarity of {1} to the float model: below {2} "
    "accuracy is clearly lost",
    "量化模型的输出 `{0}` 与浮点模型的相似度为 {1}：低于 {2} 时精度明显损失"};
constexpr Text kLossAfter{
    "output `{0}` has a similarity of {1} to the float model, and had {3} after calibration: below "
    "{2} accuracy is clearly lost",
    "输出 `{0}` 与浮点模型的相似度为 {1}，而校准后为 {3}：低于 {2} 时精度明显损失"};
constexpr Text kLow{
    "{0} of {1} outputs have a similarity to the float model below {2}, the lowest `{3}` with {4}",
    "{1} 个输出中有 {0} 个与浮点模型的相似度低于 {2}，最低为 `{3}`（{4}）"};
constexpr Text kRow{"`{0}` {1}", "`{0}` {1}"};
constexpr Text kNone{"the log of {0} lists no similarity of outputs",
                     "{0} 的日志没有列出输出相似度"};

void check(Report& r, Have<TheBuildLog> log) {
  const BuildLog& l = **log;
  const LogLimits& limits = log_limits();
  const std::string tool = l.tool ? *l.tool : "";
  if (tool == "hb_model_modifier" || tool == "hb_mapper checker")
    return r.not_applicable(kNone, tool);
  Similarities low = outputs_below(l, 2);
  if (low.empty()) return r.unknown(kNone, tool);
  low = outputs_below(l, limits.fine);
  for (const auto* row : low) {
    const double s = *similarity(*row);
    if (s >= limits.loss) continue;
    const std::string value = similarity_text(s), limit = similarity_text(limits.loss);
    if (row->calibrated && row->cosine)
      r.fail_as(Severity::kError, row->at, kLossAfter, row->name, value, limit,
                similarity_text(*row->calibrated));
    else
      r.fail_as(Severity::kError, row->at, kLoss, row->name, value, limit);
  }
  std::erase_if(low, [&](const auto* row) {  // the gap says more
    return *similarity(*row) < limits.loss || has_gap(*row);
  });
  if (low.empty()) return;
  r.fail_as(Severity::kNote, low[0]->at, kLow, low.size(), l.outputs.size(),
            similarity_text(limits.fine), low[0]->name, similarity_text(*similarity(*low[0])));
  for (size_t i = 1; i < low.size(); ++i)
    r.also(low[i]->at, kRow, low[i]->name, similarity_text(*similarity(*low[i])));
}

}  // namespace

extern const Rule LOG002;
constinit const Rule LOG002 = rule<check>({
    .code = "LOG002",
    .name = "low-output-similarity",
    .severity = Severity::kWarning,
    .summary = {"outputs of the quantised model differ from those of the float model",
                "量化模型的输出与浮点模型不一致"},
    .why = {"The build succeeds whatever its outputs have become; the similarity of one sample is "
            "the first sign.",
            "无论输出变成什么样，编译都会成功；单个样本的相似度是最早的迹象。"},
    .fix = {"Measure the accuracy of the calibrated and of the quantised model on real data, and "
            "follow the lowest nodes (`npulint inspect` lists them). A similarity is of one "
            "sample: it is a hint, not a measurement.",
            "用真实数据评测校准模型与量化模型的精度，并从相似度最低的节点查起（`npulint inspect` "
            "会列出）。相似度只针对一个样本：它是提示，不是评测。"},
    .source = "RDK X3 documentation, ptq_process.md: 0.99 and above is usually fine, below 0.8 "
              "there is a clear loss; for reference only",
});

}  // namespace npulint
