#include "lint/facts.h"

namespace npulint {
namespace {

constexpr Text kTwice{
    "`{0}` prepares its input itself (`{1}`), and the evaluation feeds it normalised data: the "
    "normalisation is applied twice",
    "`{0}` 自带输入预处理（`{1}`），而评测送入的是归一化后的数据：归一化被做了两次"};

void check(Report& r, Have<RunPreprocessNode> node, Have<RunNormalizedInput> normalised,
           Have<RunModel> model) {
  if (node->empty() || !*normalised) return;
  r.fail(normalised.at(), kTwice, *model, *node);
}

}  // namespace

extern const Rule STG004;
constinit const Rule STG004 = rule<check>({
    .code = "STG004",
    .name = "preprocess-inside-stage",
    .severity = Severity::kWarning,
    .summary = {"a stage that prepares its input itself is evaluated with normalised data",
                "自带预处理的阶段模型用归一化后的数据评测"},
    .why = {"The values reach the network scaled twice. The accuracy falls at this stage alone, "
            "and the fall is blamed on optimisation or quantisation.",
            "数值在进入网络前被缩放了两次。精度只在这一阶段下降，却被归咎于优化或量化。"},
    .fix = {"Feed this stage what the built-in preprocessing takes (pixels of 0 to 255 in the "
            "order of the config), or state `normalized_input = false` if the evaluation does so.",
            "向该阶段送入内置预处理所需的数据（按配置顺序的 0 到 255 像素值）；若评测本就如此，"
            "写明 `normalized_input = false`。"},
    .source = "ONNX stages of hb_mapper builds: HzPreprocess, HZ_PREPROCESS_FOR_<input>; forum "
              "thread on YOLOv8 stages: 0.809 before, 0.778 after optimisation",
    .confidence = Confidence::kMedium,
});

}  // namespace npulint
