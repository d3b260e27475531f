// Commands that read no artifact: they print what the tool knows, or write what it is started
// with.
#include <unistd.h>

#include "lint/commands.h"
#include "lint/docs.h"
#include "lint/embedded.h"
#include "lint/ignores.h"
#include "lint/key_page.h"
#include "lint/settings_show.h"
#include "lint/words.h"

namespace npulint {

int Command::init() {
  for (const char* name : {"npulint.toml", ".npulint.toml"})
    if (::access(name, F_OK) == 0) return write_new(name, "", "");
  return write_new("npulint.toml", embedded_init_toml,
                   "wrote npulint.toml; `npulint config show` prints what is in force\n");
}

// What else the word may mean: a slip, the beginning of a name, a family of codes, a key.
int Command::no_rule(const std::string& word) const {
  constexpr Text kNo{"`{0}` is no rule; `npulint rules` lists them",
                     "`{0}` 不是规则；`npulint rules` 会列出所有规则"};
  constexpr Text kNear{"`{0}` is no rule; did you mean `{1}`?", "`{0}` 不是规则；是否应为 `{1}`？"};
  constexpr Text kKey{"`{0}` is no rule, but a key of the configs: `npulint explain --key {0}`",
                      "`{0}` 不是规则，而是配置中的键：`npulint explain --key {0}`"};
  std::string near;
  ignorable_rule(word, &near);
  const KeyQuery key = find_key(word);
  const bool is_key = key.key || !key.section.empty();
  if (near.empty() && !is_key && !word.empty())
    for (const Rule* r : all_rules())
      if (near.empty() &&
          (r->name.starts_with(lower(word)) || lower(r->code).starts_with(lower(word))))
        near = r->code;
  print_error((is_key         ? Message(kKey, word)
               : near.empty() ? Message(kNo, word)
                              : Message(kNear, word, near))
                  .in(lang()));
  return kUsage;
}

int Command::explain() {
  std::string out;
  for (const std::string& word : o_.words) {
    const Rule* rule = find_rule(word);
    if (!rule) return no_rule(word);
    if (!out.empty() && o_.format == "text") out += "\n";
    out += o_.format == "json" ? explain_json(*rule) : explain_text(*rule, render_options());
  }
  for (const std::string& word : o_.keys) {
    const KeyQuery q = find_key(word);
    if (!q.key && q.section.empty()) {
      print_error("--key: `" + word + "` is no key or section of the conversion configs" +
                  (q.near.empty() ? "" : "; did you mean `" + q.near + "`?"));
      return kUsage;
    }
    if (!out.empty() && o_.format == "text") out += "\n";
    out += o_.format == "json" ? key_json(q) : key_text(q, render_options());
  }
  if (out.empty()) print_error("explain: name a rule, or a key after --key");
  return !out.empty() && write_all(1, out) ? kClean : kUsage;
}

int Command::rules() {
  return write_all(1, o_.format == "json" ? rules_json() : rules_text(render_options())) ? kClean
                                                                                         : kUsage;
}

int Command::exporter() {
  for (const std::string& word : o_.words) {
    const std::string_view text = npulint::exporter(word);
    if (text.empty()) {
      print_error("`" + word + "` is no exporter; there are hbdk, hrt and bmodel");
      return kUsage;
    }
    if (!write_all(1, text)) return kUsage;
  }
  return kClean;
}

int Command::config_show() {
  if (o_.check.load.paths.empty()) o_.check.load.paths = {"."};
  if (!prepare_load()) return kUsage;
  o_.check.load.only_named = true;
  Loaded l = load(reader_, o_.check.load);
  if (!l.errors.empty()) return report(l);
  const std::string text =
      show_settings(l.run_settings ? *l.run_settings : Settings{}, l.run.sources);
  // strings of the file cannot drive the terminal
  return write_all(1, escape_lines(text)) ? kClean : kUsage;
}

int Command::version() {
  const std::string v = NPULINT_VERSION;
  const std::string text = o_.format == "json"
                               ? "{\"name\": \"npulint\", \"version\": \"" + v +
                                     "\", \"rules\": " + std::to_string(all_rules().size()) + "}\n"
                               : "npulint " + v + "\n";
  return write_all(1, text) ? kClean : kUsage;
}

int Command::completion(const CommandEntry& tool) {
  const std::string& shell = o_.words.front();
  return write_all(1, shell == "bash"  ? bash_completion(tool)
                      : shell == "zsh" ? zsh_completion(tool)
                                       : fish_completion(tool))
             ? kClean
             : kUsage;
}

int Command::man(const CommandEntry& tool) {
  return write_all(1, man_page(tool)) ? kClean : kUsage;
}

int Command::docs() {
  std::string why;
  if (write_docs(reader_, o_.examples, o_.out_dir, &why)) return kClean;
  print_error(why);
  return kUsage;
}

}  // namespace npulint
