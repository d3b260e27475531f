// HTML as it is written: everything from files goes through text(). Both languages stand in the
// page; a style sheet shows one.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "lint/render.h"
#include "lint/text.h"

namespace npulint {

std::string escape_html(std::string_view s);  // of text and of attributes in double quotes

struct Html {
  std::string out;

  Html& raw(std::string_view s) {
    out += s;
    return *this;
  }
  Html& text(std::string_view s) { return raw(escape_html(s)); }
  Html& code(std::string_view s) { return raw("<code>").text(s).raw("</code>"); }
  Html& number(uint64_t n) { return raw(std::to_string(n)); }
  // Words between backticks become code.
  Html& prose(std::string_view s);
  // Once when both languages say the same.
  Html& both(std::string_view en, std::string_view zh);
  Html& both(const Text& t) { return both(t.en, t.zh); }
  Html& both(const Message& m) { return both(m.in(Lang::kEn), m.in(Lang::kZh)); }
};

}  // namespace npulint
