#include <cmath>

#include "lint/dequant.h"
#include "lint/facts.h"
#include "lint/normalization.h"

namespace npulint {
namespace {

constexpr Text kFloat{"input `{0}` takes {1} ({2}), the application feeds {3}",
                      "输入 `{0}` 需要 {1}（{2}），应用送入的是 {3}"};
constexpr Text kNone{"input `{0}` takes {1} ({2}), the application does not quantise",
                     "输入 `{0}` 需要 {1}（{2}），应用没有量化"};
constexpr Text kWrongWay{
    "input `{0}` takes q = x * {1}, the application multiplies by {2}: the other way round",
    "输入 `{0}` 需要 q = x * {1}，应用乘以的是 {2}：方向相反"};
constexpr Text kNothing{"the input is {0} and takes no scale", "该输入为 {0}，不需要 scale"};
constexpr Text kNotSaid{"whether the values that the application feeds are quantised",
                        "应用送入的数值是否已经量化"};

void check(Report& r, Have<RowName> name, Have<InputQuant> quant, Have<InputTakesDType> dtype,
           Have<TheContract>, Maybe<AppInputDType> fed, Maybe<AppQuantize> quantize,
           Maybe<AppNorm> norm, Maybe<AppPixelFormat> format, Maybe<ThePlatform> platform) {
  if (!is_integer(*dtype) || !carries_scale(*quant))
    return r.not_applicable(kNothing, dtype_name(*dtype));
  const bool none = quantize && *quantize == "none";
  if (quantize && !none) return;
  const auto type = dtype_name(*dtype);
  // The vendor whose artifacts store the factor itself; its library may convert floats on the way.
  const bool inverse = platform && (*platform)->vendor == "sophgo";
  if (fed && is_float(*fed)) {
    if (inverse) return r.unknown(kNotSaid);
    return void(r.fail(fed.at(), kFloat, *name, type, show(*quant), dtype_name(*fed)));
  }
  const auto near = [](double a, double b) { return std::fabs(a - b) <= 1e-3 * b; };
  const double factor = quantise_factor(*quant, inverse),
               multiplies = norm ? sole_factor(*norm) : 0;
  if (factor > 0 && multiplies > 0 && near(multiplies * factor, 1) && !near(factor, 1) &&
      !of_unit_pixels(multiplies))
    return void(
        r.fail(norm.at(), kWrongWay, *name, significant_text(factor, 6), number_text(multiplies)));
  if (factor > 0 && near(multiplies, factor)) return;
  const bool image = format && *format != "featuremap", raw = !norm || !normalises(*norm);
  if (!none || (raw && (fed || image))) return r.unknown(kNotSaid);
  r.fail(quantize.at(), kNone, *name, type, show(*quant));
}

}  // namespace

extern const Rule QNT009;
constinit const Rule QNT009 = rule<check>({
    .code = "QNT009",
    .name = "unquantized-input",
    .severity = Severity::kError,
    .summary = {"a quantised input is fed with values that are not quantised, or quantised the "
                "wrong way",
                "量化输入收到未量化的数值，或量化方向相反"},
    .why = {"The Quantize node is gone from the model: floats are taken as integers byte by byte, "
            "and values that were not scaled become 0 or saturate.",
            "模型中的 Quantize 节点已被删除：浮点数被逐字节当作整数，未缩放的数值变为 0 或饱和。"},
    .fix =
        {"Quantise as the artifact says: q = round(x / scale) + zero_point; the scale that a "
         "bmodel stores for an input is the factor itself, q = round(x * scale).",
         "按产物量化：q = round(x / scale) + zero_point；bmodel 为输入存储的 scale 就是乘数，q = "
         "round(x * scale)。"},
    .source = "hb_model_modifier of the D-Robotics toolchain (removed Quantize); BM168xCodegen of "
              "sophgo/tpu-mlir: the input's scale is stored as its reciprocal",
});

}  // namespace npulint
