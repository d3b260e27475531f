#include "lint/expand_glob.h"

#include <algorithm>

#include "lint/settings.h"

namespace npulint {
namespace {

constexpr size_t kMaxDepth = 64;

class Expansion {
 public:
  Expansion(const FileReader& reader, std::string_view pattern) : reader_(reader) {
    const std::string path = normal_path(pattern);
    for (size_t i = 0; i < path.size();) {
      const size_t slash = std::min(path.find('/', i), path.size());
      if (slash > i) parts_.push_back(path.substr(i, slash - i));
      i = slash + 1;
    }
  }

  void walk(const std::string& at, size_t part, size_t depth) {
    if (depth > kMaxDepth) return;
    if (part == parts_.size()) {
      if (reader_.stat(at).kind == FileStat::Kind::kFile) found.push_back(at);
      return;
    }
    const std::string& want = parts_[part];
    if (!is_glob(want)) return walk(join_path(at, want), part + 1, depth + 1);
    const bool last = part + 1 == parts_.size(), any = want == "**";
    if (any) walk(at, part + 1, depth + 1);  // no folder at all
    if (++folders_ > kMostGlobFolders || reader_.stat(at).kind != FileStat::Kind::kDirectory)
      return;
    for (const std::string& name : reader_.list(at)) {
      if (name.starts_with('.') && !want.starts_with('.')) continue;
      const std::string path = join_path(at, name);
      if (any) {
        const FileStat st = reader_.stat(path);
        if (st.kind == FileStat::Kind::kDirectory && !st.link) walk(path, part, depth + 1);
        if (st.kind == FileStat::Kind::kFile && last) found.push_back(path);
      } else if (glob_match(want, name)) {
        walk(path, part + 1, depth + 1);
      }
    }
  }

  std::vector<std::string> found;

 private:
  const FileReader& reader_;
  std::vector<std::string> parts_;
  size_t folders_ = 0;
};

}  // namespace

std::vector<std::string> expand_glob(const FileReader& reader, const std::string& dir,
                                     const std::string& pattern) {
  Expansion e(reader, pattern);
  e.walk(pattern.starts_with('/') ? "/" : dir, 0, 0);
  std::sort(e.found.begin(), e.found.end());
  e.found.erase(std::unique(e.found.begin(), e.found.end()), e.found.end());
  return std::move(e.found);
}

}  // namespace npulint
