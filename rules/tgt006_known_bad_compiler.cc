#include "lint/facts.h"
#include "lint/reasons.h"

namespace npulint {
namespace {

constexpr Text kBad{"the artifact was built with {0} {1}, of which a fault is known",
                    "产物由 {0} {1} 编译，该版本存在已知问题"};

void check(Report& r, Have<KnownBadTools> tools) {
  if (tools->empty() && !tools.at().known()) return r.not_applicable(reasons::kNothingBuilt);
  for (const KnownBadTool& t : *tools) {
    r.fail(t.at, kBad, t.tool, t.version);
    r.also_with(t.at, t.what);
  }
}

}  // namespace

extern const Rule TGT006;
constinit const Rule TGT006 = rule<check>({
    .code = "TGT006",
    .name = "known-bad-compiler",
    .severity = Severity::kNote,
    .summary = {"the compiler's version is on the list of those that built wrong models",
                "编译器版本在已知会编译出错误模型的列表中"},
    .why = {"The model loads and gives wrong results although the conversion reported nothing.",
            "模型可以加载，但结果错误，而转换过程没有任何提示。"},
    .fix = {"Convert with a newer version and compare the results with the float model's.",
            "用更新的版本重新转换，并与浮点模型的结果比较。"},
    .source = "list of versions in tool_versions.toml, each with the report that states it",
});

}  // namespace npulint
