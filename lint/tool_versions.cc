#include "lint/tool_versions.h"

#include <algorithm>

#include "lint/embedded.h"
#include "lint/table_text.h"
#include "lint/toml_read.h"
#include "lint/words.h"

namespace npulint {
namespace {

constexpr size_t kMostNumbers = 6;
constexpr int kMostNumber = 100000000;  // dates are the largest

}  // namespace

std::vector<int> version_numbers(std::string_view s) {
  while (!s.empty() && s[0] == ' ') s.remove_prefix(1);
  if (!s.empty() && (s[0] == 'v' || s[0] == 'V')) s.remove_prefix(1);
  std::vector<int> out;
  while (out.size() < kMostNumbers && !s.empty() && s[0] >= '0' && s[0] <= '9') {
    int n = 0;
    for (; !s.empty() && s[0] >= '0' && s[0] <= '9'; s.remove_prefix(1))
      n = std::min(n * 10 + (s[0] - '0'), kMostNumber);
    out.push_back(n);
    if (s.empty() || s[0] != '.') break;
    s.remove_prefix(1);
  }
  return out;
}

std::optional<int> compare_versions(std::string_view a, std::string_view b) {
  std::vector<int> left = version_numbers(a), right = version_numbers(b);
  if (left.empty() || right.empty()) return std::nullopt;
  left.resize(kMostNumbers);
  right.resize(kMostNumbers);
  return left < right ? -1 : left > right ? 1 : 0;
}

VersionTable::VersionTable() {
  const TomlTree tree = parse_table_text(embedded_tool_versions_toml);
  for (const TomlNode& n : toml_items(tree.root, "comparable"))
    comparable_.push_back({toml_text(n, "runtime"), toml_text(n, "built"),
                           toml_text(n, "toolchain"), toml_text(n, "source")});
  for (const TomlNode& n : toml_items(tree.root, "same_tool"))
    same_.push_back({toml_texts(n, "names"), toml_text(n, "toolchain")});
  for (const TomlNode& n : toml_items(tree.root, "known_bad"))
    known_bad_.push_back({toml_text(n, "tool"), toml_texts(n, "versions"), toml_texts(n, "chips"),
                          toml_text(n, "what_en"), toml_text(n, "what_zh"),
                          toml_text(n, "source")});
}

const VersionTable& VersionTable::get() {
  static const VersionTable kTable;
  return kTable;
}

bool VersionTable::same_tool(std::string_view toolchain, std::string_view a,
                             std::string_view b) const {
  return a == b || std::any_of(same_.begin(), same_.end(), [&](const SameTool& s) {
           return s.toolchain == toolchain && holds(s.names, a) && holds(s.names, b);
         });
}

}  // namespace npulint
