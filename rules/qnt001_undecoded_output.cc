#include "lint/dequant.h"
#include "lint/facts.h"

namespace npulint {
namespace {

constexpr Text kArgmax{
    "output `{0}` is {1} with {2} scales on axis {3} (max/min ratio {4}); raw argmax ranks "
    "integers of "
    "different scales, and one common factor cannot repair the order",
    "输出 `{0}` 是 {1}，在第 {3} 轴上有 {2} 个 scale（最大/最小 = {4}）；直接 argmax "
    "比较的是不同尺度的整数，乘一个公共系数无法修正顺序"};
constexpr Text kAxis{
    "output `{0}` is {1} with {2} scales on axis {3} (max/min ratio {4}); the application uses the "
    "raw "
    "integers as values",
    "输出 `{0}` 是 {1}，在第 {3} 轴上有 {2} 个 scale（最大/最小 = "
    "{4}）；应用把原始整数直接当作数值使用"};
constexpr Text kRaw{
    "output `{0}` is {1} with quantisation ({2}); the application uses the raw integers as values",
    "输出 `{0}` 是 {1}，带量化参数（{2}）；应用把原始整数直接当作数值使用"};
constexpr Text kExample{
    "the same raw integer {0} means {1} at index {2} of axis {3} and {4} at index {5}",
    "同一个原始整数 {0} 在第 {3} 轴下标 {2} 处表示 {1}，在下标 {5} 处表示 {4}"};
constexpr Text kMeans{"the raw integer {0} means {1}", "原始整数 {0} 表示 {1}"};
constexpr Text kFloat{"the output is stored as {0}", "输出以 {0} 存储"};
constexpr Text kNoScale{"the artifact gives no scale that changes a value",
                        "产物没有会改变数值的 scale"};
constexpr Text kOrder{
    "one positive scale and one zero point: the argmax of the integers is that of the values",
    "只有一个正 scale 和一个零点：整数的 argmax 就是数值的 argmax"};

void check(Report& r, Have<RowName> name, Have<StoredDType> dtype, Have<OutputQuant> quant,
           Have<AppDecode> decode, Maybe<AppConsumer> consumer) {
  if (!is_integer(*dtype)) return r.not_applicable(kFloat, dtype_name(*dtype));
  if (!carries_scale(*quant)) return r.not_applicable(kNoScale);
  if (*decode != Decode::kNone) return;
  const bool argmax = consumer && *consumer == "argmax";
  if (argmax && is_uniform(*quant)) return r.not_applicable(kOrder);
  const auto type = dtype_name(*dtype);
  const int64_t q = sample_integer(*dtype);
  const auto value = [&](size_t i) { return significant_text(dequantize(q, *quant, i), 4); };
  const auto spread = scale_spread(*quant);
  if (!spread || !quant->axis || is_uniform(*quant) || spread->ratio <= 1) {
    r.fail(decode.at(), kRaw, *name, type, show(*quant));
    if (is_uniform(*quant)) r.also(quant.at(), kMeans, q, value(0));
    return;
  }
  r.fail(decode.at(), argmax ? CheckedText<5>(kArgmax) : CheckedText<5>(kAxis), *name, type,
         spread->count, *quant->axis, fixed_text(spread->ratio, 2));
  r.also(quant.at(), kExample, q, value(spread->largest), spread->largest, *quant->axis,
         value(spread->smallest), spread->smallest);
}

}  // namespace

extern const Rule QNT001;
constinit const Rule QNT001 = rule<check>({
    .code = "QNT001",
    .name = "undecoded-output",
    .severity = Severity::kError,
    .summary = {"an integer output that carries scales is used without decoding",
                "带 scale 的整数输出未经反量化就被使用"},
    .why = {"Thresholds, softmax and box decoding work on numbers thousands of times too large. "
            "With per-axis "
            "scales even the order is wrong: on a ResNet18 the raw argmax differed from the "
            "decoded top-1 in "
            "9 of 30 images.",
            "阈值、softmax 和框解码都会作用在放大了成千上万倍的数上。逐轴 scale "
            "时连顺序也是错的：某 ResNet18 上，"
            "直接 argmax 与解码后的 Top-1 在 30 张图中有 9 张不同。"},
    .fix = {"Decode with the artifact's parameters: value = (q - zero_point[i]) * scale[i], i "
            "along the "
            "quantisation axis; then declare `decode`. For a plain argmax under one scale declare "
            "`consumer = "
            "\"argmax\"`.",
            "使用产物的参数反量化：value = (q - zero_point[i]) * scale[i]，i 沿量化轴取；然后声明 "
            "`decode`。"
            "若只有一个 scale 且仅做 argmax，请声明 `consumer = \"argmax\"`。"},
    .source = "ResNet18 on nash-e, measured; D-Robotics/hobot_dnn PR#7",
});

}  // namespace npulint
