#include "lint/facts.h"

namespace npulint {
namespace {

constexpr Text kCount{"the number of outputs changes within one build: {0}, then {1}",
                      "同一次构建中输出个数发生变化：先是 {0}，然后是 {1}"};
constexpr Text kName{"output `{0}` does not go on within one build: {1}, then {2}",
                     "输出 `{0}` 在同一次构建中没有延续：先是 {1}，然后是 {2}"};
constexpr Text kShape{"the shape of output `{0}` changes within one build: {1}, then {2}",
                      "输出 `{0}` 的形状在同一次构建中发生变化：先是 {1}，然后是 {2}"};
constexpr Text kOther{"`{0}`: {1}, but {2}: they are not of one build",
                      "`{0}`：{1}，而 {2}：两者不属于同一次构建"};
constexpr Text kThere{"what follows: {0}", "后一份：{0}"};

void check(Report& r, Have<StageDrifts> drifts) {
  for (const StageDrift& d : *drifts) {
    if (d.kind == StageDrift::Kind::kCount)
      r.fail(d.at, kCount, d.in_stage, d.in_artifact);
    else
      r.fail(d.at,
             d.kind == StageDrift::Kind::kName    ? CheckedText<3>(kName)
             : d.kind == StageDrift::Kind::kShape ? CheckedText<3>(kShape)
                                                  : CheckedText<3>(kOther),
             d.tensor, d.in_stage, d.in_artifact);
    r.also(d.artifact_at, kThere, d.in_artifact);
  }
}

}  // namespace

extern const Rule IOC011;
constinit const Rule IOC011 = rule<check>({
    .code = "IOC011",
    .name = "stage-io-drift",
    .severity = Severity::kWarning,
    .summary = {"the stages of one build do not have the same outputs, or a description of the "
                "artifact states others than it has",
                "同一次构建的各阶段输出不一致，或对产物的描述与产物不符"},
    .why =
        {"What was evaluated as ONNX is then not what runs on the board: the artifact comes from "
         "another export, or its outputs were changed after the build. A description that is "
         "older than the artifact leads to code for another model.",
         "以 ONNX 评测的模型就不是板上运行的模型：产物来自另一次导出，或者构建之后输出被改动过。"
         "过时的描述会使代码按另一个模型编写。"},
    .fix =
        {"Rebuild the artifact from the ONNX that is evaluated, or evaluate the stage that it was "
         "built from; record removed nodes in the config. Make the description again from the "
         "artifact that is deployed.",
         "用被评测的 ONNX 重新构建产物，或者评测产物所对应的阶段；删除的节点应写入转换配置。"
         "从所部署的产物重新生成描述。"},
    .source = "ONNX stages of hb_mapper and hb_compile: names and dims of outputs stay as they are",
});

}  // namespace npulint
