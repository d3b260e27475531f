#include "lint/facts.h"

namespace npulint {
namespace {

constexpr Text kStopped{
    "{0} did not finish: its log has no line of success and breaks off or reports a failure here",
    "{0} 没有完成：日志中没有成功结束的那一行，运行在此处中断或报错"};
constexpr Text kOpen{"the log of {0} does not tell whether the run came to its end",
                     "{0} 的日志没有说明运行是否结束"};
constexpr Text kNoLog{"there is no log of the build", "没有编译日志"};

void check(Report& r, Maybe<TheBuildLog> log) {
  if (!log) return r.not_applicable(kNoLog);
  const BuildLog& l = **log;
  const std::string tool = l.tool ? *l.tool : "the tool";
  if (!l.finished) return r.unknown(kOpen, tool);
  if (!*l.finished) r.fail(l.finished.at, kStopped, tool);
}

}  // namespace

extern const Rule LOG001;
constinit const Rule LOG001 = rule<check>({
    .code = "LOG001",
    .name = "build-not-finished",
    .severity = Severity::kError,
    .summary = {"the build stopped before it was done", "编译在完成之前中止"},
    .why = {"What lies in the working directory is then the product of an earlier build, or of "
            "half a build: config and artifact do not go together.",
            "此时工作目录中的产物来自更早的编译或只完成一半的编译：配置与产物并不对应。"},
    .fix = {"Build again, and keep the log of the run that made the artifact.",
            "重新编译，并保留生成该产物的那次运行的日志。"},
    .source = "logs of hb_mapper 1.1 to 1.24 and hb_compile 3.3; RDK X3 documentation, "
              "ptq_process.md; OE-Skills horizon_tc_ui, compile errors (ERROR-OCCUR-DURING)",
});

}  // namespace npulint
