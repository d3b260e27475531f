#include "lint/facts.h"

namespace npulint {
namespace {

constexpr Text kMore{"the artifact was compiled for {0} cores; the target has {1}",
                     "产物按 {0} 个核编译；目标只有 {1} 个核"};
constexpr Text kNone{
    "the artifact states no number of cores, or the config does and is judged there",
    "产物没有给出核数，或核数写在配置中并在那里检查"};
constexpr Text kNoLimit{
    "the artifact was compiled for {0} cores, and it is not known how many the target has",
    "产物按 {0} 个核编译，而目标的核数未知"};

void check(Report& r, Maybe<CoreNum> cores, Maybe<CoreLimit> limit, Maybe<DeclaredTargets>) {
  if (!cores) return r.not_applicable(kNone);
  if (*cores <= 1) return;
  if (!limit) return r.unknown(kNoLimit, *cores);
  if (*cores > *limit) r.fail(cores.at(), kMore, *cores, *limit);
}

}  // namespace

extern const Rule TGT005;
constinit const Rule TGT005 = rule<check>({
    .code = "TGT005",
    .name = "core-count-mismatch",
    .severity = Severity::kError,
    .summary = {"the artifact is compiled for more cores than the target has",
                "产物编译所用的核数多于目标"},
    .why = {"The runtime refuses the model when it is loaded (\"the bmodel is not compatible with "
            "the current target\").",
            "运行时在加载模型时拒绝（“the bmodel is not compatible with the current target”）。"},
    .fix =
        {"Compile with core_num (--num_core) of the target, or deploy to one with as many cores.",
         "按目标的核数设置 core_num（--num_core）重新编译，或部署到核数足够的目标。"},
    .source = "libsophon tpu-runtime bmruntime.cpp; cores per platform with their sources in "
              "platforms.toml",
});

}  // namespace npulint
