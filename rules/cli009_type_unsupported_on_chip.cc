#include "lint/command_check.h"
#include "lint/facts.h"
#include "lint/reasons.h"
#include "lint/tpu_tools.h"
#include "lint/words.h"

namespace npulint {
namespace {

constexpr Text kNot{"a model for {0} cannot be {1}; the chip takes {2}",
                    "{0} 不支持 {1}；它支持 {2}"};
constexpr Text kNoType{"`{0}` takes no {1}; it takes {2}", "`{0}` 没有 {1} 类型；可用类型为 {2}"};
constexpr Text kUnknown{"chip or type is not known", "芯片或类型未知"};

void check(Report& r, Have<TheCommand> command) {
  if (command->name != "model_deploy")
    return r.not_applicable(reasons::kOtherCommand, command->name);
  const ShellWord* chip = command->value("--chip");
  const TpuChip* known = chip ? tpu_chip(chip->text) : nullptr;
  const std::string quantize = quantize_of(*command);
  const ShellWord* w = command->value("--quantize");
  if (w && !quantize.empty() && !holds(quantize_types(), quantize))
    return void(r.fail(w->at, kNoType, command->name, quantize, joined(quantize_types())));
  if (!known || !w) return r.unknown(kUnknown);
  if (quantize == "QDQ" || holds(known->quantize, quantize)) return;
  r.fail(w->at, kNot, chip->text, quantize, joined(known->quantize));
}

}  // namespace

extern const Rule CLI009;
constinit const Rule CLI009 = rule<check>({
    .code = "CLI009",
    .name = "type-unsupported-on-chip",
    .severity = Severity::kError,
    .summary = {"a quantisation type that the chip lacks", "芯片不支持的量化类型"},
    .why = {"model_deploy stops after lowering, or the runtime refuses the file.",
            "model_deploy 在 lowering 之后中止，或运行时拒绝加载该文件。"},
    .fix = {"Choose a type that the chip has.", "选择该芯片支持的类型。"},
    .source = "TPU-MLIR manual 03_user_interface.rst, table of --quantize",
});

}  // namespace npulint
