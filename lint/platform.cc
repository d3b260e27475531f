#include "lint/platform.h"

#include <algorithm>
#include <cctype>

#include "lint/embedded.h"
#include "lint/table_text.h"
#include "lint/tensor.h"
#include "lint/toml_read.h"

namespace npulint {
namespace {

bool is_spelled(const std::string& wanted, const std::string& name,
                const std::vector<std::string>& aliases) {
  if (spelling(name) == wanted) return true;
  return std::any_of(aliases.begin(), aliases.end(),
                     [&](const std::string& a) { return spelling(a) == wanted; });
}

Evidence place(FileId file, const TomlNode& n) { return {file, n.range.begin, n.range.end, {}}; }

void set_value(const TomlNode& n, int64_t* to) { *to = n.integer; }
void set_value(const TomlNode& n, std::string* to) { *to = n.text; }

template <class T>
std::optional<Sourced<T>> sourced(FileId file, const TomlNode& table, std::string_view key) {
  const TomlNode* n = find(table, key);
  const TomlNode* value = n ? find(*n, "value") : nullptr;
  if (!value) return std::nullopt;
  Sourced<T> out;
  set_value(*value, &out.value);
  out.source = toml_text(*n, "source");
  out.status = toml_text(*n, "status");
  out.conflict = toml_text(*n, "conflict");
  out.at = place(file, *n);
  return out;
}

Platform platform(FileId file, const TomlNode& n) {
  Platform p;
  p.march = toml_text(n, "march");
  p.vendor = toml_text(n, "vendor");
  p.at = place(file, n);
  p.aliases = toml_texts(n, "aliases");
  p.toolchain = toml_text(n, "toolchain");
  p.artifact = toml_texts(n, "artifact");
  p.nv12_stride = sourced<int64_t>(file, n, "nv12_stride");
  p.core_num_max = sourced<int64_t>(file, n, "core_num_max");
  p.tail_dtype = sourced<std::string>(file, n, "tail_dtype");
  p.nv12_tensors = sourced<int64_t>(file, n, "nv12_tensors");
  return p;
}

Board board(FileId file, const TomlNode& n) {
  Board b;
  b.name = toml_text(n, "name");
  b.aliases = toml_texts(n, "aliases");
  b.soc = toml_text(n, "soc");
  b.marches = toml_texts(n, "marches");
  b.tolerated = toml_texts(n, "tolerated");
  b.source = toml_text(n, "source");
  b.conflict = toml_text(n, "conflict");
  b.at = place(file, n);
  return b;
}

VariantFamily variant_family(const TomlNode& n) {
  VariantFamily f;
  f.suffixes = toml_texts(n, "suffixes");
  f.source = toml_text(n, "source");
  for (const TomlNode& m : toml_items(n, "member"))
    f.members.push_back({toml_text(m, "name"), toml_texts(m, "tokens")});
  for (const VariantFamily::Member& m : f.members)
    for (const std::string& t : m.tokens)
      if (!t.empty() && f.begins.find(t[0]) == t.npos) f.begins += t[0];
  return f;
}

}  // namespace

std::string spelling(std::string_view s) {
  std::string out;
  for (const char c : s)
    if (c != ' ' && c != '-' && c != '_')
      out += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return out;
}

VariantFamily::Found VariantFamily::only(const std::vector<std::string>& tokens) const {
  Found found;
  const auto is = [&](const std::string& written, const std::string& token) {
    if (token.empty() || written[0] != token[0] || !written.starts_with(token)) return false;
    const std::string_view rest = std::string_view(written).substr(token.size());
    return rest.empty() || std::find(suffixes.begin(), suffixes.end(), rest) != suffixes.end();
  };
  for (const std::string& written : tokens) {
    if (written.empty() || begins.find(written[0]) == begins.npos) continue;
    for (const Member& m : members) {
      if (std::none_of(m.tokens.begin(), m.tokens.end(),
                       [&](const std::string& t) { return is(written, t); }))
        continue;
      if (!found.name.empty() && found.name != m.name) return {};
      found = {m.name, written};
      break;
    }
  }
  return found;
}

std::string_view Platforms::text() { return embedded_platforms_toml; }

Platforms Platforms::load(FileId file) {
  Platforms out;
  const TomlTree tree = parse_table_text(text());
  for (const TomlNode& n : toml_items(tree.root, "platform"))
    out.platforms_.push_back(platform(file, n));
  for (const TomlNode& n : toml_items(tree.root, "board")) out.boards_.push_back(board(file, n));
  for (const TomlNode& n : toml_items(tree.root, "runtime"))
    out.runtimes_.push_back({toml_text(n, "name"), toml_texts(n, "aliases"), toml_flag(n, "stock"),
                             toml_text(n, "source"), place(file, n)});
  for (const TomlNode& n : toml_items(tree.root, "same"))
    out.same_.push_back(toml_texts(n, "chips"));
  for (const TomlNode& n : toml_items(tree.root, "tolerated"))
    out.tolerated_.emplace_back(toml_text(n, "built"), toml_text(n, "wanted"));
  for (const TomlNode& n : toml_items(tree.root, "variants"))
    out.variants_.push_back(variant_family(n));
  for (const TomlNode& n : toml_items(tree.root, "tool"))
    out.tools_.push_back({toml_text(n, "name"), toml_texts(n, "aliases"), toml_text(n, "toolchain"),
                          toml_texts(n, "versions"), toml_text(n, "source"), place(file, n)});
  if (const TomlNode* n = npulint::find(tree.root, "vendor_ops")) {
    out.vendor_domains_ = toml_texts(*n, "domains");
    out.vendor_prefixes_ = toml_texts(*n, "prefixes");
  }
  return out;
}

const Platform* Platforms::find(std::string_view march_or_chip) const {
  const std::string wanted = spelling(march_or_chip);
  for (const Platform& p : platforms_)
    if (is_spelled(wanted, p.march, p.aliases)) return &p;
  return nullptr;
}

std::optional<Target> Platforms::target(std::string_view written) const {
  const std::string wanted = spelling(written);
  for (const Board& b : boards_)
    if (is_spelled(wanted, b.name, b.aliases))
      return Target{std::string(written), b.name, b.marches, b.tolerated};
  if (const Platform* p = find(written)) return Target{std::string(written), "", {p->march}, {}};
  return std::nullopt;
}

bool Platforms::same(std::string_view built, std::string_view wanted) const {
  const Platform* b = find(built);
  const Platform* w = find(wanted);
  if (!b || !w) return false;
  if (b == w) return true;
  return std::any_of(same_.begin(), same_.end(), [&](const std::vector<std::string>& group) {
    return std::find(group.begin(), group.end(), b->march) != group.end() &&
           std::find(group.begin(), group.end(), w->march) != group.end();
  });
}

bool Platforms::tolerated(std::string_view built, std::string_view wanted) const {
  const Platform* b = find(built);
  const Platform* w = find(wanted);
  return b && w && std::any_of(tolerated_.begin(), tolerated_.end(), [&](const auto& pair) {
           return pair.first == b->march && pair.second == w->march;
         });
}

std::optional<std::string> Platforms::near_target(const std::string& written) const {
  for (size_t end = written.find_last_of(" _-"); end != written.npos && end > 0;
       end = written.find_last_of(" _-", end - 1))
    if (const auto t = target(written.substr(0, end)); t && !t->board.empty()) return t->board;
  return nearest(written, names());
}

const Runtime* Platforms::runtime(std::string_view name) const {
  const std::string wanted = spelling(name);
  for (const Runtime& r : runtimes_)
    if (is_spelled(wanted, r.name, r.aliases)) return &r;
  return nullptr;
}

bool Platforms::is_vendor_op(std::string_view domain, std::string_view op) const {
  if (std::find(vendor_domains_.begin(), vendor_domains_.end(), domain) != vendor_domains_.end())
    return true;
  return std::any_of(vendor_prefixes_.begin(), vendor_prefixes_.end(), [&](const std::string& p) {
    return op.size() > p.size() && op.substr(0, p.size()) == p && op[p.size()] >= 'A' &&
           op[p.size()] <= 'Z';
  });
}

Platforms::ToolRelease Platforms::tool(std::string_view written) const {
  const size_t blank = written.find_last_of(" =");
  if (blank == std::string_view::npos || blank + 1 == written.size()) return {};
  const std::string name = spelling(written.substr(0, blank));
  std::string_view version = written.substr(blank + 1);
  if (version.starts_with('v')) version.remove_prefix(1);
  if (version.empty() || !std::isdigit(static_cast<unsigned char>(version[0]))) return {};
  for (const Tool& t : tools_)
    if (is_spelled(name, t.name, t.aliases)) return {&t, std::string(version)};
  return {};
}

std::vector<std::string> Platforms::names() const {
  std::vector<std::string> out;
  for (const Board& b : boards_) {
    out.push_back(b.name);
    out.insert(out.end(), b.aliases.begin(), b.aliases.end());
  }
  for (const Platform& p : platforms_) {
    out.push_back(p.march);
    out.insert(out.end(), p.aliases.begin(), p.aliases.end());
  }
  return out;
}

}  // namespace npulint
