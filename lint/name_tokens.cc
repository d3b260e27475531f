#include "lint/name_tokens.h"

#include <algorithm>
#include <charconv>

namespace npulint {
namespace {

constexpr int64_t kLeastSide = 16;  // pixels; smaller numbers are kernels, factors, counts

bool digit(char c) { return c >= '0' && c <= '9'; }
bool letter(char c) { return c >= 'a' && c <= 'z'; }

std::optional<int64_t> side(std::string_view s) {
  int64_t n = 0;
  const auto r = std::from_chars(s.data(), s.data() + s.size(), n);
  if (s.empty() || !digit(s[0]) || r.ec != std::errc() || r.ptr != s.data() + s.size() ||
      n < kLeastSide)
    return std::nullopt;
  return n;
}

using Words = std::initializer_list<std::pair<std::string_view, std::string_view>>;

std::string_view word(std::string_view token, Words words) {
  for (const auto& [written, meaning] : words)
    if (token == written) return meaning;
  return {};
}

std::string squeezed(std::string_view s) {
  std::string out;
  for (const char c : s)
    if (c != '-' && c != '_' && c != ' ')
      out += static_cast<char>(c >= 'A' && c <= 'Z' ? c - 'A' + 'a' : c);
  return out;
}

// Super-resolution models carry their factor as a token: edsr_x3, espcn_x3_nv12.
bool may_be_factor(std::string_view name, const NameToken& t) {
  return t.text.size() == 2 && t.text[0] == 'x' && t.text[1] >= '2' && t.text[1] <= '4' &&
         t.begin > 0 && name[t.begin - 1] != '/' && name[t.begin - 1] != '\\';
}

bool names_board(std::string_view word) {
  return std::any_of(word.begin(), word.end(), digit) &&
         std::any_of(word.begin(), word.end(), letter);
}

}  // namespace

std::vector<NameToken> name_tokens(std::string_view name) {
  std::vector<NameToken> out;
  if (name.size() > kMaxName) return out;
  bool open = false;
  for (size_t i = 0; i < name.size(); ++i) {
    const char c =
        static_cast<char>(name[i] >= 'A' && name[i] <= 'Z' ? name[i] - 'A' + 'a' : name[i]);
    const bool part = digit(c) || letter(c);
    if (part && !open) out.push_back({"", i, i});
    open = part;
    if (!part) continue;
    out.back().text += c;
    out.back().end = i + 1;
  }
  return out;
}

bool is_slip_of_name(std::string_view a, std::string_view b) {
  const auto looks = [](char c) {
    c = c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
    return c == '0' ? 'o' : c == '1' || c == 'i' ? 'l' : c == '_' || c == ' ' ? '-' : c;
  };
  if (a.size() > kMaxName || b.size() > kMaxName) return false;
  if (std::equal(a.begin(), a.end(), b.begin(), b.end(),
                 [&](char x, char y) { return looks(x) == looks(y); }))
    return true;
  if (a.size() < b.size()) std::swap(a, b);
  const size_t same =
      static_cast<size_t>(std::mismatch(b.begin(), b.end(), a.begin(),
                                        a.begin() + static_cast<std::ptrdiff_t>(b.size()))
                              .first -
                          b.begin());
  const auto is_letter = [](std::string_view s, size_t i) {
    return i < s.size() && ((s[i] >= 'a' && s[i] <= 'z') || (s[i] >= 'A' && s[i] <= 'Z'));
  };
  if (same == 0 || !is_letter(a, same - 1) || !is_letter(a, same) || !is_letter(a, same + 1))
    return false;
  // short words differ by a letter and mean something else: resnet and resnext, yuv and yvu
  constexpr size_t kSwapped = 5, kTooMany = 8, kTwice = 4;
  size_t begin = same, end = same;
  while (begin > 0 && is_letter(a, begin - 1)) --begin;
  while (is_letter(a, end)) ++end;
  const size_t word = end - begin;
  if (a.size() == b.size())
    return word >= kSwapped && is_letter(b, same) && a[same] == b[same + 1] &&
           a[same + 1] == b[same] && a.substr(same + 2) == b.substr(same + 2);
  return word >= (a[same] == a[same - 1] ? kTwice : kTooMany) && a.size() == b.size() + 1 &&
         a.substr(same + 1) == b.substr(same);
}

std::optional<std::pair<int64_t, int64_t>> size_token(std::string_view token) {
  const size_t x = token.find('x');
  if (x == std::string_view::npos) return std::nullopt;
  const auto a = side(token.substr(0, x)), b = side(token.substr(x + 1));
  if (!a || !b) return std::nullopt;
  return std::pair(*a, *b);
}

std::string_view pixel_token(std::string_view token) {
  return word(token, {{"nv12", "nv12"},
                      {"yuv420sp", "nv12"},
                      {"rgb", "rgb"},
                      {"bgr", "bgr"},
                      {"yuv444", "yuv444"}});
}

std::string_view precision_token(std::string_view token) {
  return word(token, {{"int8", "int8"},
                      {"int16", "int16"},
                      {"fp16", "float16"},
                      {"f16", "float16"},
                      {"float16", "float16"}});
}

std::string_view data_type_token(std::string_view token) {
  return word(token, {{"f32", "float32"},
                      {"fp32", "float32"},
                      {"float32", "float32"},
                      {"u8", "uint8"},
                      {"uint8", "uint8"}});
}

bool PlatformToken::fits(std::string_view march, const Platforms& platforms) const {
  for (const auto* list : {&target.marches, &target.tolerated})
    for (const std::string& m : *list)
      if (platforms.same(m, march) || platforms.tolerated(m, march) ||
          platforms.tolerated(march, m))
        return true;
  return false;
}

std::string PlatformToken::means() const {
  std::string list;
  for (const std::string& m : target.marches) list += (list.empty() ? "" : ", ") + m;
  return target.board.empty() ? list : target.board + " (" + list + ")";
}

// Aliases of marches ("B25", "1684") are too short to be told from other words.
PlatformWords::PlatformWords(const Platforms& platforms) : platforms_(platforms) {
  for (const Platform& p : platforms.all())
    marches_.emplace(squeezed(p.march), Target{p.march, "", {p.march}, {}});
  for (const Board& b : platforms.boards()) {
    const Target target{b.name, b.name, b.marches, b.tolerated};
    boards_.emplace(squeezed(b.name), target);
    for (const std::string& alias : b.aliases) boards_.emplace(squeezed(alias), target);
  }
}

std::vector<PlatformToken> PlatformWords::in(std::string_view name) const {
  const std::vector<NameToken> tokens = name_tokens(name);
  std::vector<PlatformToken> out;
  const auto add = [&](size_t first, size_t last, const auto& found, const auto& map) {
    if (found == map.end()) return false;
    const size_t begin = tokens[first].begin, end = tokens[last].end;
    out.push_back({std::string(name.substr(begin, end - begin)), begin, end, found->second});
    return true;
  };
  constexpr size_t kMostParts = 3;  // nash-b-lite
  for (size_t i = 0; i < tokens.size(); ++i) {
    const std::string& one = tokens[i].text;
    std::string joined[kMostParts] = {one};
    size_t parts = 1;
    for (; parts < kMostParts && i + parts < tokens.size(); ++parts) {
      if (tokens[i + parts].begin != tokens[i + parts - 1].end + 1) break;
      joined[parts] = joined[parts - 1] + tokens[i + parts].text;
    }
    for (size_t last = parts; last-- > 0;) {
      const bool board =
          last == 0 ? names_board(one) && !may_be_factor(name, tokens[i]) : one == "rdk";
      if (add(i, i + last, marches_.find(joined[last]), marches_) ||
          (board && add(i, i + last, boards_.find(joined[last]), boards_))) {
        i += last;
        break;
      }
    }
  }
  return out;
}

}  // namespace npulint
