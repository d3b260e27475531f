#include "parsers/cali_table.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <optional>

#include "lint/files.h"
#include "lint/words.h"
#include "parsers/printed_lists.h"

namespace npulint {
namespace {

using Dropped = CaliTable::Dropped;
using Section = CaliTable::Section;

constexpr size_t kMaxRows = 500'000;  // the largest tables of released models have some thousands
constexpr size_t kMaxText = 80;       // bytes of a dropped line that are kept

constexpr Text kNul{"the table holds NUL bytes: it is no text, or is damaged",
                    "表中含有 NUL 字节：它不是文本，或已损坏"};
constexpr Text kMany{"the table has more than {0} rows; the others were not read",
                     "表的行数超过 {0}；其余行未读取"};

bool blank(char c) { return c == ' ' || c == '\t' || c == '\v' || c == '\f' || c == '\r'; }
// What the tool's pattern takes for a number.
bool numeral(char c) { return (c >= '0' && c <= '9') || c == '-' || c == '.' || c == 'e'; }

std::vector<std::string_view> columns(std::string_view line) {
  std::vector<std::string_view> out;
  for (size_t i = 0; i < line.size() && out.size() < 6;) {
    while (i < line.size() && blank(line[i])) ++i;
    const size_t begin = i;
    while (i < line.size() && !blank(line[i])) ++i;
    if (i > begin) out.push_back(line.substr(begin, i - begin));
  }
  return out;
}

// As C++ streams read it; none when that is not the whole word.
std::optional<double> number(std::string_view word) {
  const std::string text(word);
  char* end = nullptr;
  const double v = std::strtod(text.c_str(), &end);
  if (end != text.c_str() + text.size() || !std::isfinite(v)) return {};
  return v;
}

// The section that a `#` line switches to; none for other comments.
std::optional<Section> switched(std::string_view line) {
  const auto has = [&](std::string_view word) { return line.find(word) != line.npos; };
  if (has("#weight_scale")) return Section::kWeightScales;
  if (has("#int4_th")) return Section::kInt4;
  if (has("#tpu-mlir-fp8") || has("mqbench-fp8")) return Section::kFp8;
  if (has("asym_op")) return Section::kAsymmetricOps;
  if (has("int4_op")) return Section::kInt4Ops;
  return {};
}

bool is_header(std::string_view line, std::string_view second) {
  return line.starts_with('#') && line.find("op_name") != line.npos &&
         line.find(second) != line.npos;
}

std::optional<CaliTable::Kind> kind_of(std::string_view path, std::string_view bytes) {
  const bool named_modes = lower(base_name(path)).find("qtable") != std::string::npos ||
                           lower(base_name(path)).find("quantize_table") != std::string::npos;
  for (size_t at = 0; at < bytes.size();) {
    const size_t end = std::min(bytes.find('\n', at), bytes.size());
    const std::string_view line = trim(bytes.substr(at, end - at));
    at = end + 1;
    if (is_header(line, "threshold")) return CaliTable::Kind::kCalibration;
    if (is_header(line, "quantize_mode")) return CaliTable::Kind::kQuantisation;
    if (line.empty() || line.starts_with('#')) continue;
    if (!table_name(path)) return {};
    const auto words = columns(line);
    if (words.size() == 4 && number(words[1])) return CaliTable::Kind::kCalibration;
    if (words.size() == 2 && named_modes && !number(words[1]))
      return CaliTable::Kind::kQuantisation;
    return {};
  }
  return {};
}

class Tables {
 public:
  Tables(FileId file, std::string_view bytes) : s_(bytes) { t.file = file; }

  void read() {
    for (size_t at = 0; at < s_.size();) {
      if (t.rows.size() + t.modes.size() + t.dropped.size() >= kMaxRows) {
        t.complete = false;
        return;
      }
      const size_t end = std::min(s_.find('\n', at), s_.size());
      std::string_view line = s_.substr(at, end - at);
      at = end + 1;
      if (line.ends_with('\r')) line.remove_suffix(1);
      if (line.starts_with('#'))
        comment(line);
      else if (std::all_of(line.begin(), line.end(), blank))
        continue;
      else if (t.kind == CaliTable::Kind::kQuantisation)
        mode(line);
      else
        row(line);
    }
  }

  CaliTable t;

 private:
  Evidence at(std::string_view part) const {
    const auto begin = static_cast<uint64_t>(part.data() - s_.data());
    return {t.file, begin, begin + part.size(), ""};
  }

  // ---- comments

  // `# key: value`; the writer's own spelling of "generated" is one of them.
  void comment(std::string_view line) {
    if (t.kind == CaliTable::Kind::kCalibration)
      if (const auto to = switched(line)) {
        section_ = *to;
        t.switches.emplace_back(*to, at(line));
      }
    const size_t colon = line.find(':');
    if (colon == line.npos) return;
    std::string_view key = line.substr(0, colon), value = trim(line.substr(colon + 1));
    while (key.starts_with('#') || key.starts_with(' ')) key.remove_prefix(1);
    key = trim(key);
    if (key == "chip") return chip(value);
    const auto take = [&](Fact<std::string>& to) { to = {std::string(value), at(value)}; };
    if (value.empty()) return;
    if (key == "mlir") take(t.mlir);
    if (key == "mlir version") take(t.version);
    if (key == "quantization threshold calculation method") take(t.method);
    if (key == "genetated time" || key == "generated time") take(t.time);
    for (auto& [name, to] :
         {std::pair<std::string_view, Fact<int64_t>*>{"sample number", &t.samples},
          {"histogram number", &t.histogram},
          {"tune number", &t.tune}})
      if (key == name)
        if (const auto n = printed_integer(value)) *to = {*n, at(value)};
  }

