#include "lint/facts.h"
#include "lint/norm_check.h"
#include "lint/reasons.h"

namespace npulint {
namespace {

constexpr Text kMean{
    "input `{0}`: `{2}` {1} is subtracted from pixels of 0 to 255, but is a mean of pixels "
    "in "
    "0-1",
    "输入 `{0}`：`{2}` {1} 将从 0 到 255 的像素中减去，但它是 0-1 像素的均值"};
constexpr Text kSigma{
    "input `{0}`: `{2}` {1} is subtracted from pixels of 0 to 255, but is divided by the "
    "standard deviation already",
    "输入 `{0}`：`{2}` {1} 将从 0 到 255 的像素中减去，但它已经除以了标准差"};
constexpr Text kScale{
    "input `{0}`: `{2}` {1} multiplies pixels of 0 to 255, but belongs to pixels in 0-1",
    "输入 `{0}`：`{2}` {1} 会与 0 到 255 的像素相乘，但它对应的是 0-1 的像素"};
constexpr Text kStd{
    "input `{0}`: `{2}` {1} divides pixels of 0 to 255, but belongs to pixels in 0-1",
    "输入 `{0}`：0 到 255 的像素会除以 `{2}` {1}，但它对应的是 0-1 的像素"};
constexpr Text kToo{"for pixels in 0-1 too", "同样对应 0-1 的像素"};
constexpr Text kWrite{"write the values for pixels of 0-255; the model is compiled with others",
                      "写为 0-255 像素对应的数值；模型将以另外的数值编译"};

void check(Report& r, Have<RowName> name, Have<StatedNorm> norm, Have<NormWordsOf> words,
           Have<ConfigTypeRt> type_rt, Maybe<ConfigMean> mean, Maybe<ConfigScale> scale,
           Maybe<ConfigStd> std, Maybe<GraphNorm> graph, Maybe<TheConfig> config) {
  if (!is_byte_image(*type_rt)) return r.not_applicable(reasons::kNo8Bit);
  const NormFault of_mean = mean_fault(*norm);
  const bool divisor = divisor_fault(*norm) == NormFault::kUnit;
  if (of_mean == NormFault::kNone && !divisor) return;
  if (graph && !graph->empty()) return r.unknown(reasons::kGraphRescales, *graph);
  const Evidence& factor = norm->std.empty() ? scale.at() : std.at();
  const bool of_scale = norm->std.empty();
  if (of_mean == NormFault::kUnit)
    r.fail(mean.at(), kMean, *name, norm_text(norm->mean), words->mean);
  else if (of_mean == NormFault::kSigma)
    r.fail(mean.at(), kSigma, *name, norm_text(norm->mean), words->mean);
  else if (of_scale)
    r.fail(factor, kScale, *name, norm_text(norm->scale), words->scale);
  else
    r.fail(factor, kStd, *name, norm_text(norm->std), words->std);
  if (of_mean != NormFault::kNone && divisor) r.also(factor, kToo);
  if (auto edits = config ? to_bytes(**config, *norm, mean.at(), factor) : std::vector<Edit>();
      !edits.empty())
    r.fix({false, Message(kWrite), std::move(edits)});
}

}  // namespace

extern const Rule PRE004;
constinit const Rule PRE004 = rule<check>({
    .code = "PRE004",
    .name = "norm-unit-mix",
    .severity = Severity::kError,
    .summary = {"mean, scale or std of pixels in 0-1 where the tool takes those of 0-255",
                "均值、缩放或标准差按 0-1 像素给出，而工具按 0-255 像素计算"},
    .why = {"The conversion computes (x - mean) * scale on pixels of 0 to 255: the network sees "
            "values that are hundreds of times too large or not centred, and nothing reports it.",
            "转换在 0 到 255 的像素上计算 (x - mean) * "
            "scale：网络看到的数值放大了数百倍或没有居中，且没有任何报错。"},
    .fix = {"mean_value = 255 * mean, scale_value = 1 / (255 * std); the same for --mean and "
            "--scale of "
            "model_transform.",
            "mean_value = 255 * mean，scale_value = 1 / (255 * std)；model_transform 的 --mean 和 "
            "--scale 同理。"},
    .source = "hb_mapper manual ptq_process.md, mean_value and scale_value; sophgo/sophon-demo "
              "cbe43e2 corrects such a pair",
});

}  // namespace npulint
