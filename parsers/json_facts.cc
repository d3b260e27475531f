#include "parsers/json_facts.h"

#include <algorithm>
#include <cmath>

#include "parsers/printed_lists.h"
#include "parsers/tensor_words.h"

namespace npulint {
namespace {

constexpr size_t kMaxProblems = 50;
constexpr size_t kMaxSettings = 300;
constexpr size_t kMaxClip = 100;  // bytes
constexpr size_t kMaxRank = 16;
constexpr int64_t kMaxAxis = 1000;
constexpr double kExact = 9007199254740992.0;  // 2^53: doubles hold every integer up to here

using Kind = JsonNode::Kind;

std::optional<int64_t> exact(double d) {
  if (!(d >= -kExact && d <= kExact) || d != std::floor(d)) return std::nullopt;
  return static_cast<int64_t>(d);
}

Arg what_is(const JsonNode& n) {
  switch (n.kind) {
    case Kind::kNull:
      return Text{"null", "null"};
    case Kind::kBool:
      return n.boolean ? "true" : "false";
    case Kind::kNumber:
      return number_text(n.number);
    case Kind::kString:
      return "\"" + clip(n.text) + "\"";
    case Kind::kObject:
      return Text{"an object", "对象"};
    case Kind::kList:
      return n.items.empty() ? Text{"an empty list", "空列表"}
                             : Text{"a list of other values", "含有其他值的列表"};
    case Kind::kNumbers:
      return Text{"a list of other numbers", "含有其他数值的列表"};
  }
  return "";
}

// numpy prints long arrays as `[1, 2, ..., 9]`.
bool shortened(const JsonNode& n) {
  return std::any_of(n.items.begin(), n.items.end(),
                     [](const JsonNode& i) { return i.is(Kind::kString) && i.text == "..."; });
}

}  // namespace

std::string clip(std::string_view text) {
  if (text.size() <= kMaxClip) return std::string(text);
  size_t n = kMaxClip;
  while (n > 0 && (static_cast<unsigned char>(text[n]) & 0xC0) == 0x80) --n;
  return std::string(text.substr(0, n)) + "…";
}

std::string join_key(const std::string& path, std::string_view key) {
  return path.empty() ? clip(key) : path + "." + clip(key);
}

const std::vector<std::string_view> kKindKeys = {"quanti_type", "quant_type", "quantiType",
                                                 "quanti"};
const std::vector<std::string_view> kAxisKeys = {"axis", "quantize_axis", "quantizeAxis",
                                                 "channel_axis"};
const std::vector<std::string_view> kScaleKeys = {"scale", "scales", "scale_data", "scale_values"};
const std::vector<std::string_view> kZeroKeys = {"zero_point", "zero_points", "zero_point_data",
                                                 "zero_point_values"};
const std::vector<std::string_view> kShiftKeys = {"shift", "shifts", "shift_data", "shift_values"};

std::pair<JsonNode*, std::string_view> find_any(JsonNode& node,
                                                const std::vector<std::string_view>& keys) {
  for (std::string_view key : keys)
    for (size_t i = node.entries.size(); i-- > 0;)
      if (node.entries[i].key == key) {
        if (node.entries[i].value.kind != Kind::kNull) return {&node.entries[i].value, key};
        break;
      }
  return {nullptr, {}};
}

std::pair<JsonNode*, std::string_view> find_any(JsonNode& node,
                                                std::initializer_list<std::string_view> keys) {
  return find_any(node, std::vector<std::string_view>(keys));
}

Evidence JsonFacts::at(const Range& range, std::string path) const {
  const Range& r = whole_ ? *whole_ : range;
  return {file_, r.begin, r.end, std::move(path)};
}

bool JsonFacts::full() const { return problems_.size() >= kMaxProblems; }

Message JsonFacts::problem(Evidence where, Message what, Problem::Kind kind) {
  if (!full()) problems_.push_back({kind, std::move(where), what});
  return what;
}

Message JsonFacts::wrong(const JsonNode& node, const std::string& path, Text expected) {
  return problem(at(node, path),
                 Message{Text{"`{0}` must be {1}, but it is {2}.", "`{0}` 应为{1}，实际为{2}。"},
                         path, expected, what_is(node)});
}

Fact<std::string> JsonFacts::text(const JsonNode* node, const std::string& path) {
  if (!has(node)) return {};
  if (!node->is(Kind::kString))
    return Fact<std::string>::absent(wrong(*node, path, {"a string", "字符串"}));
  if (node->text.empty()) return {};
  return {node->text, at(*node, path)};
}

Fact<int64_t> JsonFacts::integer(const JsonNode* node, const std::string& path, int64_t least) {
  if (!has(node)) return {};
  const auto n = node->is(Kind::kNumber) ? exact(node->number) : std::nullopt;
  if (!n || *n < least) return Fact<int64_t>::absent(wrong(*node, path, {"an integer", "整数"}));
  return {*n, at(*node, path)};
}

Fact<std::vector<int64_t>> JsonFacts::integers(const JsonNode* node, const std::string& path,
                                               int64_t least, size_t most) {
  using F = Fact<std::vector<int64_t>>;
  static constexpr Text kWhat{"a list of integers", "整数列表"};
  if (!has(node)) return {};
  std::vector<int64_t> out;
  if (node->is(Kind::kList)) {
    // null: not known before run time; a list of nothing else states nothing
    size_t nulls = 0;
    for (const JsonNode& i : node->items) {
      if (i.is(Kind::kNull)) {
        ++nulls;
        out.push_back(-1);
        continue;
      }
      const auto n = i.is(Kind::kNumber) ? exact(i.number) : std::nullopt;
      if (!n || *n < least) return F::absent(wrong(*node, path, kWhat));
      out.push_back(*n);
    }
    if (nulls && nulls == out.size()) return {};
  } else if (node->is(Kind::kNumbers)) {
    for (double d : node->numbers) {
      const auto n = exact(d);
      if (!n || *n < least) return F::absent(wrong(*node, path, kWhat));
      out.push_back(*n);
    }
  } else {
    return F::absent(wrong(*node, path, kWhat));
  }
  if (out.size() > most)
    return F::absent(
        problem(at(*node, path), Message{Text{"`{0}` has {1} entries; at most {2} make sense.",
                                              "`{0}` 有 {1} 项，最多应为 {2} 项。"},
                                         path, out.size(), most}));
  return {std::move(out), at(*node, path)};
}

Fact<Shape> JsonFacts::shape(const JsonNode* node, const std::string& path) {
  return integers(node, path, -1, kMaxRank);
}

Fact<std::vector<int64_t>> JsonFacts::strides(const JsonNode* node, const std::string& path) {
  return integers(node, path, -1, kMaxRank);
}

void JsonFacts::type(const JsonNode* node, const std::string& path, CompiledTensor& to) {
  if (!has(node)) return;
  if (!node->is(Kind::kString)) {
    to.dtype =
        Fact<DType>::absent(wrong(*node, path, {"the name of an element type", "元素类型的名称"}));
    return;
  }
  if (auto image = image_type(node->text)) {
    to.image = {*image, at(*node, path)};
  } else if (auto dtype = element_type(node->text)) {
    to.dtype = {*dtype, at(*node, path)};
  } else {
    to.dtype =
        Fact<DType>::absent(wrong(*node, path, {"the name of an element type", "元素类型的名称"}));
  }
}

Fact<Quantization> JsonFacts::quantization(JsonNode& node, const std::string& path, bool flat) {
  using F = Fact<Quantization>;
  Quantization q;
  std::optional<Quantization::Kind> word;
  auto [kind, kind_key] = find_any(node, kKindKeys);
  if (!kind && !flat) std::tie(kind, kind_key) = find_any(node, {"kind", "type"});
  auto [axis, axis_key] = find_any(node, kAxisKeys);
  auto [scale, scale_key] = find_any(node, kScaleKeys);
  auto [zero, zero_key] = find_any(node, kZeroKeys);
  auto [shift, shift_key] = find_any(node, kShiftKeys);
  if (!kind && !scale && !shift) {
    if (flat && !zero) return {};
    return F::absent(Message{
        Text{"`{0}` states neither a type nor a scale", "`{0}` 既没有类型也没有 scale"}, path});
  }
  auto sub = [&](std::string_view key) { return join_key(path, key); };
  if (kind) {
    word = kind->is(Kind::kString) ? quant_word(kind->text) : std::nullopt;
    if (!word)
      return F::absent(
          wrong(*kind, sub(kind_key), {"none, scale or shift", "none、scale 或 shift"}));
  }
  if (axis) {
    const auto n = axis->is(Kind::kNumber) ? exact(axis->number) : std::nullopt;
    if (!n || *n < -kMaxAxis || *n > kMaxAxis)
      return F::absent(wrong(*axis, sub(axis_key), {"an axis number or null", "轴编号或 null"}));
    q.axis = static_cast<int>(*n);
  }
  if (scale) {
    if (scale->is(Kind::kNumber))
      q.scales = {scale->number};
    else if (scale->is(Kind::kNumbers))
      q.scales = std::move(scale->numbers);
    else if (shortened(*scale))
      return F::absent(
          problem(at(*scale, sub(scale_key)),
                  Message{Text{"`{0}` was printed shortened (`...`): its values are not all there.",
                               "`{0}` 打印时被省略（`...`），数值不完整。"},
                          sub(scale_key)}));
    else if (!scale->is(Kind::kList) || !scale->items.empty())
      return F::absent(
          wrong(*scale, sub(scale_key), {"a number or a list of numbers", "数值或数值列表"}));
  }
  struct Ints {
    JsonNode* node;
    std::string_view key;
    std::vector<int64_t>* to;
  };
  for (const Ints& i : {Ints{zero, zero_key, &q.zero_points}, Ints{shift, shift_key, &q.shifts}}) {
    if (!i.node) continue;
    if (i.node->is(Kind::kNumber) && exact(i.node->number)) {
      *i.to = {*exact(i.node->number)};
    } else if (i.node->is(Kind::kNumbers)) {
      i.to->reserve(i.node->numbers.size());
      for (double d : i.node->numbers) {
        const auto n = exact(d);
        if (!n) return F::absent(wrong(*i.node, sub(i.key), {"a list of integers", "整数列表"}));
        i.to->push_back(*n);
      }
    } else if (shortened(*i.node)) {
      return F::absent(
          problem(at(*i.node, sub(i.key)),
                  Message{Text{"`{0}` was printed shortened (`...`): its values are not all there.",
                               "`{0}` 打印时被省略（`...`），数值不完整。"},
                          sub(i.key)}));
    } else if (!i.node->is(Kind::kList) || !i.node->items.empty()) {
      return F::absent(
          wrong(*i.node, sub(i.key), {"an integer or a list of integers", "整数或整数列表"}));
    }
  }
  using QKind = Quantization::Kind;
  q.kind = word                ? *word
           : !q.scales.empty() ? QKind::kScale
           : !q.shifts.empty() ? QKind::kShift
                               : QKind::kNone;
  if (q.kind == QKind::kNone) q.axis.reset();  // dumps print 0 there
  if (!flat) return {std::move(q), at(node, path)};
  const bool by_kind = kind && (q.kind == QKind::kNone || (!scale && !shift));
  const JsonNode& stated = by_kind ? *kind : scale ? *scale : *shift;
  return {std::move(q), at(stated, sub(by_kind ? kind_key : scale ? scale_key : shift_key))};
}

void JsonFacts::build(const JsonNode& object, const std::string& path, std::string_view bytes,
                      CompiledModel& to) {
  for (const JsonEntry& e : object.entries) {
    std::string key = e.key;
    for (char& c : key)
      if (c >= 'a' && c <= 'z') c = static_cast<char>(c - 'a' + 'A');
    const JsonNode& v = e.value;
    if (v.is(Kind::kNull) || key.size() > kMaxClip || to.build.size() >= kMaxSettings) continue;
    std::string value = v.text;
    if (!v.is(Kind::kString)) {
      if (v.range.begin > v.range.end || v.range.end > bytes.size()) continue;
      value = bytes.substr(v.range.begin, v.range.end - v.range.begin);
    }
    const Evidence where = at(v, join_key(path, e.key));
    Fact<std::string> fact{value, where};
    if (!value.empty() && key == "MARCH" && !to.march) to.march = fact;
    static constexpr std::string_view kSuffix = "_VERSION";
    if (!value.empty() && key.ends_with(kSuffix) && key.size() > kSuffix.size() &&
        to.versions.size() < kMaxModelVersions) {
      std::string tool = key.substr(0, key.size() - kSuffix.size());
      for (char& c : tool)
        if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
      to.versions.emplace_back(std::move(tool), fact);
    }
    to.build[std::move(key)] = std::move(fact);
  }
}

void removed_by_settings(CompiledModel& model) {
  if (!model.removed_nodes.empty()) return;  // the file itself lists what is gone
  const auto it = model.build.find("REMOVE_NODE_NAME");
  if (it == model.build.end() || !it->second) return;
  const std::string& s = *it->second;
  for (size_t begin = 0; begin < s.size() && model.removed_nodes.size() < kMaxModelRemoved;) {
    const size_t end = std::min(s.find(';', begin), s.size());
    const std::string_view name = trim(std::string_view(s).substr(begin, end - begin));
    begin = end + 1;
    const bool known = std::any_of(model.removed_nodes.begin(), model.removed_nodes.end(),
                                   [&](const Fact<std::string>& n) { return n && *n == name; });
    if (!name.empty() && !known) model.removed_nodes.emplace_back(std::string(name), it->second.at);
  }
}

}  // namespace npulint
