// Source of the forms: logs of hb_mapper 1.1, 1.16, 1.18, 1.23 and 1.24 (makertbin and checker) and
// of hb_compile 3.3 that people published; RDK X3 documentation, ptq_process.md.
#include "parsers/log_tables.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "parsers/printed_lists.h"

namespace npulint {
namespace {

constexpr size_t kMaxRows = 200000;
constexpr size_t kMaxColumns = 16;
constexpr size_t kMaxRow = 16 * 1024;  // bytes
constexpr size_t kMaxTitles = 400;     // bytes of the line of titles
constexpr size_t kMaxPlace = 8;        // bytes of BPU, CPU, JIT …
constexpr size_t npos = std::string_view::npos;

// Blanks of any number part words.
std::vector<std::string_view> words(std::string_view s) {
  std::vector<std::string_view> out;
  for (size_t a = 0; (a = s.find_first_not_of(' ', a)) != npos && out.size() <= kMaxColumns;) {
    const size_t b = std::min(s.find(' ', a), s.size());
    out.push_back(s.substr(a, b - a));
    a = b;
  }
  return out;
}

bool is_continuation(char c) { return (static_cast<unsigned char>(c) & 0xC0) == 0x80; }

bool stated(std::string_view cell) { return !cell.empty() && cell != "--"; }

std::optional<double> number(std::string_view cell) {
  if (!stated(cell) || cell.find_first_of("(), ") != npos) return std::nullopt;
  const auto v = printed_numbers(cell);
  if (!v || v->size() != 1 || !std::isfinite((*v)[0])) return std::nullopt;
  return (*v)[0];
}

// BPU, CPU, JIT, NULL
bool is_place(std::string_view s) {
  return !s.empty() && s.size() <= kMaxPlace &&
         s.find_first_not_of("ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789") == npos && s[0] >= 'A';
}

bool is_rule(std::string_view s, std::string_view of) { return s.find_first_not_of(of) == npos; }

}  // namespace

LogTables::What LogTables::what_of(std::string_view title) {
  static constexpr std::pair<std::string_view, What> kTitles[] = {
      {"Node", What::kName},
      {"Output", What::kName},
      {"TensorName", What::kName},
      {"ON", What::kOn},
      {"Subgraph", What::kSubgraph},
      {"Type", What::kType},
      {"NodeType", What::kType},
      {"Cosine Similarity", What::kCosine},
      {"Quantized Cosine", What::kCosine},
      {"Calibrated Cosine", What::kCalibrated},
      {"Threshold", What::kThreshold},
      {"DataType", What::kDType},
      {"In/Out DataType", What::kDType},
      {"Output Data Type", What::kDType},
      {"L1 Distance", What::kL1},
      {"L2 Distance", What::kL2},
      {"Chebyshev Distance", What::kChebyshev},
  };
  for (const auto& [name, what] : kTitles)
    if (title == name) return what;
  return What::kOther;
}

bool LogTables::take(std::string_view s, bool stamped) {
  if (s.size() > kMaxRow) return false;
  if (s[0] == '|') return bars(s);
  if (kind_ == Kind::kBars && is_rule(s, "+-")) return true;
  if ((s[0] == 'N' || s[0] == 'O') && title(s)) return true;
  if (kind_ == Kind::kNone) return false;
  // lines that people left out of a copy
  if (!stamped && (s[0] == '[' || s == "...")) return true;
  if (kind_ == Kind::kText && !stamped && (is_rule(s, "=") || is_rule(s, "-") || text_row(s)))
    return true;
  end();
  return false;
}

// Titles are two blanks or more apart.
bool LogTables::title(std::string_view s) {
  if (s.size() > kMaxTitles) return false;
  std::vector<Column> columns;
  bool known = false;
  for (size_t a = 0; a < s.size();) {
    const size_t b = std::min(s.find("  ", a), s.size());
    columns.push_back({what_of(s.substr(a, b - a)), a});
    known = known || columns.back().what == What::kOn || columns.back().what == What::kCosine;
    a = std::min(s.find_first_not_of(' ', b), s.size());
  }
  if (!known || columns.size() < 2 || columns.size() > kMaxColumns ||
      columns[0].what != What::kName)
    return false;
  columns_ = std::move(columns);
  start(s, Kind::kText);
  return true;
}

void LogTables::start(std::string_view s, Kind kind) {
  kind_ = kind;
  nodes_ = std::any_of(columns_.begin(), columns_.end(),
                       [](const Column& c) { return c.what == What::kOn; });
  const auto begin = static_cast<uint64_t>(s.data() - bytes_.data());
  (nodes_ ? log_.nodes_at : log_.outputs_at) = {file_, begin, begin + s.size(), {}};
  (nodes_ ? log_.nodes : log_.outputs).clear();
}

bool LogTables::bar_title(const Cells& cells) {
  if (cells.empty() || cells.size() > kMaxColumns || what_of(cells[0]) != What::kName) return false;
  std::vector<Column> columns;
  size_t known = 0;
  for (std::string_view c : cells) {
    columns.push_back({what_of(c), 0});
    known += columns.back().what != What::kOther;
  }
  if (known < 2) return false;
  columns_ = std::move(columns);
  return true;
}

bool LogTables::bars(std::string_view s) {
  Cells cells;
  bool closed = false;
  for (size_t a = 1; a < s.size() && cells.size() <= kMaxColumns;) {
    const size_t b = s.find('|', a);
    closed = b != npos;
    cells.push_back(trim(s.substr(a, std::min(b, s.size()) - a)));
    a = closed ? b + 1 : s.size();
  }
  if (closed && bar_title(cells)) {
    start(s, Kind::kBars);
    return true;
  }
  if (kind_ != Kind::kBars) return false;
  if (cells.size() <= columns_.size()) keep(s, cells, !closed);
  return true;
}

// Columns begin where their titles begin; no cell reaches into the next one.
std::optional<LogTables::Cells> LogTables::by_position(std::string_view s) const {
  Cells cells;
  size_t column = 0, points = 0, begin = 0;
  for (size_t i = 0; i <= s.size(); ++i) {
    if (i < s.size() && is_continuation(s[i])) continue;
    const bool next = column + 1 < columns_.size() && points == columns_[column + 1].begin;
    if (next || i == s.size()) {
      if (next && i < s.size() && s[i - 1] != ' ') return std::nullopt;
      const std::string_view cell = trim(s.substr(begin, i - begin));
      if (cell.find("  ") != npos) return std::nullopt;
      cells.push_back(cell);
      begin = i;
      ++column;
    }
    ++points;
  }
  return cells;
}

// Of rows that someone aligned anew: one word a column, or the first columns of nodes.
std::optional<LogTables::Cells> LogTables::by_blanks(std::string_view s) const {
  Cells cells = words(s);
  if (cells.size() == columns_.size()) return cells;
  const bool node = nodes_ && cells.size() > 3 && cells.size() < columns_.size() &&
                    columns_.size() > 3 && columns_[1].what == What::kOn &&
                    columns_[2].what == What::kSubgraph && columns_[3].what == What::kType &&
                    is_place(cells[1]) && (cells[2] == "--" || cells[2].starts_with("id("));
  if (!node) return std::nullopt;
  cells.resize(4);
  return cells;
}

bool LogTables::text_row(std::string_view s) {
  auto cells = by_position(s);
  if (cells && keep(s, *cells, at_end(s))) return true;
  cells = by_blanks(s);
  return cells && keep(s, *cells, at_end(s));
}

// False when the cells are no row of this table: a node runs somewhere, an output has a number.
bool LogTables::keep(std::string_view row, const Cells& cells, bool cut) {
  BuildLog::Similarity r;
  bool number_there = false;
  for (size_t i = 0; i < cells.size() && i < columns_.size(); ++i) {
    const std::string_view cell = cells[i];
    const bool last = i + 1 == cells.size();
    const What what = columns_[i].what;
    if (what == What::kOn && stated(cell) && !is_place(cell)) return false;
    if (!stated(cell)) continue;
    if (cut && last) {  // what is left of it may say something else
      if (what == What::kName || what == What::kOn) return kind_ == Kind::kBars;
      number_there = true;
      continue;
    }
    const auto text = [&](std::string& to) { to = std::string(cell); };
    const auto value = [&](std::optional<double>& to) {
      to = number(cell);
      number_there = number_there || to;
    };
    switch (what) {
      case What::kName:
        text(r.name);
        break;
      case What::kOn:
        text(r.on);
        break;
      case What::kSubgraph:
        text(r.subgraph);
        break;
      case What::kType:
        text(r.type);
        break;
      case What::kDType:
        text(r.dtype);
        break;
      case What::kCosine:
        value(r.cosine);
        break;
      case What::kCalibrated:
        value(r.calibrated);
        break;
      case What::kThreshold:
        value(r.threshold);
        break;
      case What::kL1:
        value(r.l1);
        break;
      case What::kL2:
        value(r.l2);
        break;
      case What::kChebyshev:
        value(r.chebyshev);
        break;
      case What::kOther:
        break;
    }
  }
  if (r.name.empty()) return false;
  if (kind_ == Kind::kText && (nodes_ ? r.on.empty() : !number_there)) return false;
  auto& rows = nodes_ ? log_.nodes : log_.outputs;
  if (rows.size() >= kMaxRows) return true;
  const auto begin = static_cast<uint64_t>(row.data() - bytes_.data());
  r.at = {file_, begin, begin + row.size(), {}};
  rows.push_back(std::move(r));
  return true;
}

}  // namespace npulint
