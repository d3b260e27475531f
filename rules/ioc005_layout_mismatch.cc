#include <algorithm>

#include "lint/facts.h"
#include "lint/heads.h"
#include "lint/layout.h"
#include "lint/reasons.h"
#include "lint/shapes.h"

namespace npulint {
namespace {

constexpr Text kChannels{
    "`{0}` is {1}: its {2} channels are dim {3} ({4}), the application reads {5}",
    "`{0}` 的形状是 {1}：{2} 个通道在第 {3} 维（{4}），而应用按 {5} 读取"};
constexpr Text kImage{
    "`{0}` is {1}: height and width of the image fit {4} with {2} channels in dim {3} only, the "
    "application reads {5}",
    "`{0}` 的形状是 {1}：按图像的高宽只能是 {4}，{2} 个通道在第 {3} 维，而应用按 {5} 读取"};
constexpr Text kNeither{"`{0}` is neither NCHW nor NHWC", "`{0}` 既不是 NCHW 也不是 NHWC"};
constexpr Text kRank{"{0} has no height and width", "{0} 没有高和宽"};
constexpr Text kSilent{"declared layout: not stated", "未说明：声明的布局"};
constexpr Text kFlat{"in {0} both layouts are the same bytes", "{0} 在两种布局下字节相同"};
constexpr Text kShape{"the declared shape contradicts the artifact by itself (IOC004)",
                      "声明的形状本身就与产物不符（IOC004）"};

constexpr Text kBoth{"the channels of `{0}`: its dims {1} allow both layouts",
                     "`{0}` 的通道数：维度 {1} 两种布局都允许"};

void check(Report& r, Have<RowName> name, Have<StoredShape> shape, Have<TheContract> contract,
           Maybe<AppLayout> app, Maybe<AppChannels> channels, Maybe<AppClasses> classes,
           Maybe<AppRole> role, Maybe<AppShape> stated, Maybe<OutputOrder> order) {
  const Shape& s = *shape;
  if (s.size() != 4) return r.not_applicable(kRank, shape_text(s));
  if (std::count(s.begin() + 1, s.end(), 1) >= 2) return r.not_applicable(kFlat, shape_text(s));
  if (!app) return r.unknown(kSilent);
  if (*app != "NCHW" && *app != "NHWC") return r.not_applicable(kNeither, *app);
  if (order && explains(*order, *name)) return r.not_applicable(reasons::kOutputOrder);
  if (stated && difference(s, *stated).kind != ShapeDifference::Kind::kNone)
    return r.not_applicable(kShape);
  std::optional<int64_t> c;
  if (channels)
    c = *channels;
  else if (classes && role && is_class_role(*role))
    c = *classes;
  const auto dims = dims_layout(s, c, image_of(**contract));
  if (!dims) return r.unknown(kBoth, *name, shape_text(s));
  if (dims->layout == *app) return;
  r.fail(app.at(), dims->by_image ? CheckedText<6>(kImage) : CheckedText<6>(kChannels), *name,
         shape_text(s), dims->channels, dims->axis, dims->layout, *app);
}

}  // namespace

extern const Rule IOC005;
constinit const Rule IOC005 = rule<check>({
    .code = "IOC005",
    .name = "layout-mismatch",
    .severity = Severity::kError,
    .summary = {"the application reads a tensor in another layout than its dims have",
                "应用读取张量的布局与其维度不符"},
    .why =
        {"Element counts agree, so no size check notices: channels are taken for rows, and boxes "
         "become garbage. The layout label that a runtime prints is no proof; the dims are.",
         "元素总数相同，任何大小检查都发现不了：通道被当成行，检测框变成乱码。运行时打印的布局"
         "标签不可靠，应以维度为准。"},
    .fix =
        {"Index by the dims of the artifact, or export the model with the layout that the reader "
         "expects.",
         "按产物的维度索引，或者按后处理所期望的布局导出模型。"},
    .source = "forum.d-robotics.cc 34614; 1760hwy/YOLO_Native_model_quantization, pit 2; "
              "hrt_model_exec model_info on X5 (labels)",
});

}  // namespace npulint
