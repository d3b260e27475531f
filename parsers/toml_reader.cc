#include "parsers/toml_reader.h"

#include <algorithm>
#include <cmath>

#include "parsers/yaml_screen.h"

namespace npulint {
namespace {

using namespace toml_text;

constexpr size_t kMaxSuggestions = 100;  // per table: a suggestion compares with every key
constexpr size_t kMaxShown = 60;         // bytes of a value that a sentence quotes

constexpr Text kWrongType{"`{0}` is {1}; expected {2}", "`{0}` 是{1}；应为{2}"};
constexpr Text kNotLegal{"`{0}` is \"{1}\"; legal values are {2}",
                         "`{0}` 为 \"{1}\"；合法取值为 {2}"};
constexpr Text kNotLegalNear{"`{0}` is \"{1}\"; did you mean \"{3}\"? Legal values are {2}",
                             "`{0}` 为 \"{1}\"；是否应为 \"{3}\"？合法取值为 {2}"};
constexpr Text kOutOfRange{"`{0}` is {1}; expected an integer from {2} to {3}",
                           "`{0}` 为 {1}；应为 {2} 到 {3} 之间的整数"};
constexpr Text kItemType{"item {1} of `{0}` is {2}; expected {3}",
                         "`{0}` 的第 {1} 项是{2}；应为{3}"};
constexpr Text kNotFinite{"`{0}` is not a finite number", "`{0}` 不是有限数值"};
constexpr Text kNoDType{
    "`{0}` is \"{1}\", which is no element type (examples: int8, uint8, int16, int32, float16, "
    "float32)",
    "`{0}` 为 \"{1}\"，不是元素类型（例如 int8、uint8、int16、int32、float16、float32）"};
constexpr Text kNoDTypeNear{"`{0}` is \"{1}\", which is no element type; did you mean \"{2}\"?",
                            "`{0}` 为 \"{1}\"，不是元素类型；是否应为 \"{2}\"？"};
constexpr Text kNoDate{"`{0}` is \"{1}\"; expected a date such as 2027-03-01",
                       "`{0}` 为 \"{1}\"；应为日期，例如 2027-03-01"};
constexpr Text kEmpty{"`{0}` is empty", "`{0}` 为空"};
constexpr Text kPlaceholder{"`{0}` holds a placeholder: {1}", "`{0}` 含有占位符：{1}"};
constexpr Text kNotArrayOfTables{"`{0}` is {1}; write [[{0}]]", "`{0}` 是{1}；应写作 [[{0}]]"};
constexpr Text kBoolean{"a boolean", "布尔值"};
constexpr Text kFloat{"a float", "浮点数"};
constexpr Text kDateTime{"a date or time", "日期或时间"};

Text kind_text(TomlNode::Kind k) {
  switch (k) {
    case TomlNode::Kind::kTable:
      return kTable;
    case TomlNode::Kind::kArray:
      return kArray;
    case TomlNode::Kind::kString:
      return kString;
    case TomlNode::Kind::kInteger:
      return kInteger;
    case TomlNode::Kind::kFloat:
      return kFloat;
    case TomlNode::Kind::kBool:
      return kBoolean;
    case TomlNode::Kind::kDate:
      return kDateTime;
  }
  return {};
}

std::string clipped(std::string_view s) {
  if (s.size() <= kMaxShown) return std::string(s);
  size_t n = kMaxShown;
  while (n > 0 && (static_cast<unsigned char>(s[n]) & 0xC0) == 0x80) --n;
  return std::string(s.substr(0, n)) + "…";
}

bool is_number(const TomlNode& v) {
  return v.kind == TomlNode::Kind::kInteger || v.kind == TomlNode::Kind::kFloat;
}

const std::vector<std::string>& dtype_spellings() {
  static const std::vector<std::string> names = {
      "bool",   "int4",  "uint4",  "int8",    "uint8",    "int16",   "uint16", "int32",
      "uint32", "int64", "uint64", "float16", "bfloat16", "float32", "float64"};
  return names;
}

}  // namespace

TomlReader::TomlReader(FileId file, const TomlNode& table, std::string label, TomlFault fault,
                       Mode mode)
    : file_(file), table_(table), label_(std::move(label)), fault_(std::move(fault)), mode_(mode) {}

Evidence TomlReader::at(Range r) const { return {file_, r.begin, r.end, {}}; }

std::string TomlReader::path(std::string_view key) const {
  return label_.empty() ? std::string(key) : label_ + "." + std::string(key);
}

const TomlEntry* TomlReader::entry(std::string_view key) {
  if (std::find(known_.begin(), known_.end(), key) == known_.end()) known_.emplace_back(key);
  return find_entry(table_, key);
}

const TomlNode* TomlReader::take(std::string_view key) {
  const TomlEntry* e = entry(key);
  return e ? &e->value : nullptr;
}

Message TomlReader::fault(const TomlNode& value, Message what) const {
  fault_(at(value), what);
  return what;
}

Message TomlReader::wrong_type(std::string_view key, const TomlNode& value, Text expected) const {
  return fault(value, Message(kWrongType, path(key), kind_text(value.kind), expected));
}

Fact<std::string> TomlReader::string(std::string_view key) {
  const TomlNode* v = take(key);
  return v ? string_value(key, *v) : Fact<std::string>();
}

Fact<std::string> TomlReader::string_value(std::string_view key, const TomlNode& v) const {
  if (v.kind != TomlNode::Kind::kString)
    return Fact<std::string>::absent(wrong_type(key, v, kString));
  if (v.text.empty()) {
    const Message empty(kEmpty, path(key));
    return Fact<std::string>::absent(mode_ == Mode::kStrict ? fault(v, empty) : empty);
  }
  if (mode_ == Mode::kLenient && has_placeholder(v.text))
    return Fact<std::string>::absent(Message(kPlaceholder, path(key), clipped(v.text)));
  return {v.text, at(v)};
}

Fact<std::string> TomlReader::one_of(std::string_view key,
                                     std::span<const std::string_view> legal) {
  Fact<std::string> f = string(key);
  if (!f || std::find(legal.begin(), legal.end(), *f) != legal.end()) return f;
  const auto near = nearest(*f, {legal.begin(), legal.end()});
  Message what = near ? Message(kNotLegalNear, path(key), clipped(*f), quoted_list(legal), *near)
                      : Message(kNotLegal, path(key), clipped(*f), quoted_list(legal));
  fault_(f.at, what);
  return Fact<std::string>::absent(std::move(what));
}

bool TomlReader::in_range(std::string_view key, const TomlNode& v, int64_t least, int64_t most,
                          Message* why) const {
  if (v.integer >= least && v.integer <= most) return true;
  *why = fault(v, Message(kOutOfRange, path(key), v.integer, least, most));
  return false;
}

Fact<int64_t> TomlReader::integer(std::string_view key, int64_t least, int64_t most) {
  const TomlNode* v = take(key);
  if (!v) return {};
  if (v->kind != TomlNode::Kind::kInteger)
    return Fact<int64_t>::absent(wrong_type(key, *v, kInteger));
  Message why;
  if (!in_range(key, *v, least, most, &why)) return Fact<int64_t>::absent(std::move(why));
  return {v->integer, at(*v)};
}

Fact<double> TomlReader::number(std::string_view key) {
  const TomlNode* v = take(key);
  if (!v) return {};
  if (!is_number(*v)) return Fact<double>::absent(wrong_type(key, *v, kNumber));
  if (!std::isfinite(v->number))
    return Fact<double>::absent(fault(*v, Message(kNotFinite, path(key))));
  return {v->number, at(*v)};
}

Fact<bool> TomlReader::boolean(std::string_view key) {
  const TomlNode* v = take(key);
  if (!v) return {};
  if (v->kind != TomlNode::Kind::kBool) return Fact<bool>::absent(wrong_type(key, *v, kBool));
  return {v->boolean, at(*v)};
}

Fact<std::string> TomlReader::date(std::string_view key) {
  const TomlNode* v = take(key);
  if (!v) return {};
  if (v->kind != TomlNode::Kind::kDate && v->kind != TomlNode::Kind::kString)
    return Fact<std::string>::absent(wrong_type(key, *v, kDate));
  if (!is_date(v->text))
    return Fact<std::string>::absent(fault(*v, Message(kNoDate, path(key), clipped(v->text))));
  return {v->text, at(*v)};
}

Fact<DType> TomlReader::dtype(std::string_view key) {
  const Fact<std::string> s = string(key);
  if (!s) return Fact<DType>::absent(s.missing);
  if (const auto t = parse_dtype(*s)) return {*t, s.at};
  const auto near = nearest(*s, dtype_spellings());
  Message what = near ? Message(kNoDTypeNear, path(key), clipped(*s), *near)
                      : Message(kNoDType, path(key), clipped(*s));
  fault_(s.at, what);
  return Fact<DType>::absent(std::move(what));
}

Fact<std::vector<int64_t>> TomlReader::integers(std::string_view key, int64_t least, int64_t most) {
  using F = Fact<std::vector<int64_t>>;
  const TomlNode* v = take(key);
  if (!v) return {};
  if (v->kind != TomlNode::Kind::kArray) return F::absent(wrong_type(key, *v, kIntegers));
  std::vector<int64_t> out;
  for (const TomlNode& item : v->items) {
    Message why;
    if (item.kind != TomlNode::Kind::kInteger)
      return F::absent(fault(
          item, Message(kItemType, path(key), out.size() + 1, kind_text(item.kind), kInteger)));
    if (!in_range(key, item, least, most, &why)) return F::absent(std::move(why));
    out.push_back(item.integer);
  }
  return {std::move(out), at(*v)};
}

Fact<std::vector<double>> TomlReader::numbers(std::string_view key) {
  using F = Fact<std::vector<double>>;
  const TomlNode* v = take(key);
  if (!v) return {};
  if (v->kind != TomlNode::Kind::kArray && !is_number(*v))
    return F::absent(wrong_type(key, *v, kNumbers));
  std::vector<double> out;
  const std::span<const TomlNode> items = is_number(*v) ? std::span(v, 1) : std::span(v->items);
  for (const TomlNode& item : items) {
    if (!is_number(item))
      return F::absent(fault(
          item, Message(kItemType, path(key), out.size() + 1, kind_text(item.kind), kNumber)));
    if (!std::isfinite(item.number)) return F::absent(fault(item, Message(kNotFinite, path(key))));
    out.push_back(item.number);
  }
  return {std::move(out), at(*v)};
}

Fact<std::vector<std::string>> TomlReader::strings(std::string_view key) {
  using F = Fact<std::vector<std::string>>;
  const TomlNode* v = take(key);
  if (!v) return {};
  if (v->kind != TomlNode::Kind::kArray) return F::absent(wrong_type(key, *v, kStrings));
  std::vector<std::string> out;
  for (const TomlNode& item : v->items) {
    if (item.kind != TomlNode::Kind::kString)
      return F::absent(fault(
          item, Message(kItemType, path(key), out.size() + 1, kind_text(item.kind), kString)));
    out.push_back(item.text);
  }
  return {std::move(out), at(*v)};
}

const TomlNode* TomlReader::table(std::string_view key) {
  const TomlNode* v = take(key);
  if (v && v->kind != TomlNode::Kind::kTable) {
    wrong_type(key, *v, kTable);
    return nullptr;
  }
  return v;
}

std::vector<const TomlNode*> TomlReader::tables(std::string_view key) {
  const TomlNode* v = take(key);
  std::vector<const TomlNode*> out;
  if (!v) return out;
  if (v->kind != TomlNode::Kind::kArray) {
    fault(*v, Message(kNotArrayOfTables, path(key), kind_text(v->kind)));
    return out;
  }
  for (const TomlNode& item : v->items) {
    if (item.kind == TomlNode::Kind::kTable)
      out.push_back(&item);
    else
      fault(item, Message(kNotArrayOfTables, path(key), kind_text(item.kind)));
  }
  return out;
}

void TomlReader::finish(
    const std::function<void(const Evidence&, const std::string&, const std::string&)>& unknown) {
  size_t suggested = 0;
  for (const TomlEntry& e : table_.entries) {
    if (std::find(known_.begin(), known_.end(), e.key) != known_.end()) continue;
    std::string near;
    if (suggested++ < kMaxSuggestions) near = nearest(e.key, known_).value_or("");
    unknown(at(e.key_range), clipped(e.key), near);
  }
}

std::string quoted_list(std::span<const std::string_view> words) {
  std::string out;
  for (const std::string_view w : words) {
    if (!out.empty()) out += ", ";
    out += '"';
    out += w;
    out += '"';
  }
  return out;
}

bool is_date(std::string_view s) {
  if (s.size() != 10 || s[4] != '-' || s[7] != '-') return false;
  const auto digits = [&](size_t from, size_t n) {
    int v = 0;
    for (size_t i = from; i < from + n; ++i) {
      if (s[i] < '0' || s[i] > '9') return -1;
      v = v * 10 + (s[i] - '0');
    }
    return v;
  };
  const int y = digits(0, 4), m = digits(5, 2), d = digits(8, 2);
  if (y < 0 || m < 1 || m > 12 || d < 1) return false;
  const bool leap = (y % 4 == 0 && y % 100 != 0) || y % 400 == 0;
  const int days[] = {31, leap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
  return d <= days[m - 1];
}

}  // namespace npulint
