#include "lint/data_sources.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cstdio>
#include <ctime>
#include <filesystem>
#include <fstream>

#include "doctest/doctest.h"
#include "lint/digest.h"
#include "lint/digest_cache.h"
#include "lint/files.h"
#include "lint/sources.h"
#include "parsers/data_list.h"
#include "tests/temp_folder.h"

using namespace npulint;
namespace fs = std::filesystem;

namespace {

struct Folder : TempFolder {
  // `age` in seconds before now
  void write(const std::string& name, const std::string& bytes, int64_t age) const {
    const fs::path p = fs::path(path) / name;
    fs::create_directories(p.parent_path());
    std::ofstream(p, std::ios::binary | std::ios::trunc) << bytes;
    const timespec then{::time(nullptr) - age, 0};
    const timespec both[2] = {then, then};
    REQUIRE(::utimensat(AT_FDCWD, p.c_str(), both, 0) == 0);
  }
};

std::string digest_of(const DataSet& set, std::string_view name) {
  for (const DataSet::Entry& e : set.entries)
    if (e.name == name && e.digest >= 0)
      return hex_text(set.digests[static_cast<size_t>(e.digest)]);
  return "";
}

DataSet read(const Folder& data, const Folder& cache, const std::string& except = "") {
  return read_folder_set(DiskReader(), data.path, 0, 2, cache.path, except);
}

}  // namespace

TEST_CASE("digest cache: a file that has changed is read again, though its time says it has not") {
  const Folder data, cache;
  data.write("a.jpg", "first", 100);
  CHECK(digest_of(read(data, cache), "a.jpg") == sha256_hex("first"));
  data.write("a.jpg", "FIRST", 100);
  CHECK(digest_of(read(data, cache), "a.jpg") == sha256_hex("FIRST"));
}

TEST_CASE("digest cache: what has settled is kept, and found while nothing of it has changed") {
  const Folder data, cache;
  data.write("a.jpg", "bytes", 0);
  DiskReader reader;
  const FileStat st = reader.stat(data.path + "/a.jpg");
  DataSet::Digest digest{};
  digest[0] = 7;
  const int64_t second = 1'000'000'000;
  {
    DigestCache soon(reader, cache.path, data.path, st.ctime_ns + second);
    soon.add("a.jpg", st, digest);  // it may still be written to
    soon.save();
    DigestCache later(reader, cache.path, data.path, st.ctime_ns + 10 * second);
    CHECK(later.find("a.jpg", st) == nullptr);
    later.add("a.jpg", st, digest);
    later.save();
  }
  DigestCache known(reader, cache.path, data.path);
  REQUIRE(known.find("a.jpg", st) != nullptr);
  CHECK(*known.find("a.jpg", st) == digest);
  CHECK(known.find("b.jpg", st) == nullptr);
  for (int i = 0; i < 4; ++i) {
    FileStat other = st;
    if (i == 0) ++other.size;
    if (i == 1) ++other.mtime_ns;
    if (i == 2) ++other.ctime_ns;
    if (i == 3) ++other.inode;
    CHECK(known.find("a.jpg", other) == nullptr);
  }
}

TEST_CASE("digest cache: damage, an unwritable place and no place only mean that files are read") {
  const Folder data, cache;
  data.write("a.jpg", "first", 100);
  read(data, cache);
  for (const char* damage : {"", "npulint digests 1\n5 6", "npulint digests 9\n",
                             "npulint digests 1\n5 x 7 zz a.jpg\n\n   \n"}) {
    for (const auto& f : fs::directory_iterator(cache.path))
      std::ofstream(f.path(), std::ios::trunc) << damage;
    CHECK(digest_of(read(data, cache), "a.jpg") == sha256_hex("first"));
  }
  for (const char* place : {"", "/proc/no-such-folder"})
    CHECK(digest_of(read_folder_set(DiskReader(), data.path, 0, 1, place, ""), "a.jpg") ==
          sha256_hex("first"));
}

TEST_CASE(
    "folder set: links are followed, but not round and round; what cannot be read is counted") {
  const Folder data, other, cache;
  data.write("a.jpg", "a", 100);
  other.write("b.jpg", "b", 100);
  fs::create_directory_symlink(other.path, data.path + "/more");
  fs::create_directory_symlink(".", data.path + "/self");
  CHECK(read(data, cache).entries.size() == 2);
  fs::create_directory(data.path + "/closed");
  ::chmod((data.path + "/closed").c_str(), 0);
  const DataSet set = read(data, cache);
  CHECK(set.size() == (::access((data.path + "/closed").c_str(), R_OK) == 0 ? 2u : 3u));
  ::chmod((data.path + "/closed").c_str(), 0700);
}

