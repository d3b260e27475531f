#include "lint/config_check.h"
#include "lint/facts.h"
#include "lint/quant_check.h"
#include "lint/wording.h"

namespace npulint {
namespace {

constexpr Text kTool{"only hb_compile has quant_config", "只有 hb_compile 有 quant_config"};
constexpr Text kNone{"the config states no quant_config", "配置没有写 quant_config"};
constexpr Text kWrite{"write `{0}`; the operators are then quantised as stated here",
                      "改写为 `{0}`；算子随之按此处所写的方式量化"};

using Kind = QuantProblem::Kind;
// {0} path, {1} what is written, {2} near, {3} what is accepted, {4} the other statement.
constexpr Wording<Kind> kWordings[] = {
    {Kind::kLevel, {"`{0}` is no level of quant_config", "`{0}` 不是 quant_config 的层级"}},
    {Kind::kLevelSlip,
     {"`{0}` is no level of quant_config; did you mean `{2}`?",
      "`{0}` 不是 quant_config 的层级；是否应为 `{2}`？"}},
    {Kind::kPlace,
     {"`{0}` is no level of quant_config; its place is `{3}`",
      "`{0}` 不是 quant_config 的层级；应写在 `{3}`"}},
    {Kind::kNoMapping,
     {"`{0}` of quant_config holds no mapping", "quant_config 的 `{0}` 不是映射"}},
    {Kind::kKey,
     {"quant_config has no key `{0}`; did you mean `{2}`?",
      "quant_config 没有键 `{0}`；是否应为 `{2}`？"}},
    {Kind::kType,
     {"`{0}` of quant_config is `{1}`, which is no quantisation type; the documents list {3}",
      "quant_config 的 `{0}` 为 `{1}`，不是量化类型；文档所列为 {3}"}},
    {Kind::kOpCase,
     {"`{0}` names the operator type `{1}`; ONNX spells it `{2}`, and another case matches nothing",
      "`{0}` 写的算子类型是 `{1}`；ONNX 的写法是 `{2}`，大小写不同则不会匹配"}},
    {Kind::kOpSlip,
     {"`{0}` names the operator type `{1}`, which ONNX does not have; did you mean `{2}`?",
      "`{0}` 写的算子类型 `{1}` 不在 ONNX 中；是否应为 `{2}`？"}},
    {Kind::kOpType,
     {"`{0}` is `{1}`, which {2} does not have; only {3} do",
      "`{0}` 为 `{1}`，而 {2} 不支持；仅 {3} 支持"}},
    {Kind::kRange,
     {"`{0}` of quant_config is `{1}`; the documents give {3}",
      "quant_config 的 `{0}` 为 `{1}`；文档给出的取值为 {3}"}},
    {Kind::kCalibration,
     {"`{0}` of quant_config is `{1}`, but calibration_parameters states `{4}`",
      "quant_config 的 `{0}` 为 `{1}`，而 calibration_parameters 写的是 `{4}`"}},
    {Kind::kAllNodes,
     {"`{0}` of quant_config is `{1}`, but optimization states `{4}`",
      "quant_config 的 `{0}` 为 `{1}`，而 optimization 写的是 `{4}`"}},
};
static_assert(complete(kWordings, Kind::kAllNodes));
constexpr Text kOther{"the other statement: `{0}`", "另一处：`{0}`"};

void check(Report& r, Have<TheConfig> config, Have<Toolchain> toolchain,
           Maybe<TheQuantConfig> quant, Maybe<ConvertedGraph> graph) {
  if (*toolchain != "hb_compile") return r.not_applicable(kTool);
  if (!config_states(**config, "calibration_parameters", "quant_config"))
    return r.not_applicable(kNone);
  if (!quant) {
    r.unknowable = quant.fact->missing;
    return;
  }
  if (!quant->root) {
    r.fail_with(Severity::kWarning, quant.at(), quant->unreadable);
    return;
  }
  for (const QuantProblem& p : quant_problems(**config, *quant, graph ? *graph : nullptr)) {
    r.fail_with(Severity::kWarning, p.at,
                Message(wording(kWordings, p.kind).text, p.path, p.written, p.near, p.accepted,
                        p.other_text));
    if (p.other.known()) r.also(p.other, kOther, p.other_text);
    const bool slip = p.kind == Kind::kOpCase || p.kind == Kind::kKey;
    if (slip && p.at.file == (*config)->file)
      r.fix({false, Message(kWrite, p.near), {replace_range(p.at, p.near)}});
  }
}

}  // namespace

extern const Rule CFG015;
constinit const Rule CFG015 = rule<check>({
    .code = "CFG015",
    .name = "invalid-quant-config",
    .severity = Severity::kWarning,
    .summary = {"quant_config holds what the tool does not know or cannot match",
                "quant_config 中有工具不认识或无法匹配的内容"},
    .why = {"A level, type or operator that matches nothing leaves the nodes at their default "
            "type, and the accuracy that was measured belongs to another model.",
            "匹配不到的层级、类型或算子会使节点保持默认类型，所测精度属于另一个模型。"},
    .fix = {"Write operator types as the ONNX graph does, and types and levels as listed.",
            "算子类型按 ONNX 计算图的写法书写，类型和层级按所列取值书写。"},
    .source = "S100 OE 3.5.0 manual hb_compile/quant_config.html; OE-Skills hmct documents; "
              "onnx/onnx docs/Operators.md",
});

}  // namespace npulint
