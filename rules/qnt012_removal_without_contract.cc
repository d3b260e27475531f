#include "lint/facts.h"

namespace npulint {
namespace {

constexpr Text kAsked{
    "the config asks to remove {0}, and no contract says who quantises and decodes: declare "
    "`read_as`, `decode` "
    "and `axis` of each output; value = (q - zero_point[i]) * scale[i], i along the axis",
    "配置要求删除 {0}，但没有契约说明由谁量化和反量化：请为每个输出声明 `read_as`、`decode` 和 "
    "`axis`；"
    "value = (q - zero_point[i]) * scale[i]，i 沿该轴取"};
constexpr Text kDone{
    "{0} were removed from the artifact, and no contract says who quantises and decodes: declare "
    "`read_as`, "
    "`decode` and `axis` of each output; value = (q - zero_point[i]) * scale[i], i along the axis",
    "产物中已删除 {0}，但没有契约说明由谁量化和反量化：请为每个输出声明 `read_as`、`decode` 和 "
    "`axis`；"
    "value = (q - zero_point[i]) * scale[i]，i 沿该轴取"};
constexpr Text kFloat{"no input or output of the artifact is quantised", "产物的输入输出均未量化"};

void check(Report& r, Have<RemovedNodes> removal, Maybe<QuantisedIo> quantised,
           Maybe<TheContract> contract) {
  if (contract) return;
  if (quantised && quantised->empty()) return r.not_applicable(kFloat);
  r.fail(removal.at(), removal->done ? CheckedText<1>(kDone) : CheckedText<1>(kAsked),
         removal->what);
}

}  // namespace

extern const Rule QNT012;
constinit const Rule QNT012 = rule<check>({
    .code = "QNT012",
    .name = "removal-without-contract",
    .severity = Severity::kWarning,
    .summary = {"quantisation nodes are removed and nobody says who does their work",
                "删除了量化节点，却没有说明由谁完成其工作"},
    .why = {"Without Dequantize the outputs are integers, without Quantize the inputs are: an "
            "application written "
            "for floats runs and returns nonsense.",
            "没有 Dequantize 时输出是整数，没有 Quantize "
            "时输入是整数：按浮点编写的应用能运行，但结果毫无意义。"},
    .fix = {"Add a `contract.toml` with an `[[output]]` for each output (`read_as`, `decode`, "
            "`axis`) and the "
            "`dtype` and `quantize` of each input, or keep the nodes.",
            "添加 `contract.toml`，为每个输出写一个 "
            "`[[output]]`（`read_as`、`decode`、`axis`），并声明每个输入的 "
            "`dtype` 和 `quantize`；或者保留这些节点。"},
    .source =
        "remove_node_type of the D-Robotics conversion documentation; D-Robotics/rdk_model_zoo#65",
});

}  // namespace npulint
