#include "lint/facts.h"

namespace npulint {
namespace {

constexpr Text kOther{"the config is named for `{0}` but converts `{1}`",
                      "配置文件名表示 `{0}`，转换的却是 `{1}`"};

void check(Report& r, Have<Variant> variant) {
  if (!variant->config_token.empty())
    r.fail(variant.at(), kOther, variant->config_token, variant->graph_token);
}

}  // namespace

extern const Rule CFG022;
constinit const Rule CFG022 = rule<check>({
    .code = "CFG022",
    .name = "graph-of-another-variant",
    .severity = Severity::kWarning,
    .summary = {"the config's name and its onnx_model name two variants of one model family",
                "配置文件名与 onnx_model 指向同一模型系列的两个不同变体"},
    .why = {"The build succeeds, and accuracy and speed of one model are published under the name "
            "of another.",
            "构建会成功，但一个模型的精度与速度会以另一个模型的名义发布。"},
    .fix = {"Point `onnx_model` to the graph of this variant, or rename the config.",
            "把 `onnx_model` 指向该变体的计算图，或重命名配置文件。"},
    .source = "RDK Model Zoo: ConvNeXt configs that convert the ONNX of their neighbours, a YOLOE "
              "config that converts yolo11n-seg.onnx",
    .confidence = Confidence::kLow,
});

}  // namespace npulint
