#include "parsers/yaml_tree.h"

#include <yaml.h>

#include <algorithm>
#include <array>
#include <optional>
#include <string>
#include <unordered_set>
#include <utility>

#include "parsers/encoding.h"
#include "parsers/yaml_fault.h"
#include "parsers/yaml_scalar.h"
#include "parsers/yaml_screen.h"

namespace npulint {
namespace {

// libyaml compares each %TAG directive with every other and each tag with all of them.
constexpr int kMaxTagDirectives = 16;
constexpr size_t kMaxProblems = 20;

constexpr Text kTooDeep{"the YAML is nested deeper than {0} levels", "YAML 嵌套超过 {0} 层"};
constexpr Text kTooMany{"the YAML holds more than {0} values", "YAML 中的值超过 {0} 个"};
constexpr Text kDirectives{"the YAML holds {0} %TAG directives; more than {1} are not read",
                           "YAML 含 {0} 条 %TAG 指令；超过 {1} 条不读取"};
constexpr Text kNothing{"the file holds no YAML value, only blanks and comments",
                        "文件中没有 YAML 值，只有空白和注释"};
constexpr Text kSecond{
    "a second YAML document begins here; the tools read one document and refuse the file",
    "此处开始第二个 YAML 文档；工具只读取单个文档，会拒绝该文件"};
constexpr Text kNoAnchor{"the alias `*{0}` names an anchor that is not defined before it",
                         "别名 `*{0}` 引用的锚点在其之前没有定义"};
constexpr Text kTwice{"the anchor `&{0}` is defined twice; PyYAML refuses the file",
                      "锚点 `&{0}` 定义了两次；PyYAML 会拒绝该文件"};
constexpr Text kTag{"the tag `{0}` is unknown to yaml.safe_load, which refuses the file",
                    "yaml.safe_load 不认识标签 `{0}`，会拒绝该文件"};
constexpr Text kKey{"a mapping or a list stands as a key; yaml.safe_load refuses the file",
                    "映射或列表被用作键；yaml.safe_load 会拒绝该文件"};
constexpr Text kNoMemory{"there is not enough memory to read the YAML", "内存不足，无法读取 YAML"};

// Byte offset of a code point, by checkpoints.
class Offsets {
 public:
  explicit Offsets(std::string_view s) : s_(s) {
    ascii_ = ascii_prefix(s) == s.size();
    if (ascii_) return;
    size_t n = 0;
    for (size_t i = 0; i < s.size(); ++i)
      if (lead(s[i]) && n++ % kStep == 0) points_.push_back(i);
  }
  uint64_t byte(size_t index) const {
    if (ascii_) return std::min(index, s_.size());
    if (index / kStep >= points_.size()) return s_.size();
    size_t at = points_[index / kStep];
    for (size_t n = index % kStep; n > 0 && at < s_.size(); --n) do
        ++at;
      while (at < s_.size() && !lead(s_[at]));
    return at;
  }

 private:
  static constexpr size_t kStep = 64;
  static bool lead(char c) { return (static_cast<unsigned char>(c) & 0xC0) != 0x80; }
  std::string_view s_;
  bool ascii_ = true;
  std::vector<size_t> points_;
};

struct Parser {
  yaml_parser_t p;
  bool ok;
  Parser() : ok(yaml_parser_initialize(&p) != 0) {}
  ~Parser() {
    if (ok) yaml_parser_delete(&p);
  }
  Parser(const Parser&) = delete;
  Parser& operator=(const Parser&) = delete;
};

struct Event {
  yaml_event_t e{};
  ~Event() { yaml_event_delete(&e); }
  Event() = default;
  Event(const Event&) = delete;
  Event& operator=(const Event&) = delete;
};

std::string_view view(const yaml_char_t* s) {
  return s ? std::string_view(reinterpret_cast<const char*>(s)) : std::string_view();
}

class Builder {
 public:
  // `bytes`: the file; `text`: what libyaml reads, the same positions without the `skip` bytes of a
  // BOM.
  Builder(FileId file, std::string_view bytes, std::string_view text, size_t skip,
          const Masked& masked)
      : file_(file), bytes_(bytes), text_(text), skip_(skip), masked_(masked), offsets_(text) {}

