#include "lint/rule.h"

namespace npulint {

#define RULE(code) extern const Rule code;
#include "rules/rules.def"
#undef RULE

#define RULE(code) &code,
static constexpr const Rule* kRules[] = {
#include "rules/rules.def"
};
#undef RULE

std::span<const Rule* const> all_rules() { return kRules; }

const Rule* find_rule(std::string_view code_or_name) {
  for (const Rule* r : kRules)
    if (r->code == code_or_name || r->name == code_or_name) return r;
  return nullptr;
}

}  // namespace npulint
