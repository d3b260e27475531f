#include "lint/command_check.h"
#include "lint/facts.h"
#include "lint/reasons.h"

namespace npulint {
namespace {

constexpr Text kName{"`{0}` says `{1}`, but `{2}` is {3}", "`{0}` 表示 `{1}`，而 `{2}` 为 {3}"};
constexpr Text kStated{"`{0}` {1}", "`{0}` {1}"};

void check(Report& r, Have<TheCommand> command, Maybe<CommandOrigin> origin) {
  if (command->name != "model_deploy")
    return r.not_applicable(reasons::kOtherCommand, command->name);
  const ShellWord* model = command->value("--model");
  if (!model || command->open) return r.unknown(reasons::kOpenCommand);
  for (const CommandNameFault& f : command_name_faults(*command, origin ? &*origin : nullptr))
    r.fail(model->at, kName, model->text, f.token, f.flag, f.value)
        .also(f.at, kStated, f.flag, f.value);
}

}  // namespace

extern const Rule CLI007;
constinit const Rule CLI007 = rule<check>({
    .code = "CLI007",
    .name = "name-disagrees-with-command",
    .severity = Severity::kWarning,
    .summary =
        {"the model's name states another precision, chip, core count or batch than the command",
         "模型名中的精度、芯片、核数或 batch 与命令不一致"},
    .why = {"The file is shipped and benchmarked as what its name says.",
            "该文件会按其名称所示被发布和评测。"},
    .fix = {"Rename the output, or correct the flag.", "修改输出名，或修正选项。"},
    .source = "github.com/sophgo/tpu-mlir/issues/214",
    .confidence = Confidence::kMedium,
});

}  // namespace npulint
