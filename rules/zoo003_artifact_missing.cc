#include "lint/facts.h"
#include "lint/release_check.h"

namespace npulint {
namespace {

constexpr Text kAbsent{"`{2}`: {0} of {1} listed files are not here, first `{3}`",
                       "`{2}`：列出的 {1} 个文件中有 {0} 个不在此处，第一个是 `{3}`"};
constexpr Text kNoUrl{
    "`{0}` is to be downloaded, but no URL is stated for {1} of its assets, first `{2}`",
    "`{0}` 标为下载获取，但有 {1} 个资产没有 URL，第一个是 `{2}`"};
constexpr Text kElsewhere{"none of the model's files is here", "该模型的文件都不在此处"};
constexpr Text kLenient{"absent files count under `--profile release`",
                        "仅在 `--profile release` 下检查缺失的文件"};

void check(Report& r, Have<ReleasedAssets> assets) {
  const ReleasedModel& m = **assets;
  const Assets absent = assets_where(m, [](const ReleasedAsset& a) { return a.real.empty(); });
  const Assets bare = assets_where(
      m, [](const ReleasedAsset& a) { return a.stated->no_url.known() && a.real.empty(); });
  if (m.download && !bare.empty()) {
    r.fail(bare[0]->stated->no_url, kNoUrl, m.id, bare.size(), bare[0]->name);
    also_assets(r, bare);
  }
  if (m.expected && !absent.empty()) {
    r.fail(absent[0]->stated->at, kAbsent, absent.size(), m.assets.size(), m.id, absent[0]->name);
    also_assets(r, absent);
  }
  if (!r.items.empty() || absent.empty()) return;
  if (absent.size() == m.assets.size()) return r.unknown(kElsewhere);
  r.unknown(kLenient);
}

}  // namespace

extern const Rule ZOO003;
constinit const Rule ZOO003 = rule<check>({
    .code = "ZOO003",
    .name = "artifact-missing",
    .severity = Severity::kWarning,
    .summary = {"a listed file is not here, or nothing tells where to get it",
                "清单列出的文件不存在，或没有说明从何处获取"},
    .why = {"A user of the release gets a model without one of its parts, and a download script "
            "that fails half way.",
            "使用者得到的模型缺少部分文件，下载脚本也会中途失败。"},
    .fix = {"Add the file or its URL, or take the entry out of the manifest.",
            "补上文件或其 URL，或从清单中删除该条目。"},
    .source = "RDK Model Zoo s 1.1.2: two null URLs of paraformer under `availability: download`; "
              "sha256sum(1) fails on an absent file",
});

}  // namespace npulint
