// The files of a run: how they are called, the bytes of the text ones, and offset → line and
// column.
#pragma once

#include <algorithm>
#include <cstdint>
#include <deque>
#include <string>
#include <string_view>
#include <vector>

#include "lint/fact.h"

namespace npulint {

struct Place {
  uint32_t line = 0;    // 1-based; 0: the file has no lines (binary, or not read)
  uint32_t column = 0;  // 1-based, code points
};

class Sources {
 public:
  // `shown`: the path as people see it (relative to the working directory, forward slashes).
  FileId add(std::string shown, std::string real);
  // Keeps the bytes of a text file, so that places and source lines can be shown.
  void set_text(FileId file, std::string bytes);
  bool has_text(FileId file) const { return entry(file).text; }
  std::string_view bytes(FileId file) const { return entry(file).bytes; }
  const std::string& shown(FileId file) const { return entry(file).shown; }
  const std::string& real(FileId file) const { return entry(file).real; }
  size_t size() const { return entries_.size(); }

  Place place(FileId file, uint64_t offset) const;  // {0,0} without text
  Place place(const Evidence& e) const {
    return e.known() && e.has_range() ? place(e.file, e.begin) : Place{};
  }
  // Behind the last byte of the range; of a range without an end, its beginning.
  Place end_place(const Evidence& e) const {
    return e.known() && e.has_range() ? place(e.file, end_offset(e)) : Place{};
  }
  static uint64_t end_offset(const Evidence& e) {
    return e.end == kNoOffset ? e.begin : std::max(e.begin, e.end);
  }
  std::string_view line(FileId file, uint32_t line) const;  // without its end of line
  uint64_t line_begin(FileId file, uint32_t line) const;    // byte offset

 private:
  struct Entry {
    std::string shown, real, bytes;
    bool text = false;
    mutable std::vector<uint64_t> lines;   // byte offset of each line, made on first use
    mutable std::vector<uint64_t> points;  // code points before each block, made on first use
  };
  const Entry& entry(FileId f) const { return entries_[static_cast<size_t>(f)]; }
  const std::vector<uint64_t>& lines(const Entry& e) const;
  uint64_t points_before(const Entry& e, uint64_t offset) const;
  std::deque<Entry> entries_;
};

}  // namespace npulint
