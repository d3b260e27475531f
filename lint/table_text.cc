#include "lint/table_text.h"

#include <algorithm>
#include <cctype>
#include <charconv>

namespace npulint {
namespace {

constexpr int kMaxDepth = 16;
constexpr size_t kUsualEntries = 8;  // of a table; nodes are dear to move

class Reader {
 public:
  explicit Reader(std::string_view text) : s_(text) {}

  TomlTree run() {
    TomlTree tree;
    tree.root.range = {0, s_.size()};
    TomlNode* table = &tree.root;
    for (skip(true); at_ < s_.size() && ok_; skip(true)) {
      if (s_[at_] == '[')
        table = header(&tree.root);
      else
        entry(table, 0);
      skip(false);
      if (ok_ && at_ < s_.size() && s_[at_] != '\n') fail();
    }
    tree.ok = ok_;
    if (!ok_) tree.error_at = {at_, at_};
    return tree;
  }

 private:
  // Blanks and comments; line ends too when `lines`.
  void skip(bool lines) {
    for (; at_ < s_.size(); ++at_) {
      if (s_[at_] == '#') at_ = std::min(s_.find('\n', at_), s_.size());
      if (at_ == s_.size() || (s_[at_] != ' ' && !(lines && s_[at_] == '\n'))) return;
    }
  }
  bool take(char c) {
    if (at_ < s_.size() && s_[at_] == c) {
      ++at_;
      return true;
    }
    return false;
  }
  void fail() { ok_ = false; }
  bool expect(char c) {
    if (!take(c)) fail();
    return ok_;
  }

  std::string_view bare_key() {
    const size_t begin = at_;
    while (at_ < s_.size() &&
           (std::isalnum(static_cast<unsigned char>(s_[at_])) != 0 || s_[at_] == '_'))
      ++at_;
    if (at_ == begin) fail();
    return s_.substr(begin, at_ - begin);
  }

  TomlNode* header(TomlNode* root) {
    const size_t begin = at_++;
    const bool list = take('[');
    const size_t key = at_;
    const std::string name(bare_key());
    const Range key_range{key, at_};
    if (!expect(']') || (list && !expect(']'))) return root;
    const Range range{begin, at_};
    TomlNode* to = nullptr;
    for (TomlEntry& e : root->entries)
      if (e.key == name) to = &e.value;
    if (to && !list) fail();
    if (!to) {
      root->entries.push_back({name, key_range, {}});
      to = &root->entries.back().value;
      to->range = range;
      if (list) to->kind = TomlNode::Kind::kArray;
    }
    if (!list) return to;
    if (to->items.empty()) to->items.reserve(kUsualEntries * 4);
    to->items.emplace_back().range = range;
    return &to->items.back();
  }

  void entry(TomlNode* table, int depth) {
    const size_t begin = at_;
    const std::string_view key = bare_key();
    const Range key_range{begin, at_};
    skip(false);
    if (!expect('=')) return;
    skip(false);
    if (table->entries.empty()) table->entries.reserve(kUsualEntries);
    TomlEntry& e = table->entries.emplace_back();
    e.key = key;
    e.key_range = key_range;
    value(&e.value, depth);
  }

  void value(TomlNode* to, int depth) {
    if (at_ >= s_.size() || depth > kMaxDepth) return fail();
    const size_t begin = at_;
    const char c = s_[at_];
    if (c == '"')
      string(to);
    else if (c == '[')
      array(to, depth);
    else if (c == '{')
      inline_table(to, depth);
    else if (c == 't' || c == 'f')
      boolean(to);
    else
      number(to);
    to->range = {begin, at_};
  }

  void string(TomlNode* to) {
    const size_t begin = ++at_;
    while (at_ < s_.size() && s_[at_] != '"' && s_[at_] != '\\' && s_[at_] != '\n') ++at_;
    to->kind = TomlNode::Kind::kString;
    to->text = s_.substr(begin, at_ - begin);
    expect('"');
  }

  void boolean(TomlNode* to) {
    const std::string_view word = bare_key();
    to->kind = TomlNode::Kind::kBool;
    to->boolean = word == "true";
    if (word != "true" && word != "false") fail();
  }

  void number(TomlNode* to) {
    const char* const begin = s_.data() + at_;
    const char* const end = s_.data() + s_.size();
    auto result = std::from_chars(begin, end, to->integer);
    if (result.ec == std::errc() && (result.ptr == end || *result.ptr != '.')) {
      to->kind = TomlNode::Kind::kInteger;
      to->number = static_cast<double>(to->integer);
    } else {
      to->integer = 0;
      to->kind = TomlNode::Kind::kFloat;
      result = std::from_chars(begin, end, to->number);
    }
    if (result.ec != std::errc()) return fail();
    at_ += static_cast<size_t>(result.ptr - begin);
  }

  void array(TomlNode* to, int depth) {
    ++at_;
    to->kind = TomlNode::Kind::kArray;
    for (skip(true); ok_ && !take(']'); skip(true)) {
      value(&to->items.emplace_back(), depth + 1);
      skip(true);
      if (!take(',') && (at_ >= s_.size() || s_[at_] != ']')) fail();
    }
  }

  void inline_table(TomlNode* to, int depth) {
    ++at_;
    to->kind = TomlNode::Kind::kTable;
    for (skip(false); ok_ && !take('}'); skip(false)) {
      entry(to, depth + 1);
      skip(false);
      if (!take(',') && (at_ >= s_.size() || s_[at_] != '}')) fail();
    }
  }

  std::string_view s_;
  size_t at_ = 0;
  bool ok_ = true;
};

}  // namespace

TomlTree parse_table_text(std::string_view text) { return Reader(text).run(); }

}  // namespace npulint
