// What a replay says in words: kinds of faults, and why there is nothing to say.
#include "lint/dequant.h"
#include "lint/replay.h"

namespace npulint {
namespace {

constexpr Text kRaw{"without normalisation", "未做归一化"};
constexpr Text kUnit{"divided by 255 and not normalised further", "只除以 255，未进一步归一化"};
constexpr Text kTwice{"normalised twice", "做了两次归一化"};
constexpr Text kReversed{"normalised with the constants of the other channel order",
                         "归一化常数的通道顺序相反"};
constexpr Text kAsPreset{"normalised with other constants, those of a known preset",
                         "用另一组已知预设的常数归一化"};
constexpr Text kAlready{"normalised already", "已做过归一化"};
constexpr Text kOther{"normalised in another way", "以其他方式归一化"};
constexpr Text kQuantised{"`{0}` holds {1}: quantised values are not compared with pixels",
                          "`{0}` 的类型为 {1}：不把量化后的值与像素比较"};
constexpr Text kFlat{"`{0}` has no contrast: any preprocessing would explain its tensor",
                     "`{0}` 没有对比度：任何预处理都能解释其张量"};
constexpr Text kNone{
    "no preprocessing that was tried explains `{0}` from `{1}`: {2} ways of resizing and cropping, "
    "all channel orders; the best is {3} with R² {4}, median residual {5} of 255",
    "试过的预处理都不能由 `{1}` 解释 `{0}`：{2} 种缩放与裁剪，所有通道顺序；最接近的是 {3}，R² "
    "为 {4}，残差中位数 {5}（满幅 255）"};
constexpr Text kSilent{
    "{0} does not state which normalisation is due; `{1}` is `{2}` as value = {3}, order {4} "
    "(median residual {5} of 255, {6})",
    "{0} 没有声明应做的归一化；`{1}` 由 `{2}` 得到：值 = {3}，顺序 {4}（残差中位数 {5}，满幅 "
    "255，{6}）"};
constexpr Text kChannels{"`{0}` has {1} channels; {2} states constants for another number",
                         "`{0}` 有 {1} 个通道，而 {2} 给出的常数个数不同"};
constexpr Text kGrey{
    "`{0}` does not tell the order of the channels: they fit in several ({1} is due)",
    "`{0}` 不能说明通道顺序：多种顺序都吻合（应为 {1}）"};

}  // namespace

Text fault_words(ReplayFinding::Norm n) {
  using Norm = ReplayFinding::Norm;
  switch (n) {
    case Norm::kRaw:
      return kRaw;
    case Norm::kUnit:
      return kUnit;
    case Norm::kTwice:
      return kTwice;
    case Norm::kReversed:
      return kReversed;
    case Norm::kAlready:
      return kAlready;
    case Norm::kPreset:
      return kAsPreset;
    default:
      return kOther;
  }
}

Message replay_gap(const ReplayResult& result) {
  bool told = false;
  for (const ReplayResult::Pair& p : result.pairs) {
    if (!p.unread.empty()) return p.unread;
    if (!holds_pixels(p.dtype)) return Message(kQuantised, p.tensor, dtype_name(p.dtype));
    if (p.fit.flat) return Message(kFlat, p.image);
    if (!p.fit.explained)
      return Message(kNone, p.tensor, p.image, p.fit.tried, p.fit.how, fixed_text(p.fit.r2, 3),
                     residual_text(p.fit));
    told = told || p.fit.order_told || p.fit.channels.size() == 1;
  }
  const ReplayResult::Pair& p = result.pairs[0];
  if (result.due.silent)
    return Message(kSilent, result.due.norm_by, p.tensor, p.image, fit_text(p.fit),
                   p.fit.order_told ? p.fit.order : "?", residual_text(p.fit), p.fit.how);
  if (!result.due.norm) return result.due.missing;
  if (!covers_channels(*result.due.norm, p.fit))
    return Message(kChannels, p.tensor, p.fit.channels.size(), result.due.norm_by);
  if (!told && !result.due.order.empty()) return Message(kGrey, p.image, result.due.order);
  return {};
}

}  // namespace npulint
