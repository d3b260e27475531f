#include "lint/facts.h"
#include "lint/norm_check.h"

namespace npulint {
namespace {

constexpr Text kOne{"input `{0}`: `{1}` {2} differs from {3} only in {4}, where {3} has {5}",
                    "输入 `{0}`：`{1}` {2} 与 {3} 只差 {4}，{3} 在该处为 {5}"};
constexpr Text kOrder{
    "input `{0}`: `{1}` {2} has the values of {3} in an order that is neither RGB "
    "nor BGR",
    "输入 `{0}`：`{1}` {2} 含有 {3} 的数值，但顺序既不是 RGB 也不是 BGR"};
constexpr Text kWrite{"write the values of {0}; the model is compiled with others",
                      "写为 {0} 的数值；模型将以另外的数值编译"};

void check(Report& r, Have<RowName> name, Have<StatedNorm> norm, Have<NormWordsOf> words,
           Maybe<ConfigMean> mean, Maybe<ConfigScale> scale, Maybe<ConfigStd> std,
           Maybe<TheConfig> config) {
  // values in the wrong unit are PRE003's and PRE004's
  if (mean_fault(*norm) != NormFault::kNone || divisor_fault(*norm) != NormFault::kNone) return;
  const auto f = near_fault(*norm);
  if (!f) return;
  const bool of_mean = f->part == NormPart::kMean, of_scale = f->part == NormPart::kScale;
  const Evidence& at = of_mean ? mean.at() : of_scale ? scale.at() : std.at();
  const char* key = of_mean ? "mean_value" : of_scale ? "scale_value" : "std_value";
  const std::string& said = of_mean ? words->mean : of_scale ? words->scale : words->std;
  std::vector<double> right = of_mean ? norm->mean : of_scale ? norm->scale : norm->std;
  const std::string written = norm_text(right), &preset = f->near.known.preset->name;
  if (f->near.index) {
    const size_t i = *f->near.index;
    r.fail(at, kOne, *name, said, written, preset, show(right[i]), norm_text({f->near.right[i]}));
    right[i] = f->near.right[i];
  } else {
    r.fail(at, kOrder, *name, said, written, preset);
    return;
  }
  if (const auto edit = config ? rewrite(**config, key, at, right) : std::nullopt)
    r.fix({false, Message(kWrite, preset), {*edit}});
}

}  // namespace

extern const Rule PRE006;
constinit const Rule PRE006 = rule<check>({
    .code = "PRE006",
    .name = "near-preset-typo",
    .severity = Severity::kWarning,
    .summary = {"a known triplet with one value off or repeated",
                "常见的三元组中有一个数值写错或重复"},
    .why = {"One colour channel is shifted or stretched: accuracy falls a little, and no tool can "
            "tell.",
            "某个颜色通道发生偏移或拉伸：精度略有下降，且没有工具能够发现。"},
    .fix = {"Write the preset's value, or give the values that training used in [training].",
            "写为该预设的数值，或在 [training] 中给出训练所用的数值。"},
    .source = "sophgo/sophon-demo sample/HRNet_pose: 123.675 123.675 103.53; the presets are those "
              "of lint/norm_presets.toml, each with its source",
    .confidence = Confidence::kMedium,
});

}  // namespace npulint
