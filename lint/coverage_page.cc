// docs/coverage.md: what each rule needs, and which input states it.
#include <map>

#include "lint/docs.h"

namespace npulint {
namespace {

std::string link(const Rule& rule) {
  const std::string code(rule.code);
  return "[" + code + "](rules/" + code + ".md)";
}

// The facts of a rule that are required, or those that are not; behind each the input.
std::string facts(const Rule& rule, bool required) {
  std::string out;
  for (const Need& n : rule.needs) {
    if (n.required != required) continue;
    out += (out.empty() ? "" : "; ") + markdown_text(n.info->label.en) + " (`" +
           std::string(input_key(n.info->input)) + "`)";
  }
  return out;
}

bool needs(const Rule& rule, Input input, bool required) {
  for (const Need& n : rule.needs)
    if (n.info->input == input && n.required == required) return true;
  return false;
}

std::string inputs_table() {
  struct Users {
    std::string needed, used;
  };
  std::map<Input, Users> inputs;
  for (const Rule* rule : all_rules())
    for (const Need& n : rule->needs) inputs[n.info->input];
  for (auto& [input, users] : inputs)
    for (const Rule* rule : all_rules()) {
      const bool required = needs(*rule, input, true);
      if (!required && !needs(*rule, input, false)) continue;
      std::string& list = required ? users.needed : users.used;
      list += (list.empty() ? "" : " ") + link(*rule);
    }
  std::string out =
      "| input | what it is | to supply it | rules that need it | rules that know better with it "
      "|\n|---|---|---|---|---|\n";
  for (const auto& [input, users] : inputs)
    out += "| `" + std::string(input_key(input)) + "` | " + markdown_text(input_name(input).en) +
           " | " + markdown_text(input_supply(input).en) + " | " + users.needed + " | " +
           users.used + " |\n";
  return out;
}

}  // namespace

std::string coverage_page() {
  std::string out =
      "# What each rule needs\n\nGenerated from the rules: the signature of a rule is the list of "
      "the facts that it needs. When one of them is not known the rule is *not checked*, with the "
      "reason; it never passes for want of facts. A fact that it only knows better with may be "
      "missing.\n\n## By input\n\n" +
      inputs_table() +
      "\n## By rule\n\n| rule | name | checked for | needs | knows better with |\n"
      "|---|---|---|---|---|\n";
  for (const Rule* rule : all_rules())
    out += "| " + link(*rule) + " | " + std::string(rule->name) + " | " +
           std::string(scope_name(rule->scope).en) + " | " + facts(*rule, true) + " | " +
           facts(*rule, false) + " |\n";
  return out;
}

}  // namespace npulint
