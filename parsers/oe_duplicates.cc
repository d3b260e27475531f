// Duplicate keys: PyYAML keeps the last value and says nothing.
#include <algorithm>
#include <string>
#include <unordered_map>
#include <utility>

#include "parsers/oe_surprises.h"
#include "parsers/yaml_scalar.h"

namespace npulint {
namespace {

constexpr size_t kFewEntries = 24;        // up to here comparing all pairs is fastest
constexpr size_t kUnorderedEntries = 64;  // up to here mappings are compared regardless of order
constexpr size_t kExcerpt = 80;           // bytes
constexpr size_t kPathKey = 200;          // bytes of one key in a path
constexpr size_t kComparisons = 4000000;  // of nodes in a file; bounds what a hostile file costs

// Python compares constructed keys: 1 and 0x1 are one key, 'ON' and ON (True) are two.
std::string canonical(const Node& key) {
  if (key.kind != Node::Kind::kScalar) return "";
  return key.type == ScalarType::kString ? "'" + key.text : python_repr(key.type, key.text);
}

bool comparable(const Node& key) {
  return key.kind == Node::Kind::kScalar && key.type != ScalarType::kMerge;
}

bool same_scalar(const Node& a, const Node& b) {
  if (a.type != b.type) return false;
  if (a.text == b.text) return true;
  return a.type != ScalarType::kString &&
         python_repr(a.type, a.text) == python_repr(b.type, b.text);
}

// Compares values, up to a number of nodes.
struct Comparison {
  size_t left = kComparisons;
  bool differ(const Node& a, const Node& b);
};

// True when the two are known to be different. A placeholder may become anything.
bool Comparison::differ(const Node& a, const Node& b) {
  if (left == 0) return true;
  --left;
  if (a.placeholder || b.placeholder) return false;
  if (a.kind != b.kind) return true;
  switch (a.kind) {
    case Node::Kind::kScalar:
      return !same_scalar(a, b);
    case Node::Kind::kAlias:
      return a.text != b.text;
    case Node::Kind::kSequence:
      return a.items.size() != b.items.size() ||
             !std::equal(a.items.begin(), a.items.end(), b.items.begin(),
                         [this](const Node& x, const Node& y) { return !differ(x, y); });
    case Node::Kind::kMapping:
      break;
  }
  if (a.entries.size() != b.entries.size()) return true;
  const auto same = [this](const Entry& x, const Entry& y) {
    return !differ(x.key, y.key) && !differ(x.value, y.value);
  };
  if (std::equal(a.entries.begin(), a.entries.end(), b.entries.begin(), same)) return false;
  if (a.entries.size() > kUnorderedEntries) return true;
  return !std::all_of(a.entries.begin(), a.entries.end(), [&](const Entry& x) {
    return std::any_of(b.entries.begin(), b.entries.end(),
                       [&](const Entry& y) { return same(x, y); });
  });
}

struct Walk {
  const Config& config;
  std::string_view bytes;
  std::vector<DuplicateKey> out;
  std::string path;
  Comparison compare;

  Evidence at(const Node& n) const { return {config.file, n.range.begin, n.range.end, ""}; }

  void add(const Entry& first, const Entry& second) {
    if (out.size() >= kMaxYamlFindings) return;
    DuplicateKey d;
    d.path = path;
    append_key(&d.path, second.key);
    d.first = at(first.key);
    d.second = at(second.key);
    d.values_differ = compare.differ(first.value, second.value);
    d.first_value = excerpt(bytes, first.value.range);
    d.second_value = excerpt(bytes, second.value.range);
    out.push_back(std::move(d));
  }

  void few(const std::vector<Entry>& entries) {
    for (size_t i = 1; i < entries.size(); ++i) {
      if (!comparable(entries[i].key)) continue;
      for (size_t k = i; k-- > 0;)
        if (comparable(entries[k].key) && same_scalar(entries[i].key, entries[k].key)) {
          add(entries[k], entries[i]);
          break;
        }
    }
  }

  void many(const std::vector<Entry>& entries) {
    std::unordered_map<std::string, size_t> seen;
    seen.reserve(entries.size());
    for (size_t i = 0; i < entries.size(); ++i) {
      if (!comparable(entries[i].key)) continue;
      const auto [it, fresh] = seen.emplace(canonical(entries[i].key), i);
      if (!fresh) add(entries[std::exchange(it->second, i)], entries[i]);
    }
  }

  void visit(const Node& node) {
    // Pairs are compared only where that is cheap: keys of other types are compared as Python's.
    const bool cheap = node.entries.size() <= kFewEntries &&
                       std::all_of(node.entries.begin(), node.entries.end(), [](const Entry& e) {
                         return e.key.type == ScalarType::kString;
                       });
    cheap ? few(node.entries) : many(node.entries);
    const size_t size = path.size();
    for (const Entry& e : node.entries) {
      if (e.value.entries.empty() && e.value.items.empty()) continue;
      append_key(&path, e.key);
      visit(e.value);
      path.resize(size);
    }
    for (size_t i = 0; i < node.items.size(); ++i) {
      if (node.items[i].entries.empty() && node.items[i].items.empty()) continue;
      path += "[" + std::to_string(i) + "]";
      visit(node.items[i]);
      path.resize(size);
    }
  }
};

}  // namespace

std::string excerpt(std::string_view bytes, const Range& range) {
  const uint64_t begin = std::min<uint64_t>(range.begin, bytes.size());
  const uint64_t end = std::clamp<uint64_t>(range.end, begin, bytes.size());
  std::string out;
  for (uint64_t i = begin; i < end; ++i) {
    const char c = bytes[i];
    const bool blank = c == ' ' || c == '\n' || c == '\r' || c == '\t';
    // Cut only before the first byte of a character.
    if (out.size() >= kExcerpt && (static_cast<unsigned char>(c) & 0xC0) != 0x80) return out + "…";
    if (!blank)
      out += c;
    else if (!out.empty() && out.back() != ' ')
      out += ' ';
  }
  while (!out.empty() && out.back() == ' ') out.pop_back();
  return out;
}

void append_key(std::string* path, const Node& key) {
  if (!path->empty()) *path += '.';
  *path += key.text.size() <= kPathKey ? key.text : excerpt(key.text, {0, kPathKey});
}

std::vector<DuplicateKey> find_duplicates(const Config& config, std::string_view bytes) {
  Walk walk{config, bytes, {}, {}, {}};
  walk.visit(config.root);
  return std::move(walk.out);
}

}  // namespace npulint