TEST_CASE("folder set: texts, hidden files and the other set are no samples") {
  const Folder data, cache;
  for (const char* name : {"a.jpg", "README", "labels.txt", ".hidden.jpg", "cal/c.jpg", "v/d.jpg"})
    data.write(name, name, 100);
  const DataSet all = read(data, cache), rest = read(data, cache, data.path + "/cal");
  CHECK(all.entries.size() == 3);
  REQUIRE(rest.entries.size() == 2);
  CHECK(rest.entries[0].name == "a.jpg");
  CHECK(rest.entries[1].name == "v/d.jpg");
}

TEST_CASE("overlap: 500 canonical names, then errors as soon as digests exist") {
  std::string cal, eval, cal_digests, eval_digests;
  for (int i = 1; i <= 5000; ++i) {
    char name[64];
    std::snprintf(name, sizeof name, "ILSVRC2012_val_%08d.JPEG", i);
    const std::string digest = sha256_hex(name);
    eval += std::string(name) + " " + std::to_string(i % 1000) + "\n";
    eval_digests += digest + "  val/" + name + "\n";
    if (i % 10 != 0) continue;
    cal += std::string(name) + "\n";
    cal_digests += digest + "  cal/" + std::to_string(i) + ".jpg\n";
  }
  Message why;
  const Overlap names = overlap_of(parse_data_list(0, cal, &why), parse_data_list(1, eval, &why));
  CHECK(names.by_name.size() == 500);
  CHECK(names.by_content.empty());
  const Overlap contents =
      overlap_of(parse_data_list(0, cal_digests, &why), parse_data_list(1, eval_digests, &why));
  CHECK(contents.by_content.size() == 500);
  CHECK(contents.by_name.empty());
}

TEST_CASE("overlap: tensors by the names of their images, but not images by each other's") {
  Message why;
  const auto by_name = [&](std::string_view cal, std::string_view eval) {
    return overlap_of(parse_data_list(0, cal, &why), parse_data_list(1, eval, &why)).by_name.size();
  };
  CHECK(by_name("000000000139.jpg.rgbchw\n", "val/000000000139.jpg\n") == 1);
  CHECK(by_name("000000000139.npy\n", "000000000139.jpg\n") == 1);
  CHECK(by_name("000000000139.png\n", "000000000139.jpg\n") == 0);
  CHECK(by_name("0001.npy\n", "0001.jpg\n") == 0);
  CHECK(by_name("000000000139.npy\n", "000000000139.xml\n") == 0);
}

TEST_CASE("overlap: by path") {
  MemoryReader reader;
  reader.files = {{"/d/val/a.jpg", "1"}, {"/d/cal.txt", ""}, {"/d/eval.txt", ""}};
  Sources sources;
  const FileId cal = sources.add("cal.txt", "/d/cal.txt"), list = sources.add("e", "/d/eval.txt"),
               folder = sources.add("val", "/d/val");
  Message why;
  const auto pairs = [&](std::string_view c, const DataSet& eval) {
    const DataSet set = parse_data_list(cal, c, &why);
    Overlap o = overlap_of(set, eval);
    add_path_overlap(reader, sources, set, eval, &o);
    return o.by_path.size();
  };
  DataSet val;
  val.file = folder;
  val.folder = true;
  val.entries.push_back({"a.jpg", 0, -1});
  CHECK(pairs("val/a.jpg\n", val) == 1);
  CHECK(pairs("val/../val/a.jpg\n", val) == 1);
  CHECK(pairs("/d/val/a.jpg\n", val) == 1);
  CHECK(pairs("/d/val/gone.jpg\n", val) == 0);
  CHECK(pairs("val/gone.jpg\n", val) == 0);         // of another root, perhaps
  CHECK(pairs("/d/validation/a.jpg\n", val) == 0);  // no prefix of a name
  CHECK(pairs("val/a.jpg\n", parse_data_list(list, "val/a.jpg\nval/b.jpg\n", &why)) == 1);
  CHECK(pairs("val/b.jpg\n", parse_data_list(list, "val/a.jpg\nval/b.jpg\n", &why)) == 0);
}
