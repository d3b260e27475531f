#include "lint/stages.h"

#include <algorithm>

#include "lint/embedded.h"
#include "lint/files.h"
#include "lint/table_text.h"
#include "lint/toml_read.h"
#include "lint/words.h"

namespace npulint {
namespace {

constexpr std::string_view kTextProto[] = {".textproto", ".pbtxt"};  // behind .onnx
constexpr std::string_view kRemoved = "quantized_removed_bc", kQuantized = "quantized_bc";

constexpr Text kStep{"{0} → {1}: {2}", "{0} → {1}：{2}"};
constexpr Text kStructure{"inputs and outputs: {0}", "输入输出：{0}"};
constexpr Text kNext{"when the outputs differ: {0}", "输出不一致时：{0}"};
constexpr Text kTools{"compared by: {0}", "比对工具：{0}"};
constexpr Text kKeep{"keep: {0}", "保留：{0}"};

TableText table_text(const TomlNode& n, const std::string& key) {
  return {toml_text(n, key + "_en"), toml_text(n, key + "_zh")};
}

std::string_view without_text_proto(std::string_view path) {
  for (const std::string_view s : kTextProto)
    if (path.ends_with(s)) return path.substr(0, path.size() - s.size());
  return path;
}

}  // namespace

StageTable::StageTable() {
  const TomlTree tree = parse_table_text(embedded_stages_toml);
  for (const TomlNode& n : toml_items(tree.root, "stage")) {
    StageKind& k = kinds_.emplace_back();
    k.id = toml_text(n, "id");
    k.suffixes = {toml_text(n, "suffix")};
    if (const std::string other = toml_text(n, "other_suffix"); !other.empty())
      k.suffixes.push_back(other);
    k.words = toml_texts(n, "words");
    k.is_float = toml_flag(n, "float");
  }
  for (const TomlNode& n : toml_items(tree.root, "chain"))
    chains_.push_back({toml_text(n, "toolchain"), toml_texts(n, "stages")});
  for (const TomlNode& n : toml_items(tree.root, "step"))
    steps_.push_back({toml_text(n, "from"), toml_text(n, "to"), table_text(n, "expect"),
                      table_text(n, "next"), table_text(n, "structure"), toml_texts(n, "tools"),
                      toml_texts(n, "keep"), toml_text(n, "source")});
  for (const TomlNode& n : toml_items(tree.root, "product"))
    products_.push_back(
        {toml_text(n, "id"), toml_texts(n, "files"), {toml_text(n, "en"), toml_text(n, "zh")}});
  const auto list = [&](const char* table, const char* key) {
    const TomlNode* n = find(tree.root, table);
    return n ? toml_texts(*n, key) : std::vector<std::string>();
  };
  preprocess_ops_ = list("preprocess", "ops");
  preprocess_names_ = list("preprocess", "names");
  pass_ = list("values", "pass");
  softmax_ = list("values", "softmax");
  exact_ = list("exact", "ops");
}

const StageTable& StageTable::get() {
  static const StageTable table;
  return table;
}

const StageKind* StageTable::kind(std::string_view id) const {
  for (const StageKind& k : kinds_)
    if (k.id == id) return &k;
  return nullptr;
}

const StageKind* StageTable::of_file(std::string_view path) const {
  path = without_text_proto(path);
  for (const StageKind& k : kinds_)
    for (const std::string& s : k.suffixes)
      if (path.size() > s.size() && path.ends_with(s)) return &k;
  return nullptr;
}

const StageKind* StageTable::of_word(std::string_view word) const {
  if (const StageKind* k = of_file(word)) return k;
  const std::string w = lower(word);
  for (const StageKind& k : kinds_)
    if (holds(k.words, w)) return &k;
  return nullptr;
}

std::string_view StageTable::stem(const StageKind& kind, std::string_view path) const {
  path = without_text_proto(path);
  path.remove_prefix(path.rfind('/') + 1);  // npos + 1 is 0
  for (const std::string& s : kind.suffixes)
    if (path.ends_with(s)) return path.substr(0, path.size() - s.size());
  return path;
}

int StageTable::position(std::string_view toolchain, const StageKind& kind) const {
  const std::string_view id = kind.id == kRemoved ? kQuantized : std::string_view(kind.id);
  for (const Chain& c : chains_)
    if (c.toolchain == toolchain)
      for (size_t i = 0; i < c.stages.size(); ++i)
        if (c.stages[i] == id) return static_cast<int>(i);
  return -1;
}

std::vector<const StageStep*> StageTable::steps(std::string_view toolchain, const StageKind& from,
                                                const StageKind& to) const {
  std::vector<const StageStep*> out;
  const int first = position(toolchain, from), last = position(toolchain, to);
  if (first < 0 || last < 0) return out;
  for (const Chain& c : chains_) {
    if (c.toolchain != toolchain) continue;
    for (int i = first; i < last; ++i)
      for (const StageStep& s : steps_)
        if (s.from == c.stages[static_cast<size_t>(i)] &&
            s.to == c.stages[static_cast<size_t>(i) + 1])
          out.push_back(&s);
  }
  return out;
}

const KeptProduct* StageTable::product(std::string_view id) const {
  for (const KeptProduct& p : products_)
    if (p.id == id) return &p;
  return nullptr;
}

bool StageTable::is_preprocess(const GraphNode& node) const {
  if (holds(preprocess_ops_, node.op)) return true;
  return std::any_of(preprocess_names_.begin(), preprocess_names_.end(),
                     [&](const std::string& s) { return node.name.starts_with(s); });
}
bool StageTable::passes_values(std::string_view op) const { return holds(pass_, op); }
bool StageTable::is_softmax(std::string_view op) const { return holds(softmax_, op); }
bool StageTable::is_exact(std::string_view op) const { return holds(exact_, op); }

std::vector<Message> step_lines(const StageStep& s) {
  const StageTable& table = StageTable::get();
  std::vector<Message> out;
  out.emplace_back(kStep, s.from, s.to, s.expect.text());
  out.emplace_back(kStructure, s.structure.text());
  out.emplace_back(kTools, joined(s.tools));
  out.emplace_back(kNext, s.next.text());
  std::string files;
  for (const std::string& id : s.keep) {
    const KeptProduct* p = table.product(id);
    if (p && p->files.empty()) continue;
    files += (files.empty() ? "" : ", ") + (p ? p->files[0] : id);
  }
  out.emplace_back(kKeep, files);
  return out;
}

}  // namespace npulint
