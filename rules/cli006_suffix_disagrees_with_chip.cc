#include "lint/facts.h"
#include "lint/reasons.h"
#include "lint/tpu_tools.h"

namespace npulint {
namespace {

constexpr Text kSuffix{"`{0}` is written for {1}, whose models end in `{2}`",
                       "`{0}` 是为 {1} 生成的，其模型文件以 `{2}` 结尾"};
constexpr Text kUnknown{"the table does not know the chip", "表中没有该芯片"};

void check(Report& r, Have<TheCommand> command) {
  if (command->name != "model_deploy")
    return r.not_applicable(reasons::kOtherCommand, command->name);
  const ShellWord *model = command->value("--model"), *chip = command->value("--chip");
  const TpuChip* known = chip ? tpu_chip(chip->text) : nullptr;
  if (!model || !known) return r.unknown(kUnknown);
  const bool other = model->text.ends_with(".bmodel") || model->text.ends_with(".cvimodel");
  if (other && !model->text.ends_with(known->extension))
    r.fail(model->at, kSuffix, model->text, chip->text, known->extension);
}

}  // namespace

extern const Rule CLI006;
constinit const Rule CLI006 = rule<check>({
    .code = "CLI006",
    .name = "suffix-disagrees-with-chip",
    .severity = Severity::kError,
    .summary = {"the model's extension is that of another family of chips",
                "模型的扩展名属于另一类芯片"},
    .why = {"The file holds the other format: the runtime of its name refuses it.",
            "文件内容是另一种格式：与其名称对应的运行时会拒绝加载。"},
    .fix = {"Write .cvimodel for CV18xx, .bmodel for BM168x and CV186X.",
            "CV18xx 使用 .cvimodel，BM168x 与 CV186X 使用 .bmodel。"},
    .source = "TPU-MLIR manual 03_user_interface.rst, model_deploy",
});

}  // namespace npulint
