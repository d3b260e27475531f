#include "lint/facts.h"

namespace npulint {
namespace {

constexpr Text kConfig{"the config compiles for {0}; the declared target ({2}) is {1}",
                       "转换配置针对 {0} 编译；声明的目标（{2}）是 {1}"};
constexpr Text kArtifact{"the artifact was compiled for {0}; the declared target ({2}) is {1}",
                         "产物针对 {0} 编译；声明的目标（{2}）是 {1}"};
constexpr Text kStatement{
    "two declared targets contradict each other: {3} names {0}, {2} names {1}",
    "两处声明的目标互相矛盾：{3} 写的是 {0}，{2} 写的是 {1}"};
constexpr Text kTolerated{
    "compiled for {0}, which is said to run on the declared target {1} ({2}) too, but not compiled "
    "for that target",
    "针对 {0} 编译；据称 {0} 也可在声明的目标 {1}（{2}）上运行，但并非针对该目标编译"};
constexpr Text kStates{"{0}", "{0}"};

void check(Report& r, Have<DeclaredTargets>, Have<TargetComparison> compared, Maybe<BuiltFor>) {
  using Kind = TargetClash::Kind;
  for (const TargetClash& c : compared->clashes) {
    if (c.tolerated)
      r.fail_as(Severity::kWarning, c.at, kTolerated, c.states, compared->wanted, compared->who);
    else if (c.kind == Kind::kStatement)
      r.fail(c.at, kStatement, c.states, compared->wanted, compared->who, c.who);
    else if (c.kind == Kind::kConfig)
      r.fail(c.at, kConfig, c.states, compared->wanted, compared->who);
    else
      r.fail(c.at, kArtifact, c.states, compared->wanted, compared->who);
    for (const auto& [at, states] : c.others)
      if (at.known()) r.also(at, kStates, states);
  }
}

}  // namespace

extern const Rule TGT001;
constinit const Rule TGT001 = rule<check>({
    .code = "TGT001",
    .name = "artifact-target-mismatch",
    .severity = Severity::kError,
    .summary = {"something was compiled for another march or chip than the declared target's",
                "编译所针对的 march 或芯片不是声明的目标"},
    .why = {"The board refuses the model when it is loaded or when the first task is submitted "
            "(\"Incompatible Platform\").",
            "板端在加载模型或提交首个任务时拒绝执行（“Incompatible Platform”）。"},
    .fix = {"Set the config's march to the target's and convert again, or correct the declared "
            "target.",
            "把配置的 march 改为目标的 march 并重新转换，或更正声明的目标。"},
    .source = "github.com/hachi-leaf/Horizon_yolov5_tools issue 1: a bernoulli2 build on RDK X5; "
              "march, chip and board tables with their sources in platforms.toml",
    .identity = true,
});

}  // namespace npulint
