#include "lint/data_set.h"

#include <algorithm>
#include <cstring>
#include <unordered_map>

#include "lint/digest.h"
#include "lint/files.h"
#include "lint/parallel.h"
#include "lint/words.h"

namespace npulint {
namespace {

// The digest is random already: its first bytes are a hash.
struct First {
  size_t operator()(const DataSet::Digest& d) const {
    size_t out = 0;
    std::memcpy(&out, d.data(), sizeof out);
    return out;
  }
};

int nibble(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  if (c >= 'A' && c <= 'F') return c - 'A' + 10;
  return -1;
}

constexpr size_t kMostFiles = 5'000'000;
constexpr int kMaxDepth = 16;

// What lies beside data: texts of people and code.
bool no_sample(const std::string& name) {
  static constexpr std::string_view kEndings[] = {".py",  ".md", ".txt", ".json", ".yaml",
                                                  ".yml", ".sh", ".csv", ".xml"};
  static constexpr std::string_view kNames[] = {"license", "readme", "notice", "thumbs.db"};
  const std::string low = lower(name), ext = extension(name);
  return std::find(std::begin(kEndings), std::end(kEndings), ext) != std::end(kEndings) ||
         std::find(std::begin(kNames), std::end(kNames), low) != std::end(kNames);
}

// Paths of files relative to the first folder, in the order of their names.
void add_files(const FileReader& reader, const std::string& dir, const std::string& below,
               int depth, std::vector<std::string>& to) {
  if (depth > kMaxDepth) return;
  const std::string here = below.empty() ? dir : join_path(dir, below);
  FileReader::Kinds kinds;
  const std::vector<std::string> names = reader.list(here, &kinds);
  for (size_t i = 0; i < names.size() && to.size() < kMostFiles; ++i) {
    if (names[i].starts_with('.') || no_sample(names[i])) continue;
    const std::string path = below.empty() ? names[i] : below + "/" + names[i];
    FileStat st;
    st.kind = kinds[i];
    if (st.kind == FileStat::Kind::kAbsent) st = reader.stat(join_path(dir, path));
    if (st.kind == FileStat::Kind::kFile)
      to.push_back(path);
    else if (st.kind == FileStat::Kind::kDirectory && !st.link)
      add_files(reader, dir, path, depth + 1, to);
  }
}

std::string_view base_of(std::string_view name) {
  const size_t slash = name.find_last_of("/\\");
  return slash == std::string_view::npos ? name : name.substr(slash + 1);
}

}  // namespace

bool parse_digest(std::string_view text, DataSet::Digest* to) {
  if (text.starts_with("sha256:")) text.remove_prefix(7);
  if (text.size() != 64) return false;
  for (size_t i = 0; i < 32; ++i) {
    const int high = nibble(text[2 * i]), low = nibble(text[2 * i + 1]);
    if (high < 0 || low < 0) return false;
    (*to)[i] = static_cast<uint8_t>(high * 16 + low);
  }
  return true;
}

DataSet read_folder_set(const FileReader& reader, const std::string& dir, FileId id,
                        unsigned jobs) {
  DataSet out;
  out.file = id;
  out.folder = true;
  std::vector<std::string> files;
  add_files(reader, dir, "", 0, files);
  std::vector<DataSet::Digest> digests(files.size());
  std::vector<char> known(files.size(), 0);
  parallel(files.size(), jobs, [&](size_t i) {
    std::string why;
    const auto file = reader.open(join_path(dir, files[i]), &why);
    known[i] = file && parse_digest(sha256_hex(*file), &digests[i]);
  });
  for (size_t i = 0; i < files.size(); ++i) {
    out.owned.push_back(std::make_shared<std::string>(std::move(files[i])));
    DataSet::Entry e;
    e.name = *out.owned.back();
    if (known[i]) {
      e.digest = static_cast<int32_t>(out.digests.size());
      out.digests.push_back(digests[i]);
    }
    out.entries.push_back(e);
  }
  return out;
}

Evidence DataSet::at(const Entry& e) const {
  if (folder) return whole_file(file);
  return {file, e.offset, e.offset + e.name.size(), ""};
}

Overlap overlap_of(const DataSet& calibration, const DataSet& evaluation) {
  Overlap out;
  out.calibration_known = calibration.with_digest();
  out.evaluation_known = evaluation.with_digest();
  out.calibration_size = calibration.size();
  out.evaluation_size = evaluation.size();
  // the calibration set is the smaller one by nature: only it is put into tables
  std::unordered_map<DataSet::Digest, size_t, First> contents;
  std::unordered_map<std::string_view, size_t> names;
  // all empty files are equal and none of them is an image
  DataSet::Digest empty;
  parse_digest("e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855", &empty);
  contents.reserve(calibration.digests.size());
  names.reserve(calibration.entries.size());
  for (size_t i = 0; i < calibration.entries.size(); ++i) {
    const DataSet::Entry& e = calibration.entries[i];
    if (e.digest >= 0 && calibration.digests[static_cast<size_t>(e.digest)] != empty)
      contents.emplace(calibration.digests[static_cast<size_t>(e.digest)], i);
    names.emplace(base_of(e.name), i);
  }
  for (const DataSet::Entry& e : evaluation.entries) {
    const auto add = [&](std::vector<Overlap::Pair>& to, size_t i) {
      const DataSet::Entry& c = calibration.entries[i];
      to.push_back({std::string(c.name), std::string(e.name), calibration.at(c), evaluation.at(e)});
    };
    if (e.digest >= 0)
      if (const auto it = contents.find(evaluation.digests[static_cast<size_t>(e.digest)]);
          it != contents.end()) {
        add(out.by_content, it->second);
        continue;
      }
    const auto it = names.find(base_of(e.name));
    if (it == names.end()) continue;
    // both digests are known and differ: two files of one name
    if (e.digest >= 0 && calibration.entries[it->second].digest >= 0) continue;
    add(out.by_name, it->second);
  }
  return out;
}

}  // namespace npulint
