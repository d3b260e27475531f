#include <algorithm>

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

// Codes and names are ASCII; people type them in any case.
static bool same(std::string_view a, std::string_view b) {
  const auto lower = [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c; };
  return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                    [&](char x, char y) { return lower(x) == lower(y); });
}

const Rule* find_rule(std::string_view code_or_name) {
  for (const Rule* r : kRules)
    if (same(r->code, code_or_name) || same(r->name, code_or_name)) return r;
  return nullptr;
}

}  // namespace npulint
