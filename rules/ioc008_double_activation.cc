#include "lint/facts.h"

namespace npulint {
namespace {

constexpr Text kSigmoid{
    "`{0}` leaves the graph through {1} `{2}`, and the application applies sigmoid again: every "
    "score lands in 0.5 to 0.73",
    "`{0}` 在计算图中已经过 {1} `{2}`，应用又做一次 sigmoid：所有得分都落在 0.5 到 0.73 之间"};
constexpr Text kSoftmax{
    "`{0}` leaves the graph through {1} `{2}`, and the application applies softmax again: the "
    "scores of all classes become nearly equal",
    "`{0}` 在计算图中已经过 {1} `{2}`，应用又做一次 softmax：各类别得分几乎相等"};
constexpr Text kIndices{
    "`{0}` leaves the graph through {1} `{2}`: its values are class numbers, and the application "
    "applies {3} to them",
    "`{0}` 在计算图中已经过 {1} `{2}`：其数值是类别编号，而应用又对其做 {3}"};
constexpr Text kEnd{"the graph ends with {0}", "计算图以 {0} 结束"};
constexpr Text kNothing{"the graph ends without an activation", "计算图末端没有激活函数"};
constexpr Text kOther{"the graph ends with {0}, the application applies {1}: not the same function",
                      "计算图以 {0} 结束，应用做的是 {1}：不是同一个函数"};
constexpr Text kSilent{"the activation that the application applies is not stated",
                       "未说明应用所做的激活函数"};

void check(Report& r, Have<RowName> name, Have<GraphTailActivation> tail, Have<TheContract>,
           Maybe<AppActivation> activation, Maybe<AppConsumer> consumer) {
  const bool stated = activation && *activation != "none";
  const bool used = consumer && (*consumer == "argmax" || *consumer == "softmax");
  if (!activation && !used) return r.unknown(kSilent);
  if (tail->op.empty()) return r.not_applicable(kNothing);
  const std::string reader = stated ? *activation : used ? *consumer : "none";
  const Evidence& at = stated || !used ? activation.at() : consumer.at();
  if (reader == "none") return;
  const bool indices = tail->op.starts_with("Arg");
  if (indices)
    r.fail(at, kIndices, *name, tail->op, tail->node, reader);
  else if (reader == "sigmoid" && tail->op.ends_with("Sigmoid"))
    r.fail(at, kSigmoid, *name, tail->op, tail->node);
  else if (reader == "softmax" && tail->op == "Softmax")
    r.fail(at, kSoftmax, *name, tail->op, tail->node);
  else
    return r.not_applicable(kOther, tail->op, reader);
  r.also(tail.at(), kEnd, tail->op);
}

}  // namespace

extern const Rule IOC008;
constinit const Rule IOC008 = rule<check>({
    .code = "IOC008",
    .name = "double-activation",
    .severity = Severity::kError,
    .summary = {"the graph ends with an activation that the application applies once more",
                "计算图末端已有激活函数，应用又做了一次"},
    .why = {"Scores are squeezed into a narrow band, so a threshold passes everything or nothing; "
            "the class ranked first often stays right, which hides it.",
            "得分被压缩到很窄的范围，阈值要么全部通过要么全部不通过；而排名第一的类别往往仍然正确"
            "，因此难以察觉。"},
    .fix = {"Drop the activation in the reader, or export the model with its raw outputs.",
            "去掉后处理中的激活函数，或者导出不带该激活函数的原始输出。"},
    .source = "ultralytics/ultralytics#24223; forum.d-robotics.cc 34915",
});

}  // namespace npulint
