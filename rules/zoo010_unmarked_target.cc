#include "lint/facts.h"
#include "lint/reasons.h"
#include "lint/release_check.h"

namespace npulint {
namespace {

constexpr Text kUnmarked{
    "`{2}` is compiled, but neither a folder nor its name states a march or board (such assets of "
    "`{1}`: {0})",
    "编译产物 `{2}` 的目录与文件名都没有标明 march 或板卡（`{1}` 中此类资产共 {0} 个）"};
constexpr Text kNone{"no compiled asset", "没有编译产物"};

void check(Report& r, Have<ReleasedAssets> assets) {
  const ReleasedModel& m = **assets;
  const Assets compiled = assets_where(m, [](const ReleasedAsset& a) { return a.compiled; });
  if (compiled.empty() && !is_cut(m)) return r.not_applicable(kNone);
  const Assets bare = assets_where(m, [](const ReleasedAsset& a) {
    const bool known = a.content && (a.content->march || a.content->chip);
    return a.compiled && !known && !a.folder && !a.own;
  });
  if (bare.empty() && is_cut(m)) return r.unknown(reasons::kManifestCut);
  if (bare.empty()) return;
  r.fail(bare[0]->stated->at, kUnmarked, bare.size(), m.id, bare[0]->name);
  also_assets(r, bare);
}

}  // namespace

extern const Rule ZOO010;
constinit const Rule ZOO010 = rule<check>({
    .code = "ZOO010",
    .name = "unmarked-target",
    .severity = Severity::kNote,
    .summary = {"nothing tells which target a compiled model is for",
                "无从得知编译模型面向哪个目标"},
    .why = {"Whoever takes the file can only try it: a board refuses a wrong one at best.",
            "拿到文件的人只能试运行：板端最多只会拒绝错误的产物。"},
    .fix = {"Name the march in the file, put it into a folder of its board, or add its metadata.",
            "在文件名中写明 march，或放入板卡目录，或附上元数据。"},
    .source = "RDK Model Zoo s 1.1.2: yoloe11_seg without a folder of its board; 56 .hbm files "
              "without a march in their names",
    .confidence = Confidence::kMedium,
});

}  // namespace npulint
