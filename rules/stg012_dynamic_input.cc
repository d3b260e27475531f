#include <algorithm>

#include "lint/config.h"
#include "lint/facts.h"
#include "lint/tensor.h"

namespace npulint {
namespace {

constexpr Text kDynamic{
    "input `{0}` is {1} in the ONNX, and the config states no input_shape that fixes it",
    "输入 `{0}` 在 ONNX 中为 {1}，而配置没有用 input_shape 固定它"};
constexpr Text kStill{"input `{0}` is {1} in the ONNX, and the config's input_shape leaves it open",
                      "输入 `{0}` 在 ONNX 中为 {1}，而配置的 input_shape 没有固定它"};
constexpr Text kThere{"in the ONNX: {0}", "ONNX 中：{0}"};
constexpr Text kOpen{"input_shape of `{0}` is not known", "`{0}` 的 input_shape 未知"};

bool is_open(const Shape& s) {
  return std::any_of(s.begin(), s.end(), [](int64_t d) { return d < 0; });
}

void check(Report& r, Have<TheConfig> config, Have<GraphShape> graph, Maybe<ConfigShape> stated,
           Have<RowName> name) {
  Shape dims = *graph;
  // input_batch fixes the first dim
  if (!dims.empty() && setting_entry(**config, "input_parameters", "input_batch")) dims[0] = 1;
  if (!is_open(dims) || (stated && !is_open(*stated))) return;
  const bool listed = setting_entry(**config, "input_parameters", "input_shape") != nullptr;
  if (!stated && (listed || !(*config)->complete))
    return r.unknown(kOpen, *name);  // malformed or for other inputs: another rule's
  if (stated)
    r.fail(stated.at(), kStill, *name, shape_text(*graph))
        .also(graph.at(), kThere, shape_text(*graph));
  else
    r.fail(graph.at(), kDynamic, *name, shape_text(*graph));
}

}  // namespace

extern const Rule STG012;
constinit const Rule STG012 = rule<check>({
    .code = "STG012",
    .name = "dynamic-input",
    .severity = Severity::kWarning,
    .summary = {"a dynamic input of the ONNX is not fixed by the config",
                "ONNX 的动态输入没有被配置固定"},
    .why = {"The BPU runs fixed shapes: the converter refuses the model (\"dimensions of 0\") or "
            "takes 1 for what is open, and the calibration data then does not fit.",
            "BPU 只运行固定形状：转换工具会拒绝该模型（“dimensions of 0”），或把未定维度当作 "
            "1，校准数据随后也不匹配。"},
    .fix = {"State `input_shape` for it in the config, or export with fixed dims.",
            "在配置中用 `input_shape` 固定，或以固定维度导出。"},
    .source =
        "hb_mapper manual, input_shape: needed for a dynamic input; RDK manuals, questions on "
        "hb_mapper checker: the shape of model input has dimensions of 0",
});

}  // namespace npulint
