// TOML 1.0 through toml++ 3.3, turned into a tree with byte ranges in file order.
//
// Traps of toml++ 3.3: its assertions fire on bad input (`[=`), and with NDEBUG they become
// promises to the optimiser, so both are switched off here; its tables are sorted by key; its
// positions are lines and code points without the BOM; it bounds nested values but not dotted keys,
// whose tables are destroyed recursively.
#undef NDEBUG
#define TOML_ASSERT(expr) static_cast<void>(0)
#define TOML_MAX_NESTED_VALUES 64
#include "parsers/toml_tree.h"

#include <toml++/toml.h>

#include <algorithm>
#include <exception>

#include "parsers/encoding.h"

namespace npulint {
namespace {

constexpr size_t kMaxBytes = size_t{1} << 20;
constexpr size_t kMaxDots = 32;
constexpr size_t kMaxErrorBytes = 300;

constexpr Text kSyntax{"the TOML cannot be read: {0}", "无法解析 TOML：{0}"};
constexpr Text kTooLarge{"the TOML file has {0} bytes; at most {1} are read",
                         "TOML 文件有 {0} 字节；最多读取 {1} 字节"};
constexpr Text kTooDeep{"a dotted key has more than {0} dots", "点分键包含超过 {0} 个点"};
constexpr Text kGbk{"the file is not UTF-8 (byte {0} of the file); it is probably GBK",
                    "文件不是 UTF-8（第 {0} 字节处）；很可能是 GBK 编码"};
constexpr Text kNotUtf8{"the file is not UTF-8 (byte {0} of the file)",
                        "文件不是 UTF-8（第 {0} 字节处）"};

// Line and code point → byte offset.
class Positions {
 public:
  explicit Positions(std::string_view bytes) : size_(bytes.size()) {
    size_t i = bytes.substr(0, 3) == "\xEF\xBB\xBF" ? 3 : 0;
    lines_.push_back(0);
    for (; i < bytes.size(); ++i) {
      if ((static_cast<unsigned char>(bytes[i]) & 0xC0) == 0x80) continue;
      points_.push_back(i);
      if (bytes[i] == '\n') lines_.push_back(points_.size());
    }
  }
  uint64_t offset(const toml::source_position& p) const {
    if (p.line == 0 || p.column == 0) return 0;
    if (p.line > lines_.size()) return size_;
    const size_t point = lines_[p.line - 1] + p.column - 1;
    return point < points_.size() ? points_[point] : size_;
  }
  Range range(const toml::source_region& r) const {
    const uint64_t begin = offset(r.begin);
    return {begin, std::max(begin, offset(r.end))};
  }

 private:
  size_t size_;
  std::vector<size_t> points_;  // byte offset of each code point
  std::vector<size_t> lines_;   // index of each line's first code point
};

// Length of the string that starts at `i` with a quote; never 0. Unterminated ones end where the
// file does.
size_t string_length(std::string_view s, size_t i) {
  const char quote = s[i];
  const bool multi = i + 2 < s.size() && s[i + 1] == quote && s[i + 2] == quote;
  size_t k = i + (multi ? 3 : 1);
  while (k < s.size()) {
    if (s[k] == '\\' && quote == '"') {
      k += 2;
    } else if (!multi && (s[k] == quote || s[k] == '\n')) {
      return k + 1 - i;
    } else if (multi && s[k] == quote) {
      size_t run = 0;
      while (run < 5 && k + run < s.size() && s[k + run] == quote) ++run;
      k += run;
      if (run >= 3) return k - i;
    } else {
      ++k;
    }
  }
  return s.size() - i;
}

// Offset of a dot that makes a key too deep; `bytes.size()` when none does.
size_t too_many_dots(std::string_view bytes) {
  size_t dots = 0;
  for (size_t i = 0; i < bytes.size();) {
    const char c = bytes[i];
    if (c == '"' || c == '\'') {
      i += string_length(bytes, i);
      continue;
    }
    if (c == '#') {
      i = std::min(bytes.find('\n', i), bytes.size());
      continue;
    }
    if (c == '.' && ++dots > kMaxDots) return i;
    if (c == '=' || c == ',' || c == '\n' || c == '{' || c == '}' || c == '[' || c == ']') dots = 0;
    ++i;
  }
  return bytes.size();
}

class Converter {
 public:
  Converter(std::string_view bytes, const Positions& positions)
      : bytes_(bytes), positions_(positions) {}