  // True when libyaml accepted the text.
  bool run() {
    Parser parser;
    if (!parser.ok) return add(0, 0, Message(kNoMemory)), false;
    yaml_parser_set_input_string(&parser.p, reinterpret_cast<const unsigned char*>(text_.data()),
                                 text_.size());
    yaml_parser_set_encoding(&parser.p, YAML_UTF8_ENCODING);
    const bool ok = events(&parser.p);
    while (!stack_.empty()) close(end_of_last());
    return ok;
  }

  YamlFile out;

 private:
  struct Frame {
    Node node;
    std::optional<Node> key;  // of a mapping: read, its value not yet
    bool flow = false;
  };

  uint64_t at(const yaml_mark_t& m) const { return offsets_.byte(m.index) + skip_; }

  void add(uint64_t begin, uint64_t end, Message what) {
    if (out.problems.size() >= kMaxProblems) return;
    out.problems.push_back(
        {Problem::Kind::kUnreadable, Evidence{file_, begin, end, ""}, std::move(what)});
  }

  bool events(yaml_parser_t* p) {
    int documents = 0;
    for (int64_t n = 0;; ++n) {
      Event event;
      if (!yaml_parser_parse(p, &event.e)) return fault(*p), false;
      const uint64_t begin = at(event.e.start_mark), end = at(event.e.end_mark);
      if (n > kMaxYamlEvents) return add(begin, begin, Message(kTooMany, kMaxYamlEvents)), true;
      switch (event.e.type) {
        case YAML_STREAM_END_EVENT:
          if (documents == 0) add(0, bytes_.size(), Message(kNothing));
          return true;
        case YAML_DOCUMENT_START_EVENT:
          if (documents++ > 0) return add(begin, end, Message(kSecond)), true;
          break;
        case YAML_ALIAS_EVENT:
          alias(event.e, begin, end);
          break;
        case YAML_SCALAR_EVENT:
          scalar(event.e, begin, end);
          break;
        case YAML_SEQUENCE_START_EVENT:
        case YAML_MAPPING_START_EVENT:
          if (stack_.size() >= static_cast<size_t>(kMaxYamlDepth))
            return add(begin, end, Message(kTooDeep, kMaxYamlDepth)), true;
          open(event.e, begin, end);
          break;
        case YAML_SEQUENCE_END_EVENT:
        case YAML_MAPPING_END_EVENT:
          if (!stack_.empty()) close(stack_.back().flow ? end : end_of_last());
          break;
        default:
          break;
      }
    }
  }

  void alias(const yaml_event_t& e, uint64_t begin, uint64_t end) {
    Node node;
    node.kind = Node::Kind::kAlias;
    node.range = {begin, end};
    node.text = view(e.data.alias.anchor);
    if (!anchors_.count(node.text)) add(begin, end, Message(kNoAnchor, node.text));
    attach(std::move(node));
  }

  void scalar(const yaml_event_t& e, uint64_t begin, uint64_t end) {
    const auto& s = e.data.scalar;
    Node node;
    node.quoted = s.style != YAML_PLAIN_SCALAR_STYLE && s.style != YAML_ANY_SCALAR_STYLE;
    node.range = {properties(s.anchor, s.tag, begin, end), end};
    const bool block = s.style == YAML_LITERAL_SCALAR_STYLE || s.style == YAML_FOLDED_SCALAR_STYLE;
    if (block) node.range.end = trimmed(node.range);
    node.text.assign(reinterpret_cast<const char*>(s.value), s.length);
    if (!masked_.text.empty()) {
      Range content = node.range;
      if (block)  // the line of the indicator may hold a comment
        content.begin = std::min<uint64_t>(bytes_.find('\n', content.begin), content.end);
      node.placeholder = restore_placeholders(masked_, bytes_, content, &node.text);
    }
    out.is_template |= node.placeholder;
    const std::string_view tag = view(s.tag);
    if (!node.placeholder && (tag == "!" || (tag.empty() && !node.quoted)))
      node.type = resolve_scalar(node.text);
    else if (!tag.empty() && tag != "!")
      node.type = tagged(tag, begin, node.range.begin);
    attach(std::move(node));
  }

