#include "lint/command_check.h"
#include "lint/facts.h"
#include "lint/reasons.h"
#include "lint/tensor.h"

namespace npulint {
namespace {

constexpr Text kNoInput{"`{0}` {1} without `--test_input`: nothing compares the compiled model",
                        "`{0}` {1} 没有 `--test_input`：不会对编译后的模型做任何比对"};
constexpr Text kSkipped{"`{0}` skips the comparison of the compiled model",
                        "`{0}` 跳过了对编译模型的比对"};
constexpr Text kLow{
    "`--tolerance {0}` accepts a cosine of {1}, the default is {2}: a model that is "
    "far off passes",
    "`--tolerance {0}` 接受余弦 {1}，默认值为 {2}：偏差很大的模型也会通过"};
constexpr double kCosine = 0.8;  // of the default 0.8,0.5

void check(Report& r, Have<TheCommand> command) {
  const ToolCommand& c = *command;
  if (c.name != "model_deploy" || c.flag("--not_gen_bmodel"))
    return r.not_applicable(reasons::kOtherCommand, c.name);
  const std::string quantize = quantize_of(c);
  if (const ToolFlag* f = c.flag("--skip_validation"))
    return void(r.fail(f->at, kSkipped, f->written));
  if (!c.flag("--test_input")) {
    if (c.open) return r.unknown(reasons::kOpenCommand);
    const Severity s = is_float_quantize(quantize) ? Severity::kNote : Severity::kWarning;
    return void(r.fail_as(s, c.tool_at, kNoInput, c.name, quantize));
  }
  const ShellWord* w = c.value("--tolerance");
  const auto stated = w ? tolerances(w->text) : std::vector<double>();
  if (stated.size() == 2 && stated[0] < kCosine)
    r.fail(w->at, kLow, w->text, number_text(stated[0]), number_text(kCosine));
}

}  // namespace

extern const Rule CLI005;
constinit const Rule CLI005 = rule<check>({
    .code = "CLI005",
    .name = "unvalidated-deploy",
    .severity = Severity::kWarning,
    .summary = {"the deployed model is compared with nothing, or too leniently",
                "部署的模型没有比对，或比对过于宽松"},
    .why = {"A wrong table or a wrong preprocessing passes the build and is found on the board, if "
            "at all.",
            "错误的校准表或预处理会通过构建，只有在板上才可能被发现。"},
    .fix =
        {"Pass --test_input and --test_reference with the outputs of model_transform; keep the "
         "default tolerance.",
         "传入 --test_input，以及 model_transform 输出的 --test_reference；保留默认的 tolerance。"},
    .source = "sophgo/tpu-mlir python/tools/model_deploy.py: no comparison without test_input, "
              "tolerance 0.8,0.5",
});

}  // namespace npulint
