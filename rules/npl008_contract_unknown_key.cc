#include "lint/facts.h"

namespace npulint {
namespace {

void check(Report& r, Have<FileUnknownKeys> problems) {
  for (const Problem& p : *problems) r.fail_with(Severity::kWarning, p.at, p.what);
}

}  // namespace

extern const Rule NPL008;
constinit const Rule NPL008 = rule<check>({
    .code = "NPL008",
    .name = "contract-unknown-key",
    .severity = Severity::kWarning,
    .summary = {"a contract, manifest or metadata JSON has a key or word that npulint does not "
                "know, or an output twice",
                "契约、清单或元数据 JSON 中有未知的键或词，或同一输出写了两次"},
    .why = {"What stands under a misspelt key, or in a second table for one output, is not read: "
            "rules that need it are silently not checked.",
            "写错的键下面的内容，以及同一输出的第二个表，都不会被读取：需要它们的规则不会检查。"},
    .fix = {"Use what is suggested, or remove it.", "改用提示的写法，或将其删除。"},
    .source = "the contract and metadata formats of npulint; RDK Model Zoo 2.0, "
              "docs/release/*/models.yaml",
});

}  // namespace npulint
