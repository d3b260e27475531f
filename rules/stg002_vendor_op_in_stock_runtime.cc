#include "lint/facts.h"

namespace npulint {
namespace {

constexpr Text kStock{"`{0}` is evaluated with {1}, which does not have its operators {2}",
                      "`{0}` 使用 {1} 评测，而该运行时没有其中的算子 {2}"};
constexpr Text kNoRuntime{
    "`{0}` holds the vendor operators {1}, which only the toolchain's own runtime (HBRuntime) "
    "executes; the evaluation names no runtime",
    "`{0}` 含有厂商算子 {1}，只有工具链自带的运行时（HBRuntime）才能执行；该评测未声明运行时"};
constexpr Text kNotKnown{"whether {0} is a stock runtime is not known",
                         "不清楚 {0} 是否为通用运行时"};

std::string list(const std::vector<std::string>& ops) {
  constexpr size_t kMost = 6;
  std::string out;
  for (size_t i = 0; i < ops.size() && i < kMost; ++i) out += (i ? ", " : "") + ops[i];
  if (ops.size() > kMost) out += ", … (" + std::to_string(ops.size()) + ")";
  return out;
}

void check(Report& r, Have<RunVendorOps> ops, Maybe<RunRuntime> runtime,
           Maybe<RunRuntimeIsStock> stock, Have<RunModel> model) {
  if (ops->empty()) return;
  if (!runtime) {
    r.fail_as(Severity::kWarning, model.at(), kNoRuntime, *model, list(*ops));
  } else if (!stock) {
    r.unknown(kNotKnown, *runtime);
  } else if (*stock) {
    r.fail(runtime.at(), kStock, *model, *runtime, list(*ops));
  }
}

}  // namespace

extern const Rule STG002;
constinit const Rule STG002 = rule<check>({
    .code = "STG002",
    .name = "vendor-op-in-stock-runtime",
    .severity = Severity::kError,
    .summary = {"a stage with vendor operators is evaluated with a stock runtime",
                "含厂商算子的阶段模型用通用运行时评测"},
    .why =
        {"The calibrated and quantized stages hold operators of the horizon domain (Hz*). A stock "
         "runtime refuses the "
         "model or, with replacements registered, gives an accuracy that says nothing about the "
         "board.",
         "calibrated、quantized 等阶段模型含有 horizon "
         "域的算子（Hz*）。通用运行时会拒绝加载；若注册了替代实现，得到的精度也不能反映板端结果。"},
    .fix = {"Evaluate the stage with the toolchain's HBRuntime, and state it as `runtime` of the "
            "run; use a stock runtime "
            "only for the original float model.",
            "用工具链的 HBRuntime 评测该阶段，并在 run 的 `runtime` "
            "中写明；通用运行时只用于原始浮点模型。"},
    .source = "D-Robotics/rdk_s_doc docs/08_FAQ/05_toolchain.md: No Op registered for "
              "HzSQuantizedPreprocess",
});

}  // namespace npulint
