#include "lint/facts.h"
#include "lint/replay.h"

namespace npulint {
namespace {

constexpr Text kOrder{
    "`{0}` holds the channels of `{1}` in the order {2}; {3} asks for {4} (value = {5}, median "
    "residual {6} of 255, {7})",
    "`{0}` 中 `{1}` 的通道顺序为 {2}，而 {3} 要求 {4}（值 = {5}，残差中位数 {6}，满幅 255，{7}）"};
constexpr Text kNorm{
    "`{0}` is `{1}` {2}: value = {3} (median residual {4} of 255, {5}); {6} asks for {7}",
    "`{0}` 中的 `{1}` {2}：值 = {3}（残差中位数 {4}，满幅 255，{5}）；而 {6} 要求 {7}"};
constexpr Text kReshaped{
    "`{0}` of shape {1} holds the values of `{2}` as {3}: read by its shape they fit no image, "
    "read as {3} they do (median residual {4} of 255, {5})",
    "形状为 {1} 的 `{0}` 按 {3} 存放 `{2}` "
    "的数值：按其形状读取与图像不符，按 {3} 读取则吻合（残差中位数 {4}，满幅 255，{5}）"};
constexpr Text kResize{
    "`{0}` is `{1}` brought to size by {2} (median residual {3} of 255); `resize` states `{4}`, "
    "which does not explain it",
    "`{0}` 由 `{1}` 以 {2} 缩放得到（残差中位数 {3}，满幅 255）；`resize` 声明的 `{4}` 与之不符"};
constexpr Text kOf{"{0} of {1} compared pairs; {2} pairs in all",
                   "比较了 {1} 对，{0} 对如此；共 {2} 对"};
constexpr Text kStates{"what is due", "应做的处理"};

constexpr Text kPixels{"pixels of 0 to 255", "0 到 255 的像素"};

void fail(Report& r, const Evidence& at, const ReplayResult& all, const ReplayFault& f) {
  const ReplayResult::Pair& p = *f.first;
  const ReplayDue& due = all.due;
  const std::string fit = fit_text(p.fit), left = residual_text(p.fit), &how = p.fit.how;
  const Arg wanted = due.norm_words.empty() ? Arg(kPixels) : Arg(due.norm_words);
  using Kind = ReplayFault::Kind;
  if (f.kind == Kind::kOrder)
    r.fail(at, kOrder, p.tensor, p.image, p.fit.order, due.order_by, due.order, fit, left, how)
        .also(due.order_at, kStates);
  else if (f.kind == Kind::kNorm)
    r.fail(at, kNorm, p.tensor, p.image, fault_words(f.found.norm),
           f.found.preset.empty() ? fit : fit + " [" + f.found.preset + "]", left, how, due.norm_by,
           wanted)
        .also(due.norm_at, kStates);
  else if (f.kind == Kind::kReshaped)
    r.fail(at, kReshaped, p.tensor, show(p.shape), p.image, p.other_layout, left, how);
  else
    r.fail_as(Severity::kWarning, at, kResize, p.tensor, p.image, how, left, all.resize);
  r.also(p.tensor_at, kOf, f.count, all.pairs.size(), all.paired);
}

void check(Report& r, Have<TheReplay> replay) {
  const ReplayResult& all = **replay;
  for (const ReplayFault& f : replay_faults(all)) fail(r, replay.at(), all, f);
  if (!r.items.empty()) return;
  if (const Message gap = replay_gap(all); !gap.empty()) r.unknown_with(gap);
}

}  // namespace

extern const Rule PRE010;
constinit const Rule PRE010 = rule<check>({
    .code = "PRE010",
    .name = "preprocess-replay",
    .severity = Severity::kError,
    .summary = {"a tensor that a pipeline made of an image was preprocessed in another way than "
                "is stated",
                "流程由图像生成的张量，其预处理与声明不同"},
    .why = {"Of 30 images, 8 change their class with BGR for RGB, all 30 without normalisation, 27 "
            "with mean and std applied twice; nothing reports an error.",
            "30 张图像中，BGR 当作 RGB 时 8 张类别改变，缺少归一化时 30 张，mean/std 做两次时 27 "
            "张；均无报错。"},
    .fix = {"Correct the script that writes the tensors, or the statement where it is wrong.",
            "修正写出张量的脚本；若声明有误，则修正声明。"},
    .source = "measured: ResNet18 on nash-e (HBDK 4.11.11), 30 ImageNet images, wrong inputs",
});

}  // namespace npulint
