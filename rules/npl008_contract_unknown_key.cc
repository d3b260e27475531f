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
    .summary = {"a contract or metadata JSON has a key that npulint does not know",
                "契约或元数据 JSON 中有未知的键"},
    .why = {"What stands under a misspelt key is not read: rules that need it are silently not "
            "checked.",
            "写错的键下面的内容不会被读取：需要它的规则不会检查。"},
    .fix = {"Use the key that is suggested, or remove it.", "改用提示的键，或将其删除。"},
    .source = "the contract and metadata formats of npulint",
});

}  // namespace npulint
