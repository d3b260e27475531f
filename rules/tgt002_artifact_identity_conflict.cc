#include "lint/facts.h"

namespace npulint {
namespace {

constexpr Text kOdd{"the artifact contradicts itself: {0} says {1}, {2} says {3}",
                    "产物自相矛盾：{0} 为 {1}，{2} 为 {3}"};
constexpr Text kAlso{"{0}: {1}", "{0}：{1}"};
constexpr Text kNone{"there is no compiled artifact", "没有编译产物"};

// How many statements name the same march or chip.
int voices(const std::vector<IdentityStatement>& all, const std::string& canonical) {
  int n = 0;
  for (const IdentityStatement& s : all) n += s.canonical == canonical;
  return n;
}

std::string said(const IdentityStatement& s) {
  return s.written == s.canonical ? s.written : s.written + " (" + s.canonical + ")";
}

void check(Report& r, Have<ArtifactIdentity> identity) {
  if (identity->empty()) return r.not_applicable(kNone);
  const IdentityStatement *most = nullptr, *odd = nullptr;
  for (const IdentityStatement& s : *identity) {
    if (s.canonical.empty()) continue;  // a spelling that no table knows proves nothing
    if (!most || voices(*identity, s.canonical) > voices(*identity, most->canonical)) most = &s;
  }
  for (const IdentityStatement& s : *identity)
    if (!odd && !s.canonical.empty() && s.canonical != most->canonical) odd = &s;
  if (!odd) return;
  r.fail(odd->at, kOdd, odd->who, said(*odd), most->who, said(*most));
  for (const IdentityStatement& s : *identity)
    if (&s != odd && !s.canonical.empty()) r.also(s.at, kAlso, s.who, said(s));
}

}  // namespace

extern const Rule TGT002;
constinit const Rule TGT002 = rule<check>({
    .code = "TGT002",
    .name = "artifact-identity-conflict",
    .severity = Severity::kError,
    .summary = {"the places where an artifact states its march contradict each other",
                "产物中多处 march 声明互相矛盾"},
    .why =
        {"The file was edited or put together from two builds; the board loads it by one of the "
         "statements and runs what the other one describes.",
         "文件被改动过，或由两次编译拼成；板端按其中一处加载，实际运行的却是另一处所描述的内容。"},
    .fix = {"Convert the model again for the board, and deploy that file as it is.",
            "针对该板卡重新转换模型，并原样部署所得文件。"},
    .source = "27 of 27 public .bin files of X3, Ultra and X5: the metadata's MARCH, the magic of "
              "the embedded .hbm and --march of its compile options name one march",
    .identity = true,
});

}  // namespace npulint
