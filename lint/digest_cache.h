// Digests of the files of one folder, kept from one run to the next: a file whose size, inode and
// both times of change are those of last time is not read again. One small text file a folder,
// below the user's cache folder; anything wrong with it only means that files are read.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "lint/data_set.h"
#include "lint/files.h"

namespace npulint {

// $XDG_CACHE_HOME/npulint, else ~/.cache/npulint; empty when neither is absolute.
std::string digest_cache_dir();

class DigestCache {
 public:
  // `dir` empty: keeps nothing. `folder`: the real path of the folder of data.
  // `now_ns`: since 1970; 0: the clock's.
  DigestCache(const FileReader& reader, const std::string& dir, const std::string& folder,
              int64_t now_ns = 0);

  // `name`: path below the folder. Null when it is not known, or the file has changed.
  const DataSet::Digest* find(std::string_view name, const FileStat& now);
  // Of a file that may still be written to (its time of change is that of the reading) nothing is
  // kept.
  void add(std::string name, const FileStat& as_read, const DataSet::Digest& digest);
  // Writes what has been found and added, and nothing else; only when something was added.
  void save();

 private:
  struct Known {
    uint64_t size = 0, inode = 0;
    int64_t mtime_ns = 0, ctime_ns = 0;
    DataSet::Digest digest{};
    bool used = false;  // seen in this run, and unchanged
  };
  void read(std::string_view bytes);
  std::string dir_, path_;
  int64_t opened_ns_ = 0;
  std::string text_;
  std::unordered_map<std::string_view, Known> known_;  // into text_
  std::vector<std::pair<std::string, Known>> added_;
};

}  // namespace npulint
