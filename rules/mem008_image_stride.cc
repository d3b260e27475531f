#include "lint/facts.h"
#include "lint/reasons.h"

namespace npulint {
namespace {

constexpr Text kStride{
    "`y_stride` of input `{0}` is {1} bytes, which is no multiple of {2}, the image row alignment "
    "of {3}; the next one is {4}",
    "输入 `{0}` 的 `y_stride` 为 {1} 字节，不是 {3} 的图像行对齐 {2} 的整数倍；下一个可用值为 {4}"};
constexpr Text kRows{
    "input `{0}` takes rows of {1} bytes without padding, the image that the application hands "
    "over has {2}: a width that is no multiple of {3} bytes must be copied row by row",
    "输入 `{0}` 接收无填充的 {1} 字节行，应用送入的图像行步长为 {2} 字节：宽度不是 {3} "
    "字节整数倍的图像必须逐行拷贝"};
constexpr Text kNone{"{0} has no such rule", "{0} 没有此规则"};
constexpr Text kSilent{
    "no contract states a pixel format and a `y_stride`: whether an image of the image unit is "
    "handed over is not known",
    "没有契约给出像素格式和 `y_stride`：不知是否直接送入图像单元的图像"};

// Bytes of one row of the tensor: planes [1, C, H, W], or pixels [1, H, W, C].
std::optional<int64_t> row_bytes(const Shape& s, DType t) {
  const auto channels = [](int64_t d) { return d == 1 || d == 3 || d == 4; };
  if (s.size() != 4 || channels(s[1]) == channels(s[3])) return std::nullopt;
  const auto elements = channels(s[1]) ? std::optional(s[3]) : checked_mul(s[2], s[3]);
  return elements && *elements > 0 ? checked_mul(*elements, dtype_bits(t) / 8) : std::nullopt;
}

void check(Report& r, Have<RowName> name, Have<ImageAlignment> align, Have<ThePlatform> platform,
           Maybe<AppPixelFormat> format, Maybe<AppYStride> stride, Maybe<StoredShape> shape,
           Maybe<StoredDType> dtype) {
  if (*align <= 0) return r.not_applicable(kNone, (*platform)->march);
  if (format && *format == "featuremap") return r.not_applicable(reasons::kAppFeeds, *format);
  if (!format || !stride) return r.unknown(kSilent);
  if (*stride <= 0) return;
  if (*stride % *align != 0)
    return void(r.fail(stride.at(), kStride, *name, *stride, *align, (*platform)->march,
                       align_up(*stride, *align)));
  const auto row = shape && dtype ? row_bytes(*shape, *dtype) : std::nullopt;
  if (row && *row % *align != 0 && *stride == align_up(*row, *align))
    r.fail(stride.at(), kRows, *name, *row, *stride, *align);
}

}  // namespace

extern const Rule MEM008;
constinit const Rule MEM008 = rule<check>({
    .code = "MEM008",
    .name = "image-stride",
    .severity = Severity::kWarning,
    .summary = {"an image of the chip's image unit is handed to an input whose rows do not fit it",
                "把芯片图像单元的图像直接送入行宽不符的输入"},
    .why = {"The image unit writes rows at multiples of its alignment, the tensor has none: from "
            "the second row on, the model sees a sheared picture.",
            "图像单元按对齐的行步长写入，而张量没有填充：从第二行起，模型看到的是错切的图像。"},
    .fix = {"Take a width that is a multiple of the alignment, or copy the rows into a dense "
            "buffer.",
            "采用对齐整数倍的宽度，或把各行拷贝到紧凑的缓冲区。"},
    .source = "libsophon BMCV guide, vpp_basic and csc_convert_to: the stride of all images must "
              "be 64 aligned; libsophon bmdef.h (bm_tensor_t has no stride)",
});

}  // namespace npulint
