#include "parsers/model_info_lines.h"

#include <algorithm>
#include <string>

#include "parsers/printed_lists.h"

namespace npulint::model_info {
namespace {

constexpr size_t npos = std::string_view::npos;
constexpr size_t kMaxKey = 24;  // bytes before the colon

char lower(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; }

}  // namespace

const std::array<std::string_view, kKeys> kWords = {
    "name",         "input source",    "valid shape", "aligned shape", "aligned byte size",
    "tensor type",  "tensor layout",   "quanti type", "stride",        "scale data",
    "quantizeaxis", "zero point data", "shift data"};

std::pair<Key, std::string_view> key_of(std::string_view line) {
  const size_t colon = line.find(':');
  if (colon == npos || colon > kMaxKey) return {kKeys, {}};
  std::string word;
  for (char c : line.substr(0, colon)) word += c == '_' ? ' ' : lower(c);
  if (word == "quantize axis") word = kWords[kAxis];
  const auto it = std::find(kWords.begin(), kWords.end(), word);
  return {static_cast<Key>(it - kWords.begin()), line.substr(colon + 1)};
}

std::optional<Header> tensor_word(std::string_view s, size_t* length) {
  Header h;
  size_t i = 0;
  auto word = [&](std::string_view w) {
    if (s.size() < w.size()) return false;
    for (size_t k = 0; k < w.size(); ++k)
      if (lower(s[k]) != w[k]) return false;
    i = w.size();
    return true;
  };
  h.is_input = word("input[");
  if (!h.is_input && !word("output[")) return std::nullopt;
  const size_t begin = i;
  while (i < s.size() && s[i] >= '0' && s[i] <= '9') ++i;
  if (i == begin || i >= s.size() || s[i] != ']') return std::nullopt;
  h.index = printed_integer(s.substr(begin, i - begin));
  if (h.index && *h.index > kMaxIndex) h.index.reset();
  *length = i + 1;
  return h;
}

std::optional<Header> header_of(std::string_view line) {
  size_t n = 0;
  const auto h = tensor_word(line, &n);
  if (!h || trim(line.substr(n)) != ":") return std::nullopt;
  return h;
}

std::string_view after(std::string_view s, std::string_view word) {
  const size_t p = s.find(word);
  return p == npos ? std::string_view() : s.substr(p + word.size());
}

std::string_view parenthesised(std::string_view s) {
  const size_t begin = s.find('('), end = s.find(')');
  return begin == npos || end == npos || end < begin ? std::string_view()
                                                     : s.substr(begin, end - begin + 1);
}

std::string_view digits(std::string_view s) {
  s = trim(s);
  return s.substr(0, std::min(s.find_first_not_of("0123456789"), s.size()));
}

bool is_dump_line(std::string_view line) {
  static constexpr std::string_view kTutorial = "Tensor data type:";
  if (line.starts_with(kTutorial))
    return !digits(line.substr(kTutorial.size())).empty() && line.find("aligned shape:") != npos;
  return !parenthesised(after(line, "validShape:")).empty() &&
         !digits(after(line, "tensorType:")).empty();
}

bool is_telling(Key key) {
  return key == kShape || key == kBytes || key == kType || key == kQuanti || key == kStride;
}

}  // namespace npulint::model_info
