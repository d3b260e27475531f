#include "lint/facts.h"
#include "lint/log_check.h"

namespace npulint {
namespace {

constexpr Text kGap{
    "output `{0}` has a similarity of {1} after calibration and of {2} in the compiled model: the "
    "loss of {3} is not the calibration's",
    "输出 `{0}` 校准后的相似度为 {1}，编译后的模型中为 {2}：损失的 {3} 并非由校准造成"};
constexpr Text kNone{"the log lists no similarities after calibration and quantisation",
                     "日志没有同时列出校准后与量化后的相似度"};
constexpr Text kTool{"{0} prints one similarity only", "{0} 只打印一个相似度"};

void check(Report& r, Have<TheBuildLog> log) {
  const BuildLog& l = **log;
  if (l.tool && *l.tool != "hb_compile") return r.not_applicable(kTool, *l.tool);
  bool any = false;
  for (const auto& row : l.outputs) {
    any = any || (row.calibrated && row.cosine);
    if (has_gap(row) && *row.cosine >= log_limits().loss)  // below it is an error of its own
      r.fail(row.at, kGap, row.name, similarity_text(*row.calibrated), similarity_text(*row.cosine),
             similarity_text(*row.calibrated - *row.cosine));
  }
  if (!any) r.unknown(kNone);
}

}  // namespace

extern const Rule LOG005;
constinit const Rule LOG005 = rule<check>({
    .code = "LOG005",
    .name = "quantization-gap",
    .severity = Severity::kWarning,
    .summary = {"an output is fine after calibration and clearly lower in the compiled model",
                "输出在校准后正常，但在编译后的模型中明显变差"},
    .why = {"More or other calibration data will not help: what is lost is lost by the compiler, "
            "mostly at the tail of the model.",
            "增加或更换校准数据没有用：损失来自编译器，多半在模型末端。"},
    .fix =
        {"Look at the nodes before this output (`npulint inspect` lists both similarities): give "
         "the last ones int16, or end the model at an output without that tail.",
         "查看该输出之前的节点（`npulint inspect` 列出两种相似度）：给最后几个节点设 int16，或在"
         "该末端之前结束模型。"},
    .source = "logs of hb_compile 3.3 on detectors: Calibrated Cosine 0.999634, Quantized Cosine "
              "0.977052 of one head beside 0.9989 and 0.9988 of others",
});

}  // namespace npulint
