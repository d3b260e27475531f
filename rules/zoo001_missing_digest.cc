#include "lint/facts.h"
#include "lint/release_check.h"

namespace npulint {
namespace {

constexpr Text kMissing{"`{2}`: {0} of {1} assets that are downloaded state no sha256, first `{3}`",
                        "`{2}`：{1} 个可下载的资产中有 {0} 个没有 sha256，第一个是 `{3}`"};
constexpr Text kNone{"no asset of the model is downloaded", "该模型没有需要下载的资产"};

void check(Report& r, Have<ReleasedAssets> assets) {
  const ReleasedModel& m = **assets;
  const Assets all = assets_where(m, [](const ReleasedAsset& a) { return !!a.stated->url; });
  const Assets bare = assets_where(m, [](const ReleasedAsset& a) {
    return a.stated->url && !a.stated->sha256 && a.stated->sha256.missing.empty();
  });
  if (all.empty()) return r.not_applicable(kNone);
  for (const ReleasedAsset* a : all)
    if (const Message& open = a->stated->sha256.missing; bare.empty() && !open.empty())
      return r.unknown_with(open);
  if (bare.empty()) return;
  const Manifest::Asset& first = *bare[0]->stated;
  r.fail(first.no_sha256.known() ? first.no_sha256 : first.at, kMissing, bare.size(), all.size(),
         m.id, bare[0]->name);
  also_assets(r, bare);
}

}  // namespace

extern const Rule ZOO001;
constinit const Rule ZOO001 = rule<check>({
    .code = "ZOO001",
    .name = "missing-digest",
    .severity = Severity::kError,
    .summary = {"an asset that is downloaded has no sha256 in the manifest",
                "清单中可下载的资产没有 sha256"},
    .why = {"Without the digest nobody can tell whether the file on the board is the one that was "
            "released: a truncated download, a stale mirror or a re-upload under the same name "
            "runs and gives other results.",
            "没有摘要就无法判断板上的文件是否就是发布的文件：下载被截断、镜像过期、同名重新上传时，"
            "模型照样运行，结果却不同。"},
    .fix = {"Write the sha256 of the released file (`sha256sum FILE`).",
            "写入发布文件的 sha256（`sha256sum 文件`）。"},
    .source = "RDK Model Zoo releases s 1.1.2 and x5 1.1.3: 360 of 380 and 147 of 176 assets "
              "without a digest",
});

}  // namespace npulint
