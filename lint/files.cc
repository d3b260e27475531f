#include "lint/files.h"

#include <dirent.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <cstring>

namespace npulint {
namespace {

class DiskFile : public RandomAccess {
 public:
  DiskFile(int fd, uint64_t size) : fd_(fd), size_(size) {}
  DiskFile(const DiskFile&) = delete;
  DiskFile& operator=(const DiskFile&) = delete;
  ~DiskFile() override { ::close(fd_); }
  uint64_t size() const override { return size_; }
  size_t read(uint64_t offset, char* to, size_t n) override {
    size_t done = 0;
    while (done < n) {
      const ssize_t got = ::pread(fd_, to + done, n - done, static_cast<off_t>(offset + done));
      if (got < 0 && errno == EINTR) continue;
      if (got <= 0) break;
      done += static_cast<size_t>(got);
    }
    return done;
  }

 private:
  int fd_;
  uint64_t size_;
};

class ViewFile : public RandomAccess {
 public:
  explicit ViewFile(std::string_view bytes) : bytes_(bytes) {}
  uint64_t size() const override { return bytes_.size(); }
  size_t read(uint64_t offset, char* to, size_t n) override {
    if (offset >= bytes_.size()) return 0;
    n = std::min<size_t>(n, bytes_.size() - offset);
    std::memcpy(to, bytes_.data() + offset, n);
    return n;
  }

 private:
  std::string_view bytes_;
};

// An interrupt within would leave a temporary or a partial file; it comes at the end.
class InterruptsHeld {
 public:
  InterruptsHeld() {
    sigset_t interrupts;
    sigemptyset(&interrupts);
    for (const int s : {SIGINT, SIGTERM, SIGHUP}) sigaddset(&interrupts, s);
    ::pthread_sigmask(SIG_BLOCK, &interrupts, &before_);
  }
  ~InterruptsHeld() { ::pthread_sigmask(SIG_SETMASK, &before_, nullptr); }
  InterruptsHeld(const InterruptsHeld&) = delete;
  InterruptsHeld& operator=(const InterruptsHeld&) = delete;

 private:
  sigset_t before_;
};

}  // namespace

bool write_all(int fd, std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t n = ::write(fd, bytes.data(), bytes.size());
    if (n < 0 && errno == EINTR) continue;
    if (n < 0) return false;
    bytes.remove_prefix(static_cast<size_t>(n));
  }
  return true;
}

