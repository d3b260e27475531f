// What a reader throws (out of memory, a library's exception) stays in its parser.
#pragma once

#include <exception>
#include <utility>

#include "lint/model.h"

namespace npulint {

inline constexpr Text kTextFails{"the text cannot be read: {0}", "无法读取文本：{0}"};

// read(out) fills the record and the problems. When it throws, what it filled is kept, and `failed`
// with the reason is a problem of the whole file.
template <class Record, class Read>
Parsed<Record> guarded(FileId file, const Text& failed, Read&& read) {
  Parsed<Record> out;
  try {
    std::forward<Read>(read)(out);
  } catch (const std::exception& e) {
    out.problems.push_back(
        {Problem::Kind::kUnreadable, whole_file(file), Message(failed, e.what())});
  }
  return out;
}

}  // namespace npulint
