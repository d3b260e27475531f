#include "lint/facts.h"
#include "lint/reasons.h"
#include "lint/release_check.h"

namespace npulint {
namespace {

constexpr Text kEscapes{"the name `{0}` leads out of the release (`{1}`)",
                        "名称 `{0}` 指向发布目录之外（`{1}`）"};
constexpr Text kScheme{"`{2}` is fetched by plain http (such assets of `{1}`: {0})",
                       "`{2}` 通过明文 http 获取（`{1}` 中此类资产共 {0} 个）"};

void check(Report& r, Have<ReleasedAssets> assets) {
  const ReleasedModel& m = **assets;
  for (const ReleasedAsset& a : m.assets)
    if (!a.escapes.empty()) r.fail(a.stated->at, kEscapes, a.name, a.escapes);
  const Assets plain = assets_where(m, [](const ReleasedAsset& a) {
    return a.stated->url && a.stated->url->starts_with("http://");
  });
  if (plain.empty() && r.items.empty() && is_cut(m)) r.unknown(reasons::kManifestCut);
  if (plain.empty()) return;
  r.fail_as(Severity::kWarning, plain[0]->stated->url.at, kScheme, plain.size(), m.id,
            plain[0]->name);
  also_assets(r, plain);
}

}  // namespace

extern const Rule ZOO016;
constinit const Rule ZOO016 = rule<check>({
    .code = "ZOO016",
    .name = "unsafe-path",
    .severity = Severity::kError,
    .summary = {"an entry of a release leads out of its folder, or is fetched without protection",
                "发布条目指向目录之外，或以不受保护的方式获取"},
    .why = {"A script that downloads to that name overwrites files elsewhere. What plain http "
            "brings can be changed on its way, and without a digest nobody sees it.",
            "按该名称下载的脚本会覆盖别处的文件。明文 http "
            "的内容可能在途中被篡改，没有摘要则无人察觉。"},
    .fix = {"Use names below the release's folder, and https.",
            "使用发布目录之内的名称，并使用 https。"},
    .source = "CWE-22 (path traversal); names of assets become paths of download scripts",
});

}  // namespace npulint
