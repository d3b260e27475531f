#include "lint/facts.h"
#include "lint/variant_drift.h"

namespace npulint {
namespace {

constexpr Text kDrift{"this script converts the model with {0}, `{1}` with {2}",
                      "该脚本以 {0} 转换模型，而 `{1}` 以 {2} 转换"};
constexpr Text kThere{"`{0} {1}` there", "那里为 `{0} {1}`"};
constexpr Text kAlone{"no other script of the folder converts this model",
                      "该目录中没有其他脚本转换此模型"};
constexpr Text kOpen{"a value of one of the scripts holds an expansion that it does not tell",
                     "其中一个脚本的值含有脚本未给出取值的展开"};

std::string listed(const VariantValue& v) {
  return "`" + v.flag + " " + v.shown + "`" + (v.stated ? "" : " (default)");
}

void check(Report& r, Have<TheVariantDrifts> drifts) {
  const VariantDrifts& d = **drifts;
  if (d.pairs.empty() && d.scripts < 2) return r.not_applicable(kAlone);
  if (d.pairs.empty() && d.open) return r.unknown(kOpen);
  if (d.pairs.empty()) return;
  std::string here, there;
  for (const auto& p : d.pairs) {
    here += (here.empty() ? "" : ", ") + listed(p.here);
    there += (there.empty() ? "" : ", ") + listed(p.there);
  }
  r.fail(d.pairs[0].here.at, kDrift, here, d.other, there);
  for (const auto& p : d.pairs) r.also(p.there.at, kThere, p.there.flag, p.there.shown);
}

}  // namespace

extern const Rule CLI008;
constinit const Rule CLI008 = rule<check>({
    .code = "CLI008",
    .name = "variant-drift",
    .severity = Severity::kWarning,
    .summary = {"scripts of one model prepare its images in different ways",
                "同一模型的各脚本对图像的预处理不一致"},
    .why = {"One reader serves all variants of a model: it fits one of them, and the others lose "
            "accuracy; a calibration with other values takes wrong ranges.",
            "同一个应用服务于模型的所有变体：它只适合其中一个，其余精度下降；"
            "用不同的值校准会得到错误的数值范围。"},
    .fix = {"State the same mean, scale, pixel_format and keep_aspect_ratio in all scripts: those "
            "of training.",
            "在所有脚本中写明相同的 mean、scale、pixel_format 与 keep_aspect_ratio，与训练一致。"},
    .source = "sophon-demo sample/YOLOX: scripts of INT8 and of FP16 with another pixel format and "
              "scale",
});

}  // namespace npulint
