#include "parsers/printed_lists.h"

#include <charconv>
#include <limits>

namespace npulint {
namespace {

constexpr size_t kMaxRank = 16;

// Parts between `separator`; false stops. An empty last part is dropped.
template <class F>
bool split(std::string_view s, char separator, F use) {
  while (true) {
    const size_t end = s.find(separator);
    const std::string_view part = trim(s.substr(0, end));
    if (end == std::string_view::npos) return part.empty() || use(part);
    if (!use(part)) return false;
    s.remove_prefix(end + 1);
  }
}

std::optional<std::vector<int64_t>> integers(std::string_view s, char separator) {
  std::vector<int64_t> out;
  const bool good = split(s, separator, [&](std::string_view part) {
    const auto n = printed_integer(part);
    if (!n || out.size() >= kMaxRank) return false;
    out.push_back(*n);
    return true;
  });
  if (!good) return std::nullopt;
  return out;
}

}  // namespace

std::string_view trim(std::string_view s) {
  const size_t begin = s.find_first_not_of(" \t\r");
  if (begin == std::string_view::npos) return s.substr(0, 0);
  return s.substr(begin, s.find_last_not_of(" \t\r") - begin + 1);
}

std::optional<int64_t> printed_integer(std::string_view s) {
  int64_t n = 0;
  const auto r = std::from_chars(s.data(), s.data() + s.size(), n);
  if (r.ec != std::errc() || r.ptr != s.data() + s.size()) return std::nullopt;
  return n;
}

std::optional<std::vector<int64_t>> printed_tuple(std::string_view s) {
  s = trim(s);
  if (s.size() < 2 || s.front() != '(' || s.back() != ')') return std::nullopt;
  return integers(s.substr(1, s.size() - 2), ',');
}

std::optional<std::vector<int64_t>> printed_dims(std::string_view s) {
  s = trim(s);
  if (s.empty() || s.back() == 'x') return std::nullopt;
  return integers(s, 'x');
}

std::optional<std::vector<double>> printed_numbers(std::string_view s) {
  s = trim(s);
  if (!s.empty() && s.front() == '(') {
    if (s.size() < 2 || s.back() != ')') return std::nullopt;
    s = s.substr(1, s.size() - 2);
  }
  std::vector<double> out;
  const bool good = split(s, ',', [&](std::string_view part) {
    double d = 0;
    const auto r = std::from_chars(part.data(), part.data() + part.size(), d);
    if (r.ptr != part.data() + part.size() || part.empty()) return false;
    if (r.ec == std::errc::result_out_of_range)
      d = part.find("e-") != std::string_view::npos ? 0 : std::numeric_limits<double>::infinity();
    out.push_back(d);
    return true;
  });
  if (!good) return std::nullopt;
  return out;
}

}  // namespace npulint
