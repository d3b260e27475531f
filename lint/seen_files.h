// The disk as one run sees it: each folder and name is asked for once.
#pragma once

#include <string>
#include <unordered_map>
#include <vector>

#include "lint/files.h"

namespace npulint {

// Not for several threads, but for open(): only discovery and what follows it one by one ask.
class SeenFiles : public FileReader {
 public:
  explicit SeenFiles(const FileReader& disk) : disk_(disk) {}  // outlives this
  FileStat stat(const std::string& path) const override;
  std::unique_ptr<RandomAccess> open(const std::string& path, std::string* why) const override {
    return disk_.open(path, why);
  }
  bool readable_folder(const std::string& path) const override {
    return disk_.readable_folder(path);
  }
  std::vector<std::string> list(const std::string& path, Kinds* kinds = nullptr) const override;
  // Lists many folders at once.
  void list_ahead(const std::vector<std::string>& folders, unsigned jobs);

 private:
  struct Listed {
    std::vector<std::string> names;
    Kinds kinds;
  };
  // A folder of that path was listed and holds no such name.
  bool not_listed(std::string_view path) const;
  const FileReader& disk_;
  mutable std::unordered_map<std::string, FileStat> stats_;
  mutable std::unordered_map<std::string, Listed> lists_;
};

}  // namespace npulint
