// Results are written whole or not at all.
#include <sys/stat.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <iterator>

#include "doctest/doctest.h"
#include "lint/files.h"
#include "tests/temp_folder.h"

using namespace npulint;
namespace fs = std::filesystem;

namespace {

struct Folder : TempFolder {
  size_t entries() const {
    return static_cast<size_t>(std::distance(fs::directory_iterator(path), {}));
  }
};

std::string read(const std::string& path) {
  std::ifstream in(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

}  // namespace

TEST_CASE("write_output: a new file, another in its place, and nothing beside it") {
  const Folder f;
  std::string why;
  const mode_t mask = ::umask(022);
  CHECK(write_output(f / "a", "first", &why));
  ::umask(mask);
  struct ::stat st {};
  REQUIRE(::stat((f / "a").c_str(), &st) == 0);
  CHECK((st.st_mode & 0777) == 0644);
  ::chmod((f / "a").c_str(), 0600);
  CHECK(write_output(f / "a", "2", &why));
  CHECK(read(f / "a") == "2");
  REQUIRE(::stat((f / "a").c_str(), &st) == 0);
  CHECK((st.st_mode & 0777) == 0600);
  CHECK(f.entries() == 1);
}

TEST_CASE("write_output: a link stays a link") {
  const Folder f;
  std::string why;
  CHECK(write_output(f / "target", "old", &why));
  fs::create_symlink("target", f / "link");
  CHECK(write_output(f / "link", "new", &why));
  CHECK(fs::is_symlink(f / "link"));
  CHECK(read(f / "target") == "new");
}

TEST_CASE("write_output: faults are said, and leave what was there") {
  const Folder f;
  std::string why;
  CHECK_FALSE(write_output(f / "none/a", "x", &why));
  CHECK_FALSE(why.empty());
  fs::create_directory(f / "dir");
  CHECK_FALSE(write_output(f / "dir", "x", &why));
  why.clear();
  CHECK_FALSE(write_output("/dev/full", std::string(100000, 'x'), &why));
  CHECK_FALSE(why.empty());
  CHECK(write_output("/dev/null", "x", &why));
  CHECK(f.entries() == 1);
}
