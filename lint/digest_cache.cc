#include "lint/digest_cache.h"

#include <sys/stat.h>

#include <algorithm>
#include <charconv>
#include <chrono>
#include <cstdlib>

#include "lint/digest.h"

namespace npulint {
namespace {

constexpr std::string_view kHead = "npulint digests 2\n";
constexpr uint64_t kMaxBytes = 1024u << 20;
constexpr int64_t kSettled = 2'000'000'000;  // ns; file systems keep times as coarse as 2 s

// The next word of a line, up to a blank.
template <class T>
bool number(std::string_view* line, T* to) {
  const size_t end = std::min(line->find(' '), line->size());
  const auto [stop, fault] = std::from_chars(line->data(), line->data() + end, *to);
  if (fault != std::errc() || stop != line->data() + end) return false;
  line->remove_prefix(std::min(end + 1, line->size()));
  return true;
}

// Each missing folder of an absolute path.
void make_folders(const std::string& path) {
  for (size_t at = 1; at != path.npos;) {
    at = path.find('/', at + 1);
    ::mkdir(path.substr(0, at).c_str(), 0700);
  }
}

}  // namespace

std::string digest_cache_dir() {
  if (const char* xdg = std::getenv("XDG_CACHE_HOME"); xdg && xdg[0] == '/')
    return std::string(xdg) + "/npulint";
  if (const char* home = std::getenv("HOME"); home && home[0] == '/')
    return std::string(home) + "/.cache/npulint";
  return "";
}

DigestCache::DigestCache(const FileReader& reader, const std::string& dir,
                         const std::string& folder, int64_t now_ns)
    : dir_(dir), opened_ns_(now_ns) {
  if (dir_.empty()) return;
  using namespace std::chrono;
  if (now_ns == 0)
    opened_ns_ = duration_cast<nanoseconds>(system_clock::now().time_since_epoch()).count();
  path_ = join_path(dir_, sha256_hex(folder).substr(0, 32) + ".digests");
  std::string why;
  if (reader.read_all(path_, kMaxBytes, &text_, &why)) read(text_);
}

void DigestCache::read(std::string_view bytes) {
  if (!bytes.starts_with(kHead)) return;
  bytes.remove_prefix(kHead.size());
  known_.reserve(bytes.size() / 128);
  while (!bytes.empty()) {
    const size_t end = bytes.find('\n');
    if (end == bytes.npos) return;  // cut off
    std::string_view line = bytes.substr(0, end);
    bytes.remove_prefix(end + 1);
    Known k;
    if (!number(&line, &k.size) || !number(&line, &k.mtime_ns) || !number(&line, &k.ctime_ns) ||
        !number(&line, &k.inode) || line.size() < 66 ||
        !parse_digest(line.substr(0, 64), &k.digest))
      continue;
    known_.emplace(line.substr(65), k);
  }
}

const DataSet::Digest* DigestCache::find(std::string_view name, const FileStat& now) {
  const auto it = known_.find(name);
  if (it == known_.end()) return nullptr;
  Known& k = it->second;
  k.used = k.size == now.size && k.mtime_ns == now.mtime_ns && k.ctime_ns == now.ctime_ns &&
           k.inode == now.inode;
  return k.used ? &k.digest : nullptr;
}

void DigestCache::add(std::string name, const FileStat& as_read, const DataSet::Digest& digest) {
  if (dir_.empty() || std::max(as_read.mtime_ns, as_read.ctime_ns) > opened_ns_ - kSettled) return;
  if (name.find('\n') != name.npos) return;
  added_.emplace_back(std::move(name), Known{as_read.size, as_read.inode, as_read.mtime_ns,
                                             as_read.ctime_ns, digest, true});
}

void DigestCache::save() {
  if (added_.empty()) return;
  for (auto& [name, k] : added_) known_[name] = k;
  std::vector<std::string_view> names;
  names.reserve(known_.size());
  for (const auto& [name, k] : known_)
    if (k.used) names.push_back(name);
  std::sort(names.begin(), names.end());
  std::string out(kHead);
  for (const std::string_view name : names) {
    const Known& k = known_[name];
    out += std::to_string(k.size) + " " + std::to_string(k.mtime_ns) + " " +
           std::to_string(k.ctime_ns) + " " + std::to_string(k.inode) + " " + hex_text(k.digest) +
           " ";
    out += name;
    out += '\n';
  }
  make_folders(dir_);
  std::string why;  // a cache that cannot be written only means that files are read again
  write_output(path_, out, &why);
}

}  // namespace npulint
