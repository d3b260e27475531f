#include "lint/heads.h"

#include "lint/embedded.h"
#include "lint/table_text.h"
#include "lint/toml_read.h"
#include "lint/words.h"

namespace npulint {
namespace {

constexpr std::string_view kSizes = "ntsmlxceb";

struct Heads {
  std::vector<HeadFamily> families;
  std::vector<std::string> class_roles, heatmap_roles;
  SharedScale scale;
};

int64_t integer(const TomlNode& table, std::string_view key) {
  const TomlNode* n = find(table, key);
  return n ? n->integer : 0;
}

const Heads& heads() {
  static const Heads all = [] {
    Heads out;
    const TomlTree tree = parse_table_text(embedded_heads_toml);
    for (const TomlNode& n : toml_items(tree.root, "family")) {
      HeadFamily& f = out.families.emplace_back();
      f.names = toml_texts(n, "names");
      const std::string head = toml_text(n, "head");
      f.kind = head == "anchors" ? HeadFamily::Kind::kAnchors
               : head == "split" ? HeadFamily::Kind::kSplit
                                 : HeadFamily::Kind::kClasses;
      f.per_anchor = integer(n, "per_anchor");
      f.box = integer(n, "box");
      f.source = toml_text(n, "source");
    }
    if (const TomlNode* roles = find(tree.root, "roles")) {
      out.class_roles = toml_texts(*roles, "classes");
      out.heatmap_roles = toml_texts(*roles, "heatmaps");
    }
    if (const TomlNode* s = find(tree.root, "shared_scale")) {
      out.scale.source = toml_text(*s, "source");
      if (const TomlNode* v = find(*s, "too_coarse")) out.scale.too_coarse = v->number;
      if (const TomlNode* v = find(*s, "fine")) out.scale.fine = v->number;
    }
    return out;
  }();
  return all;
}

}  // namespace

const std::vector<HeadFamily>& head_families() { return heads().families; }

const HeadFamily* head_family(std::string_view written) {
  const std::string name = lower(written);
  const bool sized = !name.empty() && kSizes.find(name.back()) != kSizes.npos;
  for (const HeadFamily& f : head_families())
    for (const std::string& n : f.names)
      if (name == n || (sized && name.substr(0, name.size() - 1) == n)) return &f;
  return nullptr;
}

bool is_class_role(std::string_view role) { return holds(heads().class_roles, lower(role)); }

bool is_heatmap_role(std::string_view role) { return holds(heads().heatmap_roles, lower(role)); }

const SharedScale& shared_scale() { return heads().scale; }

}  // namespace npulint
