#include "lint/facts.h"
#include "lint/stage_chain.h"

namespace npulint {
namespace {

constexpr Text kFloatStage{
    "bit equality of `{0}` and `{1}` is demanded, but `{2}` is computed in floating point",
    "要求 `{0}` 与 `{1}` 逐比特一致，但 `{2}` 以浮点计算"};
constexpr Text kInexact{
    "bit equality of `{0}` and `{1}` is demanded, but not every operator is an integer operator of "
    "the BPU: {2} are not, such as `{3}` ({4})",
    "要求 `{0}` 与 `{1}` 逐比特一致，但并非所有算子都是 BPU 的整数算子：有 {2} 个不是，例如 "
    "`{3}`（{4}）"};
constexpr Text kHere{"`{0}`", "`{0}`"};
constexpr Text kNotDemanded{"bit equality is not demanded", "没有要求逐比特一致"};
constexpr Text kSameStage{"both sides are the same stage", "两侧是同一阶段"};
constexpr Text kNoOperators{
    "nothing that is there lists the operators of `{0}` and `{1}`: no quantised ONNX, no log with "
    "a table of nodes",
    "现有文件没有列出 `{0}` 与 `{1}` 的算子：没有 quantized ONNX，也没有带节点表的日志"};

void check(Report& r, Have<CompareExact> exact, Have<CompareLeft> left, Have<CompareRight> right) {
  const ComparedStage &a = **left, &b = **right;
  if (!*exact) return r.not_applicable(kNotDemanded);
  if (a.kind == b.kind) return r.not_applicable(kSameStage);
  if (a.is_float || b.is_float) {
    r.fail(exact.at(), kFloatStage, a.name, b.name, a.is_float ? a.name : b.name);
    return;
  }
  const auto& inexact = a.inexact.size() >= b.inexact.size() ? a.inexact : b.inexact;
  if (!inexact.empty())
    r.fail(exact.at(), kInexact, a.name, b.name, inexact.size(), inexact[0].op, inexact[0].why)
        .also(inexact[0].at, kHere, inexact[0].op);
  else if (!a.looked && !b.looked)
    r.unknown(kNoOperators, a.name, b.name);
}

}  // namespace

extern const Rule STG008;
constinit const Rule STG008 = rule<check>({
    .code = "STG008",
    .name = "bit-exactness-expected",
    .severity = Severity::kWarning,
    .summary = {"bit equality is demanded of stages that are computed in floating point",
                "对以浮点计算的阶段要求逐比特一致"},
    .why = {"Floating point operators (fp16, fp32) and CPU operators round differently on the host "
            "and on the board: the comparison fails though nothing is wrong.",
            "浮点算子（fp16、fp32）和 CPU "
            "算子在主机与板端的舍入不同：即使一切正常，比对也会失败。"},
    .fix =
        {"Compare the accuracy on a data set, stable bad cases and several frames, or the "
         "cosine similarity; demand bit equality only of integer models.",
         "比较数据集精度、稳定 badcase 与多帧结果，或余弦相似度；只对全整数模型要求逐比特一致。"},
    .source = "Horizon OE manual, consistency of the ONNX quantisation chain: with float operators "
              "quantized.bc and hbm cannot be equal bit by bit",
    .confidence = Confidence::kMedium,
});

}  // namespace npulint
