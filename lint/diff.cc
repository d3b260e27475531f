// Unified diff: Myers' greedy algorithm over lines ("An O(ND) difference algorithm", 1986).
#include <algorithm>
#include <string>
#include <vector>

#include "lint/fix.h"

namespace npulint {
namespace {

constexpr size_t kContext = 3;    // lines
constexpr int kMostEdits = 2000;  // beyond that, the whole middle is one change

std::vector<std::string_view> lines_of(std::string_view s) {
  std::vector<std::string_view> out;
  for (size_t at = 0; at < s.size();) {
    const size_t nl = s.find('\n', at), end = nl == std::string_view::npos ? s.size() : nl + 1;
    out.push_back(s.substr(at, end - at));
    at = end;
  }
  return out;
}

using Lines = std::vector<std::string_view>;

// One piece of the script: `same` lines of both, or a line of one of them.
struct Step {
  char mark;  // ' ', '-', '+'
  size_t a, b;
};

// Steps that turn a[first, a_last) into b[first, b_last).
std::vector<Step> middle(const Lines& a, const Lines& b, size_t first, size_t a_last,
                         size_t b_last) {
  const int n = static_cast<int>(a_last - first), m = static_cast<int>(b_last - first);
  const auto la = [&](int i) { return a[first + static_cast<size_t>(i)]; };
  const auto lb = [&](int i) { return b[first + static_cast<size_t>(i)]; };
  const int most = std::min(n + m, kMostEdits);
  std::vector<std::vector<int>> trace;
  std::vector<int> v(static_cast<size_t>(2 * most + 3), 0);
  const auto slot = [&](int k) { return static_cast<size_t>(k + most + 1); };
  std::vector<Step> out;
  for (int d = 0; d <= most; ++d) {
    trace.push_back(v);
    for (int k = -d; k <= d; k += 2) {
      int x = k == -d || (k != d && v[slot(k - 1)] < v[slot(k + 1)]) ? v[slot(k + 1)]
                                                                     : v[slot(k - 1)] + 1;
      int y = x - k;
      while (x < n && y < m && la(x) == lb(y)) ++x, ++y;
      v[slot(k)] = x;
      if (x < n || y < m) continue;
      for (int e = d; e > 0; --e) {  // back along the path
        const std::vector<int>& w = trace[static_cast<size_t>(e)];
        const int kk = x - y;
        const bool down = kk == -e || (kk != e && w[slot(kk - 1)] < w[slot(kk + 1)]);
        const int pk = down ? kk + 1 : kk - 1, px = w[slot(pk)], py = px - pk;
        while (x > px && y > py && x > 0 && y > 0 && la(x - 1) == lb(y - 1)) {
          --x, --y;
          out.push_back({' ', first + static_cast<size_t>(x), first + static_cast<size_t>(y)});
        }
        if (down)
          --y;
        else
          --x;
        out.push_back(
            {down ? '+' : '-', first + static_cast<size_t>(x), first + static_cast<size_t>(y)});
      }
      while (x > 0 && y > 0) {
        --x, --y;
        out.push_back({' ', first + static_cast<size_t>(x), first + static_cast<size_t>(y)});
      }
      std::reverse(out.begin(), out.end());
      return out;
    }
  }
  for (int i = 0; i < n; ++i) out.push_back({'-', first + static_cast<size_t>(i), first});
  for (int i = 0; i < m; ++i) out.push_back({'+', a_last, first + static_cast<size_t>(i)});
  return out;
}

void put_line(std::string& out, char mark, std::string_view line) {
  out += mark;
  out += line;
  if (!line.ends_with('\n')) out += "\n\\ No newline at end of file\n";
}

// As git writes names with characters that would end or change the line.
std::string quoted_path(const std::string& path) {
  std::string out;
  bool special = false;
  for (const char c : path) {
    const auto u = static_cast<unsigned char>(c);
    if (u >= 0x20 && u != 0x7F && c != '"' && c != '\\') {
      out += c;
      continue;
    }
    special = true;
    out += '\\';
    if (c == '"' || c == '\\')
      out += c;
    else
      for (const int shift : {6, 3, 0}) out += static_cast<char>('0' + ((u >> shift) & 7));
  }
  return special ? '"' + out + '"' : path;
}

std::string range_text(size_t begin, size_t count) {
  const std::string from = std::to_string(count == 0 ? begin : begin + 1);
  return count == 1 ? from : from + "," + std::to_string(count);
}

}  // namespace

std::string unified_diff(std::string_view path, std::string_view before, std::string_view after) {
  if (before == after) return {};
  const Lines a = lines_of(before), b = lines_of(after);
  size_t first = 0, a_last = a.size(), b_last = b.size();
  while (first < a_last && first < b_last && a[first] == b[first]) ++first;
  while (a_last > first && b_last > first && a[a_last - 1] == b[b_last - 1]) --a_last, --b_last;
  const size_t lead = std::min(first, kContext), tail = std::min(a.size() - a_last, kContext);
  std::vector<Step> steps;
  for (size_t i = first - lead; i < first; ++i) steps.push_back({' ', i, i});
  for (const Step& s : middle(a, b, first, a_last, b_last)) steps.push_back(s);
  for (size_t i = 0; i < tail; ++i) steps.push_back({' ', a_last + i, b_last + i});

  std::string out = "--- " + quoted_path("a/" + std::string(path)) + "\n+++ " +
                    quoted_path("b/" + std::string(path)) + "\n";
  for (size_t i = 0; i < steps.size();) {
    while (i < steps.size() && steps[i].mark == ' ') ++i;
    if (i == steps.size()) break;
    size_t begin = i > kContext ? i - kContext : 0, end = i, last = i;
    while (begin < i && steps[begin].mark != ' ') ++begin;
    for (; end < steps.size() && end - last <= 2 * kContext; ++end)
      if (steps[end].mark != ' ') last = end;
    end = std::min(steps.size(), last + 1 + kContext);
    size_t old_lines = 0, new_lines = 0;
    for (size_t s = begin; s < end; ++s) {
      old_lines += steps[s].mark != '+';
      new_lines += steps[s].mark != '-';
    }
    out += "@@ -" + range_text(steps[begin].a, old_lines) + " +" +
           range_text(steps[begin].b, new_lines) + " @@\n";
    for (size_t s = begin; s < end; ++s)
      put_line(out, steps[s].mark, steps[s].mark == '+' ? b[steps[s].b] : a[steps[s].a]);
    i = end;
  }
  return out;
}

}  // namespace npulint
