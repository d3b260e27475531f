#include "lint/command_check.h"
#include "lint/facts.h"
#include "lint/reasons.h"

namespace npulint {
namespace {

constexpr Text kNone{"`--quantize {0}` without `--calibration_table`",
                     "`--quantize {0}` 缺少 `--calibration_table`"};
constexpr Text kAbsent{
    "the calibration table `{0}` is not there, and no command of this script makes it",
    "校准表 `{0}` 不存在，且该脚本中没有生成它的命令"};
constexpr Text kFloat{"{0} needs no calibration table", "{0} 不需要校准表"};
constexpr Text kQuantised{"`{0}` may be quantised already", "`{0}` 可能已经量化"};
constexpr Text kOrigin{"the script does not tell whether the model is quantised already",
                       "脚本没有说明该模型是否已经量化"};

void check(Report& r, Have<TheCommand> command, Maybe<CommandTable> table,
           Maybe<CommandOrigin> origin) {
  if (command->name != "model_deploy")
    return r.not_applicable(reasons::kOtherCommand, command->name);
  const std::string quantize = quantize_of(*command);
  if (quantize != "INT8" && quantize != "F8E4M3" && !quantize.empty())
    return r.not_applicable(kFloat, quantize);
  if (table) {
    if (!table->exists && !table->produced)
      r.fail_as(Severity::kNote, table.at(), kAbsent, table->written);
    return;
  }
  if (quantize.empty() || command->open || command->flag("--calibration_table"))
    return r.unknown(reasons::kOpenCommand);
  if (!origin || origin->model_def.empty()) return r.unknown(kOrigin);
  if (origin->model_def.ends_with(".tflite") || origin->model_def.ends_with(".mlir"))
    return r.unknown(kQuantised, origin->model_def);
  const ShellWord* w = command->value("--quantize");
  r.fail(w ? w->at : command->tool_at, kNone, quantize);
}

}  // namespace

extern const Rule CLI004;
constinit const Rule CLI004 = rule<check>({
    .code = "CLI004",
    .name = "table-missing",
    .severity = Severity::kError,
    .summary = {"INT8 without a calibration table, or a table that nobody makes",
                "INT8 缺少校准表，或校准表无人生成"},
    .why = {"model_deploy stops (`can't open calibration table file!`), or an old table of another "
            "model is taken.",
            "model_deploy 会中止（`can't open calibration table "
            "file!`），或使用了另一个模型的旧校准表。"},
    .fix = {"Pass the table that run_calibration writes, under the same name.",
            "传入 run_calibration 写出的校准表，名称保持一致。"},
    .source = "TPU-MLIR manual 03_user_interface.rst, --calibration_table; "
              "github.com/sophgo/tpu-mlir/issues/182",
});

}  // namespace npulint
