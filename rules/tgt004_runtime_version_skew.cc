#include "lint/facts.h"
#include "lint/reasons.h"

namespace npulint {
namespace {

constexpr Text kSays{
    "the runtime itself reports that the versions do not fit: its {0} library is {1}, the model "
    "was built with {2}",
    "运行时报告版本不一致：{0} 库为 {1}，而模型由 {2} 编译"};
constexpr Text kLine{"the runtime reports that its version and that of the model do not fit",
                     "运行时报告其版本与模型的编译版本不一致"};
constexpr Text kOlder{
    "the runtime is older than what the model was built with: {0} {1} on the board, built with {2} "
    "{3}",
    "运行时早于编译模型所用的版本：板端 {0} 为 {1}，编译时 {2} 为 {3}"};
constexpr Text kSeveral{
    "the files of one build state two versions: {0} {1} here, {2} {3} in the "
    "artifact",
    "同一次编译的文件给出两个版本：此处 {0} 为 {1}，产物中 {2} 为 {3}"};
constexpr Text kBuilt{"{0} {1}", "{0} {1}"};

void check(Report& r, Have<VersionSkews> skews) {
  using Kind = VersionSkew::Kind;
  if (skews->empty() && !skews.at().known()) return r.not_applicable(reasons::kNothingBuilt);
  for (const VersionSkew& s : *skews) {
    if (s.kind == Kind::kRuntimeSays && (s.version.empty() || s.other_version.empty()))
      r.fail(s.at, kLine);
    else if (s.kind == Kind::kRuntimeSays)
      r.fail(s.at, kSays, s.tool, s.version, s.other_version);
    else if (s.kind == Kind::kOlderRuntime)
      r.fail(s.at, kOlder, s.tool, s.version, s.other_tool, s.other_version);
    else
      r.fail_as(Severity::kNote, s.at, kSeveral, s.tool, s.version, s.other_tool, s.other_version);
    if (s.other_at.known()) r.also(s.other_at, kBuilt, s.other_tool, s.other_version);
  }
}

}  // namespace

extern const Rule TGT004;
constinit const Rule TGT004 = rule<check>({
    .code = "TGT004",
    .name = "runtime-version-skew",
    .severity = Severity::kWarning,
    .summary = {"the board's runtime is not of the release that built the model",
                "板端运行时与编译模型的工具链不是同一版本"},
    .why = {"A runtime that is older than the compiler may refuse the model, or run it with other "
            "results; the vendor vouches for pairs of one release only.",
            "早于编译器的运行时可能拒绝加载模型，或得到不同的结果；厂商只保证同一发布包内的组合。"},
    .fix = {"Update the board's system to the release of the toolchain, or convert the model with "
            "the toolchain of the board's release.",
            "把板端系统升级到工具链对应的版本，或用板端版本对应的工具链重新转换模型。"},
    .source = "libdnn bpu_model_info.cpp: \"it is recommended to use compilation tools and the BPU "
              "SDK from the same OpenExplorer package\"; pairs of versions in tool_versions.toml",
});

}  // namespace npulint
