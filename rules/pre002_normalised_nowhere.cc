#include "lint/facts.h"
#include "lint/normalization.h"
#include "lint/reasons.h"

namespace npulint {
namespace {

constexpr Text kNowhere{
    "input `{0}` is normalised nowhere: training does `{1}`, the conversion compiles nothing in, "
    "and the application declares `none`",
    "输入 `{0}` 没有任何一处归一化：训练时做 `{1}`，转换没有编译进任何归一化，应用声明为 `none`"};
constexpr Text kTraining{"training does not normalise", "训练时不做归一化"};
constexpr Text kFeatureMap{"whether training normalises this feature map is not stated",
                           "未说明训练时是否对该 featuremap 归一化"};

void check(Report& r, Have<RowName> name, Have<BuiltInNorm> built_in, Have<TrainingNorm> training,
           Have<AppNorm> app, Maybe<GraphNorm> graph, Maybe<AppPixelFormat> format,
           Maybe<ConfigTypeRt> type_rt, Maybe<TheConfig> config) {
  if (!normalises(*training)) return r.not_applicable(kTraining);
  if (built_in->kind != "none" || app->kind != "none") return;
  if (graph && !graph->empty()) return r.unknown(reasons::kGraphRescales, *graph);
  if (format ? *format == "featuremap" : type_rt && *type_rt == "featuremap")
    return r.unknown(kFeatureMap);
  const bool of_config = config && built_in.at().file == (*config)->file;
  r.fail(of_config ? built_in.at() : app.at(), kNowhere, *name, show(*training));
}

}  // namespace

extern const Rule PRE002;
constinit const Rule PRE002 = rule<check>({
    .code = "PRE002",
    .name = "normalised-nowhere",
    .severity = Severity::kError,
    .summary = {"training normalises its input, but neither the model nor the application does",
                "训练时对输入做归一化，但模型和应用都没有做"},
    .why = {"The network sees pixels of 0 to 255 where it was trained on values near one; its "
            "result is noise, and nothing reports an error.",
            "网络按接近 1 的数值训练，却收到 0 到 255 的像素；结果等同噪声，且没有任何报错。"},
    .fix = {"Put mean and scale of the training into the conversion config, or normalise in the "
            "application.",
            "把训练所用的均值和缩放写入转换配置，或在应用中做归一化。"},
    .source = "measured: 0 of 30 images right without normalisation, 24 of 30 with it; Horizon "
              "toolchain, norm_type and mean_value of the conversion config",
});

}  // namespace npulint
