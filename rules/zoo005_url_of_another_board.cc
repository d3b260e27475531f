#include "lint/facts.h"
#include "lint/release_check.h"

namespace npulint {
namespace {

constexpr Text kOther{
    "`{4}` is for {1}, but its URL lies under `{2}`, which names {3} (such assets: {0}); if that "
    "is the publisher's habit, state it: [zoo] bucket-of.{1} = \"{2}\"",
    "`{4}` 面向 {1}，其 URL 却位于 `{2}` 之下，该目录名表示 {3}（此类资产共 {0} "
    "个）；若这是发布方的惯例，请写明：[zoo] bucket-of.{1} = \"{2}\""};

constexpr Text kNone{"no entry whose target is known has a URL that names a board",
                     "目标已知的条目中，没有 URL 写明板卡"};

void check(Report& r, Have<TheRelease> release) {
  if (!(*release)->any_bucket) return r.unknown(kNone);
  for (const BucketClash& c : (*release)->buckets) {
    r.fail(c.assets[0]->stated->url.at, kOther, c.assets.size(), c.means, c.bucket_dir,
           c.bucket_means, c.assets[0]->name);
    also_assets(r, c.assets);
  }
}

}  // namespace

extern const Rule ZOO005;
constinit const Rule ZOO005 = rule<check>({
    .code = "ZOO005",
    .name = "url-of-another-board",
    .severity = Severity::kWarning,
    .summary = {"the directory of a URL names another board than the entry",
                "URL 的目录名与条目所属的板卡不同"},
    .why = {"Either the URL gives the artifact of another board, which the board refuses or runs "
            "wrongly, or the path misleads whoever fetches by directory.",
            "要么 URL "
            "给出的是另一块板卡的产物，板端拒绝加载或结果错误；要么该路径会误导按目录下载的人。"},
    .fix =
        {"Correct the URL, or declare the publisher's habit in npulint.toml, as the finding says.",
         "更正 URL，或按发现中给出的写法在 npulint.toml 中声明发布方的惯例。"},
    .source = "RDK Model Zoo s 1.1.2: 102 assets of the S100P under rdk_s100, one of the S600",
    .confidence = Confidence::kLow,
});

}  // namespace npulint
