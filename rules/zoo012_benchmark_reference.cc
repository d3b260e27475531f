#include "lint/benchmarks.h"
#include "lint/facts.h"

namespace npulint {
namespace {

using Kind = BenchmarkFault::Kind;

constexpr Text kSample{
    "the entry `{0}` is of the sample `{1}`, which the manifest does not list (such entries: {2})",
    "条目 `{0}` 属于样例 `{1}`，清单中没有该样例（此类条目数：{2}）"};
constexpr Text kAsset{
    "the entry `{0}` measures `{1}`, which the manifest does not list (such entries of `{2}`: {3})",
    "条目 `{0}` 测的是 `{1}`，清单中没有该文件（`{2}` 的此类条目数：{3}）"};
constexpr Text kHardware{
    "the entry `{0}` was measured on {1}; its file `{2}` is for {3} (such entries of `{4}`: {5})",
    "条目 `{0}` 在 {1} 上测得，而其文件 `{2}` 用于 {3}（`{4}` 的此类条目数：{5}）"};
constexpr Text kNear{"the manifest lists `{0}`", "清单中有 `{0}`"};
constexpr Text kListed{"the file", "该文件"};
constexpr Text kTags{"the benchmarks are of the release {0}, the manifest is of {1}",
                     "性能与精度数据属于发布 {0}，清单属于 {1}"};
constexpr Text kManifest{"the manifest's release", "清单所属的发布"};
constexpr Text kNothing{"no entry names a sample or a file", "没有条目给出样例或文件"};

void check(Report& r, Have<TheBenchmarks> benchmarks) {
  const BenchmarkCheck& b = **benchmarks;
  for (const BenchmarkCheck::Tags& t : b.tags)
    r.fail_as(Severity::kWarning, t.at, kTags, t.here, t.manifest).also(t.other, kManifest);
  for (const BenchmarkFault& f : b.faults) {
    if (f.kind == Kind::kSample)
      r.fail(f.at, kSample, f.entry, f.what, f.entries);
    else if (f.kind == Kind::kAsset)
      r.fail(f.at, kAsset, f.entry, f.what, f.sample, f.entries);
    else
      r.fail(f.at, kHardware, f.entry, f.what, f.asset, f.means, f.sample, f.entries);
    if (!f.other.known()) continue;
    if (f.kind == Kind::kAsset)
      r.also(f.other, kNear, f.means);
    else
      r.also(f.other, kListed);
  }
  if (!r.items.empty()) return;
  if (!b.unjudged.empty()) return r.unknown_with(b.unjudged);
  if (b.referring == 0) r.not_applicable(kNothing);
}

}  // namespace

extern const Rule ZOO012;
constinit const Rule ZOO012 = rule<check>({
    .code = "ZOO012",
    .name = "benchmark-reference",
    .severity = Severity::kError,
    .summary = {"a published benchmark is of a model or file that the release does not have, or of "
                "another board",
                "公布的性能或精度数据对应的模型或文件不在该发布中，或属于另一种板卡"},
    .why = {"Whoever chooses a model by its numbers gets another file, or none: the numbers are "
            "those of what was renamed, replaced or built for another board.",
            "按数据选型的人会拿到别的文件，或找不到文件：数据属于已改名、已替换或为其他板卡编译的"
            "产物。"},
    .fix = {"Name the file as the manifest does, or drop the entry; measure again on the board "
            "that the file is for.",
            "按清单中的名称写文件，或删除该条目；在该文件对应的板卡上重新测量。"},
    .source = "RDK Model Zoo 2.0, docs/release/benchmarks.schema.json: sample_id, asset_filename, "
              "environment.hardware; one report of a toolchain stands among its board runs",
    .confidence = Confidence::kMedium,
});

}  // namespace npulint
