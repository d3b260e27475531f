#include "lint/facts.h"
#include "lint/release_check.h"

namespace npulint {
namespace {

constexpr Text kKnown{"`{0}` states no sha256, but {1} records it: {2}",
                      "`{0}` 没有 sha256，但 {1} 中有记录：{2}"};
constexpr Text kRecord{"{0}", "{0}"};
constexpr Text kNone{"no digest of what lacks one is recorded elsewhere",
                     "缺少摘要的资产在别处也没有记录"};

void check(Report& r, Have<ReleasedAssets> assets) {
  bool any = true;
  for (const ReleasedAsset& a : (*assets)->assets) {
    const bool listed = a.listed_sha256.value.has_value();
    const Fact<std::string>& known = listed ? a.listed_sha256 : a.evidence_sha256;
    any = any && (known || a.stated->sha256);
    if (!known || a.stated->sha256 || !is_sha256(*known)) continue;
    const Evidence& at = a.stated->no_sha256.known() ? a.stated->no_sha256 : a.stated->at;
    r.fail(at, kKnown, a.name, listed ? "SHA256SUMS" : "a run", *known)
        .also(known.at, kRecord, *known);
  }
  if (r.items.empty() && !any) r.unknown(kNone);
}

}  // namespace

extern const Rule ZOO004;
constinit const Rule ZOO004 = rule<check>({
    .code = "ZOO004",
    .name = "digest-fillable",
    .severity = Severity::kNote,
    .summary = {"the manifest has no sha256 of a file whose digest is recorded elsewhere",
                "清单缺少某文件的 sha256，而别处已有记录"},
    .why = {"The digest that a release lacks was measured already: on a board, or in a list beside "
            "the files.",
            "发布所缺的摘要其实已经测得：在板端运行记录中，或在文件旁的列表中。"},
    .fix = {"Copy it into the manifest, once it is certain that the file is the released one.",
            "确认该文件即发布文件后，将其写入清单。"},
    .source = "RDK Model Zoo: eight full digests in records of board runs, null in the manifests",
    .confidence = Confidence::kMedium,
});

}  // namespace npulint
