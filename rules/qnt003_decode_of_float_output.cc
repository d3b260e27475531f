#include "lint/dequant.h"
#include "lint/facts.h"
#include "lint/reasons.h"

namespace npulint {
namespace {

constexpr Text kFloat{"output `{0}` is already {1}, the application decodes it (`{2}`)",
                      "输出 `{0}` 已经是 {1}，应用却又对其反量化（`{2}`）"};
constexpr Text kNoEffect{
    "output `{0}` is already {1} and the artifact states scale 1: decoding it (`{2}`) changes "
    "nothing",
    "输出 `{0}` 已经是 {1}，且产物给出的 scale 为 1：反量化（`{2}`）没有效果"};
constexpr Text kScaled{"the output is {0} and carries a scale", "输出是 {0} 且带有 scale"};

void check(Report& r, Have<RowName> name, Have<StoredDType> dtype, Have<AppDecode> decode,
           Maybe<OutputQuant> quant, Maybe<AppScale> scale) {
  if (!is_float(*dtype)) return r.not_applicable(reasons::kStoredAs, dtype_name(*dtype));
  if (*decode != Decode::kPerTensor && *decode != Decode::kPerAxis) return;
  if (quant && carries_scale(*quant)) return r.not_applicable(kScaled, dtype_name(*dtype));
  const bool factor_one = scale ? *scale == 1 : quant && is_identity(*quant);
  if (factor_one)
    r.fail_as(Severity::kNote, decode.at(), kNoEffect, *name, dtype_name(*dtype),
              decode_name(*decode));
  else
    r.fail(decode.at(), kFloat, *name, dtype_name(*dtype), decode_name(*decode));
}

}  // namespace

extern const Rule QNT003;
constinit const Rule QNT003 = rule<check>({
    .code = "QNT003",
    .name = "decode-of-float-output",
    .severity = Severity::kError,
    .summary = {"an output that is already float is decoded again", "已是浮点的输出又被反量化"},
    .why = {"The Dequantize node was not removed, so there is no scale to apply: the parser stops "
            "with "
            "`QuantiType is not Scale`, or shrinks every score by a scale that belongs to nothing.",
            "Dequantize 节点没有被删除，因此没有可用的 scale：解析器报 `QuantiType is not Scale` "
            "并退出，或者用一个毫无依据的 scale 缩小所有得分。"},
    .fix = {"Use the floats as they are (`decode = \"none\"`), or rebuild with the Dequantize node "
            "removed.",
            "直接使用浮点值（`decode = \"none\"`），或者删除 Dequantize 节点后重新编译。"},
    .source = "D-Robotics/rdk_model_zoo#50",
});

}  // namespace npulint
