#include "lint/geometry.h"

#include <algorithm>
#include <iterator>
#include <string>

#include "lint/words.h"

namespace npulint {
namespace {

constexpr std::string_view kCrop[] = {"crop", "centercrop", "cropped"};
constexpr std::string_view kLetterbox[] = {"letterbox", "letterboxed", "pad", "padded"};
constexpr std::string_view kStretch[] = {"stretch", "stretched", "squash", "warp"};
constexpr size_t kMostDigits = 6;  // of pixels

template <size_t N>
bool among(const std::string_view (&list)[N], std::string_view s) {
  return std::find(std::begin(list), std::end(list), s) != std::end(list);
}

bool digit(char c) { return c >= '0' && c <= '9'; }
bool letter(char c) { return c >= 'a' && c <= 'z'; }

}  // namespace

Geometry parse_geometry(std::string_view s) {
  const std::string text = lower(s);
  Geometry out;
  const auto raise = [&](Geometry::Kind kind) { out.kind = std::max(out.kind, kind); };
  for (size_t at = 0; at < text.size();) {
    size_t end = at + 1;
    if (digit(text[at])) {
      while (end < text.size() && digit(text[end])) ++end;
      if (end - at <= kMostDigits) out.sizes.push_back(std::stoll(text.substr(at, end - at)));
    } else if (letter(text[at])) {
      while (end < text.size() && letter(text[end])) ++end;
      const std::string_view word = std::string_view(text).substr(at, end - at);
      if (among(kCrop, word)) raise(Geometry::Kind::kCrop);
      if (among(kLetterbox, word)) raise(Geometry::Kind::kLetterbox);
      if (among(kStretch, word)) raise(Geometry::Kind::kStretch);
    }
    at = end;
  }
  std::sort(out.sizes.begin(), out.sizes.end());
  out.sizes.erase(std::unique(out.sizes.begin(), out.sizes.end()), out.sizes.end());
  return out;
}

std::optional<bool> same_geometry(std::string_view a, std::string_view b) {
  if (lower(a) == lower(b)) return true;
  const Geometry x = parse_geometry(a), y = parse_geometry(b);
  if (x.kind == Geometry::Kind::kUnknown || y.kind == Geometry::Kind::kUnknown) return std::nullopt;
  if (x.kind != y.kind) return false;
  return x.sizes.empty() || y.sizes.empty() || x.sizes == y.sizes;
}

}  // namespace npulint
