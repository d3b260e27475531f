#include "parsers/log_lines.h"

#include <doctest/doctest.h>

#include <string>

namespace npulint {
namespace {

TEST_CASE("log_lines: what loggers and terminals put around a message goes") {
  for (std::string_view line : {
           "message: 1",
           "  message: 1 \r",
           "2025-05-19 06:26:57,020 INFO message: 1",
           "INFO message: 1",
           "[INFO] [2025-05-19 06:26:57.020] message: 1",
           "2025-10-09 17:06:08,487 file: hb_perf.py func: hb_perf line No: 63 message: 1",
           "I0108 04:19:27.245879 24638 model_example.cc:104] message: 1",
           "\x1b[32mmessage: 1\x1b[0m",
           "\x1b[0;32m2025-05-19 06:26:57,020\x1b[0m \x1b[1;31mWARNING\x1b[0m message: 1",
           "  \x1b[32mINFO\x1b[m message: 1\x1b[0m\x1b[0m \r",
       })
    CHECK_MESSAGE(log_message(line) == "message: 1", std::string(line));
}

TEST_CASE("log_lines: names and values stay") {
  for (std::string_view line :
       {"499 output [1, 80] FLOAT32", "1x3x640x640 1", "0.01 0.02", "-1 -1", "file: a.py",
        "file: a.py func: f line No: x", "12:00", "I0", "[", "\x1b[", "m", "alarm"})
    CHECK_MESSAGE(log_message(line) == line, std::string(line));
  CHECK(log_message("").empty());
  CHECK(log_message(" \r\t").empty());
  CHECK(log_message("\x1b[0m").empty());
  CHECK(log_message("I0108 04:19:27.2 1 a.cc:1] ").substr(0, 5) == "I0108");  // nothing follows
}

TEST_CASE("log_lines: every line once, the last one without its end too") {
  std::string seen;
  each_line("a\r\n\nb 1\nc", [&](std::string_view s, size_t& next) {
    seen += std::string(s) + '|' + std::to_string(next) + ' ';
    return s != "b 1";
  });
  CHECK(seen == "a|3 |4 b 1|8 ");
  seen.clear();
  each_line("abc\nd\ne", [&](std::string_view s, size_t& next) {
    seen += s;
    if (s == "abc") next = 6;  // a value that goes over the line's end
    return true;
  });
  CHECK(seen == "abce");
}

}  // namespace
}  // namespace npulint
