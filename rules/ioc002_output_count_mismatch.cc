#include "lint/facts.h"

namespace npulint {
namespace {

constexpr Text kCount{"the application expects {0} outputs, the artifact has {1}",
                      "应用期望 {0} 个输出，产物有 {1} 个"};
constexpr Text kNoCount{"no number of outputs is stated; those listed may be a part",
                        "未声明输出个数；列出的输出可能只是一部分"};
constexpr Text kNamed{"the application expects {0} outputs, the artifact has {1}: {2}",
                      "应用期望 {0} 个输出，产物有 {1} 个：{2}"};

void check(Report& r, Have<TheContract>, Have<ArtifactOutputCount> artifact,
           Maybe<AppOutputCount> app, Maybe<ArtifactNames> names) {
  if (!app) return r.not_applicable(kNoCount);
  if (*app == *artifact) return;
  if (names && !names->outputs.empty())
    r.fail(app.at(), kNamed, *app, *artifact, show(names->outputs));
  else
    r.fail(app.at(), kCount, *app, *artifact);
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
