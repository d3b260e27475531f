#include "lint/calibration_counts.h"

#include <algorithm>
#include <set>

#include "lint/embedded.h"
#include "lint/files.h"
#include "lint/table_text.h"
#include "lint/toml_read.h"
#include "lint/words.h"

namespace npulint {
namespace {

constexpr int kMaxDepth = 16;               // folders below the data set's
constexpr int64_t kMaxEntries = 2'000'000;  // names that are looked at
constexpr size_t kMaxDigits = 9;

std::vector<CalibrationAdvice> read() {
  std::vector<CalibrationAdvice> out;
  const TomlTree tree = parse_table_text(embedded_calibration_counts_toml);
  for (const TomlNode& t : toml_items(tree.root, "tool")) {
    CalibrationAdvice a{toml_text(t, "name"), 0, toml_text(t, "advised"), toml_text(t, "source")};
    if (const TomlNode* n = find(t, "least")) a.least = n->integer;
    out.push_back(std::move(a));
  }
  return out;
}

std::optional<int64_t> number(const std::string& s) {
  if (s.empty() || s.size() > kMaxDigits || s.find_first_not_of("0123456789") != s.npos) return {};
  return std::stoll(s);
}

// False when there is more than can be counted.
bool count(const FileReader& reader, const std::string& dir, int depth, int64_t* seen,
           int64_t* files) {
  static const std::set<std::string> kTaken = {".jpg", ".jpeg", ".png", ".bmp", ".npy", ".npz"};
  if (depth > kMaxDepth) return false;
  FileReader::Kinds kinds;
  const std::vector<std::string> names = reader.list(dir, &kinds);
  for (size_t i = 0; i < names.size(); ++i) {
    if (++*seen > kMaxEntries) return false;
    FileStat st;
    st.kind = kinds[i];
    const bool taken = kTaken.contains(extension(names[i]));
    if (st.kind == FileStat::Kind::kAbsent) st = reader.stat(join_path(dir, names[i]));
    if (st.kind == FileStat::Kind::kDirectory && st.link) return false;  // may lead anywhere
    if (st.kind == FileStat::Kind::kDirectory) {
      if (!count(reader, join_path(dir, names[i]), depth + 1, seen, files)) return false;
    } else if (taken) {
      ++*files;
    }
  }
  return true;
}

CalibrationCounts::Command command(const ToolCommand& c,
                                   const std::vector<std::pair<std::string, int64_t>>& datasets) {
  CalibrationCounts::Command out;
  const ShellWord* asked = c.value("--input_num");
  const ShellWord* dataset = c.value("--dataset");
  if (asked)
    out.asked = number(asked->text);
  else if (!c.flag("--input_num") && !c.open)
    out.asked = 0;  // the default
  if (dataset) out.dataset = dataset->text;
  for (const auto& [written, files] : datasets)
    if (dataset && written == dataset->text && !c.flag("--data_list")) out.files = files;
  out.at = asked ? asked->at : dataset ? dataset->at : c.tool_at;
  return out;
}

}  // namespace

const CalibrationAdvice* calibration_advice(std::string_view tool) {
  static const std::vector<CalibrationAdvice> kAll = read();
  const auto it =
      std::find_if(kAll.begin(), kAll.end(), [&](const auto& a) { return a.tool == tool; });
  return it == kAll.end() ? nullptr : &*it;
}

std::optional<int64_t> CalibrationCounts::Command::takes() const {
  if (!asked || (*asked == 0 && !files)) return {};
  if (*asked == 0) return files;
  return files ? std::min(*asked, *files) : *asked;
}

void link_calibration_counts(Bundle& b, const std::vector<Fact<CalibrationSample>>& samples,
                             const std::vector<std::pair<std::string, int64_t>>& datasets) {
  CalibrationCounts out;
  Evidence at;
  if (b.toolchain) out.advice = calibration_advice(*b.toolchain);
  for (const Fact<CalibrationSample>& s : samples) {
    if (!s) {
      b.calibration_counts.missing = s.missing;
      continue;
    }
    out.folders.push_back({s->folder, static_cast<int64_t>(s->entries), s.at});
    if (!at.known()) at = s.at;
  }
  for (const CommandRow& row : b.commands)
    if (row.command && row.command->name == "run_calibration")
      out.commands.push_back(command(*row.command, datasets));
  if (out.folders.empty() && !b.by_script) return;
  if (!at.known()) at = whole_file(b.anchor);
  b.calibration_counts = {std::make_shared<const CalibrationCounts>(std::move(out)), at};
}

std::optional<int64_t> count_dataset(const FileReader& reader, const std::string& dir) {
  if (reader.kind(dir) != FileStat::Kind::kDirectory) return {};
  int64_t seen = 0, files = 0;
  return count(reader, dir, 0, &seen, &files) ? std::optional(files) : std::nullopt;
}

}  // namespace npulint
