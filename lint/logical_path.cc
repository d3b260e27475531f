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

bool is_header(const TomlNode& n, std::string_view bytes) {
  return n.kind == TomlNode::Kind::kTable && n.range.begin < bytes.size() &&
         bytes[n.range.begin] == '[';
}

std::string element(const TomlNode& table, size_t i) {
  const TomlNode* n = find(table, "name");
  return n && n->kind == TomlNode::Kind::kString ? "[" + n->text + "]" : index(i);
}

std::string below(const std::string& path, const std::string& key) {
  return path + (path.empty() ? "" : ".") + key;
}

}  // namespace

std::string logical_path(const Node& root, std::string_view bytes, uint64_t begin, uint64_t end) {
  std::string out;
  descend(root, bytes, begin, std::max(begin, end), out);
  return out;
}

TomlPlaces::TomlPlaces(std::string_view bytes) : bytes_(bytes), tree_(parse_toml(bytes)) {
  collect(tree_.root, "");
  // [a.b] is the header of both: the inner one, which was found first, is meant
  std::stable_sort(headers_.begin(), headers_.end(),
                   [](const Header& a, const Header& b) { return a.begin < b.begin; });
}

void TomlPlaces::collect(const TomlNode& n, const std::string& path) {
  for (size_t i = 0; i < n.items.size(); ++i) collect(n.items[i], path + element(n.items[i], i));
  for (const TomlEntry& e : n.entries) collect(e.value, below(path, e.key));
  if (is_header(n, bytes_)) headers_.push_back({n.range.begin, path, &n});
}

// Entries that are written out, below the table that `path` leads to.
std::string TomlPlaces::written(const TomlNode& n, const std::string& path, uint64_t begin,
                                uint64_t end) const {
  for (size_t i = 0; i < n.items.size(); ++i)
    if (!is_header(n.items[i], bytes_) && holds(n.items[i].range, begin, end))
      return written(n.items[i], path + index(i), begin, end);
  for (const TomlEntry& e : n.entries) {
    if (is_header(e.value, bytes_)) continue;
    if (holds({e.key_range.begin, std::max(e.key_range.end, e.value.range.end)}, begin, end))
      return written(e.value, below(path, e.key), begin, end);
  }
  return path;
}

std::string TomlPlaces::at(uint64_t begin, uint64_t end) const {
  end = std::max(begin, end);
  // a table with a header reaches to the next header
  const auto behind = std::upper_bound(headers_.begin(), headers_.end(), begin,
                                       [](uint64_t at, const Header& h) { return at < h.begin; });
  if (behind == headers_.begin()) return written(tree_.root, "", begin, end);
  const uint64_t last = std::prev(behind)->begin;
  const auto header = std::lower_bound(headers_.begin(), behind, last,
                                       [](const Header& h, uint64_t at) { return h.begin < at; });
  return written(*header->table, header->path, begin, end);
}

}  // namespace npulint
