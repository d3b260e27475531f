#include "lint/config.h"
#include "lint/config_combinations.h"
#include "lint/facts.h"
#include "lint/reasons.h"
#include "lint/words.h"

namespace npulint {
namespace {

constexpr Text kTypes{
    "`input_type_rt` is {0}, but a model trained on {1} can be converted to {2} only",
    "`input_type_rt` 为 {0}，而以 {1} 训练的模型只能转换为 {2}"};
constexpr Text kTrain{"`input_type_train` is {0}", "`input_type_train` 为 {0}"};
constexpr Text kLayout{"`input_layout_rt` is {0}, but {1} takes `input_type_rt` {2} as {3} only",
                       "`input_layout_rt` 为 {0}，而 {1} 上 `input_type_rt` 为 {2} 时只支持 {3}"};
constexpr Text kRt{"`input_type_rt` is {0}", "`input_type_rt` 为 {0}"};

void check(Report& r, Have<TheConfig> config, Maybe<Toolchain> toolchain,
           Maybe<ConfigPlatform> platform) {
  if ((*config)->dialect != Dialect::kOe) return r.not_applicable(reasons::kNoOeConfig);
  const Combinations& table = Combinations::get();
  for (const ConfigInput& in : config_inputs(**config, toolchain ? *toolchain : "")) {
    if (!in.type_rt || !table.knows_rt(*in.type_rt)) continue;
    const auto* rt = in.type_train ? table.rt_of(*in.type_train) : nullptr;
    if (rt && !holds(*rt, *in.type_rt))
      r.fail(in.type_rt.at, kTypes, *in.type_rt, *in.type_train, joined(*rt))
          .also(in.type_train.at, kTrain, *in.type_train);
    const auto* layouts = platform ? table.layouts((*platform)->march, *in.type_rt) : nullptr;
    const bool known = in.layout_rt && (*in.layout_rt == "NCHW" || *in.layout_rt == "NHWC");
    if (layouts && known && !holds(*layouts, *in.layout_rt))
      r.fail(in.layout_rt.at, kLayout, *in.layout_rt, (*platform)->march, *in.type_rt,
             joined(*layouts))
          .also(in.type_rt.at, kRt, *in.type_rt);
  }
}

}  // namespace

extern const Rule CFG010;
constinit const Rule CFG010 = rule<check>({
    .code = "CFG010",
    .name = "illegal-type-conversion",
    .severity = Severity::kError,
    .summary = {"input_type_train and input_type_rt do not go together",
                "input_type_train 与 input_type_rt 的组合不受支持"},
    .why = {"The tool has no conversion from the one format to the other and stops (\"is not "
            "supported to be transformed to input_type_rt\").",
            "工具没有这两种格式之间的转换，报 \"is not supported to be transformed to "
            "input_type_rt\" 退出。"},
    .fix = {"Take an `input_type_rt` that is listed; for gray images from an nv12 camera both are "
            "gray, and the application feeds the y plane.",
            "改用所列的 `input_type_rt`；nv12 摄像头输入灰度图时两者都写 gray，应用只送 y 平面。"},
    .source = "hb_mapper manual ptq_process.md, conversion table; OE-Skills input_parameters.md",
});

}  // namespace npulint
