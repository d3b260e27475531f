// Dumps that a contract names: which files they are, their sizes, and what their values show.
#include <doctest/doctest.h>

#include "lint/check.h"
#include "lint/expand_glob.h"

using namespace npulint;

namespace {

constexpr const char* kMetadata = R"({"march": "nash-e", "outputs": [{"name": "cls",
  "dtype": "int32", "shape": [1, 3], "strides_bytes": [12, 4],
  "quantization": {"axis": 1, "scale": [0.5, 0.1, 0.1], "zero_point": [0, 0, 0]}}]})";

std::string ints(const std::vector<int32_t>& list) {
  std::string out;
  for (int32_t v : list)
    for (int i = 0; i < 4; ++i) out += static_cast<char>(static_cast<uint32_t>(v) >> (8 * i));
  return out;
}

std::string contract(const std::string& read_as, const std::string& decode,
                     const std::string& dump) {
  return "[artifact]\nfile = \"det.metadata.json\"\n[[output]]\nname = \"cls\"\nread_as = \"" +
         read_as + "\"\ndecode = \"" + decode + "\"\nconsumer = \"argmax\"\ndump = \"" + dump +
         "\"\n";
}

// A reader that counts what is read of the dumps.
class Counting : public MemoryReader {
 public:
  mutable size_t opened = 0;
  std::unique_ptr<RandomAccess> open(const std::string& path, std::string* why) const override {
    opened += path.find("/out/") != std::string::npos;
    return MemoryReader::open(path, why);
  }
};

Loaded run(const MemoryReader& disk, std::vector<std::string> select = {}) {
  CheckOptions o;
  o.load.paths = {"/d"};
  o.load.cwd = "/";
  o.load.isolated = true;
  o.profile = Profile::kReview;
  o.select = std::move(select);
  return check(disk, o);
}

// "CODE: the sentence of each further place", of all findings.
std::vector<std::string> notes(const Loaded& l) {
  std::vector<std::string> out;
  for (const Finding& f : l.run.result.findings)
    for (const auto& r : f.related)
      if (r.note.in(Lang::kEn).find("comes first") != std::string::npos ||
          r.note.in(Lang::kEn).find("NaN") != std::string::npos)
        out.push_back(std::string(f.rule->code) + ": " + r.note.in(Lang::kEn));
  return out;
}

std::vector<std::string> codes(const Loaded& l) {
  std::vector<std::string> out;
  for (const Finding& f : l.run.result.findings) out.emplace_back(f.rule->code);
  return out;
}

}  // namespace

TEST_CASE("glob: the files below a folder, sorted, none twice") {
  MemoryReader disk;
  for (const char* f : {"/d/a.bin", "/d/b.txt", "/d/x/c.bin", "/d/y/c.bin", "/d/y/z/c.bin",
                        "/d/.h/c.bin", "/d/x/.c.bin"})
    disk.files[f] = "";
  const auto at = [&](const char* pattern) { return expand_glob(disk, "/d", pattern); };
  using List = std::vector<std::string>;
  CHECK(at("*.bin") == List{"/d/a.bin"});
  CHECK(at("a.bin") == List{"/d/a.bin"});
  CHECK(at("*/c.bin") == List{"/d/x/c.bin", "/d/y/c.bin"});
  CHECK(at("**/c.bin") == List{"/d/x/c.bin", "/d/y/c.bin", "/d/y/z/c.bin"});
  CHECK(at("?/*") == List{"/d/x/c.bin", "/d/y/c.bin"});
  CHECK(at("x/**") == List{"/d/x/c.bin"});
  CHECK(at("/d/*.txt") == List{"/d/b.txt"});
  CHECK(at("../d/a*") == List{"/d/a.bin"});
  CHECK(at("none/*.bin").empty());
}

