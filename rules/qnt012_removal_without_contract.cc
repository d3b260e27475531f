#include <algorithm>

#include "lint/facts.h"

namespace npulint {
namespace {

constexpr Text kAsked{
    "the removal of {0} is asked for, and no contract says who quantises and decodes: declare "
    "`read_as`, "
    "`decode` and `axis` of each output; value = (q - zero_point[i]) * scale[i], i along the axis",
    "要求删除 {0}，但没有契约说明由谁量化和反量化：请为每个输出声明 `read_as`、`decode` 和 `axis`；"
    "value = (q - zero_point[i]) * scale[i]，i 沿该轴取"};
constexpr Text kDone{
    "{0} removed: the artifact holds integers in {1}, and no contract says who quantises and "
    "decodes: declare "
    "`read_as`, `decode` and `axis` of each output; value = (q - zero_point[i]) * scale[i], i "
    "along the axis",
    "已删除 {0}：产物的 {1} 是整数，但没有契约说明由谁量化和反量化：请为每个输出声明 "
    "`read_as`、`decode` 和 `axis`；"
    "value = (q - zero_point[i]) * scale[i]，i 沿该轴取"};
constexpr Text kNothing{"no removal of quantisation nodes is asked for", "没有要求删除量化节点"};
constexpr Text kFloat{"no input or output of the artifact is quantised", "产物的输入输出均未量化"};

// A contract that is begun but says nothing of this is none.
bool silent(const Contract& c) {
  return std::none_of(c.outputs.begin(), c.outputs.end(),
                      [](const AppTensor& t) { return t.read_as || t.decode; }) &&
         std::none_of(c.inputs.begin(), c.inputs.end(),
                      [](const AppTensor& t) { return t.dtype || t.quantize; });
}

void check(Report& r, Have<RemovalRequest> removal, Maybe<QuantisedIo> quantised,
           Maybe<TheContract> contract) {
  if (contract && !silent(**contract)) return;
  if (removal->empty()) return r.not_applicable(kNothing);
  if (!contract && !contract.fact->missing.empty()) return r.unknown_with(contract.fact->missing);
  if (quantised && quantised->empty()) return r.not_applicable(kFloat);
  if (quantised)
    r.fail(removal.at(), kDone, *removal, show(*quantised));
  else
    r.fail(removal.at(), kAsked, *removal);
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
    .fix = {"Write a `contract.toml` (`npulint contract init FILE` starts one): an `[[output]]` "
            "for each output (`read_as`, `decode`, `axis`), `dtype` and `quantize` of each input. "
            "`npulint inspect --recipe FILE` prints formula and code for each. Or keep the nodes.",
            "编写 `contract.toml`（`npulint contract init FILE` 可生成初稿）：为每个输出写一个 "
            "`[[output]]`（`read_as`、`decode`、`axis`），并声明每个输入的 "
            "`dtype` 和 `quantize`。`npulint inspect --recipe FILE` "
            "可得到每个张量的公式和代码。或者保留这些节点。"},
    .source =
        "remove_node_type of the D-Robotics conversion documentation; D-Robotics/rdk_model_zoo#65",
});

}  // namespace npulint
