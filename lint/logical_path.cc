#include "lint/logical_path.h"

#include <algorithm>

namespace npulint {
namespace {

bool holds(const Range& r, uint64_t begin, uint64_t end) {
  return r.begin <= begin && end <= r.end;
}

std::string index(size_t i) { return "[" + std::to_string(i) + "]"; }

// "[1]" when the place lies in one item of a list with several.
std::string list_item(const Node& n, std::string_view bytes, uint64_t begin, uint64_t end) {
  if (n.kind != Node::Kind::kScalar || n.range.end > bytes.size() || end <= begin) return "";
  const auto part = [&](uint64_t a, uint64_t b) { return bytes.substr(a, b - a); };
  const auto separators = [](std::string_view s) { return std::count(s.begin(), s.end(), ';'); };
  if (!holds(n.range, begin, end) || separators(part(begin, end)) > 0) return "";
  std::string_view all = part(n.range.begin, n.range.end);
  while (!all.empty() && std::string_view("\"' \t\r\n;").find(all.back()) != std::string_view::npos)
    all.remove_suffix(1);
  if (separators(all) == 0) return "";
  return index(static_cast<size_t>(separators(part(n.range.begin, begin))));
}

void descend(const Node& n, std::string_view bytes, uint64_t begin, uint64_t end,
             std::string& out) {
  const auto reach = [](const Entry& e) { return std::max(e.key.range.end, e.value.range.end); };
  // children stand one behind the other: what holds the place is the first that reaches its end
  const auto item = std::partition_point(n.items.begin(), n.items.end(),
                                         [&](const Node& i) { return i.range.end < end; });
  if (item != n.items.end() && holds(item->range, begin, end)) {
    out += index(static_cast<size_t>(item - n.items.begin()));
    return descend(*item, bytes, begin, end, out);
  }
  const auto e = std::partition_point(n.entries.begin(), n.entries.end(),
                                      [&](const Entry& x) { return reach(x) < end; });
  if (e == n.entries.end() || !holds({e->key.range.begin, reach(*e)}, begin, end)) return;
  out += (out.empty() ? "" : ".") + e->key.text;
  out += list_item(e->value, bytes, begin, end);
  descend(e->value, bytes, begin, end, out);
}

// Tables with a header reach to the next header: what holds a place is the last header before it.
struct TomlPath {
  std::string_view bytes;
  uint64_t begin, end;
  uint64_t header = 0;  // of the table that holds the place; 0 also before the first
  bool has_header = false;

  bool is_header(const TomlNode& n) const {
    return n.kind == TomlNode::Kind::kTable && n.range.begin < bytes.size() &&
           bytes[n.range.begin] == '[';
  }
  void find_header(const TomlNode& n) {
    if (is_header(n) && n.range.begin <= begin && (!has_header || n.range.begin > header)) {
      header = n.range.begin;
      has_header = true;
    }
    for (const TomlNode& i : n.items) find_header(i);
    for (const TomlEntry& e : n.entries) find_header(e.value);
  }
  static std::string name(const TomlNode& table, size_t i) {
    const TomlNode* n = find(table, "name");
    return n && n->kind == TomlNode::Kind::kString ? "[" + n->text + "]" : index(i);
  }
  // Entries that are written out, below the table that `path` leads to.
  std::string written(const TomlNode& n, const std::string& path) const {
    for (size_t i = 0; i < n.items.size(); ++i)
      if (!is_header(n.items[i]) && holds(n.items[i].range, begin, end))
        return written(n.items[i], path + index(i));
    for (const TomlEntry& e : n.entries) {
      if (is_header(e.value)) continue;
      if (holds({e.key_range.begin, std::max(e.key_range.end, e.value.range.end)}, begin, end))
        return written(e.value, path + (path.empty() ? "" : ".") + e.key);
    }
    return path;
  }
  // The path of the table that begins with the header.
  bool table(const TomlNode& n, const std::string& path, std::string& out) const {
    // [a.b] is the header of both: the inner one is meant
    for (size_t i = 0; i < n.items.size(); ++i)
      if (table(n.items[i], path + name(n.items[i], i), out)) return true;
    for (const TomlEntry& e : n.entries)
      if (table(e.value, path + (path.empty() ? "" : ".") + e.key, out)) return true;
    if (!is_header(n) || n.range.begin != header) return false;
    out = written(n, path);
    return true;
  }
};

}  // namespace

std::string logical_path(const Node& root, std::string_view bytes, uint64_t begin, uint64_t end) {
  std::string out;
  descend(root, bytes, begin, std::max(begin, end), out);
  return out;
}

std::string logical_path(const TomlTree& tree, std::string_view bytes, uint64_t begin,
                         uint64_t end) {
  TomlPath p{bytes, begin, std::max(begin, end)};
  p.find_header(tree.root);
  std::string out;
  if (!p.has_header) return p.written(tree.root, "");
  p.table(tree.root, "", out);
  return out;
}

}  // namespace npulint
