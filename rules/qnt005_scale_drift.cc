#include <cmath>

#include "lint/dequant.h"
#include "lint/facts.h"
#include "lint/reasons.h"

namespace npulint {
namespace {

constexpr double kExact = 1e-5, kRounded = 1e-4;  // relative; text dumps print about six digits

constexpr Text kDrift{
    "output `{0}`: the application's scale is {1}, the artifact's is {2}: every value is off by "
    "{3} %",
    "输出 `{0}`：应用的 scale 为 {1}，产物的 scale 为 {2}：每个数值都偏差 {3} %"};
constexpr Text kNoConstant{"the application carries no constant of its own", "应用没有写死的常量"};
constexpr Text kUnused{"decode is `{0}`: the constant is not used",
                       "decode 为 `{0}`：该常量未被使用"};
constexpr Text kInvalid{"a positive scale in the artifact (it states {0})",
                        "产物中应有正的 scale（实际为 {0}）"};

void check(Report& r, Have<RowName> name, Have<OutputQuant> quant, Have<TheContract>,
           Maybe<AppScale> app, Maybe<StoredDType> dtype, Maybe<AppDecode> decode) {
  if (!app) return r.not_applicable(kNoConstant);
  if (dtype && !is_integer(*dtype)) return r.not_applicable(reasons::kStoredAs, dtype_name(*dtype));
  if (decode && (*decode == Decode::kNone || *decode == Decode::kRuntime))
    return r.not_applicable(kUnused, decode_name(*decode));
  if (quant->kind != Quantization::Kind::kScale || quant->scales.size() != 1)
    return r.not_applicable(reasons::kSeveralScales);
  const double scale = quant->scales[0];
  if (!std::isfinite(scale) || scale <= 0) return r.unknown(kInvalid, number_text(scale));
  const double off = std::abs(*app - scale) / scale;
  if (off <= (quant->rounded ? kRounded : kExact)) return;
  r.fail(app.at(), kDrift, *name, number_text(*app), number_text(scale),
         significant_text(off * 100, 2));
}

}  // namespace

extern const Rule QNT005;
constinit const Rule QNT005 = rule<check>({
    .code = "QNT005",
    .name = "scale-drift",
    .severity = Severity::kError,
    .summary = {"the scale constant in the application is not the artifact's",
                "应用中写死的 scale 与产物不同"},
    .why = {"A constant that was typed in survives the next calibration, the artifact's scale does "
            "not: "
            "thresholds move silently.",
            "手工写入的常量不会随重新校准而更新，产物的 scale 却变了：阈值会悄悄漂移。"},
    .fix = {"Read the scale from the artifact at run time, or update the constant with each build.",
            "在运行时从产物读取 scale，或者每次编译后更新该常量。"},
    .source =
        "nnstreamer/nnstreamer#4748; tolerance 1e-5, 1e-4 where the artifact's text is rounded",
});

}  // namespace npulint
