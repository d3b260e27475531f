#include "lint/sources.h"

#include <algorithm>

namespace npulint {
namespace {

constexpr uint64_t kBlock = 4096;  // bytes; what a look-up counts at most

uint64_t count_points(std::string_view s) {
  uint64_t n = 0;
  for (const char c : s) n += (static_cast<unsigned char>(c) & 0xC0) != 0x80;
  return n;
}

}  // namespace

FileId Sources::add(std::string shown, std::string real) {
  Entry& e = entries_.emplace_back();
  e.shown = std::move(shown);
  e.real = std::move(real);
  return static_cast<FileId>(entries_.size() - 1);
}

void Sources::set_text(FileId file, std::string bytes) {
  Entry& e = entries_[static_cast<size_t>(file)];
  e.bytes = std::move(bytes);
  e.text = true;
  e.lines.clear();
  e.points.clear();
}

// A line ends with LF, CR LF or a lone CR, as YAML and editors have it.
const std::vector<uint64_t>& Sources::lines(const Entry& e) const {
  if (e.lines.empty()) {
    e.lines.push_back(0);
    const std::string_view bytes = e.bytes;
    if (bytes.find('\r') == bytes.npos) {  // most files, and the large ones
      for (size_t at = 0; (at = bytes.find('\n', at)) != bytes.npos;) e.lines.push_back(++at);
      return e.lines;
    }
    for (size_t i = 0; i < e.bytes.size(); ++i) {
      if (e.bytes[i] == '\n' ||
          (e.bytes[i] == '\r' && !(i + 1 < e.bytes.size() && e.bytes[i + 1] == '\n')))
        e.lines.push_back(i + 1);
    }
  }
  return e.lines;
}

// Many findings may stand on one long line: each counts within its block only.
uint64_t Sources::points_before(const Entry& e, uint64_t offset) const {
  const std::string_view bytes = e.bytes;
  if (e.points.empty()) {
    uint64_t n = 0;
    for (size_t at = 0; at <= bytes.size(); at += kBlock) {
      e.points.push_back(n);
      n += count_points(bytes.substr(at, kBlock));
    }
  }
  const uint64_t block = offset / kBlock;
  return e.points[block] + count_points(bytes.substr(block * kBlock, offset - block * kBlock));
}

Place Sources::place(FileId file, uint64_t offset) const {
  const Entry& e = entry(file);
  if (!e.text) return {};
  offset = std::min<uint64_t>(offset, e.bytes.size());
  const auto& starts = lines(e);
  const auto it = std::upper_bound(starts.begin(), starts.end(), offset) - 1;
  // a byte-order mark is no column
  const size_t first =
      *it == 0 && e.bytes.starts_with("\xEF\xBB\xBF") ? 3 : static_cast<size_t>(*it);
  uint64_t before = 0;
  if (offset >= first && offset - first <= kBlock)
    before = count_points(std::string_view(e.bytes).substr(first, offset - first));
  else if (offset > first)
    before = points_before(e, offset) - points_before(e, first);
  return {static_cast<uint32_t>(it - starts.begin() + 1), static_cast<uint32_t>(before + 1)};
}

uint64_t Sources::line_begin(FileId file, uint32_t line) const {
  const auto& starts = lines(entry(file));
  return line == 0 || line > starts.size() ? entry(file).bytes.size() : starts[line - 1];
}

std::string_view Sources::line(FileId file, uint32_t line) const {
  const Entry& e = entry(file);
  const auto& starts = lines(e);
  if (!e.text || line == 0 || line > starts.size()) return {};
  const size_t begin = starts[line - 1];
  size_t end = line < starts.size() ? static_cast<size_t>(starts[line]) : e.bytes.size();
  while (end > begin && (e.bytes[end - 1] == '\n' || e.bytes[end - 1] == '\r')) --end;
  return std::string_view(e.bytes).substr(begin, end - begin);
}

}  // namespace npulint
