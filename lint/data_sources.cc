#include "lint/data_sources.h"

#include <algorithm>
#include <unordered_map>
#include <unordered_set>

#include "lint/digest.h"
#include "lint/digest_cache.h"
#include "lint/files.h"
#include "lint/parallel.h"
#include "lint/progress.h"
#include "lint/sources.h"
#include "lint/words.h"

namespace npulint {
namespace {

constexpr size_t kMostFiles = 5'000'000;
constexpr size_t kMaxDepth = 16;

// Paths of files relative to the folder, in the order of their names. Links are followed, but not
// to a folder that they lie in.
struct Walk {
  const FileReader& reader;
  const std::string& dir;
  const std::string& except;
  std::vector<std::string> files;
  size_t unread = 0;           // folders
  std::vector<uint64_t> open;  // inodes of the folders around

  void add(const std::string& below, uint64_t inode) {
    const std::string here = below.empty() ? dir : join_path(dir, below);
    if (open.size() > kMaxDepth || here == except) return;
    if (!reader.readable_folder(here)) return void(++unread);
    open.push_back(inode);
    FileReader::Kinds kinds;
    const std::vector<std::string> names = reader.list(here, &kinds);
    for (size_t i = 0; i < names.size() && files.size() < kMostFiles; ++i) {
      if (is_beside_data(names[i])) continue;
      const std::string path = below.empty() ? names[i] : below + "/" + names[i];
      FileStat st;
      st.kind = kinds[i];
      if (st.kind != FileStat::Kind::kFile) st = reader.stat(join_path(dir, path));
      const bool around =
          st.inode != 0 && std::find(open.begin(), open.end(), st.inode) != open.end();
      if (st.kind == FileStat::Kind::kFile)
        files.push_back(path);
      else if (st.kind == FileStat::Kind::kDirectory && !around)
        add(path, st.inode);
    }
    open.pop_back();
  }
};

// The entry as an absolute path; empty when it does not tell, or is not there.
std::string place_of(const FileReader& reader, const Sources& sources, const DataSet& set,
                     const DataSet::Entry& e) {
  if (e.name.starts_with('/')) return normal_path(e.name);
  const std::string& real = sources.real(set.file);
  if (real.empty()) return "";
  if (set.folder) return join_path(real, e.name);
  std::string path = join_path(dir_name(real), e.name);
  return reader.stat(path).kind == FileStat::Kind::kFile ? path : "";
}

}  // namespace

bool is_beside_data(std::string_view name) {
  static constexpr std::string_view kEndings[] = {
      ".py",    ".ipynb", ".md",   ".rst",  ".txt",    ".json",   ".jsonl", ".yaml",
      ".yml",   ".sh",    ".csv",  ".tsv",  ".xml",    ".html",   ".log",   ".pdf",
      ".ini",   ".cfg",   ".md5",  ".sha1", ".sha256", ".sha512", ".cache", ".pkl",
      ".names", ".db",    ".toml", ".lst",  ".mk",     ".cmake",  ".c",     ".cc",
      ".cpp",   ".h",     ".zip",  ".tar",  ".gz",     ".tgz",    ".onnx",  ".mat"};
  static constexpr std::string_view kNames[] = {"license",  "licence",    "readme",    "notice",
                                                "copying",  "authors",    "changelog", "version",
                                                "makefile", "dockerfile", "_success",  "sha256sums",
                                                "md5sums",  "checksums",  "manifest"};
  if (name.starts_with('.')) return true;
  const std::string low = lower(name), ext = extension(name);
  return std::find(std::begin(kEndings), std::end(kEndings), ext) != std::end(kEndings) ||
         std::find(std::begin(kNames), std::end(kNames), low) != std::end(kNames);
}

DataSet read_folder_set(const FileReader& reader, const std::string& dir, FileId id, unsigned jobs,
                        const std::string& cache, const std::string& except) {
  DataSet out;
  out.file = id;
  out.folder = true;
  Walk walk{reader, dir, except, {}, 0, {}};
  walk.add("", reader.stat(dir).inode);
  std::vector<std::string>& files = walk.files;
  DigestCache known(reader, cache, dir);
  std::vector<FileStat> stats(files.size());
  std::vector<DataSet::Digest> digests(files.size());
  enum class State : uint8_t { kUnknown, kCached, kRead };
  std::vector<State> states(files.size(), State::kUnknown);
  for (size_t i = 0; !cache.empty() && i < files.size(); ++i) {
    stats[i] = reader.stat(join_path(dir, files[i]));
    const DataSet::Digest* d = known.find(files[i], stats[i]);
    if (!d) continue;
    digests[i] = *d;
    states[i] = State::kCached;
  }
  Progress progress(kHashed, files.size());
  parallel(files.size(), jobs, [&](size_t i) {
    std::string why;
    const auto file =
        states[i] == State::kUnknown ? reader.open(join_path(dir, files[i]), &why) : nullptr;
    if (file && parse_digest(sha256_hex(*file), &digests[i])) states[i] = State::kRead;
    progress.tick();
  });
  for (size_t i = 0; i < files.size(); ++i) {
    if (states[i] == State::kRead) known.add(files[i], stats[i], digests[i]);
    out.owned.push_back(std::make_shared<std::string>(std::move(files[i])));
    DataSet::Entry e;
    e.name = *out.owned.back();
    if (states[i] != State::kUnknown) {
      e.digest = static_cast<int32_t>(out.digests.size());
      out.digests.push_back(digests[i]);
    }
    out.entries.push_back(e);
  }
  known.save();
  if (walk.unread > 0) out.stated = out.entries.size() + walk.unread;
  return out;
}

void add_path_overlap(const FileReader& reader, const Sources& sources, const DataSet& calibration,
                      const DataSet& evaluation, Overlap* to) {
  std::unordered_set<std::string_view> told;
  for (const Overlap::Pair& p : to->by_content) told.insert(p.calibration);
  std::unordered_map<std::string, size_t> places;
  for (size_t i = 0; i < calibration.entries.size(); ++i) {
    const DataSet::Entry& e = calibration.entries[i];
    if (told.contains(e.name)) continue;
    std::string place = place_of(reader, sources, calibration, e);
    if (!place.empty()) places.emplace(std::move(place), i);
  }
  const auto add = [&](const DataSet::Entry& c, std::string_view as, const Evidence& at) {
    to->by_path.push_back({std::string(c.name), std::string(as), calibration.at(c), at});
  };
  const std::string& real = sources.real(evaluation.file);
  const std::string dir = evaluation.folder ? real : dir_name(real);
  for (size_t i = 0; !places.empty() && i < evaluation.entries.size(); ++i) {
    const DataSet::Entry& e = evaluation.entries[i];
    const auto it = places.find(join_path(dir, e.name));
    if (it == places.end()) continue;
    const DataSet::Entry& c = calibration.entries[it->second];
    // both contents are known and differ: the path is another's by now
    if (c.digest < 0 || e.digest < 0) add(c, e.name, evaluation.at(e));
  }
  // a folder of the evaluation set that is the calibration set was not read as a part of it
  if (to->one_folder_in_other)
    for (const auto& [place, i] : places)
      if (place.starts_with(real + "/"))
        add(calibration.entries[i], place.substr(real.size() + 1), whole_file(evaluation.file));
  std::sort(to->by_path.begin(), to->by_path.end(),
            [](const auto& a, const auto& b) { return a.calibration < b.calibration; });
  // a path says more than a name
  told.clear();
  for (const Overlap::Pair& p : to->by_path) told.insert(p.calibration);
  std::erase_if(to->by_name, [&](const Overlap::Pair& p) { return told.contains(p.calibration); });
}

}  // namespace npulint