  void open(const yaml_event_t& e, uint64_t begin, uint64_t end) {
    Frame f;
    const bool map = e.type == YAML_MAPPING_START_EVENT;
    const yaml_char_t* anchor = map ? e.data.mapping_start.anchor : e.data.sequence_start.anchor;
    const yaml_char_t* tag = map ? e.data.mapping_start.tag : e.data.sequence_start.tag;
    f.node.kind = map ? Node::Kind::kMapping : Node::Kind::kSequence;
    if (map && stack_.size() < 2) f.node.entries.reserve(8);  // the document and its sections
    f.flow = map ? e.data.mapping_start.style == YAML_FLOW_MAPPING_STYLE
                 : e.data.sequence_start.style == YAML_FLOW_SEQUENCE_STYLE;
    const uint64_t first = properties(anchor, tag, begin, end);
    f.node.range = {first, first};
    if (tag && view(tag) != "!") {
      static constexpr std::array<std::string_view, 5> kKnown{"map", "seq", "omap", "pairs", "set"};
      std::string_view name = view(tag);
      const bool core = name.starts_with(kCore);
      if (core) name.remove_prefix(kCore.size());
      if (!core || std::find(kKnown.begin(), kKnown.end(), name) == kKnown.end())
        add(begin, first, Message(kTag, view(tag)));
    }
    stack_.push_back(std::move(f));
  }

  void close(uint64_t end) {
    Frame f = std::move(stack_.back());
    stack_.pop_back();
    if (f.key) f.node.entries.push_back({std::move(*f.key), Node{}});  // only after a fault
    f.node.range.end = std::max(end, f.node.range.begin);
    if (f.node.kind == Node::Kind::kMapping) {
      f.node.may_hold = 0;
      for (const Entry& e : f.node.entries) f.node.may_hold |= key_bit(e.key.text);
    }
    attach(std::move(f.node));
  }

  // End of the last child of the innermost collection, else its begin.
  uint64_t end_of_last() const {
    const Frame& f = stack_.back();
    if (f.key) return f.key->range.end;
    if (!f.node.items.empty()) return f.node.items.back().range.end;
    if (f.node.entries.empty()) return f.node.range.begin;
    const Entry& last = f.node.entries.back();
    return std::max(last.key.range.end, last.value.range.end);
  }

  void attach(Node node) {
    if (stack_.empty()) {
      out.root = std::move(node);
      return;
    }
    Frame& f = stack_.back();
    if (f.node.kind == Node::Kind::kSequence) {
      f.node.items.push_back(std::move(node));
    } else if (f.key) {
      f.node.entries.push_back({std::move(*f.key), std::move(node)});
      f.key.reset();
    } else {
      if (node.kind == Node::Kind::kMapping || node.kind == Node::Kind::kSequence)
        add(node.range.begin, node.range.end, Message(kKey));
      f.key = std::move(node);
    }
  }

  static constexpr std::string_view kCore = "tag:yaml.org,2002:";

  ScalarType tagged(std::string_view tag, uint64_t begin, uint64_t end) {
    static constexpr std::pair<std::string_view, ScalarType> kTypes[] = {
        {"str", ScalarType::kString},    {"binary", ScalarType::kString},
        {"int", ScalarType::kInt},       {"float", ScalarType::kFloat},
        {"bool", ScalarType::kBool},     {"null", ScalarType::kNull},
        {"timestamp", ScalarType::kDate}};
    if (tag.starts_with(kCore))
      for (const auto& [name, type] : kTypes)
        if (tag.substr(kCore.size()) == name) return type;
    add(begin, end, Message(kTag, tag));
    return ScalarType::kString;
  }

