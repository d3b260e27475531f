#include <algorithm>
#include <cmath>

#include "lint/dequant.h"
#include "lint/facts.h"
#include "lint/reasons.h"

namespace npulint {
namespace {

constexpr Text kShift{
    "output `{0}` is quantised by shifts ({1}), the application decodes it with a scale",
    "输出 `{0}` 以移位方式量化（{1}），应用却按 scale 反量化"};
constexpr Text kScale{
    "output `{0}` is quantised by scales ({1}), the application decodes it with shifts",
    "输出 `{0}` 以 scale 方式量化（{1}），应用却按移位反量化"};
constexpr Text kNothing{"the output has no parameters to apply", "该输出没有需要应用的量化参数"};
constexpr Text kNotSaid{"the application states no kind of quantisation", "应用没有声明量化方式"};
constexpr Text kPowers{"every scale is a power of two: shifts may decode them",
                       "所有 scale 都是 2 的幂：可以用移位反量化"};

bool power_of_two(double s) {
  int exponent = 0;
  return s > 0 && std::frexp(s, &exponent) == 0.5;
}

void check(Report& r, Have<RowName> name, Have<OutputQuant> quant, Have<AppDecode> decode,
           Maybe<AppDecodeKind> kind, Maybe<AppScale> scale) {
  if (*decode == Decode::kNone || *decode == Decode::kRuntime)
    return r.not_applicable(reasons::kNoFormula, decode_name(*decode));
  if (!carries_scale(*quant)) return r.not_applicable(kNothing);
  const bool shifts = quant->kind == Quantization::Kind::kShift;
  if (!kind && !(shifts && scale)) {
    if (shifts) return r.unknown(kNotSaid);
    return r.not_applicable(kNotSaid);
  }
  if ((kind ? *kind == "shift" : false) == shifts) return;
  const Evidence& at = kind ? kind.at() : scale.at();
  if (shifts) {
    if (scale && is_uniform(*quant) && *scale == dequantize(1, *quant, 0)) return;
    r.fail(at, kShift, *name, show(*quant));
  } else {
    const auto& all = quant->scales;
    if (std::all_of(all.begin(), all.end(), power_of_two)) return r.unknown(kPowers);
    r.fail(at, kScale, *name, show(*quant));
  }
}

}  // namespace

extern const Rule QNT007;
constinit const Rule QNT007 = rule<check>({
    .code = "QNT007",
    .name = "quant-kind-mismatch",
    .severity = Severity::kError,
    .summary = {"shifts are decoded as scales, or scales as shifts",
                "移位量化按 scale 反量化，或 scale 量化按移位反量化"},
    .why = {"A shift of 7 taken as a factor makes values 900 times too large, and the scale list "
            "of such a tensor is empty: readers that do not look at quantiType crash or return 0.",
            "把移位 7 当作系数会使数值放大约 900 倍；这类张量的 scale 列表为空，不检查 quantiType "
            "的代码会崩溃或得到 0。"},
    .fix = {"Branch on quantiType of the tensor: SHIFT is q / 2^shift[i], SCALE is (q - "
            "zero_point[i]) * scale[i]; declare `decode_kind`.",
            "按张量的 quantiType 分支：SHIFT 为 q / 2^shift[i]，SCALE 为 (q - zero_point[i]) * "
            "scale[i]；并声明 `decode_kind`。"},
    .source = "hbDNNQuantiType of the D-Robotics runtime: SHIFT and SCALE",
});

}  // namespace npulint