bool create_file(const std::string& path, std::string_view bytes, std::string* why) {
  const InterruptsHeld held;
  const int fd = ::open(path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
  const bool ok = fd >= 0 && write_all(fd, bytes);
  if (!ok) *why = std::strerror(errno);
  if (fd < 0) return false;
  const bool closed = ::close(fd) == 0;
  if (ok && closed) return true;
  if (ok) *why = std::strerror(errno);
  ::unlink(path.c_str());  // it was made here; a part would be taken for the whole
  return false;
}

bool write_output(const std::string& path, std::string_view bytes, std::string* why) {
  struct ::stat st {};
  const bool there = ::stat(path.c_str(), &st) == 0;
  struct ::stat link {};
  const bool dangling = !there && ::lstat(path.c_str(), &link) == 0;
  // another name of the same file must not come to mean an older one
  if (dangling || (there && (!S_ISREG(st.st_mode) || st.st_nlink > 1))) {
    const int fd = ::open(path.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
    const bool ok = fd >= 0 && write_all(fd, bytes);
    if (!ok) *why = std::strerror(errno);
    if (fd >= 0) ::close(fd);
    return ok;
  }
  if (there && ::access(path.c_str(), W_OK) != 0) {
    *why = std::strerror(errno);
    return false;
  }
  // what a link leads to is replaced, not the link
  std::string real = path;
  if (char* resolved = there ? ::realpath(path.c_str(), nullptr) : nullptr) {
    real = resolved;
    std::free(resolved);
  }
  const InterruptsHeld held;
  std::string temporary = real + ".XXXXXX";
  const int fd = ::mkstemp(temporary.data());
  bool ok = fd >= 0;
  if (ok) {
    const mode_t mask = ::umask(0);
    ::umask(mask);
    // the owner can be kept by root only
    if (there && ::fchown(fd, st.st_uid, st.st_gid) != 0) errno = 0;
    ok = ::fchmod(fd, there ? st.st_mode & 07777 : 0666 & ~mask) == 0 && write_all(fd, bytes);
    if (!ok) *why = std::strerror(errno);
    ::close(fd);
    ok = ok && ::rename(temporary.c_str(), real.c_str()) == 0;
    if (!ok && why->empty()) *why = std::strerror(errno);
    if (!ok) ::unlink(temporary.c_str());
  } else {
    *why = std::strerror(errno);
  }
  return ok;
}

bool replace_file(const std::string& path, std::string_view before, std::string_view after,
                  std::string* why) {
  std::string now;
  struct ::stat st {};
  if (::lstat(path.c_str(), &st) != 0) {
    *why = std::strerror(errno);
    return false;
  }
  if (!S_ISREG(st.st_mode)) {
    *why = "not a regular file";
    return false;
  }
  if (::access(path.c_str(), W_OK) != 0 || !(st.st_mode & 0222)) {
    *why = "the file is write-protected";
    return false;
  }
  if (!DiskReader().read_all(path, static_cast<uint64_t>(st.st_size), &now, why)) return false;
  if (now != before) {
    *why = "the file changed meanwhile";
    return false;
  }
  const InterruptsHeld held;
  std::string temporary = path + ".XXXXXX";
  const int fd = ::mkstemp(temporary.data());
  if (fd < 0) {
    *why = std::strerror(errno);
    return false;
  }
  // the owner can be kept by root only; a file of one's own has it already
  const bool kept = ::fchown(fd, st.st_uid, st.st_gid) == 0 || st.st_uid == ::geteuid();
  const bool ok =
      kept && ::fchmod(fd, st.st_mode & 07777) == 0 && write_all(fd, after) && ::fsync(fd) == 0;
  if (!ok) *why = std::strerror(errno);
  ::close(fd);
  if (ok && ::rename(temporary.c_str(), path.c_str()) == 0) return true;
  if (ok) *why = std::strerror(errno);
  ::unlink(temporary.c_str());
  return false;
}

std::unique_ptr<RandomAccess> memory_access(std::string_view bytes) {
  return std::make_unique<ViewFile>(bytes);
}

bool FileReader::read_all(const std::string& path, uint64_t limit, std::string* to,
                          std::string* why) const {
  auto file = open(path, why);
  if (!file) return false;
  if (file->size() > limit) {
    *why = "larger than " + std::to_string(limit) + " bytes";
    return false;
  }
  to->resize(file->size());
  to->resize(file->read(0, to->data(), to->size()));
  return true;
}

FileStat DiskReader::stat(const std::string& path) const {
  struct ::stat st {};
  FileStat out;
  if (::lstat(path.c_str(), &st) != 0) return out;
  out.link = S_ISLNK(st.st_mode);
  if (out.link && ::stat(path.c_str(), &st) != 0) return out;
  out.kind = S_ISREG(st.st_mode)   ? FileStat::Kind::kFile
             : S_ISDIR(st.st_mode) ? FileStat::Kind::kDirectory
                                   : FileStat::Kind::kOther;
  out.size = static_cast<uint64_t>(st.st_size);
  out.mtime_ns = int64_t{st.st_mtim.tv_sec} * 1'000'000'000 + st.st_mtim.tv_nsec;
  out.ctime_ns = int64_t{st.st_ctim.tv_sec} * 1'000'000'000 + st.st_ctim.tv_nsec;
  out.inode = st.st_ino;
  return out;
}

std::unique_ptr<RandomAccess> DiskReader::open(const std::string& path, std::string* why) const {
  // O_NONBLOCK: a FIFO that takes the name of an artifact must not block the run
  const int fd = ::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK);
  if (fd < 0) {
    *why = std::strerror(errno);
    return nullptr;
  }
  struct ::stat st {};
  if (::fstat(fd, &st) != 0 || !S_ISREG(st.st_mode)) {
    *why = "not a regular file";
    ::close(fd);
    return nullptr;
  }
  // a small file is read whole: read-ahead neither helps nor harms
  if (st.st_size > 65536) ::posix_fadvise(fd, 0, 0, POSIX_FADV_RANDOM);
  return std::make_unique<DiskFile>(fd, static_cast<uint64_t>(st.st_size));
}

bool DiskReader::readable_folder(const std::string& path) const {
  return ::access(path.c_str(), R_OK | X_OK) == 0;
}

std::vector<std::string> DiskReader::list(const std::string& path, Kinds* kinds) const {
  std::vector<std::pair<std::string, FileStat::Kind>> found;
  // as readdir() does, which asks for a block of its own and for what is not needed
  const int fd = ::open(path.c_str(), O_RDONLY | O_DIRECTORY | O_NONBLOCK | O_CLOEXEC);
  alignas(dirent64) char block[32768];
  for (ssize_t n = 0; fd >= 0 && (n = ::getdents64(fd, block, sizeof block)) > 0;) {
    for (const char* at = block; at < block + n;) {
      const auto* e = reinterpret_cast<const dirent64*>(at);
      at += e->d_reclen;
      const std::string_view name = e->d_name;
      if (name == "." || name == "..") continue;
      found.emplace_back(name, e->d_type == DT_REG   ? FileStat::Kind::kFile
                               : e->d_type == DT_DIR ? FileStat::Kind::kDirectory
                                                     : FileStat::Kind::kAbsent);
    }
  }
  if (fd >= 0) ::close(fd);
  std::sort(found.begin(), found.end());
  std::vector<std::string> out;
  if (kinds) kinds->clear();
  for (auto& [name, kind] : found) {
    out.push_back(std::move(name));
    if (kinds) kinds->push_back(kind);
  }
  return out;
}

FileStat MemoryReader::stat(const std::string& path) const {
  FileStat out;
  const std::string p = normal_path(path);
  if (auto it = files.find(p); it != files.end()) {
    out.kind = FileStat::Kind::kFile;
    out.size = it->second.size();
    return out;
  }
  const std::string prefix = p == "." ? "" : p == "/" ? "/" : p + "/";
  auto it = files.lower_bound(prefix);
  if (it != files.end() && it->first.starts_with(prefix)) out.kind = FileStat::Kind::kDirectory;
  return out;
}

std::unique_ptr<RandomAccess> MemoryReader::open(const std::string& path, std::string* why) const {
  auto it = files.find(normal_path(path));
  if (it == files.end()) {
    *why = std::strerror(ENOENT);
    return nullptr;
  }
  return memory_access(it->second);
}

std::vector<std::string> MemoryReader::list(const std::string& path, Kinds* kinds) const {
  const std::string p = normal_path(path);
  const std::string prefix = p == "." ? "" : p == "/" ? "/" : p + "/";
  std::vector<std::string> out;
  for (auto it = files.lower_bound(prefix); it != files.end() && it->first.starts_with(prefix);
       ++it) {
    std::string name = it->first.substr(prefix.size());
    name = name.substr(0, name.find('/'));
    if (!name.empty() && (out.empty() || out.back() != name)) out.push_back(std::move(name));
  }
  std::sort(out.begin(), out.end());
  out.erase(std::unique(out.begin(), out.end()), out.end());
  if (kinds) kinds->assign(out.size(), FileStat::Kind::kAbsent);
  return out;
}

namespace {

// Nothing to leave out: no empty component, no "." and no "..".
bool is_normal(std::string_view path) {
  if (path.empty() || (path.size() > 1 && path.ends_with('/'))) return false;
  size_t begin = path.starts_with('/') ? 1 : 0;
  for (size_t i = begin; i <= path.size(); ++i) {
    if (i < path.size() && path[i] != '/') continue;
    const size_t n = i - begin;
    if (n == 0 && i != path.size()) return false;
    if (n == 1 && path[begin] == '.') return false;
    if (n == 2 && path[begin] == '.' && path[begin + 1] == '.') return false;
    begin = i + 1;
  }
  return true;
}

}  // namespace

std::string normal_path(std::string_view path) {
  if (is_normal(path)) return std::string(path);
  const bool absolute = path.starts_with('/');
  std::string out = absolute ? "/" : "";
  out.reserve(path.size());
  const size_t root = out.size();
  size_t kept = root;  // up to here ".." takes nothing away
  for (size_t i = 0; i <= path.size();) {
    const size_t end = std::min(path.find('/', i), path.size());
    const std::string_view part = path.substr(i, end - i);
    i = end + 1;
    if (part.empty() || part == ".") continue;
    if (part == ".." && out.size() > kept) {
      const size_t slash = out.rfind('/');
      out.resize(slash == out.npos || slash < kept ? kept : slash);
      continue;
    }
    if (part == ".." && absolute) continue;
    if (out.size() > root) out += '/';
    out += part;
    if (part == "..") kept = out.size();
  }
  return out.empty() ? "." : out;
}

std::string join_path(std::string_view dir, std::string_view path) {
  if (path.starts_with('/') || dir.empty()) return normal_path(path);
  std::string both;
  both.reserve(dir.size() + 1 + path.size());
  both.append(dir).append(1, '/').append(path);
  return is_normal(both) ? both : normal_path(both);
}

std::string dir_name(std::string_view path) {
  const size_t slash = path.rfind('/');
  if (slash == std::string_view::npos) return ".";
  return slash == 0 ? "/" : std::string(path.substr(0, slash));
}

std::string base_name(std::string_view path) {
  const size_t slash = path.rfind('/');
  return std::string(slash == std::string_view::npos ? path : path.substr(slash + 1));
}

std::string extension(std::string_view path) {
  const std::string base = base_name(path);
  const size_t dot = base.rfind('.');
  if (dot == std::string::npos || dot == 0) return "";
  std::string out = base.substr(dot);
  std::transform(out.begin(), out.end(), out.begin(), [](char c) {
    return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
  });
  return out;
}

std::string relative_path(const std::string& to, const std::string& from) {
  if (from.empty() || !to.starts_with('/')) return to;
  // below it, as nearly always
  if (to.size() > from.size() && from.size() > 1 && to[from.size()] == '/' && to.starts_with(from))
    return to.substr(from.size() + 1);
  const auto parts = [](std::string_view p) {
    std::vector<std::string_view> out;
    for (size_t i = 1; i < p.size();) {
      size_t j = std::min(p.find('/', i), p.size());
      out.push_back(p.substr(i, j - i));
      i = j + 1;
    }
    return out;
  };
  const auto a = parts(to), b = parts(from);
  size_t same = 0;
  while (same < a.size() && same < b.size() && a[same] == b[same]) ++same;
  if (same == 0 && !b.empty()) return to;
  std::string out;
  for (size_t i = same; i < b.size(); ++i) out += out.empty() ? ".." : "/..";
  for (size_t i = same; i < a.size(); ++i) out += (out.empty() ? "" : "/") + std::string(a[i]);
  return out.empty() ? "." : out;
}

}  // namespace npulint
