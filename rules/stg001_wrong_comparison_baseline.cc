#include "lint/facts.h"

namespace npulint {
namespace {

constexpr Text kBaseline{
    "`{0}` still has the nodes that the conversion removes ({1}): the artifact's outputs are those "
    "of `{2}`",
    "`{0}` 仍含有转换时删除的节点（{1}）：产物的输出对应的是 `{2}`"};
constexpr Text kNone{"no quantisation node is removed", "没有删除量化节点"};
constexpr Text kNothing{"the contract compares nothing", "契约中没有比对"};
constexpr std::string_view kWhole = "_quantized_model.bc", kRemoved = "_quantized_removed_model.bc";

void check(Report& r, Have<TheContract> contract, Have<RemovalRequest> removal) {
  if ((*contract)->compares.empty()) return r.not_applicable(kNothing);
  if (removal->empty()) return r.not_applicable(kNone);
  for (const Contract::Compare& c : (*contract)->compares)
    for (const Fact<std::string>* side : {&c.left, &c.right}) {
      if (!*side || !(*side)->ends_with(kWhole)) continue;
      const std::string stem = (*side)->substr(0, (*side)->size() - kWhole.size());
      r.fail(side->at, kBaseline, **side, *removal, stem + std::string(kRemoved));
    }
}

}  // namespace

extern const Rule STG001;
constinit const Rule STG001 = rule<check>({
    .code = "STG001",
    .name = "wrong-comparison-baseline",
    .severity = Severity::kWarning,
    .summary = {"nodes were removed, and the artifact is compared with the model that still has "
                "them",
                "节点已被删除，却与仍含有这些节点的模型比对"},
    .why = {"One side is dequantised and the other is not: the difference looks like a loss of the "
            "compiler.",
            "一方已反量化而另一方没有：其差异看起来像编译器造成的损失。"},
    .fix = {"Compare with `*_quantized_removed_model.bc`, which hb_compile writes beside it.",
            "与 hb_compile 在其旁边写出的 `*_quantized_removed_model.bc` 比对。"},
    .source = "Horizon OE manual, precision debugging: after remove_node the baseline is the "
              "removed model",
});

}  // namespace npulint
