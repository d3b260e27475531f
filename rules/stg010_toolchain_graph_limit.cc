#include "lint/facts.h"
#include "lint/graph_limits.h"

namespace npulint {
namespace {

using Kind = GraphLimitBreach::Kind;

constexpr Text kOpset{"the graph is of opset {1}; {0} takes {2}",
                      "计算图的 opset 为 {1}；{0} 支持 {2}"};
constexpr Text kOutputs{"the graph has {1} outputs; {0} takes at most {2}",
                        "计算图有 {1} 个输出；{0} 最多支持 {2} 个"};
constexpr Text kZeroDim{
    "input `{2}` is {1}: {0} takes no dim of 0, and the config states no input_shape",
    "输入 `{2}` 为 {1}：{0} 不支持为 0 的维度，且配置没有给出 input_shape"};
constexpr Text kDomain{
    "operators of the domain `{2}` ({1}) are none of ONNX: {0} refuses them unless custom_op "
    "registers them",
    "域 `{2}` 的算子（{1}）不属于 ONNX：除非用 custom_op 注册，否则 {0} 会拒绝"};

void check(Report& r, Have<TheConfig>, Have<GraphLimits> limits) {
  const GraphLimitBreaches& l = **limits;
  const Severity s = l.version.empty() ? Severity::kNote : Severity::kError;
  for (const GraphLimitBreach& b : l.breaches)
    r.fail_as(s, b.at,
              b.kind == Kind::kOpset     ? CheckedText<3>(kOpset)
              : b.kind == Kind::kOutputs ? CheckedText<3>(kOutputs)
              : b.kind == Kind::kZeroDim ? CheckedText<3>(kZeroDim)
                                         : CheckedText<3>(kDomain),
              l.toolchain, b.found,
              b.kind == Kind::kOpset || b.kind == Kind::kOutputs ? b.allowed : b.what);
}

}  // namespace

extern const Rule STG010;
constinit const Rule STG010 = rule<check>({
    .code = "STG010",
    .name = "toolchain-graph-limit",
    .severity = Severity::kError,
    .summary = {"the ONNX is beyond what the conversion tool takes", "ONNX 超出转换工具的支持范围"},
    .why = {"The tool refuses the model, often after minutes and with a message that names no "
            "cause. While the version of the tool is not stated this is a note.",
            "工具会拒绝该模型，往往要等几分钟，而且报错并不指明原因。未给出工具版本时仅作提示。"},
    .fix = {"Export again with the operator set that the tool takes, cut outputs, or fix the input "
            "shape. State the version of the tool with `--toolchain` or in the `[[bundle]]`.",
            "用工具支持的 opset 重新导出，减少输出，或固定输入形状。可用 `--toolchain` 或 "
            "`[[bundle]]` 给出工具版本。"},
    .source = "RDK manuals, questions on hb_mapper: only opset_version 10/11 is supported, max "
              "output num is 32, dimensions of 0, not supported by official onnx",
});

}  // namespace npulint
