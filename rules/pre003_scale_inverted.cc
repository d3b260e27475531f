#include "lint/facts.h"
#include "lint/norm_check.h"
#include "lint/reasons.h"

namespace npulint {
namespace {

constexpr Text kInverted{
    "input `{0}`: 8-bit pixels are multiplied by `{3}` {1}, which is the divisor; the factor is "
    "{2}",
    "输入 `{0}`：8 位像素会乘以 `{3}` {1}，但它是除数；对应的乘数为 {2}"};
constexpr Text kFactor{
    "input `{0}`: 8-bit pixels are divided by `{3}` {1}, which is the factor; the divisor is {2}",
    "输入 `{0}`：8 位像素会除以 `{3}` {1}，但它是乘数；对应的除数为 {2}"};
constexpr Text kWrite{"write the reciprocal; the model is compiled with another factor",
                      "写为倒数；模型将以另一个乘数编译"};

void check(Report& r, Have<RowName> name, Have<StatedNorm> norm, Have<NormWordsOf> words,
           Have<ConfigTypeRt> type_rt, Maybe<ConfigScale> scale, Maybe<ConfigStd> std,
           Maybe<GraphNorm> graph, Maybe<TheConfig> config) {
  if (!is_byte_image(*type_rt)) return r.not_applicable(reasons::kNo8Bit);
  if (divisor_fault(*norm) != NormFault::kInverted) return;
  if (graph && !graph->empty()) return r.unknown(reasons::kGraphRescales, *graph);
  const bool of_std = !norm->std.empty();
  if (of_std ? !std : !scale) return;
  const Evidence& at = of_std ? std.at() : scale.at();
  const std::vector<double>& written = of_std ? *std : *scale;
  std::vector<double> right;
  for (const double s : written) right.push_back(1 / s);
  if (of_std)
    r.fail(at, kFactor, *name, norm_text(written), norm_text(right), words->std);
  else
    r.fail(at, kInverted, *name, norm_text(written), norm_text(right), words->scale);
  const char* key = of_std ? "std_value" : "scale_value";
  if (const auto edit = config ? rewrite(**config, key, at, right) : std::nullopt)
    r.fix({false, Message(kWrite), {*edit}});
}

}  // namespace

extern const Rule PRE003;
constinit const Rule PRE003 = rule<check>({
    .code = "PRE003",
    .name = "scale-inverted",
    .severity = Severity::kError,
    .summary =
        {"scale_value is the divisor where the tool takes the factor, or std_value the factor",
         "scale_value 写成了除数而工具需要乘数，或 std_value 写成了乘数"},
    .why = {"The conversion computes (x - mean) * scale: pixels become values of tens of "
            "thousands, calibration saturates, and every result is wrong.",
            "转换计算的是 (x - mean) * scale：像素变成数以万计的数值，校准饱和，结果全部错误。"},
    .fix = {"Write the reciprocal: 1/255 = 0.003921568627451, 1/58.395 = 0.01712475. hb_compile "
            "also takes the divisor as `std_value`.",
            "写为倒数：1/255 = 0.003921568627451，1/58.395 = 0.01712475。hb_compile "
            "也可以用 `std_value` 给出除数。"},
    .source = "hb_mapper manual ptq_process.md, scale_value; github.com/sophgo/tpu-mlir/issues/214",
});

}  // namespace npulint