  // `# chip: bm1684x  mix_mode: F16`
  void chip(std::string_view value) {
    const auto words = columns(value);
    if (words.empty()) return;
    t.chip = {std::string(words[0]), at(words[0])};
    if (words.size() == 3 && words[1] == "mix_mode:")
      t.mix_mode = {std::string(words[2]), at(words[2])};
  }

  // ---- lines of data

  void drop(Dropped::Why why, std::string_view line, std::string_view name) {
    t.dropped.push_back({why, std::string(name.substr(0, kMaxText)),
                         std::string(trim(line).substr(0, kMaxText)), at(line)});
  }

  static std::optional<Dropped::Why> blanks(std::string_view line) {
    if (blank(line.front())) return Dropped::Why::kBlankAtStart;
    if (blank(line.back())) return Dropped::Why::kBlankAtEnd;
    return {};
  }

  void row(std::string_view line) {
    if (section_ == Section::kWeightScales || section_ == Section::kAsymmetricOps ||
        section_ == Section::kInt4Ops) {
      ++t.other_lines;
      return;
    }
    const auto words = columns(line);
    if (words.size() != 4) return drop(Dropped::Why::kColumns, line, words[0]);
    for (size_t i = 1; i < 4; ++i)
      if (const auto why = unfit(words[i])) return drop(*why, line, words[0]);
    if (const auto why = blanks(line)) return drop(*why, line, words[0]);
    CaliTable::Row r;
    double* const values[] = {&r.threshold, &r.min, &r.max};
    for (size_t i = 1; i < 4; ++i) {
      const auto v = number(words[i]);
      if (!v) return drop(Dropped::Why::kNumber, line, words[0]);
      *values[i - 1] = *v;
    }
    r.name = words[0];
    r.section = section_;
    r.at = at(line);
    r.name_at = at(words[0]);
    r.threshold_at = at(words[1]);
    r.min_at = at(words[2]);
    t.rows.push_back(std::move(r));
  }

  // Why the tool's pattern does not take this word for a number.
  static std::optional<Dropped::Why> unfit(std::string_view word) {
    if (std::all_of(word.begin(), word.end(), numeral)) return {};
    std::string low = lower(word);
    if (low.starts_with('-') || low.starts_with('+')) low.erase(0, 1);
    if (low == "nan" || low == "inf" || low == "infinity") return Dropped::Why::kNotFinite;
    if (number(word) && word.find('+') != word.npos) return Dropped::Why::kPlusSign;
    if (number(word) && word.find('E') != word.npos) return Dropped::Why::kExponent;
    return Dropped::Why::kCharacter;
  }

  void mode(std::string_view line) {
    const auto words = columns(line);
    if (words.size() == 1) return drop(Dropped::Why::kNoMode, line, words[0]);
    if (words.size() != 2) return drop(Dropped::Why::kColumns, line, words[0]);
    if (const auto why = blanks(line)) return drop(*why, line, words[0]);
    t.modes.push_back(
        {std::string(words[0]), std::string(words[1]), at(line), at(words[0]), at(words[1])});
  }

  std::string_view s_;
  Section section_ = Section::kThresholds;
};

}  // namespace

std::string_view section_name(Section s) {
  static constexpr std::string_view kNames[] = {"thresholds", "weight_scales", "int4",
                                                "fp8",        "asym_op",       "int4_op"};
  return kNames[static_cast<size_t>(s)];
}

bool table_name(std::string_view path) {
  const std::string base = lower(base_name(path));
  for (std::string_view word : {"cali_table", "calibration_table", "qtable", "quantize_table"})
    if (base.find(word) != std::string::npos) return true;
  return base.ends_with("_cali") || base.ends_with("_calib");
}

bool looks_like_table(std::string_view path, std::string_view head) {
  return head.find('\0') == head.npos && kind_of(path, head).has_value();
}

Parsed<std::shared_ptr<CaliTable>> parse_cali_table(FileId file, std::string_view path,
                                                    std::string_view bytes) {
  Parsed<std::shared_ptr<CaliTable>> out;
  Tables tables(file, bytes);
  tables.t.kind = kind_of(path, bytes).value_or(CaliTable::Kind::kCalibration);
  if (bytes.find('\0') == bytes.npos) {
    tables.read();
  } else {
    tables.t.complete = false;
    out.problems.push_back({Problem::Kind::kUnreadable, whole_file(file), Message(kNul)});
  }
  if (!tables.t.complete && out.problems.empty())
    out.problems.push_back(
        {Problem::Kind::kUnreadable, whole_file(file), Message(kMany, kMaxRows)});
  out.record = std::make_shared<CaliTable>(std::move(tables.t));
  return out;
}

}  // namespace npulint
