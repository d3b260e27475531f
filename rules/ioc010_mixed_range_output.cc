#include "lint/dequant.h"
#include "lint/facts.h"
#include "lint/heads.h"
#include "lint/reasons.h"

namespace npulint {
namespace {

constexpr Text kCoarse{
    "`{0}` concatenates {1} `{2}`, within 0 to 1, with `{3}` under one scale of {4}: {5}",
    "`{0}` 把取值 0 到 1 的 {1} `{2}` 与 `{3}` 拼接在同一个 scale {4} 下：{5}"};
constexpr Text kLost{"every value of the former becomes 0", "前者的所有数值都变成 0"};
constexpr Text kFew{"fewer than four steps are left for the former", "前者剩下不到四级"};
constexpr Text kSteps{
    "`{0}` concatenates {1} `{2}`, within 0 to 1, with `{3}` under one scale of {4}: {5} steps are "
    "left for the former",
    "`{0}` 把取值 0 到 1 的 {1} `{2}` 与 `{3}` 拼接在同一个 scale {4} 下：前者只剩 {5} 级"};
constexpr Text kOne{"the output is no concatenation of different ranges",
                    "该输出不是不同取值范围的拼接"};
constexpr Text kFine{"the scale {0} is as fine as that of an int8 tensor within 0 to 1",
                     "scale {0} 与取值 0 到 1 的 int8 张量同样精细"};

void check(Report& r, Have<RowName> name, Have<OutputMixedRange> mixed, Have<StoredDType> dtype,
           Have<OutputQuant> quant) {
  if (mixed->node.empty()) return r.not_applicable(kOne);
  if (!is_integer(*dtype)) return r.not_applicable(reasons::kStoredAs, dtype_name(*dtype));
  if (!carries_scale(*quant) || quant->scales.size() != 1)
    return r.not_applicable(reasons::kSeveralScales);
  const double scale = quant->scales[0];
  const auto& limits = shared_scale();
  if (!(scale > limits.fine)) return r.not_applicable(kFine, number_text(scale));
  const MixedRange& m = *mixed;
  if (scale > limits.too_coarse)
    r.fail_as(Severity::kError, mixed.at(), kCoarse, *name, m.bounded_op, m.bounded, m.other,
              number_text(scale), scale > 2 ? kLost : kFew);
  else
    r.fail(mixed.at(), kSteps, *name, m.bounded_op, m.bounded, m.other, number_text(scale),
           static_cast<int64_t>(1 / scale));
}

}  // namespace

extern const Rule IOC010;
constinit const Rule IOC010 = rule<check>({
    .code = "IOC010",
    .name = "mixed-range-output",
    .severity = Severity::kWarning,
    .summary = {"boxes and scores are concatenated under one scale",
                "检测框与得分拼接后共用一个 scale"},
    .why =
        {"The scale follows the largest values: with pixel coordinates of 0 to 640 in int8 it is "
         "above 2, and every probability becomes 0.",
         "scale 由最大的数值决定：像素坐标 0 到 640 用 int8 时 scale 大于 2，所有概率都变成 0。"},
    .fix = {"Export boxes and scores as outputs of their own, or normalise the boxes to 0 to 1 in "
            "the graph.",
            "把检测框和得分作为各自独立的输出导出，或者在计算图中把检测框归一化到 0 到 1。"},
    .source = "ultralytics/ultralytics PR#25524; rockchip-linux/rknn-toolkit#93; "
              "airockchip/rknn-toolkit2#546; limits in heads.toml",
});

}  // namespace npulint
