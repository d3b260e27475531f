#include "lint/facts.h"
#include "lint/reasons.h"

namespace npulint {
namespace {

constexpr Text kStride{
    "`{0}` of input `{1}` is {2} bytes, which is no multiple of {3}, the nv12 row alignment of "
    "{4}; the next one is {5}",
    "输入 `{1}` 的 `{0}` 为 {2} 字节，不是 {4} 的 nv12 行对齐 {3} 的整数倍；下一个可用值为 {5}"};
constexpr Text kBelow{
    "`{0}` of input `{1}` is {2} bytes, but a row of {3} pixels takes {4}: each row overwrites the "
    "end of the one before it",
    "输入 `{1}` 的 `{0}` 为 {2} 字节，而 {3} 像素的一行需要 {4} 字节：每行都会覆盖上一行的末尾"};
constexpr Text kWidth{
    "nv12 input `{0}` is {1} pixels wide, which is no multiple of {2}, the nv12 row alignment of "
    "{3}, and no stride is declared: rows must be {4} bytes apart",
    "nv12 输入 `{0}` 宽 {1} 像素，不是 {3} 的 nv12 行对齐 {2} 的整数倍，且未声明步长：行步长须为 "
    "{4} 字节"};

void check(Report& r, Have<RowName> name, Have<AppPixelFormat> format, Have<Nv12Alignment> align,
           Have<ThePlatform> platform, Maybe<AppYStride> y, Maybe<AppUvStride> uv,
           Maybe<AppWidth> width) {
  if (*format != "nv12") return r.not_applicable(reasons::kAppFeeds, *format);
  if (*align <= 0) return;
  const auto test = [&](const auto& stride, const char* key) {
    if (stride && *stride > 0 && width && *width > 0 && !name->ends_with("_uv")) {
      // a row of chroma has a pair of bytes for two pixels
      const int64_t row = *key == 'y' ? *width : align_up(*width, 2);
      if (*stride < row)
        r.fail_as(Severity::kError, stride.at(), kBelow, key, *name, *stride, *width, row);
    }
    if (!stride || *stride <= 0 || *stride % *align == 0) return;  // 0 and -1: the caller decides
    r.fail(stride.at(), kStride, key, *name, *stride, *align, (*platform)->march,
           align_up(*stride, *align));
  };
  test(y, "y_stride");
  test(uv, "uv_stride");
  // The chroma tensor alone counts its width in pairs, which says nothing of its bytes.
  if (y || uv || !width || *width <= 0 || *width % *align == 0 || name->ends_with("_uv")) return;
  r.fail_as(Severity::kNote, width.at(), kWidth, *name, *width, *align, (*platform)->march,
            align_up(*width, *align));
}

}  // namespace

extern const Rule MEM003;
constinit const Rule MEM003 = rule<check>({
    .code = "MEM003",
    .name = "nv12-stride-misaligned",
    .severity = Severity::kWarning,
    .summary = {"a luma or chroma stride is no multiple of the platform's nv12 alignment",
                "亮度或色度步长不是平台 nv12 对齐的整数倍"},
    .why = {"The image unit refuses such a buffer, or reads every row shifted against the one "
            "before it. A stride that fits one board need not fit the next.",
            "图像单元会拒绝该缓冲区，或者逐行错位读取。在一块板上合规的步长换一块板未必合规。"},
    .fix = {"Allocate rows of the next multiple, copy the image row by row, and state the stride.",
            "按下一个整数倍分配行缓冲，逐行拷贝图像，并在契约中声明步长。"},
    .source = "Horizon OpenExplorer, dynamic input introduction and tensor preparation: rows of 32 "
              "bytes, 64 on J6P, J6H and S600; 16 on X3 and X5 (data alignment)",
});

}  // namespace npulint
