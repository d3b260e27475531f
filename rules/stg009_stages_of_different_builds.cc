#include "lint/facts.h"
#include "lint/stage_chain.h"

namespace npulint {
namespace {

using Kind = StageClash::Kind;

constexpr Text kNames{"the inputs of `{0}` are {1}, those of `{2}` {3}: not the same build",
                      "`{0}` 的输入为 {1}，`{2}` 的输入为 {3}：不是同一次构建"};
constexpr Text kShape{"input `{4}` is {1} in `{0}` and {3} in `{2}`: not the same build",
                      "输入 `{4}` 在 `{0}` 中为 {1}，在 `{2}` 中为 {3}：不是同一次构建"};
constexpr Text kProducer{"`{0}` was written by {4} {1}, `{2}` by {4} {3}: not the same build",
                         "`{0}` 由 {4} {1} 写出，`{2}` 由 {4} {3} 写出：不是同一次构建"};
constexpr Text kOpset{"`{0}` is of {4} opset {1}, `{2}` of {3}: not the same build",
                      "`{0}` 的 {4} opset 为 {1}，`{2}` 的为 {3}：不是同一次构建"};
constexpr Text kOther{"`{0}`: {1}", "`{0}`：{1}"};
constexpr Text kFew{"there are no two stages of one name as ONNX files",
                    "没有同名的两个 ONNX 阶段文件"};
constexpr Text kUnread{"of the ONNX stages only one could be read",
                       "ONNX 阶段文件中只有一个可以读取"};

void check(Report& r, Have<TheStageChain> found) {
  const StageChain& c = **found;
  size_t graphs = 0, files = 0;
  for (const StageProduct& p : c.products) {
    graphs += p.graph != nullptr;
    files += p.at.known();
  }
  if (files < 2) return r.not_applicable(kFew);
  if (graphs < 2) return r.unknown(kUnread);
  for (const StageClash& k : c.clashes) {
    if (k.kind == Kind::kInputNames)
      r.fail(k.b_at, kNames, k.a_file, k.a, k.b_file, k.b);
    else
      r.fail(k.b_at,
             k.kind == Kind::kInputShape ? CheckedText<5>(kShape)
             : k.kind == Kind::kProducer ? CheckedText<5>(kProducer)
                                         : CheckedText<5>(kOpset),
             k.a_file, k.a, k.b_file, k.b, k.what);
    r.also(k.a_at, kOther, k.a_file, k.a);
  }
}

}  // namespace

extern const Rule STG009;
constinit const Rule STG009 = rule<check>({
    .code = "STG009",
    .name = "stages-of-different-builds",
    .severity = Severity::kWarning,
    .summary = {"stage files of one name come from different builds",
                "同名的阶段文件来自不同的构建"},
    .why = {"What differs between them is then not what the step between them did: a comparison "
            "of stages blames the wrong step.",
            "它们之间的差异并不是该步骤造成的：按阶段比对会归咎于错误的步骤。"},
    .fix = {"Take all stages from one run of the tool; give each build a working_dir of its own.",
            "所有阶段取自工具的同一次运行；每次构建使用各自的 working_dir。"},
    .source = "ONNX stages of hb_mapper and hb_compile: names of inputs, producer and operator "
              "sets stay the same through one build",
});

}  // namespace npulint
