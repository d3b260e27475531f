#include "lint/seen_files.h"

#include <algorithm>

#include "lint/parallel.h"

namespace npulint {

bool SeenFiles::not_listed(std::string_view path) const {
  const size_t slash = path.rfind('/');
  if (slash == path.npos) return false;
  const auto it = lists_.find(dir_name(path));
  // a folder that may be entered but not listed lists nothing
  return it != lists_.end() && !it->second.names.empty() &&
         !std::binary_search(it->second.names.begin(), it->second.names.end(),
                             path.substr(slash + 1), std::less<>());
}

FileStat SeenFiles::stat(const std::string& path) const {
  if (auto it = stats_.find(path); it != stats_.end()) return it->second;
  if (not_listed(path)) return {};
  return stats_[path] = disk_.stat(path);
}

std::vector<std::string> SeenFiles::list(const std::string& path, Kinds* kinds) const {
  auto [it, fresh] = lists_.try_emplace(path);
  if (fresh) it->second.names = disk_.list(path, &it->second.kinds);
  if (kinds) *kinds = it->second.kinds;
  return it->second.names;
}

void SeenFiles::list_ahead(const std::vector<std::string>& folders, unsigned jobs) {
  std::vector<Listed> found(folders.size());
  parallel(folders.size(), jobs, [&](size_t i) {
    if (!lists_.contains(folders[i])) found[i].names = disk_.list(folders[i], &found[i].kinds);
  });
  for (size_t i = 0; i < folders.size(); ++i) lists_.try_emplace(folders[i], std::move(found[i]));
}

}  // namespace npulint
