#include "lint/facts.h"
#include "lint/norm_check.h"
#include "lint/normalization.h"
#include "lint/reasons.h"

namespace npulint {
namespace {

constexpr Text kConfig{
    "input `{0}`: the model normalises pixels of 0-255 with {1}, training did with {2}",
    "输入 `{0}`：模型以 {1} 归一化 0-255 的像素，训练时为 {2}"};
constexpr Text kApp{
    "input `{0}`: the application normalises pixels of 0-255 with {1}, training did with {2}",
    "输入 `{0}`：应用以 {1} 归一化 0-255 的像素，训练时为 {2}"};
constexpr Text kBoth{"model and application both normalise", "模型与应用都做了归一化"};
constexpr Text kNobody{"neither the model nor the application normalises",
                       "模型与应用都没有做归一化"};
constexpr Text kValues{"the values, or the range of pixels that they are for, are not stated",
                       "未给出数值，或无法判断数值对应的像素范围"};

void check(Report& r, Have<RowName> name, Have<TrainingNorm> training, Maybe<BuiltInNorm> built_in,
           Maybe<AppNorm> app, Maybe<ConfigTypeTrain> train, Maybe<ConfigMean> mean,
           Maybe<ConfigScale> scale, Maybe<ConfigStd> std, Maybe<GraphNorm> graph,
           Maybe<TheContract> contract, Maybe<TheConfig> config) {
  const bool model = built_in && normalises(*built_in), reader = app && normalises(*app);
  if (model && reader) return r.not_applicable(kBoth);  // PRE001
  if (!model && !reader) return r.not_applicable(kNobody);
  const std::string format = train ? *train : "";
  if (model && explained(*built_in, format)) return;
  const auto does = pixel_norm(model ? *built_in : *app, model);
  const auto wanted = pixel_norm(*training, false);
  if (!does || !wanted) return r.unknown(kValues);
  if (agrees(*does, *wanted)) return;
  if (graph && !graph->empty()) return r.unknown(reasons::kGraphRescales, *graph);
  const auto* trained = contract ? &(*contract)->training_pixel_format : nullptr;
  const bool crossed = trained && *trained && !format.empty() && **trained != format;
  if (crossed && agrees(*does, reversed(*wanted))) return;  // the formats differ: PRE005
  const bool of_mean = mean && !means_agree(*does, *wanted);
  const Evidence& divisor = scale ? scale.at() : std ? std.at() : mean ? mean.at() : built_in.at();
  const auto in_config = [&](const Evidence& at) { return config && at.file == (*config)->file; };
  const Evidence& place = of_mean ? mean.at() : divisor;
  if (model)
    r.fail(in_config(place) ? place : training.at(), kConfig, *name, does->text(), wanted->text());
  else
    r.fail(app.at(), kApp, *name, does->text(), wanted->text());
}

}  // namespace

extern const Rule PRE007;
constinit const Rule PRE007 = rule<check>({
    .code = "PRE007",
    .name = "norm-values-differ",
    .severity = Severity::kWarning,
    .summary = {"conversion or application normalises with other values than training",
                "转换或应用的归一化数值与训练不同"},
    .why =
        {"The network sees shifted or stretched values: accuracy falls, and it looks like a loss "
         "of quantisation.",
         "网络看到的数值发生偏移或拉伸：精度下降，看起来像量化损失。"},
    .fix = {"Take the values of training: mean_value = 255 * mean, scale_value = 1 / (255 * std).",
            "采用训练时的数值：mean_value = 255 * mean，scale_value = 1 / (255 * std)。"},
    .source = "hb_mapper manual ptq_process.md, mean_value and scale_value; "
              "github.com/zz990099/lightstereo_cpp/issues/6",
    .confidence = Confidence::kMedium,
});

}  // namespace npulint
