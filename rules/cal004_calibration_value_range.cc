#include "lint/calibration_check.h"
#include "lint/dequant.h"
#include "lint/facts.h"
#include "lint/normalization.h"
#include "lint/reasons.h"

namespace npulint {
namespace {

constexpr Text kScaled{
    "`{0}` holds values from {1} to {2}, but {3} scales calibration data itself ({4}): it takes "
    "the "
    "pixels as {5}, before mean and scale",
    "`{0}` 中的数值范围为 {1} 到 {2}，而 {3} 会自行缩放校准数据（{4}）：它需要减均值和缩放之前的 "
    "{5} 像素"};
constexpr Text kRaw{
    "`{0}` holds values from {1} to {2}, but {3} takes calibration data as the ONNX input has it, "
    "after mean and scale ({4}), where pixels lie within {5}",
    "`{0}` 中的数值范围为 {1} 到 {2}，而 {3} 需要与 ONNX "
    "输入一致、已减均值并缩放（{4}）的校准数据，"
    "此时像素应在 {5} 之内"};
constexpr Text kSampled{"{0} of {1} files, {2} values", "{1} 个文件中的 {0} 个，共 {2} 个值"};
constexpr Text kSeen{
    "min / mean / max of each channel: {0}; the model is calibrated on these values scaled once "
    "more: {1}",
    "各通道的最小 / 平均 / 最大值：{0}；模型在再次缩放后的数值上校准：{1}"};
constexpr Text kChannels{
    "min / mean / max of each channel, as the model is calibrated on them: {0}",
    "各通道的最小 / 平均 / 最大值，模型即在其上校准：{0}"};
constexpr Text kNoImage{"the input is no image", "该输入不是图像"};
constexpr Text kNoScale{"the config does not scale the input", "配置没有对该输入进行缩放"};

void check(Report& r, Have<CalibrationFiles> files, Have<StatedNorm> norm, Have<Toolchain> tool,
           Have<ConfigTypeTrain> train, Maybe<ConfigScale>, Maybe<ConfigStd>) {
  if (*train == "featuremap") return r.not_applicable(kNoImage);
  if (!scales(*norm)) return r.not_applicable(kNoScale);
  if (is_picture(files->extension)) return r.unknown(reasons::kPictures, files->folder);
  if (*tool != "hb_mapper" && files->extension != ".npy") return r.unknown(reasons::kNoValueType);
  if (files->misfit) return r.unknown(reasons::kMisfit);
  if (files->read == 0 || files->values == files->not_finite.size())
    return r.unknown(reasons::kNoValueType);
  const RangeFault fault = range_fault(*files, *norm, *tool);
  if (fault == RangeFault::kNone) return;
  const auto sides = pixel_range(*norm);
  const std::string low = significant_text(files->min, 4), high = significant_text(files->max, 4);
  if (fault == RangeFault::kScaledAlready)
    r.fail(files.at(), kScaled, files->folder, low, high, *tool, show(*norm), *train);
  else
    r.fail(files.at(), kRaw, files->folder, low, high, *tool, show(*norm),
           significant_text(sides.first, 3) + " … " + significant_text(sides.second, 3));
  r.also(files->sizes[0].at, kSampled, files->read, files->entries, files->values);
  if (files->channels.empty()) return;
  const std::string stored = channels_text(files->channels);
  if (fault == RangeFault::kScaledAlready)
    r.also(files->sizes[0].at, kSeen, stored, channels_text(normalised_channels(*files, *norm)));
  else
    r.also(files->sizes[0].at, kChannels, stored);
}

}  // namespace

extern const Rule CAL004;
constinit const Rule CAL004 = rule<check>({
    .code = "CAL004",
    .name = "calibration-value-range",
    .severity = Severity::kError,
    .summary = {"calibration data is scaled already where hb_mapper scales it, or raw where "
                "hb_compile takes it scaled",
                "hb_mapper 会自行缩放而校准数据已缩放，或 hb_compile "
                "需要已缩放的数据而校准数据是原始像素"},
    .why = {"Thresholds are found on values a factor of 255 off: the build succeeds, and the model "
            "detects nothing on the board.",
            "阈值在相差 255 倍的数值上求得：构建成功，而模型在板上什么也检测不到。"},
    .fix = {"hb_mapper: store pixels of input_type_train, 0 to 255. hb_compile: store .npy files "
            "as the ONNX input takes them.",
            "hb_mapper：保存 input_type_train 的像素，0 到 255。hb_compile：保存与 ONNX 输入一致的 "
            ".npy 文件。"},
    .source = "hb_mapper manual ptq_process.md: calibration data only as far as input_type_train; "
              "measured: detections 924 to 0 (github.com/1760hwy/YOLO_Native_model_quantization)",
});

}  // namespace npulint
