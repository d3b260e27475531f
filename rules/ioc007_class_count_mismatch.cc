#include <algorithm>

#include "lint/facts.h"

namespace npulint {
namespace {

constexpr Text kFound{"{0} states {1} classes, `{2}` has {3} ({4})",
                      "{0} 声明 {1} 个类别，而 `{2}` 有 {3} 个（{4}）"};
constexpr Text kNone{"{0} states {1} classes; no channels of `{2}` go with that number ({3})",
                     "{0} 声明 {1} 个类别，`{2}` 的通道数与之不符（{3}）"};
constexpr Text kHere{"output `{0}` of the artifact: {1}", "产物的输出 `{0}`：{1}"};

constexpr Text kNotStated{"the contract states no classes", "契约没有声明类别数"};

void check(Report& r, Have<TheContract> contract, Have<ArtifactNames>,
           Maybe<ClassClashes> clashes) {
  const Contract& app = **contract;
  const bool stated = app.head_classes || app.head_labels || app.head_label_count ||
                      std::any_of(app.outputs.begin(), app.outputs.end(),
                                  [](const AppTensor& a) { return bool(a.classes); });
  if (!stated) return r.not_applicable(kNotStated);
  if (!clashes) return void(r.unknowable = clashes.fact->missing);
  for (const ClassClash& c : *clashes) {
    if (c.found > 0)
      r.fail(c.at, kFound, c.who, c.expected, c.tensor, c.found, c.how);
    else
      r.fail(c.at, kNone, c.who, c.expected, c.tensor, c.how);
    r.also(c.artifact_at, kHere, c.tensor, c.how);
  }
}

}  // namespace

extern const Rule IOC007;
constinit const Rule IOC007 = rule<check>({
    .code = "IOC007",
    .name = "class-count-mismatch",
    .severity = Severity::kError,
    .summary = {"the application counts on another number of classes than the head has",
                "应用的类别数与检测头的通道数不符"},
    .why = {"The reader strides over the channels with the wrong step: boxes with labels of other "
            "classes, scores taken from coordinates, or a refused model.",
            "后处理按错误的步长遍历通道：框的类别标签错误、把坐标当作得分，或者模型被拒绝加载。"},
    .fix = {"State the classes that the model was trained with, and deploy its own labels file.",
            "按训练时的类别数填写，并部署该模型自己的标签文件。"},
    .source = "sophgo/tdl_sdk#9; sophgo/sophon-demo 9945c32; khadas/edge2-npu#2; RDK S "
              "documentation, FAQ Q5 and Q9",
});

}  // namespace npulint