  TomlNode convert(const toml::node& from) const {
    TomlNode to;
    to.range = positions_.range(from.source());
    switch (from.type()) {
      case toml::node_type::table:
        table(*from.as_table(), &to);
        break;
      case toml::node_type::array:
        array(*from.as_array(), &to);
        break;
      case toml::node_type::string:
        to.kind = TomlNode::Kind::kString;
        to.text = from.as_string()->get();
        break;
      case toml::node_type::integer:
        to.kind = TomlNode::Kind::kInteger;
        to.integer = from.as_integer()->get();
        to.number = static_cast<double>(to.integer);
        break;
      case toml::node_type::floating_point:
        to.kind = TomlNode::Kind::kFloat;
        to.number = from.as_floating_point()->get();
        break;
      case toml::node_type::boolean:
        to.kind = TomlNode::Kind::kBool;
        to.boolean = from.as_boolean()->get();
        break;
      default:
        to.kind = TomlNode::Kind::kDate;
        to.text = bytes_.substr(to.range.begin, to.range.end - to.range.begin);
        break;
    }
    return to;
  }

 private:
  void table(const toml::table& from, TomlNode* to) const {
    to->kind = TomlNode::Kind::kTable;
    to->entries.reserve(from.size());
    for (const auto& [key, value] : from)
      to->entries.push_back(
          {std::string(key.str()), positions_.range(key.source()), convert(value)});
    std::sort(to->entries.begin(), to->entries.end(), [](const TomlEntry& a, const TomlEntry& b) {
      return a.key_range.begin < b.key_range.begin;
    });
  }
  void array(const toml::array& from, TomlNode* to) const {
    to->kind = TomlNode::Kind::kArray;
    to->items.reserve(from.size());
    for (const toml::node& item : from) to->items.push_back(convert(item));
    // toml++ stretches an array of tables to the end of its last value.
    const bool headers = from.is_array_of_tables() && !to->items.empty() &&
                         to->items.front().range.begin == to->range.begin;
    if (headers) to->range = to->items.front().range;
  }

  std::string_view bytes_;
  const Positions& positions_;
};

TomlTree failed(Message what, std::string error, Range at) {
  TomlTree tree;
  tree.ok = false;
  tree.error = std::move(error);
  tree.what = std::move(what);
  tree.error_at = at;
  return tree;
}

TomlTree failed(Message what, Range at) {
  std::string error = what.in(Lang::kEn);
  return failed(std::move(what), std::move(error), at);
}

// The code point at `offset` of text that is UTF-8.
Range point_at(std::string_view bytes, uint64_t offset) {
  uint64_t end = std::min<uint64_t>(offset + 1, bytes.size());
  while (end < bytes.size() && (static_cast<unsigned char>(bytes[end]) & 0xC0) == 0x80) ++end;
  return {std::min<uint64_t>(offset, bytes.size()), end};
}

// toml++ quotes the file in its messages: cut at a code point.
std::string clipped(std::string_view s) {
  if (s.size() <= kMaxErrorBytes) return std::string(s);
  size_t n = kMaxErrorBytes;
  while (n > 0 && (static_cast<unsigned char>(s[n]) & 0xC0) == 0x80) --n;
  return std::string(s.substr(0, n)) + "…";
}

TomlTree parse(std::string_view bytes) {
  if (bytes.size() > kMaxBytes) return failed(Message(kTooLarge, bytes.size(), kMaxBytes), {0, 0});
  if (const auto bad = first_invalid_utf8(bytes))
    return failed(Message(likely_gbk(bytes) ? kGbk : kNotUtf8, *bad + 1), {*bad, *bad + 1});
  if (const size_t at = too_many_dots(bytes); at < bytes.size())
    return failed(Message(kTooDeep, kMaxDots), {at, at + 1});
  const Positions positions(bytes);
  try {
    TomlTree tree;
    tree.root = Converter(bytes, positions).convert(toml::parse(bytes));
    tree.root.range = {0, bytes.size()};
    return tree;
  } catch (const toml::parse_error& e) {
    std::string why = clipped(e.description());
    return failed(Message(kSyntax, why), why, point_at(bytes, positions.offset(e.source().begin)));
  }
}

}  // namespace

TomlTree parse_toml(std::string_view bytes) {
  try {
    return parse(bytes);
  } catch (const std::exception& e) {
    return failed(Message(kSyntax, std::string(e.what())), {0, 0});
  }
}

const TomlEntry* find_entry(const TomlNode& table, std::string_view key) {
  for (const TomlEntry& e : table.entries)
    if (e.key == key) return &e;
  return nullptr;
}

const TomlNode* find(const TomlNode& table, std::string_view key) {
  const TomlEntry* e = find_entry(table, key);
  return e ? &e->value : nullptr;
}

}  // namespace npulint
