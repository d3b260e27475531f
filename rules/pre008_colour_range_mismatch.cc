#include "lint/facts.h"

namespace npulint {
namespace {

constexpr Text kDiffers{
    "input `{0}`: the model is built for {1} range nv12 (luma {2}), the application delivers {3} "
    "range (luma {4})",
    "输入 `{0}`：模型按 {1} 范围的 nv12（亮度 {2}）编译，应用提供的是 {3} 范围（亮度 {4}）"};

constexpr Text kNoRange{"only nv12 has a colour range to agree on", "只有 nv12 需要约定色彩范围"};

std::string_view luma(std::string_view range) { return range == "video" ? "16-235" : "0-255"; }

void check(Report& r, Have<RowName> name, Have<BuiltColorRange> built, Have<AppColorRange> app) {
  if (built->empty()) return r.not_applicable(kNoRange);
  if (*built != *app) r.fail(app.at(), kDiffers, *name, *built, luma(*built), *app, luma(*app));
}

}  // namespace

extern const Rule PRE008;
constinit const Rule PRE008 = rule<check>({
    .code = "PRE008",
    .name = "colour-range-mismatch",
    .severity = Severity::kWarning,
    .summary = {"the application delivers another colour range of nv12 than the model is built for",
                "应用提供的 nv12 色彩范围与模型编译时不同"},
    .why = {"Black is 16 where the model takes it for 0: contrast and colours shift in every "
            "image, and accuracy falls by a little.",
            "黑色为 16，而模型认为是 0：每幅图像的对比度和颜色都发生偏移，精度略有下降。"},
    .fix = {"`input_space_and_range` is `regular` for 0-255 and `bt601_video` for 16-235: build "
            "for what camera or decoder deliver, or convert the range.",
            "`input_space_and_range` 为 `regular` 时对应 0-255，`bt601_video` 对应 "
            "16-235：按摄像头或解码器的输出编译，或转换范围。"},
    .source = "hb_mapper manual, input_space_and_range; 6 of 70 public configs state bt601_video",
    .confidence = Confidence::kMedium,
});

}  // namespace npulint
