#include "parsers/python_repr.h"

#include <charconv>
#include <limits>
#include <utility>

namespace npulint {
namespace {

constexpr int kMaxDepth = 24;

using Kind = JsonNode::Kind;

class Reader {
 public:
  Reader(std::string_view text, size_t& budget) : s_(text), budget_(budget) {}

  bool value(JsonNode& to, int depth) {
    space();
    if (depth > kMaxDepth || budget_ == 0 || i_ >= s_.size()) return false;
    --budget_;
    const char c = s_[i_];
    if (c == '[') return list(to, ']', depth);
    if (c == '(') return list(to, ')', depth);
    if (c == '{') return dict(to, depth);
    if (c == '\'' || c == '"') {
      to.kind = Kind::kString;
      return string(to.text);
    }
    if (c == '<') {
      const size_t end = s_.find('>', i_);
      if (end == std::string_view::npos) return false;
      to.kind = Kind::kString;
      to.text = s_.substr(i_ + 1, end - i_ - 1);
      i_ = end + 1;
      return true;
    }
    if (s_.substr(i_).starts_with("...")) {
      i_ += 3;
      to.kind = Kind::kString;
      to.text = "...";
      return true;
    }
    double d = 0;
    if (number(d)) {
      to.kind = Kind::kNumber;
      to.number = d;
      return true;
    }
    return word(to, depth);
  }

 private:
  void space() {
    while (i_ < s_.size() && (s_[i_] == ' ' || s_[i_] == '\n' || s_[i_] == '\t' || s_[i_] == '\r'))
      ++i_;
  }
  bool take(char c) {
    space();
    if (i_ >= s_.size() || s_[i_] != c) return false;
    ++i_;
    return true;
  }
  bool number(double& d) {
    const char* begin = s_.data() + i_;
    const auto r = std::from_chars(begin, s_.data() + s_.size(), d);
    if (r.ptr == begin) return false;
    if (r.ec != std::errc()) d = std::numeric_limits<double>::infinity();
    i_ += static_cast<size_t>(r.ptr - begin);
    return true;
  }
  bool string(std::string& to) {
    const char quote = s_[i_++];
    for (; i_ < s_.size(); ++i_) {
      char c = s_[i_];
      if (c == quote) {
        ++i_;
        return true;
      }
      if (c == '\\' && i_ + 1 < s_.size()) {
        c = s_[++i_];
        if (c == 'n') c = '\n';
        if (c == 't') c = '\t';
        if (c == 'r') c = '\r';
      }
      to += c;
    }
    return false;
  }
  bool list(JsonNode& to, char end, int depth) {
    ++i_;
    to.kind = Kind::kList;
    while (!take(end)) {
      JsonNode item;
      if (!value(item, depth + 1)) return false;
      if (item.is(Kind::kNumber) && to.items.empty()) {
        ++budget_;  // elements of number lists are not counted
        to.kind = Kind::kNumbers;
        to.numbers.push_back(item.number);
      } else {
        if (to.is(Kind::kNumbers)) {
          if (to.numbers.size() > budget_) return false;
          budget_ -= to.numbers.size();
          for (double d : std::exchange(to.numbers, {})) {
            to.items.emplace_back().kind = Kind::kNumber;
            to.items.back().number = d;
          }
          to.kind = Kind::kList;
        }
        to.items.push_back(std::move(item));
      }
      if (!take(',')) return take(end);
    }
    return true;
  }
  bool dict(JsonNode& to, int depth) {
    ++i_;
    to.kind = Kind::kObject;
    while (!take('}')) {
      JsonNode key;
      JsonEntry entry;
      if (!value(key, depth + 1) || !key.is(Kind::kString) || !take(':')) return false;
      if (!value(entry.value, depth + 1)) return false;
      entry.key = std::move(key.text);
      to.entries.push_back(std::move(entry));
      if (!take(',')) return take('}');
    }
    return true;
  }
  // None, True, False, or a call such as array([…], dtype=float32), which is its first argument.
  bool word(JsonNode& to, int depth) {
    const size_t begin = i_;
    auto letter = [](char c) {
      return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
             c == '_' || c == '.';
    };
    while (i_ < s_.size() && letter(s_[i_])) ++i_;
    const std::string_view w = s_.substr(begin, i_ - begin);
    if (w == "None") return true;
    if (w == "True" || w == "False") {
      to.kind = Kind::kBool;
      to.boolean = w == "True";
      return true;
    }
    if (w.empty() || !take('(') || !value(to, depth + 1)) return false;
    const size_t end = s_.find(')', i_);
    if (end == std::string_view::npos) return false;
    i_ = end + 1;
    return true;
  }

  std::string_view s_;
  size_t i_ = 0;
  size_t& budget_;
};

}  // namespace

std::optional<JsonNode> parse_python_repr(std::string_view text, size_t& budget) {
  JsonNode node;
  if (!Reader(text, budget).value(node, 0)) return std::nullopt;
  return node;
}

}  // namespace npulint
