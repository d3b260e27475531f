// Texts that people read, in both languages, as data.
//
// A Text is one template in English and Chinese; its holes are numbered ({0}, {1}) so that each
// language may order them as it likes. A Message is a Text with its arguments. The language is
// chosen when a message is rendered, never when it is made, so a result holds no language. Codes,
// keys, names and values are arguments: untranslated.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include "lint/rare.h"

namespace npulint {

enum class Lang { kEn, kZh };

namespace detail {
// Bit i is set when the template has the hole {i}; bit 31 when its braces are malformed. "{{" and
// "}}" are literals.
constexpr uint32_t holes(std::string_view s) {
  uint32_t set = 0;
  for (size_t i = 0; i < s.size(); ++i) {
    if (s[i] == '{') {
      if (i + 1 < s.size() && s[i + 1] == '{') {
        ++i;
      } else if (i + 2 < s.size() && s[i + 1] >= '0' && s[i + 1] <= '9' && s[i + 2] == '}') {
        set |= 1u << (s[i + 1] - '0');
        i += 2;
      } else {
        return 1u << 31;
      }
    } else if (s[i] == '}') {
      if (i + 1 < s.size() && s[i + 1] == '}') {
        ++i;
      } else {
        return 1u << 31;
      }
    }
  }
  return set;
}
}  // namespace detail

// One template in both languages. Both must have the same holes (checked at compile time for
// constants).
struct Text {
  std::string_view en, zh;
  constexpr Text() = default;
  constexpr Text(std::string_view e, std::string_view z) : en(e), zh(z) {}
  constexpr std::string_view in(Lang lang) const {
    return lang == Lang::kZh && !zh.empty() ? zh : en;
  }
  constexpr bool empty() const { return en.empty(); }
  constexpr bool well_formed() const {
    const uint32_t e = detail::holes(en), z = detail::holes(zh);
    return e == z && !(e >> 31);
  }
};

// One argument of a message: plain characters, or itself a text to be translated.
struct Arg {
  std::string plain;
  Text text;
  Arg(std::string s) : plain(std::move(s)) {}  // NOLINT: arguments convert by intent
  Arg(std::string_view s) : plain(s) {}        // NOLINT
  Arg(const char* s) : plain(s) {}             // NOLINT
  Arg(Text t) : text(t) {}                     // NOLINT
  template <class T>
  requires std::is_integral_v<T> Arg(T n) : plain(std::to_string(n)) {}  // NOLINT
  std::string_view in(Lang lang) const {
    return text.empty() ? std::string_view(plain) : text.in(lang);
  }
};

class Args : public Rare<std::vector<Arg>> {
 public:
  using Rare::Rare;
  size_t size() const { return get().size(); }
  auto begin() const { return get().begin(); }
  auto end() const { return get().end(); }
  const Arg& operator[](size_t i) const { return (*kept_)[i]; }
  Arg& operator[](size_t i) { return (*kept_)[i]; }
};

struct Message {
  Text text;
  Args args;
  Message() = default;
  explicit Message(Text t) : text(t) {}
  template <class... A>
  explicit Message(Text t, A&&... a) : text(t), args(list(std::forward<A>(a)...)) {}
  bool empty() const { return text.empty(); }
  std::string in(Lang lang) const;

 private:
  template <class... A>
  static std::vector<Arg> list(A&&... a) {
    std::vector<Arg> out;
    out.reserve(sizeof...(A));
    (out.emplace_back(std::forward<A>(a)), ...);
    return out;
  }
};

}  // namespace npulint
