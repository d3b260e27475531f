#include "lint/config.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <string>
#include <tuple>
#include <unordered_map>

#include "lint/config_counts.h"

namespace npulint {
namespace {

constexpr std::string_view kInput = "input_parameters";
constexpr size_t kMaxInputs = 4096;  // far above any model; bounds what a hostile list costs

constexpr Text kPlaceholder{"`{0}.{1}` holds a placeholder: {2}", "`{0}.{1}` 含占位符：{2}"};
constexpr Text kNotScalar{"`{0}.{1}` is not a single value", "`{0}.{1}` 不是单个值"};
constexpr Text kNoNumbers{"norm_type is {0}, but {1} states no numbers for this input",
                          "norm_type 为 {0}，但 {1} 没有给出该输入的数值"};
constexpr Text kBadNumbers{"{0} is no list of numbers: {1}", "{0} 不是数值列表：{1}"};
constexpr Text kUnknownNorm{"norm_type {0} is unknown", "未知的 norm_type：{0}"};
constexpr Text kShortNorm{"norm_type has no item for this input", "norm_type 没有该输入对应的项"};
constexpr Text kOtherCount{"{0} has {1} items for {2} inputs; which is whose is not known",
                           "{0} 有 {1} 项，而输入有 {2} 个；无法确定对应关系"};
constexpr Text kScaleAndStd{"scale_value and std_value are both given; the tool takes only one",
                            "同时给出了 scale_value 和 std_value；工具只接受其一"};
constexpr Text kBadShape{"input_shape {0} is malformed", "input_shape {0} 格式有误"};

// The begin of a long text, for messages.
std::string clipped(std::string_view s) {
  constexpr size_t kMost = 120;  // bytes
  if (s.size() <= kMost) return std::string(s);
  size_t n = kMost;
  while (n > 0 && (static_cast<unsigned char>(s[n]) & 0xC0) == 0x80) --n;
  return std::string(s.substr(0, n)) + "…";
}

bool blank(char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r'; }

std::string_view trim(std::string_view s) {
  while (!s.empty() && blank(s.front())) s.remove_prefix(1);
  while (!s.empty() && blank(s.back())) s.remove_suffix(1);
  return s;
}

// Where byte i of the text of a scalar stands in the file; none where escapes or folded lines moved
// it.
std::optional<uint64_t> text_begin(const Node& n) {
  const uint64_t size = n.range.end - n.range.begin;
  if (!n.quoted) return size == n.text.size() ? std::optional(n.range.begin) : std::nullopt;
  if (size != n.text.size() + 2) return std::nullopt;
  // Escapes and folds are longer than what they stand for, except for these characters; block
  // scalars end in '\n'.
  for (std::string_view c : {"\n", "\xC2\x85", "\xC2\xA0", "\xE2\x80\xA8", "\xE2\x80\xA9"})
    if (n.text.find(c) != n.text.npos) return std::nullopt;
  return n.range.begin + 1;
}

// The scalar of a setting when it has one that is not blank, placeholders included.
const Node* scalar(const Config& config, std::string_view section, std::string_view key) {
  const Entry* e = setting_entry(config, section, key);
  if (!e || e->value.kind != Node::Kind::kScalar || e->value.type == ScalarType::kNull ||
      trim(e->value.text).empty())
    return nullptr;
  return &e->value;
}

Evidence evidence(const Config& config, const Range& r) {
  return {config.file, r.begin, r.end, ""};
}

// Calls item(text, offset) for each item of a `;` list.
template <class Item>
void each_item(std::string_view text, const Item& item) {
  for (size_t at = 0; at <= text.size();) {
    const size_t end = std::min(text.find(';', at), text.size());
    const std::string_view part = trim(text.substr(at, end - at));
    if (end == text.size() && part.empty()) break;
    item(part, part.empty() ? at : static_cast<size_t>(part.data() - text.data()));
    at = end + 1;
  }
}

std::vector<ListItem> split(const Config& config, const Node& n) {
  std::vector<ListItem> out;
  const std::optional<uint64_t> begin = text_begin(n);
  each_item(n.text, [&](std::string_view item, size_t offset) {
    Evidence where = evidence(config, n.range);
    if (begin) {
      where.begin = *begin + offset;
      where.end = where.begin + item.size();
    }
    out.push_back({std::string(item), std::move(where)});
  });
  return out;
}

// A per-input list of input_parameters.
struct PerInput {
  std::string_view key;
  bool given = false;
  bool placeholder = false;  // or otherwise unknown
  Message why;
  Evidence whole;
  std::vector<ListItem> items;

  PerInput(const Config& config, std::string_view name) : key(name) {
    if (const Node* n = scalar(config, kInput, name)) {
      given = true;
      placeholder = n->placeholder;
      whole = evidence(config, n->range);
      items = split(config, *n);
      if (!placeholder) return;
    }
    why = setting(config, kInput, name).missing;
  }
  // A list of another length than the number of inputs says nothing of any of them.
  void expect(size_t inputs) {
    if (!given || placeholder || items.size() == inputs) return;
    placeholder = true;
    why = Message(kOtherCount, key, items.size(), inputs);
  }
  // The item of input i; null when there is none, it is empty, or the literal None.
  const ListItem* item(size_t i) const {
    if (i >= items.size() || items[i].text.empty() || items[i].text == "None") return nullptr;
    return &items[i];
  }
  Fact<std::string> fact(size_t i) const {
    if (placeholder || !given) return Fact<std::string>::absent(why);
    const ListItem* it = item(i);
    return it ? Fact<std::string>(it->text, it->at) : Fact<std::string>();
  }
};

struct Lists {
  PerInput name, type_rt, type_train, layout_train, layout_rt, space_and_range, shape, norm_type,
      mean, scale, std;
  explicit Lists(const Config& c)
      : name(c, "input_name"),
        type_rt(c, "input_type_rt"),
        type_train(c, "input_type_train"),
        layout_train(c, "input_layout_train"),
        layout_rt(c, "input_layout_rt"),
        space_and_range(c, "input_space_and_range"),
        shape(c, "input_shape"),
        norm_type(c, "norm_type"),
        mean(c, "mean_value"),
        scale(c, "scale_value"),
        std(c, "std_value") {}
  auto all() {
    return std::array{&name,  &type_rt,   &type_train, &layout_train, &layout_rt, &space_and_range,
                      &shape, &norm_type, &mean,       &scale,        &std};
  }
};

// Reads the numbers of input i. False with the reason in `why` when they are not known.
bool numbers(const PerInput& list, size_t i, std::vector<double>* to, Message* why) {
  if (list.placeholder || !list.why.empty()) return *why = list.why, false;
  const ListItem* item = list.item(i);
  std::optional<std::vector<double>> v = item ? parse_numbers(item->text) : std::nullopt;
  if (!v) {
    *why = item ? Message(kBadNumbers, list.key, clipped(item->text)) : Message();
    return false;
  }
  *to = std::move(*v);
  return true;
}

Fact<Normalization> none_at(const Lists& l, size_t i) {
  Normalization none;
  none.kind = "none";
  for (const PerInput* p : {&l.norm_type, &l.type_rt, &l.type_train}) {
    if (i < p->items.size()) return {none, p->items[i].at};
    if (p->given) return {none, p->whole};
  }
  return {};
}

Fact<Normalization> by_norm_type(const Lists& l, size_t i) {
  if (l.norm_type.placeholder) return Fact<Normalization>::absent(l.norm_type.why);
  const ListItem* type = l.norm_type.item(i);
  if (!type) return Fact<Normalization>::absent(Message(kShortNorm));
  struct Row {
    std::string_view norm_type, kind;
    bool mean, scale;
  };
  static constexpr Row kRows[] = {{"no_preprocess", "none", false, false},
                                  {"data_mean", "mean", true, false},
                                  {"data_scale", "scale", false, true},
                                  {"data_mean_and_scale", "mean_scale", true, true}};
  for (const Row& row : kRows) {
    if (type->text != row.norm_type) continue;
    Normalization n;
    n.kind = row.kind;
    Message why;
    for (const auto& [list, wanted, to] :
         {std::tuple(&l.mean, row.mean, &n.mean), std::tuple(&l.scale, row.scale, &n.scale)})
      if (wanted && !numbers(*list, i, to, &why))
        return Fact<Normalization>::absent(why.empty() ? Message(kNoNumbers, type->text, list->key)
                                                       : why);
    return {std::move(n), type->at};
  }
  return Fact<Normalization>::absent(Message(kUnknownNorm, clipped(type->text)));
}

Fact<Normalization> by_values(const Lists& l, size_t i) {
  Normalization n;
  Message why;
  const Evidence* at = nullptr;
  for (const auto& [list, to] :
       {std::pair(&l.mean, &n.mean), std::pair(&l.scale, &n.scale), std::pair(&l.std, &n.std)}) {
    if (numbers(*list, i, to, &why))
      at = &list->items[i].at;
    else if (!why.empty())
      return Fact<Normalization>::absent(why);
  }
  if (!at) return none_at(l, i);
  if (!n.scale.empty() && !n.std.empty()) return Fact<Normalization>::absent(Message(kScaleAndStd));
  const std::string_view divisor = !n.scale.empty() ? "scale" : !n.std.empty() ? "std" : "";
  n.kind = n.mean.empty()    ? std::string(divisor)
           : divisor.empty() ? "mean"
                             : "mean_" + std::string(divisor);
  return {std::move(n), *at};
}

// The mapping compiler_parameters.input_source by input name; the last of equal keys wins.
struct InputSources {
  const Config& config;
  std::unordered_map<std::string_view, const Entry*> by_name;
  explicit InputSources(const Config& c) : config(c) {
    const Entry* e = setting_entry(c, "compiler_parameters", "input_source");
    if (!e) return;
    for (const Entry& entry : e->value.entries) by_name[entry.key.text] = &entry;
  }
  Fact<std::string> of(const Fact<std::string>& name, size_t inputs) const {
    auto it = by_name.end();
    if (name)
      it = by_name.find(*name);
    else if (inputs == 1 && by_name.size() == 1)
      it = by_name.begin();
    if (it == by_name.end()) return {};
    const Node &key = it->second->key, &value = it->second->value;
    if (value.kind != Node::Kind::kScalar || value.text.empty()) return {};
    if (value.placeholder || key.placeholder)
      return Fact<std::string>::absent(Message(kPlaceholder, "compiler_parameters", "input_source",
                                               clipped(key.text + ": " + value.text)));
    return {value.text, evidence(config, value.range)};
  }
};

}  // namespace

const Entry* setting_entry(const Config& config, std::string_view section, std::string_view key) {
  const Node* s = section.empty() ? &config.root : find(config.root, section);
  return s ? find_entry(*s, key) : nullptr;
}

const Entry* entry_at(const Node& root, uint64_t key_begin) {
  for (const Entry& e : root.entries) {
    if (e.key.range.begin == key_begin) return &e;
    if (const Entry* deeper = entry_at(e.value, key_begin)) return deeper;
  }
  for (const Node& n : root.items)
    if (const Entry* deeper = entry_at(n, key_begin)) return deeper;
  return nullptr;
}

Fact<std::string> setting(const Config& config, std::string_view section, std::string_view key) {
  const Entry* e = setting_entry(config, section, key);
  if (!e) return {};
  if (e->value.kind != Node::Kind::kScalar)
    return Fact<std::string>::absent(Message(kNotScalar, section, key));
  const Node* n = scalar(config, section, key);
  if (!n) return {};
  if (n->placeholder)
    return Fact<std::string>::absent(Message(kPlaceholder, section, key, clipped(n->text)));
  return {n->text, evidence(config, n->range)};
}

std::vector<ListItem> setting_list(const Config& config, std::string_view section,
                                   std::string_view key) {
  const Node* n = scalar(config, section, key);
  return n && !n->placeholder ? split(config, *n) : std::vector<ListItem>();
}

size_t setting_count(const Config& config, std::string_view section, std::string_view key) {
  const Node* n = scalar(config, section, key);
  size_t count = 0;
  if (n && !n->placeholder) each_item(n->text, [&](std::string_view, size_t) { ++count; });
  return count;
}

namespace {

std::vector<ConfigInput> work_out(const Config& config, std::string_view toolchain) {
  Lists lists(config);
  const InputSources sources(config);
  const std::vector<InputList>& counted = input_lists(config, toolchain);
  size_t count = 0;
  if (const InputList* by = counting_list(counted))
    count = by->count;
  else
    for (const PerInput* p : lists.all()) count = std::max(count, p->items.size());
  for (PerInput* p : lists.all()) p->expect(count);
  std::vector<ConfigInput> out(std::min(count, kMaxInputs));
  for (size_t i = 0; i < out.size(); ++i) {
    ConfigInput& in = out[i];
    in.name = lists.name.fact(i);
    in.type_rt = lists.type_rt.fact(i);
    in.type_train = lists.type_train.fact(i);
    in.layout_train = lists.layout_train.fact(i);
    in.layout_rt = lists.layout_rt.fact(i);
    in.space_and_range = lists.space_and_range.fact(i);
    const Fact<std::string> shape = lists.shape.fact(i);
    if (!shape)
      in.shape = Fact<Shape>::absent(shape.missing);
    else if (std::optional<Shape> s = parse_shape(*shape))
      in.shape = {std::move(*s), shape.at};
    else
      in.shape = Fact<Shape>::absent(Message(kBadShape, clipped(*shape)));
    for (const auto& [list, to] :
         {std::pair(&lists.mean, &in.mean), std::pair(&lists.scale, &in.scale),
          std::pair(&lists.std, &in.std)}) {
      std::vector<double> values;
      Message why;
      if (numbers(*list, i, &values, &why))
        *to = {std::move(values), list->items[i].at};
      else
        to->missing = std::move(why);
    }
    const bool typed = toolchain != "hb_compile" && lists.norm_type.given;
    in.norm = typed                      ? by_norm_type(lists, i)
              : toolchain == "hb_mapper" ? none_at(lists, i)
                                         : by_values(lists, i);
    in.source = sources.of(in.name, out.size());
  }
  return out;
}

}  // namespace

const std::vector<ConfigInput>& config_inputs(const Config& config, std::string_view toolchain) {
  return config.inputs.get<std::vector<ConfigInput>>(toolchain,
                                                     [&] { return work_out(config, toolchain); });
}

std::optional<std::vector<double>> parse_numbers(std::string_view s) {
  std::vector<double> out;
  const auto separator = [](char c) { return blank(c) || c == ','; };
  for (size_t at = 0; at < s.size();) {
    if (separator(s[at])) {
      ++at;
      continue;
    }
    size_t end = at;
    while (end < s.size() && !separator(s[end])) ++end;
    if (s[at] == '+' && at + 1 < end && s[at + 1] != '-') ++at;
    double v = 0;
    const auto r = std::from_chars(s.data() + at, s.data() + end, v);
    if (r.ec != std::errc() || r.ptr != s.data() + end || !std::isfinite(v)) return std::nullopt;
    out.push_back(v);
    at = end;
  }
  return out.empty() ? std::nullopt : std::optional(std::move(out));
}

std::optional<Shape> parse_shape(std::string_view s) {
  Shape out;
  s = trim(s);
  while (true) {
    int64_t v = 0;
    const auto r = std::from_chars(s.data(), s.data() + s.size(), v);
    if (r.ec != std::errc() || v < 0 || s.starts_with('-')) return std::nullopt;
    out.push_back(v);
    if (r.ptr == s.data() + s.size()) return out;
    if (*r.ptr != 'x') return std::nullopt;
    s.remove_prefix(static_cast<size_t>(r.ptr - s.data()) + 1);
  }
}

}  // namespace npulint
