// Lines of logs and of what terminals printed: what stands before and around the message.
#pragma once

#include <algorithm>
#include <string_view>

namespace npulint {

// The message of a line: without spaces at its ends, colour codes of terminals around it, and what
// loggers put before it: time stamps, level words, a glog head, `file: f.py func: f line No: 1`.
// Always a part of `line`.
std::string_view log_message(std::string_view line);

// Calls `use(message, next)` for each line that has a message or is empty; `next` is where the
// following line begins, and may be moved forward. False from `use` stops.
template <class F>
void each_line(std::string_view bytes, F use) {
  size_t next = 0;
  for (size_t pos = 0; pos < bytes.size(); pos = next) {
    const size_t end = std::min(bytes.find('\n', pos), bytes.size());
    next = end + 1;
    if (!use(log_message(bytes.substr(pos, end - pos)), next)) return;
  }
}

}  // namespace npulint
