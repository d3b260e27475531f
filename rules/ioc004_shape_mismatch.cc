#include "lint/facts.h"
#include "lint/layout.h"
#include "lint/reasons.h"
#include "lint/shapes.h"

namespace npulint {
namespace {

constexpr Text kShape{"`{0}` is {1}, the application expects {2}",
                      "`{0}` 的形状是 {1}，应用期望 {2}"};
constexpr Text kDim{"`{0}` is {1}, the application expects {2}: dim {3} is {4}, not {5}",
                    "`{0}` 的形状是 {1}，应用期望 {2}：第 {3} 维是 {4} 而不是 {5}"};
constexpr Text kExchanged{
    "`{0}` is {1}, the application expects {2}: dims {3} and {4} are exchanged",
    "`{0}` 的形状是 {1}，应用期望 {2}：第 {3} 维与第 {4} 维互换了"};
constexpr Text kBecause{"`{0}` is {1}, the application expects {2}: {3}",
                        "`{0}` 的形状是 {1}，应用期望 {2}：{3}"};
constexpr Text kSwap{"height and width are swapped", "高和宽互换了"};
constexpr Text kRank{"the number of dims differs", "维数不同"};
constexpr Text kOnes{"the number of dims differs, by dims of 1 that move no element",
                     "维数不同，相差的是不移动任何元素的 1 维"};
constexpr Text kNhwc{"the application reads NHWC, the tensor is NCHW",
                     "应用按 NHWC 读取，而张量是 NCHW"};
constexpr Text kNchw{"the application reads NCHW, the tensor is NHWC",
                     "应用按 NCHW 读取，而张量是 NHWC"};

void check(Report& r, Have<RowName> name, Have<AppShape> app, Have<KnownShape> known,
           Maybe<OutputOrder> order) {
  using Kind = ShapeDifference::Kind;
  if (order && explains(*order, *name)) return r.not_applicable(reasons::kOutputOrder);
  const auto [kind, a, b] = difference(*known, *app);
  if (kind == Kind::kNone || (kind == Kind::kRank && cuts_dims(*known, *app))) return;
  const std::string have = shape_text(*known), want = shape_text(*app);
  const auto because = [&](Text why) { r.fail(app.at(), kBecause, *name, have, want, why); };
  if (kind == Kind::kRank && regrouped(*known, *app))  // dims of 1: the same elements
    return void(r.fail_as(Severity::kNote, app.at(), kBecause, *name, have, want, kOnes));
  if (kind == Kind::kRank) return because(kRank);
  if (kind == Kind::kHeightWidth) return because(kSwap);
  if (kind == Kind::kChannelsLast) return because(kNhwc);
  if (kind == Kind::kChannelsFirst) return because(kNchw);
  if (kind == Kind::kOneDim)
    r.fail(app.at(), kDim, *name, have, want, a, (*known)[a], (*app)[a]);
  else if (kind == Kind::kExchanged)
    r.fail(app.at(), kExchanged, *name, have, want, a, b);
  else
    r.fail(app.at(), kShape, *name, have, want);
}

}  // namespace

extern const Rule IOC004;
constinit const Rule IOC004 = rule<check>({
    .code = "IOC004",
    .name = "shape-mismatch",
    .severity = Severity::kError,
    .summary = {"the declared shape is not that of the artifact", "声明的形状与产物不符"},
    .why = {"Elements are taken from the wrong place; with equal element counts no size check "
            "notices.",
            "元素会从错误的位置取出；元素总数相等时，任何大小检查都发现不了。"},
    .fix =
        {"Take the shape from the artifact's metadata, or deploy the artifact of the right size.",
         "以产物元数据中的形状为准，或者部署尺寸正确的产物。"},
    .source = "hbDNNTensorProperties of the D-Robotics runtime documentation (validShape)",
});

}  // namespace npulint
