#include "parsers/flat_text.h"

#include <charconv>
#include <string>
#include <utility>

#include "parsers/json_facts.h"

namespace npulint {
namespace {

constexpr int kMaxDepth = 32;
constexpr size_t kMaxNodes = 2'000'000;  // elements of number lists are not counted
constexpr size_t npos = std::string_view::npos;

constexpr Text kCut{"The text ends within the object that begins at byte {0}.",
                    "文本在始于第 {0} 字节的对象中间结束。"};
constexpr Text kExpected{"`{0}` stands where {1} is expected.", "`{0}` 处应为{1}。"};
constexpr Text kDeep{"The text is nested more than {0} levels deep.", "文本嵌套超过 {0} 层。"};
constexpr Text kMany{"The text holds more than {0} values.", "文本中的值超过 {0} 个。"};
constexpr Text kAfter{"`{0}` follows the end of the object.", "对象结束之后还有 `{0}`。"};
constexpr Text kKey{"a key", "键"}, kValue{"a value", "值"}, kColon{"a colon", "冒号"},
    kComma{"a comma or a closing bracket", "逗号或右括号"};

using Kind = JsonNode::Kind;

class Reader {
 public:
  Reader(std::string_view bytes, size_t begin, JsonTree& out)
      : s_(bytes), begin_(begin), i_(begin), out_(out) {}

  void read() {
    if (!value(out_.root, 0)) return;
    space();
    if (i_ < s_.size()) return (void)fail(Message(kAfter, shown()));
    out_.ok = true;
  }

 private:
  void space() {
    while (i_ < s_.size() && std::string_view(" \t\r\n").find(s_[i_]) != npos) ++i_;
  }
  bool take(char c) {
    space();
    if (i_ >= s_.size() || s_[i_] != c) return false;
    ++i_;
    return true;
  }
  std::string shown() const {
    const std::string_view rest = s_.substr(i_, 40);
    return clip(rest.substr(0, rest.find('\n')));
  }
  bool fail(Message what) {
    out_.error = std::move(what);
    out_.error_at = {i_, std::min(i_ + 1, s_.size())};
    return false;
  }
  bool expected(const Text& what) {
    space();
    if (i_ >= s_.size()) return fail(Message(kCut, begin_));
    return fail(Message(kExpected, shown(), what));
  }

  bool value(JsonNode& to, int depth) {
    space();
    if (depth > kMaxDepth) return fail(Message(kDeep, kMaxDepth));
    if (++nodes_ > kMaxNodes) return fail(Message(kMany, kMaxNodes));
    to.range.begin = to.range.end = i_;
    const bool good = inner(to, depth);
    to.range.end = i_;
    return good;
  }

  bool inner(JsonNode& to, int depth) {
    if (i_ >= s_.size()) return expected(kValue);
    if (s_[i_] == '{') return object(to, depth);
    if (s_[i_] == '[') return list(to, depth);
    if (s_[i_] == '"') {
      to.kind = Kind::kString;
      return string(to.text);
    }
    const std::string_view word = bare();
    if (word == "true" || word == "false") {
      to.kind = Kind::kBool;
      to.boolean = word == "true";
    } else if (word != "null") {
      const auto n = number(word);
      if (!n) return expected(kValue);
      to.kind = Kind::kNumber;
      to.number = *n;
    }
    i_ += word.size();
    return true;
  }

  std::string_view bare() const {
    size_t end = i_;
    while (end < s_.size() && std::string_view(" \t\r\n,:[]{}\"").find(s_[end]) == npos) ++end;
    return s_.substr(i_, end - i_);
  }

  static std::optional<double> number(std::string_view word) {
    const char* end = word.data() + word.size();
    const bool minus = word.starts_with('-');
    if (const std::string_view digits = word.substr(minus ? 1 : 0); digits.starts_with("0x")) {
      uint64_t n = 0;
      const auto r = std::from_chars(digits.data() + 2, end, n, 16);
      if (r.ec != std::errc() || r.ptr != end || digits.size() == 2) return std::nullopt;
      return minus ? -static_cast<double>(n) : static_cast<double>(n);
    }
    double d = 0;
    const auto r = std::from_chars(word.data(), end, d);
    if (r.ec != std::errc() || r.ptr != end) return std::nullopt;
    return d;
  }

  bool string(std::string& to) {
    for (++i_; i_ < s_.size(); ++i_) {
      char c = s_[i_];
      if (c == '"') {
        ++i_;
        return true;
      }
      if (c == '\\' && i_ + 1 < s_.size()) {
        c = s_[++i_];
        if (c == 'n') c = '\n';
        if (c == 't') c = '\t';
        if (c == 'r') c = '\r';
        if (c == 'x' && i_ + 2 < s_.size()) {  // a byte that is no UTF-8
          int byte = 0;
          const auto r = std::from_chars(s_.data() + i_ + 1, s_.data() + i_ + 3, byte, 16);
          if (r.ptr == s_.data() + i_ + 3) {
            c = static_cast<char>(byte);
            i_ += 2;
          }
        }
      }
      to += c;
    }
    return fail(Message(kCut, begin_));
  }

  bool object(JsonNode& to, int depth) {
    ++i_;
    to.kind = Kind::kObject;
    while (!take('}')) {
      JsonEntry entry;
      space();
      entry.key_range.begin = i_;
      if (i_ < s_.size() && s_[i_] == '"') {
        if (!string(entry.key)) return false;
      } else {
        entry.key = bare();
        if (entry.key.empty()) return expected(kKey);
        i_ += entry.key.size();
      }
      entry.key_range.end = i_;
      if (!take(':')) return expected(kColon);
      const bool good = value(entry.value, depth + 1);
      to.entries.push_back(std::move(entry));  // also what was read of a broken one
      if (!good) return false;
      if (!take(',')) return take('}') || expected(kComma);
    }
    return true;
  }

  bool list(JsonNode& to, int depth) {
    ++i_;
    to.kind = Kind::kList;
    while (!take(']')) {
      JsonNode item;
      const bool good = value(item, depth + 1);
      const bool number = good && item.is(Kind::kNumber);
      if (number && to.items.empty()) {
        --nodes_;
        to.kind = Kind::kNumbers;
        to.numbers.push_back(item.number);
      } else if (to.is(Kind::kNumbers)) {
        return good ? expected(kComma) : false;  // numbers and something else: no such vector
      } else {
        to.items.push_back(std::move(item));
      }
      if (!good) return false;
      if (!take(',')) return take(']') || expected(kComma);
    }
    return true;
  }

  std::string_view s_;
  size_t begin_, i_;
  JsonTree& out_;
  size_t nodes_ = 0;
};

}  // namespace

size_t object_begin(std::string_view bytes) {
  size_t pos = bytes.starts_with("\xEF\xBB\xBF") ? 3 : 0;
  while (pos < bytes.size()) {
    if (bytes[pos] == '{') return pos;
    if (bytes[pos] == '#')
      pos = std::min(bytes.find('\n', pos), bytes.size());
    else if (std::string_view(" \t\r\n").find(bytes[pos]) == npos)
      return npos;
    else
      ++pos;
  }
  return npos;
}

JsonTree parse_flat_text(std::string_view bytes, size_t begin) {
  JsonTree out;
  Reader(bytes, begin, out).read();
  return out;
}

}  // namespace npulint
