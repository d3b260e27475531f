#include "lint/facts.h"
#include "lint/tensor.h"
#include "lint/tpu_tools.h"

namespace npulint {
namespace {

constexpr Text kNear{"`{0}` has no flag `{1}`; did you mean `{2}`?",
                     "`{0}` 没有选项 `{1}`；是否应为 `{2}`？"};
constexpr Text kUnknown{"no release of `{0}` that the table knows has the flag `{1}`",
                        "表中所知的 `{0}` 各版本都没有选项 `{1}`"};
constexpr Text kOpen{"the command holds words that may be any flags",
                     "命令中含有可能是任意选项的展开"};

void check(Report& r, Have<TheCommand> command) {
  for (const ToolFlag& f : command->flags) {
    if (f.known) continue;
    if (const auto near = nearest(f.written, command->tool->spellings()))
      r.fail(f.at, kNear, command->name, f.written, *near);
    else
      r.fail_as(Severity::kNote, f.at, kUnknown, command->name, f.written);
  }
  if (r.items.empty() && command->open) r.unknown(kOpen);
}

}  // namespace

extern const Rule CLI001;
constinit const Rule CLI001 = rule<check>({
    .code = "CLI001",
    .name = "unknown-flag",
    .severity = Severity::kWarning,
    .summary = {"a flag that the tool does not have", "该工具没有的选项"},
    .why =
        {"argparse stops with an error, or model_transform takes the word for a value: minutes "
         "into a build.",
         "argparse 会报错退出，或 model_transform 把该词当作数值，而此时构建可能已进行了几分钟。"},
    .fix = {"Correct the spelling, or remove the flag.", "修正拼写，或删除该选项。"},
    .source = "sophgo/tpu-mlir python/tools/model_transform.py, run_calibration.py, "
              "model_deploy.py: add_argument",
});

}  // namespace npulint
