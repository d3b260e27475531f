#include "lint/facts.h"
#include "lint/release_check.h"
#include "lint/words.h"

namespace npulint {
namespace {

constexpr Text kForm{"the sha256 of `{0}` is `{1}`, which is no 64 hex digits",
                     "`{0}` 的 sha256 为 `{1}`，不是 64 位十六进制数字"};
constexpr Text kShared{"`{0}` and `{1}` state one sha256, {2}: one of them is wrong",
                       "`{0}` 与 `{1}` 的 sha256 相同，均为 {2}：其中必有一个错误"};
constexpr Text kListed{"`{0}`: the manifest states sha256 {1}, the list of digests {2}",
                       "`{0}`：清单中的 sha256 为 {1}，摘要列表中为 {2}"};
constexpr Text kMeasured{"`{0}`: the stated sha256 is {1}, that of the file here is {2}",
                         "`{0}`：声明的 sha256 为 {1}，而此处文件的 sha256 为 {2}"};
constexpr Text kOther{"`{0}`", "`{0}`"};
constexpr Text kList{"{0}", "{0}"};
constexpr Text kNothing{"no digest is stated", "没有声明任何摘要"};
constexpr Text kAbsent{"{0} of {1} files of `{2}` with a digest are not here",
                       "`{2}` 有 {1} 个带摘要的文件，其中 {0} 个不在此处"};
constexpr Text kNotHashed{"files are hashed under `--profile release`",
                          "仅在 `--profile release` 下计算文件的摘要"};

void check(Report& r, Have<ReleasedAssets> assets, Maybe<ReleasedDigests>) {
  const ReleasedModel& m = **assets;
  size_t stated = 0, absent = 0, open = 0;
  for (const ReleasedAsset& a : m.assets) {
    const Fact<std::string>& sha = a.stated->sha256;
    if (!sha) continue;
    ++stated;
    if (!is_sha256(*sha)) {
      r.fail(sha.at, kForm, a.name, *sha);
    } else if (!a.sha256.empty() && a.sha256 != lower(*sha)) {
      r.fail(sha.at, kMeasured, a.name, lower(*sha), a.sha256)
          .also(whole_file(a.file), kList, a.sha256);
    } else if (a.listed_sha256 && lower(*a.listed_sha256) != lower(*sha)) {
      r.fail(sha.at, kListed, a.name, lower(*sha), lower(*a.listed_sha256))
          .also(a.listed_sha256.at, kList, *a.listed_sha256);
    }
    absent += a.real.empty();
    open += !a.real.empty() && a.sha256.empty();
  }
  for (const SharedDigest& s : shared_digests(m))
    r.fail(s.second->stated->sha256.at, kShared, s.first->name, s.second->name,
           lower(*s.second->stated->sha256))
        .also(s.first->stated->sha256.at, kOther, s.first->name);
  if (!r.items.empty()) return;
  if (stated == 0) return r.not_applicable(kNothing);
  if (absent > 0) return r.unknown(kAbsent, absent, stated, m.id);
  if (open > 0) r.unknown(kNotHashed);
}

}  // namespace

extern const Rule ZOO002;
constinit const Rule ZOO002 = rule<check>({
    .code = "ZOO002",
    .name = "digest-mismatch",
    .severity = Severity::kError,
    .summary = {"a file is not the one whose sha256 is stated, or the sha256 cannot be right",
                "文件与声明的 sha256 不符，或该 sha256 不可能正确"},
    .why = {"What runs on the board is not what was released and evaluated: another build, a "
            "damaged download, or the digest of another file.",
            "板上运行的并非发布并评测过的文件：可能是另一次编译、下载损坏，或写了别的文件的摘要。"},
    .fix = {"Fetch the file again; if it is the right one, correct the digest (`sha256sum FILE`).",
            "重新下载该文件；若文件无误，则更正摘要（`sha256sum 文件`）。"},
    .source = "sha256sum(1): what `sha256sum -c` compares; RDK Model Zoo manifests hold the digest "
              "of the released file",
});

}  // namespace npulint
