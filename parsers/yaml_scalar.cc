#include "parsers/yaml_scalar.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <limits>
#include <optional>
#include <vector>

namespace npulint {
namespace {

constexpr size_t kLongNumber = 400;  // digits; longer ones are printed as written

bool digit(char c) { return c >= '0' && c <= '9'; }

// A cursor over a scalar: each step consumes what its pattern matches, or nothing.
struct Scan {
  std::string_view s;
  size_t at = 0;
  bool end() const { return at == s.size(); }
  char peek() const { return at < s.size() ? s[at] : '\0'; }
  bool take(char c) { return peek() == c && at < s.size() ? (++at, true) : false; }
  bool sign() { return take('-') || take('+'); }
  template <class F>
  size_t many(F f, size_t most = std::numeric_limits<size_t>::max()) {
    size_t n = 0;
    while (n < most && at < s.size() && f(s[at])) ++at, ++n;
    return n;
  }
  size_t digits(size_t most = std::numeric_limits<size_t>::max()) { return many(digit, most); }
};

bool digit_(char c) { return digit(c) || c == '_'; }

// (?::[0-5]?[0-9])+ up to `stop` or the end. Greedy matching is exact: a group ends at ':' or at
// the stop.
bool sixties(Scan& p) {
  bool any = false;
  while (p.take(':')) {
    const size_t from = p.at, n = p.digits();
    if (n == 0 || n > 2 || (n == 2 && p.s[from] > '5')) return false;
    any = true;
  }
  return any;
}

bool is_int(std::string_view s) {
  Scan p{s};
  p.sign();
  std::string_view t = s.substr(p.at);
  if (t.empty() || !digit(t[0])) return false;
  if (t == "0") return true;
  auto rest = [&](size_t from, auto f) {
    return t.size() > from && std::all_of(t.begin() + static_cast<long>(from), t.end(), f);
  };
  if (t.starts_with("0b")) return rest(2, [](char c) { return c == '0' || c == '1' || c == '_'; });
  if (t.starts_with("0x"))
    return rest(
        2, [](char c) { return digit_(c) || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F'); });
  if (t[0] == '0') return rest(1, [](char c) { return (c >= '0' && c <= '7') || c == '_'; });
  p.many(digit_);
  return p.end() || (sixties(p) && p.end());
}

bool is_float(std::string_view s) {
  Scan p{s};
  const bool sign = p.sign();
  std::string_view t = s.substr(p.at);
  if (t == ".inf" || t == ".Inf" || t == ".INF") return true;
  if (!sign && (t == ".nan" || t == ".NaN" || t == ".NAN")) return true;
  auto exponent = [](Scan& q) {
    if (!q.take('e') && !q.take('E')) return true;
    return q.sign() && q.digits() > 0;
  };
  if (t.starts_with('.')) {  // no sign before a leading point
    if (sign) return false;
    p.take('.');
    if (!digit(p.peek())) return false;
    p.many(digit_);
    return exponent(p) && p.end();
  }
  if (!digit(p.peek())) return false;
  p.many(digit_);
  if (p.peek() == ':') {
    if (!sixties(p) || !p.take('.')) return false;
    p.many(digit_);
    return p.end();
  }
  if (!p.take('.')) return false;
  p.many(digit_);
  return exponent(p) && p.end();
}

struct Timestamp {
  int year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0, micro = 0;
  bool time = false, zone = false;
  int offset = 0;  // seconds east of UTC
};

int number(std::string_view digits) {
  int v = 0;
  for (char c : digits) v = v * 10 + (c - '0');
  return v;
}

std::optional<Timestamp> timestamp(std::string_view s) {
  Scan p{s};
  Timestamp t;
  auto field = [&](size_t least, size_t most, int* to) {
    const size_t from = p.at, n = p.digits(most);
    *to = number(s.substr(from, n));
    return n >= least;
  };
  if (!field(4, 4, &t.year) || !p.take('-')) return std::nullopt;
  const size_t month_at = p.at;
  if (!field(1, 2, &t.month) || !p.take('-')) return std::nullopt;
  const size_t month_width = p.at - month_at - 1, day_at = p.at;
  if (!field(1, 2, &t.day)) return std::nullopt;
  if (p.end()) {
    if (month_width == 2 && p.at - day_at == 2) return t;
    return std::nullopt;
  }
  t.time = true;
  if (!p.take('T') && !p.take('t') && p.many([](char c) { return c == ' ' || c == '\t'; }) == 0)
    return std::nullopt;
  if (!field(1, 2, &t.hour) || !p.take(':') || !field(2, 2, &t.minute) || !p.take(':') ||
      !field(2, 2, &t.second))
    return std::nullopt;
  if (p.take('.')) {
    int scale = 100000;
    for (; digit(p.peek()); ++p.at, scale /= 10) t.micro += (p.peek() - '0') * scale;
  }
  if (p.end()) return t;
  p.many([](char c) { return c == ' ' || c == '\t'; });
  t.zone = true;
  if (p.take('Z')) return p.end() ? std::optional(t) : std::nullopt;
  const int sign = p.peek() == '-' ? -1 : 1;
  int hours = 0, minutes = 0;
  if (!p.sign() || !field(1, 2, &hours)) return std::nullopt;
  if (p.take(':') && !field(2, 2, &minutes)) return std::nullopt;
  t.offset = sign * (hours * 3600 + minutes * 60);
  return p.end() ? std::optional(t) : std::nullopt;
}

bool one_of(std::string_view s, std::initializer_list<std::string_view> words) {
  return std::find(words.begin(), words.end(), s) != words.end();
}

bool is_true(std::string_view s) {
  return one_of(s, {"yes", "Yes", "YES", "true", "True", "TRUE", "on", "On", "ON"});
}
bool is_false(std::string_view s) {
  return one_of(s, {"no", "No", "NO", "false", "False", "FALSE", "off", "Off", "OFF"});
}

// A natural number of any length in limbs of nine decimal digits, least first.
struct Natural {
  std::vector<uint32_t> limbs{0};
  void mul_add(uint32_t by, uint32_t add) {
    uint64_t carry = add;
    for (uint32_t& limb : limbs) {
      carry += uint64_t{limb} * by;
      limb = static_cast<uint32_t>(carry % 1000000000);
      carry /= 1000000000;
    }
    if (carry) limbs.push_back(static_cast<uint32_t>(carry));
  }
  std::string text() const {
    std::string out = std::to_string(limbs.back());
    for (size_t i = limbs.size() - 1; i-- > 0;) {
      std::string part = std::to_string(limbs[i]);
      out.append(9 - part.size(), '0').append(part);
    }
    return out;
  }
};

std::string without_underscores(std::string_view s) {
  std::string out(s);
  std::erase(out, '_');
  return out;
}

uint32_t digit_value(char c) {
  if (digit(c)) return static_cast<uint32_t>(c - '0');
  return static_cast<uint32_t>((c | 0x20) - 'a' + 10);
}

std::string repr_int(std::string_view written) {
  std::string s = without_underscores(written);
  if (s.size() > kLongNumber) return std::string(written);
  bool minus = false;
  if (s[0] == '-' || s[0] == '+') {
    minus = s[0] == '-';
    s.erase(0, 1);
  }
  uint32_t base = 10;
  if (s.starts_with("0b") || s.starts_with("0x")) {
    base = s[1] == 'b' ? 2 : 16;
    s.erase(0, 2);
    if (s.empty())
      return "ValueError: invalid literal for int() with base " + std::to_string(base) + ": ''";
  } else if (s.size() > 1 && s[0] == '0') {
    base = 8;
  }
  Natural n;
  size_t i = 0;
  for (; i < s.size() && s[i] != ':'; ++i) n.mul_add(base, digit_value(s[i]));
  while (i < s.size()) {  // sexagesimal: each group is at most 59
    uint32_t group = 0;
    for (++i; i < s.size() && s[i] != ':'; ++i) group = group * 10 + digit_value(s[i]);
    n.mul_add(60, group);
  }
  const std::string text = n.text();
  return minus && text != "0" ? "-" + text : text;
}

std::string repr_double(double v) {
  if (std::isnan(v)) return "nan";
  if (std::isinf(v)) return v < 0 ? "-inf" : "inf";
  std::array<char, 64> buffer{};
  const auto r =
      std::to_chars(buffer.data(), buffer.data() + buffer.size(), v, std::chars_format::scientific);
  std::string s(buffer.data(), r.ptr);
  const size_t e = s.find('e');
  const int exponent = std::stoi(s.substr(e + 1));
  if (exponent < -4 || exponent >= 16) return s;
  const auto f =
      std::to_chars(buffer.data(), buffer.data() + buffer.size(), v, std::chars_format::fixed);
  s.assign(buffer.data(), f.ptr);
  return s.find('.') == std::string::npos ? s + ".0" : s;
}

std::string repr_float(std::string_view written) {
  std::string s = without_underscores(written);
  if (s.size() > kLongNumber) return std::string(written);
  double sign = 1;
  if (s[0] == '-' || s[0] == '+') {
    sign = s[0] == '-' ? -1 : 1;
    s.erase(0, 1);
  }
  if (s[0] == '.' && s.size() == 4 && !digit(s[1]))
    return s[1] == 'i' || s[1] == 'I' ? (sign < 0 ? "-inf" : "inf") : "nan";
  double value = 0;
  size_t from = 0;
  while (true) {
    const size_t to = std::min(s.find(':', from), s.size());
    double part = 0;
    const auto r = std::from_chars(s.data() + from, s.data() + to, part);
    if (r.ec == std::errc::result_out_of_range)  // as strtod: infinity or zero
      part = s.find_first_of("-") == s.npos ? std::numeric_limits<double>::infinity() : 0;
    value = value * 60 + part;
    if (to == s.size()) break;
    from = to + 1;
  }
  return repr_double(sign * value);
}

bool leap(int y) { return y % 4 == 0 && (y % 100 != 0 || y % 400 == 0); }

std::string repr_date(std::string_view written) {
  const std::optional<Timestamp> parsed = timestamp(written);
  if (!parsed) return std::string(written);
  const Timestamp& t = *parsed;
  constexpr std::array<int, 12> kDays{31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
  if (t.year < 1) return "ValueError: year 0 is out of range";
  if (t.month < 1 || t.month > 12) return "ValueError: month must be in 1..12";
  const int days = t.month == 2 && leap(t.year) ? 29 : kDays[static_cast<size_t>(t.month) - 1];
  if (t.day < 1 || t.day > days) return "ValueError: day is out of range for month";
  if (t.hour > 23) return "ValueError: hour must be in 0..23";
  if (t.minute > 59) return "ValueError: minute must be in 0..59";
  if (t.second > 59) return "ValueError: second must be in 0..59";
  std::string out = t.time ? "datetime.datetime(" : "datetime.date(";
  auto add = [&](int v) { out += ", " + std::to_string(v); };
  out += std::to_string(t.year);
  add(t.month), add(t.day);
  if (t.time) {
    add(t.hour), add(t.minute);
    if (t.second || t.micro) add(t.second);
    if (t.micro) add(t.micro);
    if (t.zone && t.offset == 0) out += ", tzinfo=datetime.timezone.utc";
    if (t.zone && t.offset != 0) {
      const int day = t.offset < 0 ? -1 - (-t.offset - 1) / 86400 : t.offset / 86400;
      const int rest = t.offset - day * 86400;
      out += ", tzinfo=datetime.timezone(datetime.timedelta(";
      if (day) out += "days=" + std::to_string(day);
      if (rest) out += std::string(day ? ", " : "") + "seconds=" + std::to_string(rest);
      out += "))";
    }
  }
  return out + ")";
}

}  // namespace

ScalarType resolve_scalar(std::string_view s) {
  if (s.empty()) return ScalarType::kNull;
  const char c = s[0];
  if (digit(c) || c == '-' || c == '+' || c == '.') {
    if (is_int(s)) return ScalarType::kInt;
    if (is_float(s)) return ScalarType::kFloat;
    if (digit(c) && timestamp(s)) return ScalarType::kDate;
    return ScalarType::kString;
  }
  if (s.size() > 5) return ScalarType::kString;
  if (is_true(s) || is_false(s)) return ScalarType::kBool;
  if (one_of(s, {"~", "null", "Null", "NULL"})) return ScalarType::kNull;
  return s == "<<" ? ScalarType::kMerge : ScalarType::kString;
}

NumberForm number_form(std::string_view s) {
  if (s.starts_with('-') || s.starts_with('+')) s.remove_prefix(1);
  if (s.starts_with("0b")) return NumberForm::kBinary;
  if (s.starts_with("0x")) return NumberForm::kHex;
  if (s.find(':') != s.npos) return NumberForm::kSexagesimal;
  if (s.size() > 1 && s[0] == '0' && s.find('.') == s.npos) return NumberForm::kOctal;
  if (s.find('_') != s.npos) return NumberForm::kUnderscore;
  return NumberForm::kPlain;
}

std::string python_string(std::string_view text) {
  const char quote = text.find('\'') != text.npos && text.find('"') == text.npos ? '"' : '\'';
  std::string out(1, quote);
  for (char c : text) {
    if (c == quote || c == '\\')
      out += {'\\', c};
    else if (c == '\n')
      out += "\\n";
    else if (c == '\r')
      out += "\\r";
    else if (c == '\t')
      out += "\\t";
    else if (static_cast<unsigned char>(c) < 0x20 || c == 0x7f) {
      constexpr std::string_view kHex = "0123456789abcdef";
      out += "\\x";
      out += kHex[static_cast<size_t>(c) >> 4];
      out += kHex[static_cast<size_t>(c) & 15];
    } else
      out += c;
  }
  return out + quote;
}

std::string python_repr(ScalarType type, std::string_view text) {
  // An explicit tag can give a text a type that its pattern denies: such a text is shown as
  // written.
  const bool fits = resolve_scalar(text) == type;
  switch (type) {
    case ScalarType::kNull:
      return "None";
    case ScalarType::kBool:
      return !fits ? std::string(text) : is_true(text) ? "True" : "False";
    case ScalarType::kInt:
      return fits ? repr_int(text) : std::string(text);
    case ScalarType::kFloat:
      return fits ? repr_float(text) : std::string(text);
    case ScalarType::kDate:
      return fits ? repr_date(text) : std::string(text);
    case ScalarType::kMerge:
    case ScalarType::kString:
      break;
  }
  return python_string(text);
}

}  // namespace npulint
