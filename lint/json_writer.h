// JSON as it is written: keys in the order of the calls, always valid UTF-8.
#pragma once

#include <cmath>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "lint/render.h"
#include "lint/tensor.h"

namespace npulint {

// Items of a container opened with `lines` stand on lines of their own, one each; all else stays on
// one line.
class JsonWriter {
 public:
  std::string out;

  JsonWriter& object(bool lines = false) { return open('{', lines); }
  JsonWriter& array(bool lines = false) { return open('[', lines); }
  JsonWriter& end() {
    const Level l = levels_.back();
    levels_.pop_back();
    if (l.lines && !l.first) newline();
    out += l.close;
    return *this;
  }
  JsonWriter& key(std::string_view k) {
    item();
    out += json_string(k);
    out += ": ";
    after_key_ = true;
    return *this;
  }
  JsonWriter& string(std::string_view s) { return raw(json_string(s)); }
  JsonWriter& number(int64_t n) { return raw(std::to_string(n)); }
  JsonWriter& size(uint64_t n) { return raw(std::to_string(n)); }
  JsonWriter& real(double v) { return std::isfinite(v) ? raw(number_text(v)) : null(); }
  JsonWriter& boolean(bool b) { return raw(b ? "true" : "false"); }
  JsonWriter& null() { return raw("null"); }
  JsonWriter& json(std::string_view text) { return raw(text); }  // that is JSON already
  JsonWriter& field(std::string_view k, std::string_view s) { return key(k).string(s); }

 private:
  struct Level {
    char close;
    bool lines, first;
  };
  JsonWriter& open(char c, bool lines) {
    item();
    out += c;
    levels_.push_back({c == '{' ? '}' : ']', lines, true});
    return *this;
  }
  JsonWriter& raw(std::string_view s) {
    item();
    out += s;
    return *this;
  }
  void newline() {
    size_t depth = 0;
    for (const Level& l : levels_) depth += l.lines;
    out += '\n';
    out.append(2 * depth, ' ');
  }
  void item() {
    if (after_key_ || levels_.empty()) {
      after_key_ = false;
      return;
    }
    Level& l = levels_.back();
    if (!l.first) out += l.lines ? "," : ", ";
    l.first = false;
    if (l.lines) newline();
  }
  std::vector<Level> levels_;
  bool after_key_ = false;
};

// {"path", "line", "column", "end_line", "end_column", "byte_offset", "byte_end", "logical"}: what
// is known of it. Lines and columns are 1-based, columns are code points, ends are exclusive.
void json_location(JsonWriter& w, const Run& run, const Evidence& e);

}  // namespace npulint
