#include "lint/facts.h"
#include "lint/graph_tail.h"
#include "lint/stage_chain.h"

namespace npulint {
namespace {

using Tail = ComparedStage::Tail;

constexpr Text kOneOnly{
    "output `{0}` of `{1}` ends with {2} (`{3}`) and that of `{4}` without: probabilities are "
    "compared with logits",
    "`{1}` 的输出 `{0}` 以 {2}（`{3}`）结尾，而 `{4}` 的没有：把概率与 logits 做比对"};
constexpr Text kOther{"`{0}`: no Softmax or Sigmoid before the output",
                      "`{0}`：输出之前没有 Softmax 或 Sigmoid"};
constexpr Text kNotKnown{"what the outputs of both sides end with is not known",
                         "两侧输出的末尾算子未知"};

const Tail* same_output(const ComparedStage& s, const ComparedStage& of, const Tail& t) {
  for (const Tail& other : s.tails)
    if (other.output == t.output) return &other;
  return s.outputs == 1 && of.outputs == 1 && s.tails.size() == 1 ? &s.tails[0] : nullptr;
}

void check(Report& r, Have<CompareLeft> left, Have<CompareRight> right) {
  const ComparedStage &a = **left, &b = **right;
  bool compared = false;
  for (const Tail& t : a.tails) {
    const Tail* other = same_output(b, a, t);
    if (!other) continue;
    compared = true;
    const bool first = is_bounded(t.activation.op);
    if (first == is_bounded(other->activation.op)) continue;
    const Tail& with = first ? t : *other;
    r.fail(first ? left.at() : right.at(), kOneOnly, with.output, first ? a.name : b.name,
           with.activation.op, with.activation.node, first ? b.name : a.name)
        .also(first ? other->at : t.at, kOther, first ? b.name : a.name);
  }
  if (!compared) r.unknown(kNotKnown);
}

}  // namespace

extern const Rule STG006;
constinit const Rule STG006 = rule<check>({
    .code = "STG006",
    .name = "logits-or-probabilities",
    .severity = Severity::kWarning,
    .summary = {"of two compared stages one ends with Softmax or Sigmoid and the other does not",
                "两个比对的阶段中，一个以 Softmax 或 Sigmoid 结尾，另一个没有"},
    .why = {"The difference between logits and probabilities looks like a large loss, and cosine "
            "similarity says nothing.",
            "logits 与概率的差异看起来像很大的损失，余弦相似度也没有意义。"},
    .fix = {"Apply the same activation to the side that has none before comparing, or compare "
            "with the stage from which the node was removed too.",
            "比对前对没有激活的一侧施加相同的激活，或者与同样删除了该节点的阶段比对。"},
    .source = "hb_mapper and hb_compile, remove_node_type Softmax; ONNX operators Softmax, Sigmoid",
});

}  // namespace npulint
