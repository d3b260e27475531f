#include "lint/facts.h"

namespace npulint {
namespace {

constexpr Text kCount{"the application expects {0} outputs, the artifact has {1}",
                      "应用期望 {0} 个输出，产物有 {1} 个"};
constexpr Text kNoCount{"no number of outputs is stated; those listed may be a part",
                        "未声明输出个数；列出的输出可能只是一部分"};
constexpr Text kPast{
    "the application takes output {0} by its index, counted from 0; outputs of the artifact: {1}",
    "应用按序号（从 0 起）读取输出 {0}，产物的输出个数为 {1}"};
constexpr Text kNamed{"the application expects {0} outputs, the artifact has {1}: {2}",
                      "应用期望 {0} 个输出，产物有 {1} 个：{2}"};

void check(Report& r, Have<TheContract> contract, Have<ArtifactOutputCount> artifact,
           Maybe<AppOutputCount> app, Maybe<ArtifactNames> names, Maybe<AppAccess> access) {
  if (app && *app != *artifact) {
    if (names && !names->outputs.empty())
      r.fail(app.at(), kNamed, *app, *artifact, show(names->outputs));
    else
      r.fail(app.at(), kCount, *app, *artifact);
    return;
  }
  const bool by_index = access && *access == "by_index";
  for (const AppTensor& a : (*contract)->outputs)
    if (a.index && *a.index >= *artifact && (by_index || (!access && !a.name)))
      r.fail(a.index.at, kPast, *a.index, *artifact);
  if (!app && r.items.empty()) r.not_applicable(kNoCount);
}

}  // namespace

extern const Rule IOC002;
constinit const Rule IOC002 = rule<check>({
    .code = "IOC002",
    .name = "output-count-mismatch",
    .severity = Severity::kError,
    .summary = {"the application is written for another number of outputs",
                "应用期望的输出个数与产物不符"},
    .why = {"Outputs are read past the end of the list, or a head is decoded from the tensor of "
            "another one.",
            "会越界访问输出列表，或者用另一个检测头的张量解码。"},
    .fix = {"Deploy the artifact that the reader was written for, or adapt the reader and "
            "`output_count`.",
            "部署与后处理代码匹配的产物，或者修改后处理代码和 `output_count`。"},
    .source = "D-Robotics/rdk_model_zoo#65",
});

}  // namespace npulint
