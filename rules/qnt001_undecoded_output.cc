#include "lint/dequant.h"
#include "lint/dump_text.h"
#include "lint/facts.h"
#include "lint/heads.h"
#include "lint/reasons.h"

namespace npulint {
namespace {

constexpr Text kArgmax{
    "output `{0}` is {1} with {2} scales on axis {3} (max/min ratio {4}); raw argmax ranks "
    "different scales, and one common factor cannot repair the order",
    "输出 `{0}` 是 {1}，在第 {3} 轴上有 {2} 个 scale（最大/最小 = {4}）；直接 argmax "
    "比较的是不同尺度，乘一个公共系数无法修正顺序"};
constexpr Text kAxis{
    "output `{0}` is {1} with {2} scales on axis {3} (max/min ratio {4}), used without decoding",
    "输出 `{0}` 是 {1}，在第 {3} 轴上有 {2} 个 scale（最大/最小 = {4}），应用未反量化就使用"};
constexpr Text kRaw{"output `{0}` is {1} with quantisation ({2}), used without decoding",
                    "输出 `{0}` 是 {1}，带量化参数（{2}），应用未反量化就使用"};
constexpr Text kMeans{"the raw integer {0} means {1}", "原始整数 {0} 表示 {1}"};
constexpr Text kNothing{"{0} without a scale to apply", "{0}，没有需要应用的 scale"};
constexpr Text kOrder{"one scale and zero point: {0} of raw integers is right",
                      "单一 scale 与零点：对原始整数做 {0} 是正确的"};

void check(Report& r, Have<RowName> name, Have<StoredDType> dtype, Have<OutputQuant> quant,
           Have<AppDecode> decode, Maybe<AppConsumer> consumer, Maybe<OutputDump> dump,
           Maybe<DumpMeasures> measure, Maybe<DumpSizes> dumps, Maybe<AppRole> role) {
  const auto type = dtype_name(*dtype);
  if (!is_integer(*dtype) || !carries_scale(*quant)) return r.not_applicable(kNothing, type);
  if (*decode != Decode::kNone) return;
  const bool argmax = consumer && *consumer == "argmax", uniform = is_uniform(*quant);
  if (consumer && needs_no_decoding(*consumer, *quant)) return r.not_applicable(kOrder, *consumer);
  if (argmax && role && is_heatmap_role(*role)) return r.unknown(reasons::kRankedWhere, *role);
  const auto spread = scale_spread(*quant);
  if (spread && quant->axis && spread->ratio > 1) {
    r.fail(decode.at(), argmax ? CheckedText<5>(kArgmax) : CheckedText<5>(kAxis), *name, type,
           spread->count, *quant->axis, fixed_text(spread->ratio, 2));
    r.also_with(quant.at(), same_integer(*dtype, *quant, *spread, *quant->axis));
    also_ranking(r, measure, dumps, dump);
    return;
  }
  r.fail(decode.at(), kRaw, *name, type, show(*quant));
  const int64_t q = sample_integer(*dtype);
  if (uniform) r.also(quant.at(), kMeans, q, significant_text(dequantize(q, *quant, 0), 4));
}

}  // namespace

extern const Rule QNT001;
constinit const Rule QNT001 = rule<check>({
    .code = "QNT001",
    .name = "undecoded-output",
    .severity = Severity::kError,
    .summary = {"an integer output with scales is used undecoded", "带 scale 的整数输出未反量化"},
    .why =
        {"Thresholds act on numbers far too large, and per-axis scales change even the order: "
         "on a ResNet18 raw argmax and decoded top-1 differed in 9 of 30 images.",
         "阈值作用在过大的数上，逐轴 scale 还会改变顺序：某 ResNet18 有 9/30 张图的 Top-1 不同。"},
    .fix =
        {"value = (q - zero_point[i]) * scale[i], i along the axis; declare `decode`. For argmax "
         "under one scale declare `consumer`.",
         "value = (q - zero_point[i]) * scale[i]，i 沿该轴取；声明 `decode`。单一 scale 下仅做 "
         "argmax 时声明 `consumer`。"},
    .source = "ResNet18 on nash-e, measured; D-Robotics/hobot_dnn PR#7",
});

}  // namespace npulint