TEST_CASE("dumps: each is read both ways, and the changes are counted") {
  MemoryReader disk;
  disk.files["/d/det.metadata.json"] = kMetadata;
  disk.files["/d/contract.toml"] = contract("int32", "none", "out/*.bin");
  disk.files["/d/out/0.bin"] = ints({40, 100, 1});  // 20 against 10
  disk.files["/d/out/1.bin"] = ints({10, 100, 1});  // 5 against 10
  disk.files["/d/out/2.bin"] = ints({30, 1, 100});
  CHECK(notes(run(disk)) ==
        std::vector<std::string>{"QNT001: in 2 of 3 dumps another class comes first once the "
                                 "values are decoded: 0.bin, 2.bin"});
  disk.files["/d/contract.toml"] = contract("int32", "per_tensor", "out/*.bin");
  CHECK(notes(run(disk)) ==
        std::vector<std::string>{"QNT002: in 2 of 3 dumps another class comes first once the "
                                 "values are decoded: 0.bin, 2.bin"});
  disk.files["/d/contract.toml"] = contract("int32", "none", "out/1.bin");
  CHECK(notes(run(disk)).empty());  // one dump is shown as it is
  disk.files["/d/out/0.bin"] = disk.files["/d/out/2.bin"] = disk.files["/d/out/1.bin"];
  disk.files["/d/contract.toml"] = contract("int32", "none", "out/*.bin");
  CHECK(notes(run(disk)) ==
        std::vector<std::string>{"QNT001: in all 3 dumps the same class comes first once the "
                                 "values are decoded; other data may differ"});
}

TEST_CASE("dumps: integers read as floats of their width") {
  MemoryReader disk;
  disk.files["/d/det.metadata.json"] = kMetadata;
  disk.files["/d/contract.toml"] = contract("float32", "none", "out/*.bin");
  disk.files["/d/out/0.bin"] = ints({-1, -8388608, 5});
  disk.files["/d/out/1.bin"] = ints({-8388609, 0x7F800000, 0x7F7FFFFF});  // finite, inf, finite
  const auto all = notes(run(disk, {"IOC006"}));
  CHECK(all == std::vector<std::string>{
                   "IOC006: 3 of 6 elements (50.0 %) are NaN or infinite when read as float32"});
}

TEST_CASE("dumps: rows with padding are read by their strides") {
  MemoryReader disk;
  disk.files["/d/det.metadata.json"] = R"({"march": "nash-e", "outputs": [{"name": "cls",
    "dtype": "int16", "shape": [1, 2, 2], "strides_bytes": [16, 8, 2],
    "quantization": {"axis": 2, "scale": [0.5, 0.1], "zero_point": [0, 0]}}]})";
  disk.files["/d/contract.toml"] = contract("float16", "none", "out/*.bin");
  const auto row = [](const std::string& pair) { return pair + std::string(4, '\xff'); };
  const std::string a("\x00\x7c\x01\x00", 4), b("\x02\x00\xff\xff", 4);
  disk.files["/d/out/strided.bin"] = row(a) + row(b);
  disk.files["/d/out/cut.bin"] = row(a) + b;  // up to the last element
  disk.files["/d/out/dense.bin"] = a + b;
  CHECK(notes(run(disk, {"IOC006"})) ==
        std::vector<std::string>{
            "IOC006: 6 of 12 elements (50.0 %) are NaN or infinite when read as float16"});
  CHECK(codes(run(disk, {"MEM006"})).empty());
  disk.files["/d/out/other.bin"] = a + b + "xy";
  CHECK(codes(run(disk, {"MEM006"})) == std::vector<std::string>{"MEM006"});
}

TEST_CASE("dumps: opened only when a rule that is on needs them") {
  Counting disk;
  disk.files["/d/det.metadata.json"] = kMetadata;
  disk.files["/d/contract.toml"] = contract("int32", "none", "out/*.bin");
  disk.files["/d/out/0.bin"] = ints({40, 100, 1});
  run(disk, {"MEM001", "NPL"});
  const size_t looked = disk.opened;  // for the kind of the file, which lies in the folder
  run(disk, {"MEM006"});
  CHECK(disk.opened == 2 * looked + 1);
}

TEST_CASE("dumps: absent ones and globs without a match are references") {
  MemoryReader disk;
  disk.files["/d/det.metadata.json"] = kMetadata;
  for (const char* dump : {"out/*.bin", "out/0.bin"}) {
    disk.files["/d/contract.toml"] = contract("int32", "none", dump);
    CHECK(codes(run(disk, {"NPL006", "MEM006"})) == std::vector<std::string>{"NPL006"});
  }
}
