// All file access goes through FileReader, so tests can use a map in place of a disk.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace npulint {

// Random access to one file. The size is taken once, when it is opened.
class RandomAccess {
 public:
  virtual ~RandomAccess() = default;
  virtual uint64_t size() const = 0;
  // Reads up to n bytes at `offset` into `to`; returns the number read, fewer at the end of the
  // file or when the file shrank or cannot be read. Never throws.
  virtual size_t read(uint64_t offset, char* to, size_t n) = 0;
};

struct FileStat {
  enum class Kind { kAbsent, kFile, kDirectory, kOther };
  Kind kind = Kind::kAbsent;
  uint64_t size = 0;
  int64_t mtime_ns = 0;
  int64_t ctime_ns = 0;  // of the last change of the file or of what is known of it
  uint64_t inode = 0;
  bool link = false;  // the name is a symbolic link; the rest tells what it leads to
};

class FileReader {
 public:
  virtual ~FileReader() = default;
  virtual FileStat stat(const std::string& path) const = 0;
  // What stat() says of the kind, where that is all that is wanted.
  virtual FileStat::Kind kind(const std::string& path) const { return stat(path).kind; }
  // Null on failure, with the system's reason in `why`.
  virtual std::unique_ptr<RandomAccess> open(const std::string& path, std::string* why) const = 0;
  // Whole file when it is at most `limit` bytes. False with the reason otherwise.
  virtual bool read_all(const std::string& path, uint64_t limit, std::string* to,
                        std::string* why) const;
  // Names in a directory, sorted by bytes, without "." and "..". `kinds`, of the same length: what
  // they are where the directory itself tells, else kAbsent; a symbolic link is never told.
  // An empty list of a folder that may not be read says nothing.
  virtual bool readable_folder(const std::string&) const { return true; }
  using Kinds = std::vector<FileStat::Kind>;
  virtual std::vector<std::string> list(const std::string& path, Kinds* kinds = nullptr) const = 0;
};

class DiskReader : public FileReader {
 public:
  bool readable_folder(const std::string& path) const override;
  FileStat stat(const std::string& path) const override;
  std::unique_ptr<RandomAccess> open(const std::string& path, std::string* why) const override;
  std::vector<std::string> list(const std::string& path, Kinds* kinds = nullptr) const override;
};

// For tests and fuzz targets: path → bytes. Directories exist through their files.
class MemoryReader : public FileReader {
 public:
  std::map<std::string, std::string> files;
  FileStat stat(const std::string& path) const override;
  std::unique_ptr<RandomAccess> open(const std::string& path, std::string* why) const override;
  std::vector<std::string> list(const std::string& path, Kinds* kinds = nullptr) const override;
};

// All of them, to a descriptor; false with errno set.
bool write_all(int fd, std::string_view bytes);
// Writes `after` in place of the file, through a temporary file beside it, when it still holds
// `before`; mode and owner stay. False with the reason, and the file as it was, otherwise.
bool replace_file(const std::string& path, std::string_view before, std::string_view after,
                  std::string* why);
// A result of the tool: in place of what is there, whole or not at all, whatever interrupts.
// Devices and pipes are written to as they are.
bool write_output(const std::string& path, std::string_view bytes, std::string* why);
// A new file; refuses when there is one. The same for what replace_file does not know yet.
bool create_file(const std::string& path, std::string_view bytes, std::string* why);

// Random access to bytes that outlive it.
std::unique_ptr<RandomAccess> memory_access(std::string_view bytes);

// Lexical: "a/./b/../c" → "a/c"; "" → ".". Never touches the disk.
std::string normal_path(std::string_view path);
std::string join_path(std::string_view dir, std::string_view path);  // an absolute `path` wins
// Path of `to` relative to the folder `from`, both normal and absolute; `to` itself when they share
// nothing but the root.
std::string relative_path(const std::string& to, const std::string& from);
std::string dir_name(std::string_view path);  // "." when there is none
std::string base_name(std::string_view path);
std::string extension(std::string_view path);  // ".yaml", lower case; "" when none

}  // namespace npulint
