#include <algorithm>

#include "lint/dequant.h"
#include "lint/facts.h"
#include "lint/reasons.h"

namespace npulint {
namespace {

constexpr Text kLacks{
    "output `{0}` has the zero point {1}, the application multiplies by its own scale {2} and "
    "subtracts nothing: a stored {1} means 0, not {3}",
    "输出 `{0}` 的零点为 {1}，应用只乘以自己的 scale {2} 而不减零点：存储值 {1} 表示 0，而不是 "
    "{3}"};
constexpr Text kLacksSeveral{
    "output `{0}` has zero points from {1} to {2}, the application multiplies by its own scale {3} "
    "and subtracts nothing",
    "输出 `{0}` 的零点从 {1} 到 {2}，应用只乘以自己的 scale {3} 而不减零点"};
constexpr Text kDiffers{"output `{0}` has the zero point {1}, the application subtracts {2}",
                        "输出 `{0}` 的零点为 {1}，应用减去的是 {2}"};
constexpr Text kDiffersSeveral{
    "output `{0}` has zero points from {1} to {2}, the application subtracts {3} everywhere",
    "输出 `{0}` 的零点从 {1} 到 {2}，应用一律减去 {3}"};
constexpr Text kNoZero{"the output has no zero point to subtract", "该输出没有需要减去的零点"};
constexpr Text kFromWhere{
    "neither `scale` nor `zero_point` is stated: the application may take both from the runtime",
    "`scale` 与 `zero_point` 均未声明：应用可能从运行时读取两者"};

void check(Report& r, Have<RowName> name, Have<OutputQuant> quant, Have<AppDecode> decode,
           Maybe<StoredDType> dtype, Maybe<AppScale> scale, Maybe<AppZeroPoint> zero) {
  if (*decode == Decode::kNone || *decode == Decode::kRuntime)
    return r.not_applicable(reasons::kNoFormula, decode_name(*decode));
  const bool scaled = quant->kind == Quantization::Kind::kScale && !quant->scales.empty();
  if (!scaled || (dtype && !is_integer(*dtype))) return r.not_applicable(kNoZero);
  std::vector<int64_t> points = quant->zero_points;
  if (points.empty()) points = {0};
  const auto [low, high] = std::minmax_element(points.begin(), points.end());
  const int64_t wanted = zero ? *zero : 0;
  if (*low == wanted && *high == wanted) return;
  if (!zero && !scale) return r.unknown(kFromWhere);
  if (zero && *low == *high)
    r.fail(zero.at(), kDiffers, *name, *low, wanted);
  else if (zero)
    r.fail(zero.at(), kDiffersSeveral, *name, *low, *high, wanted);
  else if (*low == *high)
    r.fail(scale.at(), kLacks, *name, *low, number_text(*scale),
           significant_text(static_cast<double>(*low) * *scale, 4));
  else
    r.fail(scale.at(), kLacksSeveral, *name, *low, *high, number_text(*scale));
}

}  // namespace

extern const Rule QNT004;
constinit const Rule QNT004 = rule<check>({
    .code = "QNT004",
    .name = "zero-point-ignored",
    .severity = Severity::kError,
    .summary = {"the application's formula lacks the zero point of the output, or has another",
                "应用的反量化公式缺少该输出的零点，或使用了不同的零点"},
    .why = {"Every value is shifted by zero_point * scale: thresholds let everything through or "
            "nothing, and boxes move.",
            "每个数值都偏移 zero_point * scale：阈值要么全部通过要么全部拦截，检测框发生位移。"},
    .fix = {"value = (q - zero_point[i]) * scale[i] with both from the artifact; declare "
            "`zero_point` beside `scale`.",
            "value = (q - zero_point[i]) * scale[i]，两者都取自产物；在 `scale` 旁声明 "
            "`zero_point`。"},
    .source = "hbDNNQuantiScale of the D-Robotics runtime (zeroPointData); the tensor structure of "
              "the Sophgo runtime (zero_point)",
});

}  // namespace npulint
