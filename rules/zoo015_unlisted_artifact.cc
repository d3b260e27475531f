#include "lint/facts.h"
#include "lint/release_check.h"

namespace npulint {
namespace {

constexpr Text kUnlisted{"compiled models beside released ones that no manifest lists: {0}",
                         "与发布文件放在一起、但没有清单列出的编译模型：{0} 个"};
constexpr Text kFile{"not listed", "未列出"};
constexpr Text kNotHere{"no listed model is here", "清单中的模型都不在此处"};

void check(Report& r, Have<TheRelease> release) {
  const Release& all = **release;
  if (all.here == 0) return r.unknown(kNotHere);
  if (all.unlisted.empty()) return;
  r.fail(whole_file(all.unlisted[0]), kUnlisted, all.unlisted.size());
  for (size_t i = 1; i < all.unlisted.size(); ++i) r.also(whole_file(all.unlisted[i]), kFile);
}

}  // namespace

extern const Rule ZOO015;
constinit const Rule ZOO015 = rule<check>({
    .code = "ZOO015",
    .name = "unlisted-artifact",
    .severity = Severity::kNote,
    .summary = {"a compiled model lies beside the released ones and no manifest lists it",
                "编译模型与发布文件放在一起，但没有清单列出它"},
    .why =
        {"It is shipped without a digest and without review, or it is a leftover of another build.",
         "它在没有摘要、未经审查的情况下被发布，或是其他编译的残留。"},
    .fix = {"List it, or remove it.", "将其列入清单，或删除。"},
    .source = "A file that no manifest names is outside of every check of a release",
});

}  // namespace npulint
