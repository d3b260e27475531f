#include "lint/config_combinations.h"

#include <algorithm>

#include "lint/embedded.h"
#include "lint/table_text.h"
#include "lint/toml_read.h"
#include "lint/words.h"

namespace npulint {
namespace {

int64_t integer(const TomlNode& n, std::string_view key) {
  const TomlNode* v = find(n, key);
  return v ? v->integer : 0;
}

std::pair<std::string, std::string> split_path(const std::string& path) {
  const size_t dot = std::min(path.find('.'), path.size());
  return {path.substr(0, dot), path.substr(std::min(dot + 1, path.size()))};
}

std::vector<std::string> texts_of(const TomlNode& root, std::string_view table,
                                  std::string_view key) {
  const TomlNode* n = find(root, table);
  return n ? toml_texts(*n, key) : std::vector<std::string>();
}

Combinations::Source source_of(const TomlNode& n) {
  Combinations::Source s;
  s.name = toml_text(n, "name");
  s.rt = toml_texts(n, "rt");
  if (const TomlNode* area = find(n, "area_below")) {
    s.area_toolchain = toml_text(*area, "toolchain");
    s.area_below = integer(*area, "value");
  }
  return s;
}

}  // namespace

const Combinations& Combinations::get() {
  static const Combinations table = [] {
    Combinations t;
    const TomlTree tree = parse_table_text(embedded_config_combinations_toml);
    for (const TomlNode& n : toml_items(tree.root, "conversion"))
      t.conversions_.push_back({toml_texts(n, "train"), toml_texts(n, "rt"), {}, "", 0});
    for (const TomlNode& n : toml_items(tree.root, "layout"))
      t.layouts_.push_back(
          {toml_texts(n, "marches"), toml_texts(n, "rt"), toml_texts(n, "layouts"), "", 0});
    for (const TomlNode& n : toml_items(tree.root, "image"))
      t.images_.push_back({toml_texts(n, "types"), {}, {}, "", integer(n, "channels")});
    for (const TomlNode& n : toml_items(tree.root, "even"))
      t.even_.push_back({{}, toml_texts(n, "rt"), {}, toml_text(n, "toolchain"), 0});
    for (const TomlNode& n : toml_items(tree.root, "input_source"))
      t.sources_.push_back(source_of(n));
    t.source_toolchains_ = texts_of(tree.root, "source_table", "toolchains");
    t.original_ = texts_of(tree.root, "node_names", "toolchains");
    t.made_ = texts_of(tree.root, "made_nodes", "parts");
    for (const TomlNode& n : toml_items(tree.root, "norm"))
      t.norms_.push_back(
          {toml_text(n, "norm_type"), toml_flag(n, "mean"), toml_flag(n, "divisor")});
    for (const TomlNode& n : toml_items(tree.root, "exclusive")) {
      Exclusive e;
      e.toolchain = toml_text(n, "toolchain");
      for (const std::string& path : toml_texts(n, "keys")) e.keys.push_back(split_path(path));
      t.exclusive_.push_back(std::move(e));
    }
    return t;
  }();
  return table;
}

const std::vector<std::string>* Combinations::rt_of(std::string_view train) const {
  for (const Rule& r : conversions_)
    if (holds(r.when, train)) return &r.rt;
  return nullptr;
}

bool Combinations::knows_rt(std::string_view rt) const {
  return std::any_of(conversions_.begin(), conversions_.end(),
                     [&](const Rule& r) { return holds(r.rt, rt); });
}

const std::vector<std::string>* Combinations::layouts(std::string_view march,
                                                      std::string_view rt) const {
  for (const Rule& r : layouts_)
    if (holds(r.when, march) && holds(r.rt, rt)) return &r.then;
  return nullptr;
}

std::optional<int64_t> Combinations::channels(std::string_view type) const {
  for (const Rule& r : images_)
    if (holds(r.when, type)) return r.number;
  return std::nullopt;
}

bool Combinations::even(std::string_view rt, std::string_view toolchain) const {
  const auto asks = [&](const Rule& r) { return holds(r.rt, rt); };
  if (toolchain.empty()) return !even_.empty() && std::all_of(even_.begin(), even_.end(), asks);
  return std::any_of(even_.begin(), even_.end(),
                     [&](const Rule& r) { return r.toolchain == toolchain && asks(r); });
}

const Combinations::Source* Combinations::source(std::string_view name) const {
  for (const Source& s : sources_)
    if (s.name == name) return &s;
  return nullptr;
}

bool Combinations::publishes_sources(std::string_view toolchain) const {
  return holds(source_toolchains_, toolchain);
}

const Combinations::Norm* Combinations::norm(std::string_view norm_type) const {
  for (const Norm& n : norms_)
    if (n.norm_type == norm_type) return &n;
  return nullptr;
}

bool Combinations::names_of_original(std::string_view toolchain) const {
  return holds(original_, toolchain);
}

bool Combinations::made_by_tool(std::string_view node) const {
  return std::any_of(made_.begin(), made_.end(),
                     [&](const std::string& part) { return node.find(part) != node.npos; });
}

}  // namespace npulint
