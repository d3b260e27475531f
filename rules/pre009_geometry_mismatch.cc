#include "lint/facts.h"
#include "lint/geometry.h"

namespace npulint {
namespace {

constexpr Text kDiffers{
    "input `{0}`: calibration images are prepared by `{1}`, the application's by `{2}`",
    "输入 `{0}`：校准图像的几何处理为 `{1}`，应用的为 `{2}`"};
constexpr Text kWords{"whether `{0}` and `{1}` are the same is not clear from the words",
                      "从字面无法判断 `{0}` 与 `{1}` 是否相同"};

void check(Report& r, Have<RowName> name, Have<CalibrationResize> calibration,
           Have<AppResize> app) {
  const auto same = same_geometry(*calibration, *app);
  if (!same) return r.unknown(kWords, *calibration, *app);
  if (!*same) r.fail(app.at(), kDiffers, *name, *calibration, *app);
}

}  // namespace

extern const Rule PRE009;
constinit const Rule PRE009 = rule<check>({
    .code = "PRE009",
    .name = "geometry-mismatch",
    .severity = Severity::kWarning,
    .summary = {"calibration images are resized in another way than the application's",
                "校准图像与应用图像的缩放方式不同"},
    .why = {"Borders, sizes and aspect ratios that calibration never saw: activations fall outside "
            "of the calibrated ranges, and the loss looks like one of quantisation.",
            "应用图像的边框、尺寸和长宽比在校准时从未出现：激活值超出校准范围，看起来像量化损失。"},
    .fix = {"Prepare the calibration images with the preprocessing of the application.",
            "用应用的预处理来准备校准图像。"},
    .source = "D-Robotics/rdk_model_zoo samples/vision/ultralytics_yolo: mapper.py stretches, the "
              "C++ reader letterboxes",
    .confidence = Confidence::kMedium,
});

}  // namespace npulint
