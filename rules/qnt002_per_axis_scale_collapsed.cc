#include <algorithm>

#include "lint/dequant.h"
#include "lint/dump_text.h"
#include "lint/facts.h"
#include "lint/heads.h"
#include "lint/reasons.h"

namespace npulint {
namespace {

constexpr Text kAxis{
    "output `{0}` has {1} scales on axis {2} (max/min ratio {3}), the application decodes with "
    "one: a common "
    "factor keeps the order of the raw integers and cannot repair it",
    "输出 `{0}` 在第 {2} 轴上有 {1} 个 scale（最大/最小 = "
    "{3}），应用只用一个反量化：公共系数保持原始整数的顺序，无法修正它"};
constexpr Text kOther{
    "output `{0}` has parameters of its own for each index ({1}), the application decodes with one "
    "set",
    "输出 `{0}` 每个下标各有量化参数（{1}），应用只用一组参数反量化"};
constexpr Text kOtherAxis{
    "output `{0}` has {1} scales on axis {2}, the application takes scale[i] along axis {3}",
    "输出 `{0}` 在第 {2} 轴上有 {1} 个 scale，应用沿第 {3} 轴取 scale[i]"};
constexpr Text kNothing{"the output has no parameters that differ along an axis",
                        "该输出没有沿轴变化的量化参数"};

void check(Report& r, Have<RowName> name, Have<OutputQuant> quant, Have<AppDecode> decode,
           Have<StoredDType> dtype, Maybe<AppScale>, Maybe<AppConsumer> consumer,
           Maybe<AppAxis> axis, Maybe<OutputDump> dump, Maybe<DumpMeasures> measure,
           Maybe<DumpSizes> dumps, Maybe<AppRole> role) {
  const size_t lists =
      std::max({quant->scales.size(), quant->shifts.size(), quant->zero_points.size()});
  if (!is_integer(*dtype) || !carries_scale(*quant) || is_uniform(*quant) || lists < 2)
    return r.not_applicable(kNothing);
  if (*decode == Decode::kPerAxis && axis && quant->axis && *quant->axis >= 0 && *axis >= 0 &&
      *axis != *quant->axis)
    return void(r.fail(axis.at(), kOtherAxis, *name, lists, *quant->axis, *axis));
  if (*decode != Decode::kPerTensor) return;
  if (consumer && needs_no_decoding(*consumer, *quant)) return;
  if (consumer && *consumer == "argmax" && role && is_heatmap_role(*role))
    return r.unknown(reasons::kRankedWhere, *role);
  const auto spread = scale_spread(*quant);
  if (!spread || !quant->axis || spread->ratio <= 1)
    return void(r.fail(decode.at(), kOther, *name, show(*quant)));
  r.fail(decode.at(), kAxis, *name, spread->count, *quant->axis, fixed_text(spread->ratio, 2));
  r.also_with(quant.at(), same_integer(*dtype, *quant, *spread, *quant->axis));
  // one positive factor keeps the order of the raw integers
  also_ranking(r, measure, dumps, dump);
}

}  // namespace

extern const Rule QNT002;
constinit const Rule QNT002 = rule<check>({
    .code = "QNT002",
    .name = "per-axis-scale-collapsed",
    .severity = Severity::kError,
    .summary = {"one scale is applied to an output whose scales differ along an axis",
                "输出沿某个轴有不同的 scale，应用却只用一个"},
    .why =
        {"Every index but one gets a wrong value, and the ranking stays that of the raw integers: "
         "on a "
         "ResNet18 with 1000 scales the top-1 differed in 9 of 30 images, as without any decoding.",
         "除一个下标外所有数值都是错的，排序仍是原始整数的排序：某 ResNet18 有 1000 个 "
         "scale，Top-1 在 30 张图中有 9 张不同，与完全不反量化一样。"},
    .fix = {"Multiply by scale[i] with i along the artifact's axis, and declare `decode = "
            "\"per_axis\"`.",
            "沿产物给出的轴逐个乘 scale[i]，并声明 `decode = \"per_axis\"`。"},
    .source = "ResNet18 on nash-e, measured with the first scale applied to all classes",
});

}  // namespace npulint
