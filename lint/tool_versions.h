// Which versions can be compared, and which compilers are known to be faulty (tool_versions.toml,
// embedded).
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace npulint {

// The numbers at the start of "v1.3.116-gf735aff3": 1 3 116. Empty when it begins with none.
std::vector<int> version_numbers(std::string_view written);
// Below 0 when `a` is older. A number that is not written is 0. None when one has no numbers.
std::optional<int> compare_versions(std::string_view a, std::string_view b);

struct ComparableVersions {
  std::string runtime, built, toolchain, source;
};
struct SameTool {
  std::vector<std::string> names;
  std::string toolchain;
};
struct KnownBad {
  std::string tool;
  std::vector<std::string> versions, chips;  // no chips: any
  std::string what_en, what_zh;              // a clause
  std::string source;
};

class VersionTable {
 public:
  static const VersionTable& get();
  const std::vector<ComparableVersions>& comparable() const { return comparable_; }
  const std::vector<KnownBad>& known_bad() const { return known_bad_; }
  // Both name one tool.
  bool same_tool(std::string_view toolchain, std::string_view a, std::string_view b) const;

 private:
  VersionTable();
  std::vector<ComparableVersions> comparable_;
  std::vector<SameTool> same_;
  std::vector<KnownBad> known_bad_;
};

}  // namespace npulint
