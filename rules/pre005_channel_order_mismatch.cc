#include "lint/facts.h"
#include "lint/norm_check.h"

namespace npulint {
namespace {

constexpr Text kOrder{"input `{0}` is {1}, but {2} has the {3} values in the other order",
                      "输入 `{0}` 为 {1}，但 {2} 的 {3} 数值采用了相反的通道顺序"};
constexpr Text kToo{"{0} in the other order too", "{0} 也采用了相反的顺序"};
constexpr Text kTraining{"input `{0}`: `{3}` is {1}, but training used {2}",
                         "输入 `{0}`：`{3}` 为 {1}，而训练使用的是 {2}"};
constexpr Text kThere{"training: {0}", "训练：{0}"};
constexpr Text kSwap{"reverse the values; the model is compiled with another order",
                     "颠倒数值的顺序；模型将以另一种顺序编译"};

void check(Report& r, Have<RowName> name, Have<StatedNorm> norm, Have<NormWordsOf> words,
           Have<ConfigTypeTrain> train, Maybe<ConfigMean> mean, Maybe<ConfigScale> scale,
           Maybe<ConfigStd> std, Maybe<TrainingNorm> training, Maybe<TheContract> contract,
           Maybe<TheConfig> config) {
  const Fact<std::string> none;
  const auto& trained = contract ? (*contract)->training_pixel_format : none;
  const auto coloured = [](const std::string& s) { return s == "rgb" || s == "bgr"; };
  if (trained && coloured(*trained) && coloured(*train) && *trained != *train) {
    const bool of_config = config && train.at().file == (*config)->file;
    r.fail_as(Severity::kError, of_config ? train.at() : trained.at, kTraining, *name, *train,
              *trained, words->format);
    return void(r.also(trained.at, kThere, *trained));
  }
  const OrderFault f = order_fault(*norm, *train);
  if (!f.any() || (training && same_values(*norm, *training))) return;
  const bool of_scale = norm->std.empty();
  const Evidence& factor = of_scale ? scale.at() : std.at();
  const std::string& key = of_scale ? words->scale : words->std;
  r.fail(f.mean ? mean.at() : factor, kOrder, *name, *train, f.mean ? words->mean : key,
         f.preset->name);
  if (f.mean && (f.scale || f.std)) r.also(factor, kToo, key);
  if (auto edits = config ? reverse(**config, *norm, f, mean.at(), factor) : std::vector<Edit>();
      !edits.empty())
    r.fix({false, Message(kSwap), std::move(edits)});
}

}  // namespace

extern const Rule PRE005;
constinit const Rule PRE005 = rule<check>({
    .code = "PRE005",
    .name = "channel-order-mismatch",
    .severity = Severity::kWarning,
    .summary = {"mean or scale in the order of the other pixel format, or training and conversion "
                "disagree on RGB and BGR",
                "均值或缩放采用了另一种像素格式的通道顺序，或训练与转换的 RGB/BGR 不一致"},
    .why = {"Red gets the mean of blue: accuracy falls by a few points, which looks like a loss of "
            "quantisation.",
            "红色通道用了蓝色通道的均值：精度下降几个百分点，看起来像量化损失。"},
    .fix = {"Write the values in the order of `input_type_train` (`--pixel_format` in a script). "
            "Some frameworks (PaddleOCR) train "
            "BGR images with these values unchanged: then declare them in [training].",
            "按 `input_type_train`（脚本中为 "
            "`--pixel_format`）的顺序书写数值。部分框架（PaddleOCR）在 BGR "
            "图像上原样使用这些数值训练：此时请在 [training] 中声明。"},
    .source = "hb_mapper manual ptq_process.md, mean_value; sophgo/sophon-demo sample/ResNet; "
              "measured: 8 of 30 images change class",
    .confidence = Confidence::kMedium,
});

}  // namespace npulint
