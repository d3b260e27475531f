#include "lint/seen_files.h"

#include <algorithm>

#include "lint/parallel.h"

namespace npulint {

SeenFiles::Place SeenFiles::place(std::string_view path) const {
  const size_t slash = path.rfind('/');
  if (slash == path.npos) return {};
  const auto it = lists_.find(dir_name(path));
  // a folder that may be entered but not listed lists nothing
  if (it == lists_.end() || it->second.names.empty()) return {};
  const auto& [names, kinds] = it->second;
  const std::string_view base = path.substr(slash + 1);
  const auto at = std::lower_bound(names.begin(), names.end(), base, std::less<>());
  if (at == names.end() || *at != base) return {true, false};
  return {true, true, kinds[static_cast<size_t>(at - names.begin())]};
}

FileStat SeenFiles::stat(const std::string& path) const {
  if (auto it = stats_.find(path); it != stats_.end()) return it->second;
  if (const Place p = place(path); p.listed && !p.there) return {};
  const FileStat st = disk_.stat(path);
  if (!frozen_) stats_[path] = st;
  return st;
}

FileStat::Kind SeenFiles::kind(const std::string& path) const {
  const Place p = place(path);
  if (p.listed && (!p.there || p.kind != FileStat::Kind::kAbsent)) return p.kind;
  return stat(path).kind;
}

std::vector<std::string> SeenFiles::list(const std::string& path, Kinds* kinds) const {
  if (frozen_ && !lists_.contains(path)) return disk_.list(path, kinds);
  auto it = lists_.find(path);
  if (it == lists_.end()) {
    it = lists_.try_emplace(path).first;
    it->second.names = disk_.list(path, &it->second.kinds);
  }
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

bool same_file(const FileReader& disk, const std::string& a, const std::string& b) {
  const FileStat x = disk.stat(a), y = disk.stat(b);
  return x.inode != 0 && x.inode == y.inode && x.ctime_ns == y.ctime_ns && x.size == y.size;
}

}  // namespace npulint
