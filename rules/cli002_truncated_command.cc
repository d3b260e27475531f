#include "lint/facts.h"

namespace npulint {
namespace {

constexpr Text kLost{
    "`{0}` ends here, but the next line begins with `{1}`, one of its flags: a backslash is "
    "missing, and `{1}` and what follows never reach the tool",
    "`{0}` 在此结束，而下一行以它的选项 `{1}` 开头：缺少反斜杠，`{1}` 及其后的内容不会传给该工具"};
constexpr Text kNext{"the next line", "下一行"};
constexpr Text kUnsure{"the next line begins with `{0}`, which is no flag that the table knows",
                       "下一行以 `{0}` 开头，而表中没有这个选项"};

void check(Report& r, Have<TheCommand> command) {
  if (!command->lost) return;
  if (!command->lost->known) return r.unknown(kUnsure, command->lost->written);
  r.fail(command->last_at, kLost, command->name, command->lost->written)
      .also(command->lost->at, kNext);
}

}  // namespace

extern const Rule CLI002;
constinit const Rule CLI002 = rule<check>({
    .code = "CLI002",
    .name = "truncated-command",
    .severity = Severity::kError,
    .summary = {"a command that goes on in the next line without a backslash",
                "命令延续到下一行，却缺少反斜杠"},
    .why = {"The tool runs with fewer flags than are written, and the rest fails as a command of "
            "its own, which most scripts ignore.",
            "工具运行时的选项比所写的少，其余部分作为另一条命令失败，而多数脚本会忽略它。"},
    .fix = {"Add the backslash at the end of the line.", "在行尾添加反斜杠。"},
    .source = "sophgo/sophon-demo commit 82299d2",
});

}  // namespace npulint
