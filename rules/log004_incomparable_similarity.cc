#include "lint/facts.h"
#include "lint/log_check.h"

namespace npulint {
namespace {

constexpr Text kTools{
    "the similarities of `{0}` are those of {1}, the similarities of `{2}` those of {3}: the tools "
    "compare different models, and the numbers do not go into one table",
    "`{0}` 的相似度来自 {1}，`{2}` 的相似度来自 "
    "{3}：两个工具比对的模型不同，数值不能放在同一张表里"};
constexpr Text kMethods{
    "`{0}` was calibrated with {1}, `{2}` with {3}: what differs in their similarities may come "
    "from the method",
    "`{0}` 的校准方法是 {1}，`{2}` 的是 {3}：相似度的差异可能来自校准方法"};
constexpr Text kMethod{"calibrated with {0}", "校准方法为 {0}"};
constexpr Text kTool{"similarities of {0}", "{0} 的相似度"};
constexpr Text kNoLogs{"the two sides are not logs", "两侧都不是日志"};
constexpr Text kOneLog{"`{0}` is no log of a build", "`{0}` 不是编译日志"};
constexpr Text kSilent{"`{0}` lists no similarity", "`{0}` 没有列出相似度"};
constexpr Text kOpen{"`{0}` does not tell its calibration method", "`{0}` 没有说明校准方法"};

void check(Report& r, Have<CompareLeftName> left, Have<CompareRightName> right,
           Maybe<CompareLeftLog> left_log, Maybe<CompareRightLog> right_log) {
  if (!left_log && !right_log) return r.not_applicable(kNoLogs);
  if (!left_log || !right_log) return r.unknown(kOneLog, left_log ? *right : *left);
  const BuildLog &a = **left_log, &b = **right_log;
  const std::string_view tool = similarity_tool(a), other = similarity_tool(b);
  if (tool.empty() || other.empty()) return r.unknown(kSilent, tool.empty() ? *left : *right);
  const auto place = [](const BuildLog& log) {
    return log.outputs_at.known() ? log.outputs_at : log.nodes_at;
  };
  if (tool != other) {
    r.fail(left.at(), kTools, *left, tool, *right, other)
        .also(place(a), kTool, tool)
        .also(place(b), kTool, other);
    return;
  }
  const auto &method = a.calibration_method, &theirs = b.calibration_method;
  if (!method || !theirs) return r.unknown(kOpen, method ? *right : *left);
  if (*method == *theirs) return;
  // who sets both compares the methods
  const bool meant = method_is_set(a) && method_is_set(b);
  r.fail_as(meant ? Severity::kNote : Severity::kWarning, left.at(), kMethods, *left, *method,
            *right, *theirs)
      .also(method.at, kMethod, *method)
      .also(theirs.at, kMethod, *theirs);
}

}  // namespace

extern const Rule LOG004;
constinit const Rule LOG004 = rule<check>({
    .code = "LOG004",
    .name = "incomparable-similarity",
    .severity = Severity::kWarning,
    .summary = {"similarities that do not measure the same thing are compared",
                "比较了含义不同的相似度"},
    .why = {"hb_mapper prints one similarity, of its quantised ONNX; hb_compile prints two, after "
            "calibration and of the quantised model. A calibration that a tool chose itself may "
            "differ from build to build.",
            "hb_mapper 只打印一个相似度，属于其量化 ONNX；hb_compile 打印两个，分别是校准后与量化"
            "后。工具自行选择的校准方法可能每次编译都不同。"},
    .fix = {"Compare builds of one tool with the same `calibration_type`, or compare accuracies on "
            "data.",
            "比较同一工具、相同 `calibration_type` 的编译，或比较在数据上的精度。"},
    .source = "tables of the logs of hb_mapper 1.24 (Cosine Similarity) and hb_compile 3.3 "
              "(Calibrated Cosine, Quantized Cosine)",
});

}  // namespace npulint
