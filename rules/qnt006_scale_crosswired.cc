#include "lint/dequant.h"
#include "lint/facts.h"

namespace npulint {
namespace {

constexpr Text kOther{
    "output `{0}` ({1}) is decoded with the parameters of `{2}`, which differ from its own",
    "输出 `{0}`（{1}）用 `{2}` 的参数反量化，而它们与自身的参数不同"};
constexpr Text kThere{"the artifact's `{0}`", "产物中的 `{0}`"};
constexpr Text kNotNamed{"the application names no tensor for the scale",
                         "应用没有指明 scale 取自哪个张量"};
constexpr Text kNothing{"the output has no scale to apply", "该输出没有需要应用的 scale"};
constexpr Text kUnused{"decode is `{0}`: the application applies no scale",
                       "decode 为 `{0}`：应用不使用 scale"};

void check(Report& r, Have<RowName> name, Have<OutputQuant> quant, Have<TheContract>,
           Maybe<AppScaleFrom> from, Maybe<AppDecode> decode, Maybe<ArtifactPeers> peers) {
  if (decode && (*decode == Decode::kNone || *decode == Decode::kRuntime))
    return r.not_applicable(kUnused, decode_name(*decode));
  if (!carries_scale(*quant)) return r.not_applicable(kNothing);
  if (!from && from.fact->missing.empty()) return r.not_applicable(kNotNamed);
  if (!from) {
    r.unknowable = from.fact->missing;
    return;
  }
  if (*from == *name) return;  // itself, or one with the same parameters
  r.fail(from.at(), kOther, *name, show(*quant), *from);
  if (peers)
    for (const auto& [tensor, at] : peers->tensors)
      if (tensor == *from) r.also(at, kThere, tensor);
}

}  // namespace

extern const Rule QNT006;
constinit const Rule QNT006 = rule<check>({
    .code = "QNT006",
    .name = "scale-crosswired",
    .severity = Severity::kError,
    .summary = {"an output is decoded with the scale of another tensor",
                "输出使用了另一个张量的 scale 反量化"},
    .why = {"The values keep their order and lose their size: boxes shrink or explode, scores miss "
            "every threshold, and no size check can tell.",
            "数值顺序不变但大小错误：检测框缩小或爆炸，得分越过不了任何阈值，而任何尺寸检查都无法发"
            "现。"},
    .fix = {"Take scale and zero point from the properties of the very tensor that is decoded.",
            "scale 与零点必须取自被反量化张量自身的属性。"},
    .source = "outputs of one detector differ in scale by a factor of 2 to 10 in public model_info "
              "texts of D-Robotics/rdk_model_zoo",
});

}  // namespace npulint
