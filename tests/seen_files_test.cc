#include "lint/seen_files.h"

#include <doctest/doctest.h>

namespace npulint {
namespace {

// Counts what the disk is asked for; told kinds are those of its files.
struct Disk : FileReader {
  mutable int stats = 0, lists = 0;
  std::vector<std::pair<std::string, FileStat::Kind>> entries;  // of the folder "d"

  FileStat stat(const std::string& path) const override {
    ++stats;
    FileStat st;
    for (const auto& [name, kind] : entries)
      if (path == "d/" + name)
        st.kind = kind == FileStat::Kind::kAbsent ? FileStat::Kind::kFile : kind;
    return st;
  }
  std::unique_ptr<RandomAccess> open(const std::string&, std::string*) const override {
    return nullptr;
  }
  std::vector<std::string> list(const std::string& path, Kinds* kinds) const override {
    ++lists;
    std::vector<std::string> names;
    if (kinds) kinds->clear();
    if (path != "d") return names;
    for (const auto& [name, kind] : entries) {
      names.push_back(name);
      if (kinds) kinds->push_back(kind);
    }
    return names;
  }
};

Disk some() {
  Disk disk;
  disk.entries = {{"a.yaml", FileStat::Kind::kFile},
                  {"link", FileStat::Kind::kAbsent},  // a folder does not tell what a link leads to
                  {"sub", FileStat::Kind::kDirectory}};
  return disk;
}

}  // namespace

TEST_CASE("seen files: a listed folder answers for its names") {
  const Disk disk = some();
  SeenFiles seen(disk);
  CHECK(seen.list("d").size() == 3);
  CHECK(seen.kind("d/a.yaml") == FileStat::Kind::kFile);
  CHECK(seen.kind("d/sub") == FileStat::Kind::kDirectory);
  CHECK(seen.kind("d/none") == FileStat::Kind::kAbsent);
  CHECK(seen.stat("d/none").kind == FileStat::Kind::kAbsent);
  CHECK(disk.stats == 0);
  CHECK(seen.kind("d/link") == FileStat::Kind::kFile);
  CHECK(disk.stats == 1);
  CHECK(seen.list("d").size() == 3);
  CHECK(disk.lists == 1);
}

TEST_CASE("seen files: what was not listed is asked for, once until frozen") {
  const Disk disk = some();
  SeenFiles seen(disk);
  CHECK(seen.kind("d/sub") == FileStat::Kind::kDirectory);
  CHECK(seen.kind("d/sub") == FileStat::Kind::kDirectory);
  CHECK(disk.stats == 1);
  seen.freeze();
  CHECK(seen.kind("d/sub") == FileStat::Kind::kDirectory);  // known before
  CHECK(disk.stats == 1);
  CHECK(seen.kind("d/a.yaml") == FileStat::Kind::kFile);
  CHECK(seen.kind("d/a.yaml") == FileStat::Kind::kFile);
  CHECK(disk.stats == 3);
  CHECK(seen.list("d").size() == 3);
  FileReader::Kinds kinds;
  CHECK(seen.list("d", &kinds).size() == 3);
  CHECK(kinds.size() == 3);
  CHECK(disk.lists == 2);
}

}  // namespace npulint
