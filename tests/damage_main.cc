// Every file of every example, cut off and with flipped bits: the run ends, renders, and judges the
// same twice. Nothing is expected of what it finds.
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <sstream>

#include "lint/check.h"
#include "lint/render.h"

namespace npulint {
namespace {

const std::string kRoot = NPULINT_SOURCE_DIR;
constexpr size_t kMostBytes = 4u << 20;  // of a file that is damaged

std::string slurp(const std::string& path) {
  std::ifstream in(path, std::ios::binary);
  std::ostringstream out;
  out << in.rdbuf();
  return out.str();
}

void collect(const DiskReader& disk, const std::string& dir, const std::string& as,
             MemoryReader& to) {
  for (const std::string& name : disk.list(dir)) {
    const std::string path = dir + "/" + name;
    const FileStat st = disk.stat(path);
    if (st.kind == FileStat::Kind::kDirectory)
      collect(disk, path, as + "/" + name, to);
    else if (st.size <= kMostBytes && name != "expected.txt" && name != "args.txt")
      to.files[as + "/" + name] = slurp(path);
  }
}

// FNV-1a: the places of damage are the same on every machine.
uint64_t hash(std::string_view s, uint64_t seed) {
  uint64_t h = 14695981039346656037u ^ seed;
  for (const char c : s) h = (h ^ static_cast<unsigned char>(c)) * 1099511628211u;
  return h ^ h >> 29;
}

std::string damaged(const std::string& bytes, const std::string& path, uint64_t kind) {
  std::string out = bytes;
  const uint64_t at = hash(path, kind);
  if (kind < 2) {
    out.resize(at % (out.size() + 1));
    return out;
  }
  for (uint64_t i = 0; i < kind; ++i) {
    char& c = out[hash(path, at + i) % out.size()];
    c = static_cast<char>(c ^ 1 << (at + i) % 8);
  }
  return out;
}

std::string judge(const MemoryReader& disk) {
  CheckOptions o;
  o.load.cwd = "/x";
  o.load.paths = {"."};
  o.profile = Profile::kRelease;
  o.today = "2026-01-01";
  const Loaded l = check(disk, o);
  std::string out;
  for (const LoadError& e : l.errors) out += e.what.in(Lang::kEn) + "\n";
  return l.errors.empty() ? render_text(l.run, {}) + render_json(l.run, {}) : out;
}

int run() {
  const DiskReader disk;
  const bool verbose = std::getenv("NPULINT_VERBOSE");
  size_t passed = 0, failed = 0;
  for (const char* kind : {"rules", "bundles"})
    for (const std::string& group : disk.list(kRoot + "/examples/" + kind)) {
      MemoryReader files;
      collect(disk, kRoot + "/examples/" + kind + "/" + group, "/x", files);
      // an example of a rule is a folder of its own
      for (auto& [path, bytes] : files.files) {
        if (bytes.empty()) continue;
        MemoryReader one;
        const size_t end = std::string_view(kind) == "rules" ? path.find('/', 3) : 2;
        const std::string folder = path.substr(0, end == std::string::npos ? 2 : end);
        for (auto it = files.files.lower_bound(folder); it != files.files.end(); ++it)
          if (it->first.starts_with(folder)) one.files.emplace(it->first, it->second);
        const std::string whole = bytes;
        for (const uint64_t how : {uint64_t{1}, uint64_t{3}}) {  // cut off; three bits flipped
          one.files[path] = damaged(whole, path, how);
          // a crash ends the test: the name of what is judged stands last in the log
          if (verbose)
            std::fprintf(stderr, "%s%s %d\n", group.c_str(), path.c_str(), static_cast<int>(how));
          const bool same = judge(one) == judge(one);
          (same ? passed : failed) += 1;
          if (!same) std::printf("FAIL %s%s: two runs differ\n", group.c_str(), path.c_str());
        }
      }
    }
  std::printf("%zu passed, %zu failed\n", passed, failed);
  return failed == 0 ? 0 : 1;
}

}  // namespace
}  // namespace npulint

int main() { return npulint::run(); }
