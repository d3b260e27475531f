#include "lint/facts.h"
#include "lint/stage_chain.h"

namespace npulint {
namespace {

constexpr Text kMissing{
    "not all that is needed to find where {0} → {1} loses accuracy is there; steps with absent "
    "products: {2}",
    "排查 {0} → {1} 所需的产物不全；缺少产物的步骤数：{2}"};
constexpr Text kStep{"{0} → {1}: {2}", "{0} → {1}：{2}"};
constexpr Text kNothing{"no stages of a build are compared here", "此处没有比对构建的阶段"};
constexpr Text kNoOrder{"the stages that are there or named are no two of one toolchain",
                        "现有或被提到的阶段不是同一工具链的两个阶段"};

void check(Report& r, Have<TheStageChain> found) {
  const StageChain& c = **found;
  if (!c.compared && c.products.size() < 2) return r.not_applicable(kNothing);
  if (c.first.empty()) return r.unknown(kNoOrder);
  if (c.gaps.empty()) return;
  r.fail(found.at(), kMissing, c.first, c.last, c.gaps.size());
  for (const StageGap& g : c.gaps)
    r.also(found.at(), kStep, g.step->from, g.step->to, g.absent.text());
}

}  // namespace

extern const Rule STG007;
constinit const Rule STG007 = rule<check>({
    .code = "STG007",
    .name = "stage-artifact-missing",
    .severity = Severity::kNote,
    .summary = {"products that a comparison of stages or a support case needs are not there",
                "缺少阶段比对或技术支持所需的产物"},
    .why = {"Where values begin to differ can only be found between two neighbouring stages, with "
            "the log, the config and an input that reproduces it. A later build writes other "
            "files.",
            "只有相邻两个阶段之间才能找到差异的起点，还需要日志、配置和可复现的输入。"
            "之后的构建会写出不同的文件。"},
    .fix = {"Keep what the list names beside the stages, or rebuild with the same tool, config and "
            "calibration data.",
            "将清单中的产物与各阶段模型一起保留，或者用相同的工具、配置和校准数据重新构建。"},
    .source = "Horizon OE manual, consistency of the ONNX quantisation chain: products to keep for "
              "each step",
});

}  // namespace npulint
