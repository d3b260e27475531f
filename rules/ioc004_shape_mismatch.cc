#include <algorithm>

#include "lint/facts.h"

namespace npulint {
namespace {

constexpr Text kShape{"`{0}` is {1}, the application expects {2}",
                      "`{0}` 的形状是 {1}，应用期望 {2}"};
constexpr Text kRank{"`{0}` is {1} ({2} dims), the application expects {3} ({4} dims)",
                     "`{0}` 的形状是 {1}（{2} 维），应用期望 {3}（{4} 维）"};
constexpr Text kDim{"`{0}` is {1}, the application expects {2}: dim {3} is {4}, not {5}",
                    "`{0}` 的形状是 {1}，应用期望 {2}：第 {3} 维是 {4} 而不是 {5}"};
constexpr Text kSwap{"`{0}` is {1}, the application expects {2}: height and width are swapped",
                     "`{0}` 的形状是 {1}，应用期望 {2}：高和宽互换了"};
constexpr Text kTurned{"`{0}` is {1}, the application expects {2}: dims {3} and {4} are exchanged",
                       "`{0}` 的形状是 {1}，应用期望 {2}：第 {3} 维与第 {4} 维互换了"};
constexpr Text kLayout{"`{0}` is {1} ({3}), the application expects {2} ({4}): the layout differs",
                       "`{0}` 的形状是 {1}（{3}），应用期望 {2}（{4}）：数据排布不同"};

constexpr bool differ(int64_t a, int64_t b) { return a >= 0 && b >= 0 && a != b; }
Shape padded(Shape s, size_t rank) {  // X5 prints [1, 1000, 1, 1] for [1, 1000]
  s.resize(std::max(s.size(), rank), 1);
  return s;
}

void check(Report& r, Have<RowName> name, Have<AppShape> app, Have<KnownShape> known) {
  const Shape a = padded(*app, known->size()), k = padded(*known, app->size());
  std::vector<size_t> wrong;
  for (size_t i = 0; i < a.size(); ++i)
    if (differ(a[i], k[i])) wrong.push_back(i);
  if (wrong.empty()) return;
  const std::string have = shape_text(*known), want = shape_text(*app);
  if (app->size() != known->size())
    return void(r.fail(app.at(), kRank, *name, have, known->size(), want, app->size()));
  if (a.size() == 4 && !differ(a[0], k[0])) {
    const bool to_last = a[1] == k[2] && a[2] == k[3] && a[3] == k[1];
    const bool to_first = k[1] == a[2] && k[2] == a[3] && k[3] == a[1];
    if (to_last) return void(r.fail(app.at(), kLayout, *name, have, want, "NCHW", "NHWC"));
    if (to_first) return void(r.fail(app.at(), kLayout, *name, have, want, "NHWC", "NCHW"));
  }
  if (wrong.size() == 1)
    return void(r.fail(app.at(), kDim, *name, have, want, wrong[0], k[wrong[0]], a[wrong[0]]));
  if (wrong.size() == 2 && a[wrong[0]] == k[wrong[1]] && a[wrong[1]] == k[wrong[0]]) {
    const bool nchw = wrong[0] == 2 && wrong[1] == 3, nhwc = wrong[1] == 2 && a.back() <= 4;
    if (a.size() == 4 && wrong[0] > 0 && (nchw || nhwc))
      return void(r.fail(app.at(), kSwap, *name, have, want));
    return void(r.fail(app.at(), kTurned, *name, have, want, wrong[0], wrong[1]));
  }
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
