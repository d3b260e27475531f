#include "lint/facts.h"
#include "lint/release_drift.h"

namespace npulint {
namespace {

using Kind = ReleaseDrift::Kind;
using Change = ReleaseDrift::Change;

constexpr Text kSize{
    "`{0}` has the URL that {2} lists for `{1}`: the name states another size ({3} of {4} assets)",
    "`{0}` 的 URL 在 {2} 中对应 `{1}`：名称给出的尺寸不同（{4} 个资产中有 {3} 个）"};
constexpr Text kName{
    "`{0}` has the URL that {2} lists for `{1}`: the file has another name ({3} of {4} assets)",
    "`{0}` 的 URL 在 {2} 中对应 `{1}`：文件换了名称（{4} 个资产中有 {3} 个）"};
constexpr Text kDigest{
    "`{5}`: sha256 {0} has become {1} under the URL that {2} lists: the file was replaced ({3} of "
    "{4} assets)",
    "`{5}`：同一 URL 的 sha256 从 {2} 中的 {0} 变为 {1}：文件已被替换（{4} 个资产中有 {3} 个）"};
constexpr Text kMoved{
    "`{0}` has left the URL `{1}` of {2}, and no digests tell whether the file is the same ({3} of "
    "{4} assets)",
    "`{0}` 已不在 {2} 给出的 URL `{1}`，且没有摘要可判断文件是否相同（{4} 个资产中有 {3} 个）"};
constexpr Text kOlder{"as {0} lists it", "{0} 中的写法"};
constexpr size_t kShownDigits = 12;

// One finding a model; what else changed in it is told beside the first.
void tell(Report& r, const ReleaseDrift& d, const ReleaseDrift::Model& m, const Change& c) {
  const auto say = [&]<class... M>(CheckedText<5 + sizeof...(M)> text, std::string_view a,
                                   std::string_view b, const M&... more) {
    if (&c != &m.changes.front())
      return void(r.also(c.at, text, a, b, d.older, c.assets, m.assets, more...));
    r.fail_as(c.kind == Kind::kMoved ? Severity::kNote : Severity::kError, c.at, text, a, b,
              d.older, c.assets, m.assets, more...);
    r.also(c.older_at, kOlder, d.older);
  };
  if (c.kind == Kind::kSize) say(kSize, c.name, c.was);
  if (c.kind == Kind::kName) say(kName, c.name, c.was);
  if (c.kind == Kind::kMoved) say(kMoved, c.file, c.was);
  if (c.kind == Kind::kDigest)
    say(kDigest, c.was.substr(0, kShownDigits), c.name.substr(0, kShownDigits), c.file);
}

void check(Report& r, Have<TheDrift> drift) {
  const ReleaseDrift& d = **drift;
  for (const ReleaseDrift::Model& m : d.models)
    for (const Change& c : m.changes) tell(r, d, m, c);
  if (r.items.empty() && !d.open.empty()) r.unknown_with(d.open);
}

}  // namespace

extern const Rule ZOO014;
constinit const Rule ZOO014 = rule<check>({
    .code = "ZOO014",
    .name = "release-drift",
    .severity = Severity::kError,
    .summary = {"a file of an older release is listed under its old URL with another name, size or "
                "digest",
                "旧发布的文件在原 URL 下换了名称、尺寸或摘要"},
    .why =
        {"Scripts that fetch by URL get another model under the name they know, or buffers are "
         "sized by a name that is not that of the bytes. Nothing fails before the board.",
         "按 URL 下载的脚本会以旧名得到另一个模型，或者按名称分配的缓冲区与实际内容不符；在上板之前"
         "不会报错。"},
    .fix = {"Publish changed files under a new URL, keep name and size as they were built, and "
            "record the sha256 of every file so that releases can be compared.",
            "改动后的文件用新的 URL 发布，名称和尺寸与编译时一致，并记录每个文件的 sha256，以便比较"
            "各次发布。"},
    .source = "RDK Model Zoo 2.0, models.yaml of s-v1.1.1 and s-v1.1.2: 20 classifiers went from "
              "224x224 to 640x640 in their names, their URLs stayed",
});

}  // namespace npulint
