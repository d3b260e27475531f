#include "lint/config_conflicts.h"
#include "lint/facts.h"
#include "lint/reasons.h"
#include "lint/wording.h"

namespace npulint {
namespace {

using Kind = Conflict::Kind;
// {0} key, {1} what it states, {2} the other key, {3} what that states, {4} and {5} counts.
constexpr Wording<Kind> kWordings[] = {
    {Kind::kExclusive,
     {"`{0}` and `{2}` are both given; the tool takes only one of them",
      "同时给出了 `{0}` 和 `{2}`；工具只接受其一"}},
    {Kind::kScaleAndStd,
     {"`{0}` is {1} and `{2}` is {3} for one input; the tool takes only one of them",
      "同一输入的 `{0}` 为 {1}、`{2}` 为 {3}；工具只接受其一"}},
    {Kind::kFeaturemap,
     {"`{0}` is {1}, but `{2}` is {3}: a featuremap takes no mean, scale or std",
      "`{0}` 为 {1}，而 `{2}` 为 {3}：featuremap 不能设置 mean、scale、std"}},
    {Kind::kRange,
     {"`{0}` is {1}, but `{2}` is {3}; only nv12 has a range to choose",
      "`{0}` 为 {1}，而 `{2}` 为 {3}；只有 nv12 可以选择数值范围"}},
    {Kind::kNormIgnores,
     {"`{0}` is {1}, but `{2}` is {3}, which leaves it out",
      "`{0}` 为 {1}，而 `{2}` 为 {3}，不使用该值"}},
    {Kind::kNormMisses,
     {"`{0}` is {1}, but `{2}` has no value for this input",
      "`{0}` 为 {1}，而 `{2}` 没有该输入的值"}},
    {Kind::kNormUnused,
     {"`{0}` is {1} and is compiled in, although `{2}` is {3}: hb_compile goes by the values",
      "`{0}` 为 {1} 且会被编译进模型，尽管 `{2}` 为 {3}：hb_compile 只看数值"},
     Severity::kWarning},
    {Kind::kNormEmpty,
     {"`{0}` is {1}, but there is no `{2}`: hb_compile goes by the values and compiles none in",
      "`{0}` 为 {1}，但没有 `{2}`：hb_compile 只看数值，不会编译进任何处理"},
     Severity::kWarning},
    {Kind::kCount,
     {"`{0}` is {1}: {4} numbers; `{2}` {3} takes 1 or one a channel ({5})",
      "`{0}` 为 {1}，共 {4} 个数；`{2}` 为 {3} 时应为 1 个或每通道一个（{5} 个）"}},
    {Kind::kZero,
     {"`{0}` is {1}: a factor or divisor of 0 leaves nothing of the image",
      "`{0}` 为 {1}：乘数或除数为 0 会抹去整个图像"}},
    {Kind::kDevices,
     {"`{0}` names {1}, which `{2}` puts on the {3}", "`{0}` 列出 {1}，而 `{2}` 把它放在 {3} 上"}},
    {Kind::kTwoDevices, {"`{0}` names {1}, and so does `{2}`", "`{0}` 列出 {1}，`{2}` 也列出了它"}},
    {Kind::kTwoPlaces,
     {"`{0}` is {1}, and `{2}` places nodes too; the one replaces the other, so only one counts",
      "`{0}` 为 {1}，而 `{2}` 也指定了节点的运行位置；两者为替代关系，应只用其一"},
     Severity::kWarning},
    {Kind::kSeparateName,
     {"`{0}` names {1}, which is not in `{2}`: {3}", "`{0}` 列出 {1}，但 `{2}` 中没有它：{3}"}},
    {Kind::kDuplicate, {"`{0}` names {1} twice", "`{0}` 两次列出 {1}"}},
};
static_assert(complete(kWordings, Kind::kDuplicate));
constexpr Text kKey{"`{0}`", "`{0}`"};
constexpr Text kStates{"`{0}`: {1}", "`{0}`：{1}"};

void check(Report& r, Have<TheConfig> config, Maybe<Toolchain> toolchain,
           Maybe<ConfigPlatform> platform) {
  if ((*config)->dialect != Dialect::kOe) return r.not_applicable(reasons::kNoOeConfig);
  for (const Conflict& c : conflicts(**config, toolchain ? *toolchain : "",
                                     platform ? (*platform)->march : std::string_view())) {
    const auto& w = wording(kWordings, c.kind);
    r.fail_with(
        w.severity, c.at,
        Message(w.text, c.key, c.written, c.other_key, c.other_written, c.count, c.channels));
    if (c.other.known() && c.other_written.empty())
      r.also(c.other, kKey, c.other_key);
    else if (c.other.known())
      r.also(c.other, kStates, c.other_key, c.other_written);
  }
}

}  // namespace

extern const Rule CFG012;
constinit const Rule CFG012 = rule<check>({
    .code = "CFG012",
    .name = "conflicting-options",
    .severity = Severity::kError,
    .summary = {"two settings of the config contradict each other", "配置中的两项设置互相矛盾"},
    .why =
        {"The tool stops, or takes one of the two: the normalisation, colour range or device "
         "that the other one asks for is not in the model.",
         "工具报错退出，或只采用其中之一：另一项所要求的归一化、色彩范围或运行设备不会进入模型。"},
    .fix = {"Keep the setting that is meant, and remove or correct the other.",
            "保留所需的设置，删除或改正另一项。"},
    .source = "hb_mapper manual ptq_process.md; OE-Skills input_parameters.md, common-errors.md",
});

}  // namespace npulint
