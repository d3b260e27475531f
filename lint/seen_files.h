// The disk as one run sees it: each folder and name is asked for once.
#pragma once

#include <string>
#include <unordered_map>
#include <vector>

#include "lint/files.h"

namespace npulint {

// Of one thread, but for open(), until it is frozen; then of any number.
class SeenFiles : public FileReader {
 public:
  explicit SeenFiles(const FileReader& disk) : disk_(disk) {}  // outlives this
  FileStat stat(const std::string& path) const override;
  FileStat::Kind kind(const std::string& path) const override;
  std::unique_ptr<RandomAccess> open(const std::string& path, std::string* why) const override {
    return disk_.open(path, why);
  }
  bool readable_folder(const std::string& path) const override {
    return disk_.readable_folder(path);
  }
  std::vector<std::string> list(const std::string& path, Kinds* kinds = nullptr) const override;
  // Lists many folders at once.
  void list_ahead(const std::vector<std::string>& folders, unsigned jobs);
  // What is known stays; what is asked for from here on is not kept.
  void freeze() { frozen_ = true; }

 private:
  struct Listed {
    std::vector<std::string> names;
    Kinds kinds;
  };
  // What the listing of its folder says of a path: nothing when there is none, kAbsent of a name
  // that is there and may be anything.
  struct Place {
    bool listed = false, there = false;
    FileStat::Kind kind = FileStat::Kind::kAbsent;
  };
  Place place(std::string_view path) const;
  const FileReader& disk_;
  bool frozen_ = false;
  mutable std::unordered_map<std::string, FileStat> stats_;
  mutable std::unordered_map<std::string, Listed> lists_;
};

// Two names of one file: links.
bool same_file(const FileReader& disk, const std::string& a, const std::string& b);

}  // namespace npulint