  // Registers the anchor and gives the begin of the value behind anchor and tag.
  uint64_t properties(const yaml_char_t* anchor, const yaml_char_t* tag, uint64_t begin,
                      uint64_t end) {
    if (!anchor && !tag) return begin;
    uint64_t i = begin;
    const auto blank = [&](char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r'; };
    while (i < end) {
      const char c = bytes_[i];
      if (blank(c)) {
        ++i;
      } else if (c == '#') {
        while (i < end && bytes_[i] != '\n') ++i;
      } else if (c == '&' || c == '!') {
        while (i < end && !blank(bytes_[i])) ++i;
      } else {
        break;
      }
    }
    if (anchor && !anchors_.emplace(view(anchor)).second)
      add(begin, i, Message(kTwice, view(anchor)));
    return i;
  }

  // A block scalar ends with its last visible character.
  uint64_t trimmed(const Range& r) const {
    uint64_t e = std::min<uint64_t>(r.end, bytes_.size());
    while (e > r.begin + 1 && (bytes_[e - 1] == '\n' || bytes_[e - 1] == '\r' ||
                               bytes_[e - 1] == ' ' || bytes_[e - 1] == '\t'))
      --e;
    return e;
  }

  void fault(const yaml_parser_t& p) {
    if (p.error == YAML_MEMORY_ERROR) return add(0, 0, Message(kNoMemory));
    YamlFault f;
    f.problem = p.problem ? p.problem : "";
    f.context = p.context ? p.context : "";
    f.at = p.error == YAML_READER_ERROR
               ? std::min<uint64_t>(p.problem_offset + skip_, bytes_.size())
               : at(p.problem_mark);
    f.context_at = at(p.context_mark);
    forget_overrun(f.at);
    out.problems.push_back(describe_fault(file_, bytes_, f));
  }

  // A wrongly indented `key: value` is read into the plain value above it up to its colon, where
  // the fault is: then that value says nothing.
  void forget_overrun(uint64_t fault) {
    if (stack_.empty() || stack_.back().key || stack_.back().node.entries.empty()) return;
    Node& last = stack_.back().node.entries.back().value;
    if (last.kind != Node::Kind::kScalar || last.quoted || last.range.end > fault) return;
    const auto breaks = [&](uint64_t begin, uint64_t end) {
      return bytes_.substr(begin, end - begin).find('\n') != bytes_.npos;
    };
    if (breaks(last.range.begin, last.range.end) && !breaks(last.range.end, fault))
      last.placeholder = true;
  }

  FileId file_;
  std::string_view bytes_, text_;
  size_t skip_;
  const Masked& masked_;
  Offsets offsets_;
  std::vector<Frame> stack_;
  std::unordered_set<std::string> anchors_;
};

}  // namespace

YamlFile parse_yaml(FileId file, std::string_view bytes) {
  YamlFile out;
  out.root.type = ScalarType::kNull;
  if (std::optional<Problem> p = screen_text(file, bytes)) {
    out.problems.push_back(std::move(*p));
    return out;
  }
  int directives = 0;
  // Behind any line break of YAML; the last bytes of U+0085, U+2028 and U+2029 are among them.
  for (size_t i = 0; (i = bytes.find("%TAG", i)) != bytes.npos; ++i)
    directives += i == 0 || std::string_view("\n\r\x85\xA8\xA9").find(bytes[i - 1]) != bytes.npos;
  if (directives > kMaxTagDirectives) {
    out.problems.push_back({Problem::Kind::kUnreadable, Evidence{file, 0, 0, ""},
                            Message(kDirectives, directives, kMaxTagDirectives)});
    return out;
  }
  const size_t skip = bytes.starts_with(kUtf8Bom) ? kUtf8Bom.size() : 0;
  Masked masked = mask_placeholders(bytes);
  const std::string_view text = masked.text.empty() ? bytes : std::string_view(masked.text);
  Builder first(file, bytes, text.substr(skip), skip, masked);
  if (first.run() || masked.lines.empty()) return std::move(first.out);
  // A placeholder that is alone on its line may stand for whole lines of YAML, or for nothing.
  for (const Range& r : masked.lines) masked.text[r.begin] = '#';
  for (const Range& r : masked.lines)
    std::fill(masked.text.begin() + static_cast<std::ptrdiff_t>(r.begin) + 1,
              masked.text.begin() + static_cast<std::ptrdiff_t>(r.end), 'x');
  Builder second(file, bytes, std::string_view(masked.text).substr(skip), skip, masked);
  second.run();
  second.out.is_template = second.out.root.placeholder = true;
  return std::move(second.out);
}

}  // namespace npulint
