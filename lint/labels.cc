#include "lint/labels.h"

#include <string>
#include <vector>

#include "lint/files.h"
#include "lint/words.h"
#include "parsers/yaml_tree.h"

namespace npulint {
namespace {

constexpr std::string_view kLines[] = {"", ".txt", ".names", ".labels", ".list", ".label"};
constexpr std::string_view kTrees[] = {".json", ".yaml", ".yml"};

constexpr Text kKind{"`{0}` is no kind of label file that is read", "不读取 `{0}` 这种标签文件"};
constexpr Text kNoText{"`{0}` is no text", "`{0}` 不是文本文件"};
constexpr Text kBlank{"line {0} of `{1}` is blank: the number of labels is not certain",
                      "`{1}` 第 {0} 行为空：标签个数不确定"};
constexpr Text kEmpty{"`{0}` holds no label", "`{0}` 中没有标签"};
constexpr Text kNoList{"`{0}` holds no list of labels", "`{0}` 中没有标签列表"};

template <size_t N>
bool one_of(std::string_view s, const std::string_view (&list)[N]) {
  for (const std::string_view item : list)
    if (item == s) return true;
  return false;
}

bool blank(std::string_view line) { return line.find_first_not_of(" \t\r") == line.npos; }

Fact<int64_t> lines(const std::string& name, std::string_view bytes) {
  int64_t count = 0, line = 0, first_blank = 0;
  while (!bytes.empty()) {
    const size_t end = bytes.find('\n');
    ++line;
    if (!blank(bytes.substr(0, end))) {
      if (first_blank) return Fact<int64_t>::absent(Message(kBlank, first_blank, name));
      ++count;
    } else if (!first_blank) {
      first_blank = line;
    }
    bytes.remove_prefix(end == bytes.npos ? bytes.size() : end + 1);
  }
  if (count == 0) return Fact<int64_t>::absent(Message(kEmpty, name));
  return {count, {}};
}

// -1: no list of labels.
int64_t items(const Node& node, bool top) {
  if (node.kind == Node::Kind::kSequence) {
    for (const Node& n : node.items)
      if (n.kind != Node::Kind::kScalar) return -1;
    return static_cast<int64_t>(node.items.size());
  }
  if (node.kind != Node::Kind::kMapping) return -1;
  if (const Node* names = top ? find(node, "names") : nullptr) return items(*names, false);
  std::vector<bool> seen(node.entries.size());
  for (const Entry& e : node.entries) {
    const std::string& key = e.key.text;
    if (key.empty() || key.size() > 7 || key.find_first_not_of("0123456789") != key.npos) return -1;
    const size_t i = std::stoul(key);
    if (i >= seen.size() || seen[i]) return -1;
    seen[i] = true;
  }
  return static_cast<int64_t>(node.entries.size());
}

}  // namespace

Fact<int64_t> count_labels(std::string_view path, std::string_view bytes) {
  const std::string name = base_name(path), ext = lower(extension(path));
  if (bytes.find('\0') != bytes.npos) return Fact<int64_t>::absent(Message(kNoText, name));
  if (bytes.starts_with("\xef\xbb\xbf")) bytes.remove_prefix(3);
  if (one_of(ext, kLines)) return lines(name, bytes);
  if (!one_of(ext, kTrees)) return Fact<int64_t>::absent(Message(kKind, name));
  const YamlFile yaml = parse_yaml(kNoFile, bytes);
  const int64_t n = yaml.problems.empty() && !yaml.is_template ? items(yaml.root, true) : -1;
  if (n <= 0) return Fact<int64_t>::absent(Message(kNoList, name));
  return {n, {}};
}

}  // namespace npulint
