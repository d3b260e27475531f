#include "lint/facts.h"
#include "lint/normalization.h"

namespace npulint {
namespace {

constexpr Text kTwice{
    "input `{0}` is normalised twice: `{1}` is compiled into the model, and the application does "
    "`{2}` before it",
    "输入 `{0}` 被归一化两次：模型内已编译 `{1}`，应用在此之前又做了 `{2}`"};
constexpr Text kShift{"the application subtracts 128 because {0} takes signed values",
                      "应用减去 128 是因为 {0} 接收有符号数值"};

void check(Report& r, Have<RowName> name, Have<BuiltInNorm> built_in, Have<AppNorm> app,
           Maybe<ConfigTypeRt> type_rt) {
  // One may subtract and the other scale: together that is one normalisation.
  const bool both =
      (subtracts(*built_in) && subtracts(*app)) || (scales(*built_in) && scales(*app));
  if (!both) return;
  if (type_rt && type_rt->ends_with("_128") && !scales(*app) &&
      std::all_of(app->mean.begin(), app->mean.end(), [](double v) { return v == 128; }))
    return r.not_applicable(kShift, *type_rt);
  r.fail(app.at(), kTwice, *name, show(*built_in), show(*app));
}

}  // namespace

extern const Rule PRE001;
constinit const Rule PRE001 = rule<check>({
    .code = "PRE001",
    .name = "normalised-twice",
    .severity = Severity::kError,
    .summary = {"mean or scale is compiled into the model and the application applies it again",
                "均值或缩放已编译进模型，应用又重复归一化"},
    .why = {"The network sees values near zero whatever the image: scores collapse, and nothing "
            "reports an error.",
            "无论图像内容如何，网络看到的都是接近零的值：得分崩溃，且没有任何报错。"},
    .fix =
        {"Feed raw pixels and declare `normalize = \"none\"`, or convert without mean and scale.",
         "直接送入原始像素并声明 `normalize = \"none\"`，或在转换时不配置均值和缩放。"},
    .source = "RDK S documentation, FAQ: normalisation put into the model by the yaml must not be "
              "repeated in preprocessing; measured: 24 of 30 images right before, 3 of 30 after",
});

}  // namespace npulint
