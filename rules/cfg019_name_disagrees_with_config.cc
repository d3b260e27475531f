#include "lint/config_check.h"
#include "lint/facts.h"
#include "lint/name_check.h"
#include "lint/reasons.h"

namespace npulint {
namespace {

constexpr Text kProduct{"`{0}` says `{1}`, but `{2}` is `{3}`",
                        "`{0}` 表示 `{1}`，而 `{2}` 为 `{3}`"};
constexpr Text kFile{"the config's name says `{0}`, but `{1}` is `{2}`",
                     "配置文件名表示 `{0}`，而 `{1}` 为 `{2}`"};
constexpr Text kProductGraph{"`{0}` says `{1}`, but the input of the ONNX graph is `{2}`",
                             "`{0}` 表示 `{1}`，而 ONNX 计算图的输入为 `{2}`"};
constexpr Text kFileGraph{"the config's name says `{0}`, but the input of the ONNX graph is `{1}`",
                          "配置文件名表示 `{0}`，而 ONNX 计算图的输入为 `{1}`"};
constexpr Text kNowhere{"`{0}` says `{1}`, but the config asks for it nowhere",
                        "`{0}` 表示 `{1}`，但配置中没有任何地方要求它"};
constexpr Text kGraph{"input of this graph: {0}", "该计算图的输入：{0}"};
constexpr Text kStated{"{0}: {1}", "{0}：{1}"};

void check(Report& r, Have<TheConfig> config, Have<ConfigPath> path, Maybe<Toolchain> toolchain,
           Maybe<ConvertedGraph> graph, Maybe<TheQuantConfig> quant) {
  if ((*config)->dialect != Dialect::kOe) return r.not_applicable(reasons::kNoOeConfig);
  const std::string file = path->substr(path->find_last_of('/') + 1);
  for (const NameFault& f : name_faults(**config, file, toolchain ? *toolchain : "",
                                        graph ? *graph : nullptr, quant ? &*quant : nullptr)) {
    const Severity s = f.harmless ? Severity::kNote : Severity::kWarning;
    if (f.states.empty())
      r.fail_as(s, f.at, kNowhere, f.name, f.token);
    else if (f.key.empty() && f.product)
      r.fail_as(s, f.at, kProductGraph, f.name, f.token, f.states);
    else if (f.key.empty())
      r.fail_as(s, f.at, kFileGraph, f.token, f.states);
    else if (f.product)
      r.fail_as(s, f.at, kProduct, f.name, f.token, f.key, f.states);
    else
      r.fail_as(s, f.at, kFile, f.token, f.key, f.states);
    if (!f.product || f.states.empty()) continue;
    if (f.key.empty())
      r.also(f.statement, kGraph, f.states);
    else
      r.also(f.statement, kStated, f.key, f.states);
  }
}

}  // namespace

extern const Rule CFG019;
constinit const Rule CFG019 = rule<check>({
    .code = "CFG019",
    .name = "name-disagrees-with-config",
    .severity = Severity::kWarning,
    .summary = {"format, size or precision in the name of the product or of the config is not what "
                "the config states",
                "产物名或配置文件名中的格式、尺寸或精度与配置内容不一致"},
    .why = {"Applications and people take the input format from the name: the model is fed with "
            "what it does not take.",
            "应用和使用者会依据名称判断输入格式，从而给模型送入它不接收的数据。"},
    .fix = {"Rename the product or the config, or correct the setting.",
            "修改产物名或配置文件名，或修正配置项。"},
    .source = "RDK Model Zoo: yolov5 config for rgb input whose product is called nv12, lanenet "
              "config for a featuremap input whose product is called nv12",
    .confidence = Confidence::kLow,
});

}  // namespace npulint
