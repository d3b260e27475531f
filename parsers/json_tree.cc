// JSON (RFC 8259, UTF-8, with Python's NaN and Infinity) through RapidJSON's SAX reader.
// Ranges come from the end of the token before: between two tokens there is only white space, `,`
// and `:`.
#include "parsers/json_tree.h"

#include <rapidjson/memorystream.h>
#include <rapidjson/reader.h>

#include <algorithm>
#include <charconv>
#include <cstdlib>
#include <cstring>
#include <exception>
#include <utility>

#include "parsers/encoding.h"

namespace npulint {
namespace {

constexpr size_t kMaxDepth = 64;
constexpr size_t kMaxNodes = 250000;  // elements of number lists are not counted
constexpr size_t kMaxDuplicates = 20;
constexpr std::string_view kUtf8Mark = "\xEF\xBB\xBF";

double to_number(const char* s, size_t n) {
  double d = 0;
  const auto r = std::from_chars(s, s + n, d);
  // Out of range leaves `d` alone: strtod tells overflow from underflow.
  if (r.ec == std::errc::result_out_of_range) d = std::strtod(std::string(s, n).c_str(), nullptr);
  return d;
}

class Builder {
 public:
  Builder(std::string_view bytes, uint64_t base, rapidjson::MemoryStream& in, JsonTree& out)
      : bytes_(bytes), base_(base), in_(in), out_(out) {}

  bool Null() { return attach(make(JsonNode::Kind::kNull, 4)); }
  bool Bool(bool b) {
    JsonNode n = make(JsonNode::Kind::kBool, b ? 4 : 5);
    n.boolean = b;
    return attach(std::move(n));
  }
  bool RawNumber(const char* s, rapidjson::SizeType length, bool) {
    const double d = to_number(s, length);
    if (!open_.empty()) {
      JsonNode& list = open_.back().node;
      if (list.kind == JsonNode::Kind::kNumbers ||
          (list.kind == JsonNode::Kind::kList && list.items.empty())) {
        list.kind = JsonNode::Kind::kNumbers;
        list.numbers.push_back(d);
        last_ = skip() + length;
        return true;
      }
    }
    JsonNode n = make(JsonNode::Kind::kNumber, length);
    n.number = d;
    return attach(std::move(n));
  }
  // The reader hands numbers over as text; these are never called.
  bool Int(int) { return false; }
  bool Uint(unsigned) { return false; }
  bool Int64(int64_t) { return false; }
  bool Uint64(uint64_t) { return false; }
  bool Double(double) { return false; }

  bool String(const char* s, rapidjson::SizeType length, bool) {
    JsonNode n = make(JsonNode::Kind::kString, in_.Tell() - skip());
    n.text.assign(s, length);
    return attach(std::move(n));
  }
  bool Key(const char* s, rapidjson::SizeType length, bool) {
    Frame& f = open_.back();
    const size_t begin = skip();
    last_ = in_.Tell();
    f.key.assign(s, length);
    f.key_range = {base_ + begin, base_ + last_};
    f.has_key = true;
    return true;
  }
  bool StartObject() { return open(JsonNode::Kind::kObject); }
  bool StartArray() { return open(JsonNode::Kind::kList); }
  bool EndObject(rapidjson::SizeType) { return close(); }
  bool EndArray(rapidjson::SizeType) { return close(); }

  // Closes what an error left open, so that `root` holds what was read.
  void unwind() {
    nodes_ = 0;
    while (!open_.empty()) close();
  }
  bool too_deep() const { return too_deep_; }
  size_t last() const { return last_; }

 private:
  struct Frame {
    JsonNode node;
    std::string key;
    Range key_range;
    bool has_key = false;
  };

  size_t skip() const {
    size_t i = last_;
    while (i < bytes_.size() && std::strchr(" \t\r\n,:", bytes_[i]) && bytes_[i]) ++i;
    return i;
  }
  JsonNode make(JsonNode::Kind kind, size_t length) {
    JsonNode n;
    n.kind = kind;
    const size_t begin = skip();
    last_ = begin + length;
    n.range = {base_ + begin, base_ + last_};
    return n;
  }
  bool open(JsonNode::Kind kind) {
    if (open_.size() >= kMaxDepth) {
      too_deep_ = true;
      return false;
    }
    Frame f;
    f.node = make(kind, 1);
    open_.push_back(std::move(f));
    return true;
  }
  bool close() {
    JsonNode n = std::move(open_.back().node);
    open_.pop_back();
    last_ = std::min(skip() + 1, bytes_.size());
    n.range.end = base_ + last_;
    note_duplicates(n);
    return attach(std::move(n));
  }
  bool attach(JsonNode&& n) {
    if (++nodes_ > kMaxNodes) return false;
    if (open_.empty()) {
      out_.root = std::move(n);
      return true;
    }
    Frame& f = open_.back();
    if (f.node.kind == JsonNode::Kind::kObject) {
      if (!f.has_key) return true;  // only while unwinding
      f.has_key = false;
      f.node.entries.push_back({std::move(f.key), f.key_range, std::move(n)});
      return true;
    }
    if (f.node.kind == JsonNode::Kind::kNumbers && !to_items(f.node)) return false;
    f.node.items.push_back(std::move(n));
    return true;
  }
  // A list that began with numbers holds something else: its numbers become nodes, placed at the
  // list.
  bool to_items(JsonNode& list) {
    nodes_ += list.numbers.size();
    if (nodes_ > kMaxNodes) return false;
    for (double d : list.numbers) {
      JsonNode n;
      n.kind = JsonNode::Kind::kNumber;
      n.number = d;
      n.range = {list.range.begin, list.range.begin + 1};
      list.items.push_back(std::move(n));
    }
    list.numbers = {};
    list.kind = JsonNode::Kind::kList;
    return true;
  }
  void note_duplicates(const JsonNode& n) {
    if (n.entries.size() < 2 || out_.duplicates.size() >= kMaxDuplicates) return;
    std::vector<std::pair<std::string_view, size_t>> keys;
    for (size_t i = 0; i < n.entries.size(); ++i) keys.emplace_back(n.entries[i].key, i);
    std::sort(keys.begin(), keys.end());
    for (size_t i = 1; i < keys.size() && out_.duplicates.size() < kMaxDuplicates; ++i)
      if (keys[i].first == keys[i - 1].first)
        out_.duplicates.push_back(
            {std::string(keys[i].first), n.entries[keys[i].second].key_range});
  }

  std::string_view bytes_;
  uint64_t base_;
  rapidjson::MemoryStream& in_;
  JsonTree& out_;
  std::vector<Frame> open_;
  size_t last_ = 0;  // end of the token before
  size_t nodes_ = 0;
  bool too_deep_ = false;
};

Text reason(rapidjson::ParseErrorCode code) {
  switch (code) {
    case rapidjson::kParseErrorDocumentEmpty:
      return {"it holds no value", "文件中没有任何值"};
    case rapidjson::kParseErrorDocumentRootNotSingular:
      return {"something follows the end of the value", "值结束之后还有多余内容"};
    case rapidjson::kParseErrorObjectMissName:
      return {"a quoted key or a closing brace is expected", "此处应为带引号的键或右花括号"};
    case rapidjson::kParseErrorObjectMissColon:
      return {"a colon is expected after the key", "键之后应为冒号"};
    case rapidjson::kParseErrorObjectMissCommaOrCurlyBracket:
      return {"a comma or a closing brace is expected", "此处应为逗号或右花括号"};
    case rapidjson::kParseErrorArrayMissCommaOrSquareBracket:
      return {"a comma or a closing bracket is expected", "此处应为逗号或右方括号"};
    case rapidjson::kParseErrorStringUnicodeEscapeInvalidHex:
    case rapidjson::kParseErrorStringUnicodeSurrogateInvalid:
    case rapidjson::kParseErrorStringEscapeInvalid:
      return {"a string holds an invalid escape", "字符串中有非法的转义"};
    case rapidjson::kParseErrorStringMissQuotationMark:
      return {"a string has no closing quote", "字符串缺少右引号"};
    case rapidjson::kParseErrorNumberTooBig:
      return {"a number is too large", "数值过大"};
    case rapidjson::kParseErrorNumberMissFraction:
    case rapidjson::kParseErrorNumberMissExponent:
      return {"a number is incomplete", "数值不完整"};
    default:
      return {"a value is expected", "此处应为一个值"};
  }
}

}  // namespace

JsonTree parse_json(std::string_view bytes, uint64_t base) {
  JsonTree tree;
  auto fail = [&](size_t at, Message why) {
    const size_t begin = std::min(at, bytes.size());
    tree.ok = false;
    tree.error = std::move(why);
    tree.error_at = {base + begin, base + std::min(begin + 1, bytes.size())};
  };
  if (bytes.starts_with("\xFF\xFE") || bytes.starts_with("\xFE\xFF")) {
    fail(0, Message{Text{"The JSON is UTF-16; UTF-8 is needed.",
                         "该 JSON 为 UTF-16 编码，应为 UTF-8。"}});
    return tree;
  }
  if (bytes.starts_with(kUtf8Mark)) {
    bytes.remove_prefix(kUtf8Mark.size());
    base += kUtf8Mark.size();
  }
  try {
    rapidjson::MemoryStream in(bytes.data(), bytes.size());
    Builder builder(bytes, base, in, tree);
    rapidjson::Reader reader;
    constexpr unsigned kFlags = rapidjson::kParseIterativeFlag | rapidjson::kParseNanAndInfFlag |
                                rapidjson::kParseValidateEncodingFlag |
                                rapidjson::kParseNumbersAsStringsFlag;
    const rapidjson::ParseResult result = reader.Parse<kFlags>(in, builder);
    builder.unwind();
    const size_t end = result.IsError() ? result.Offset() : in.Tell();
    const size_t nul = bytes.find('\0');
    if (!result.IsError() && end == bytes.size()) {
      tree.ok = true;
    } else if (nul != std::string_view::npos && nul <= end + 1) {
      fail(nul, Message{Text{"The JSON holds a NUL byte.", "该 JSON 含有 NUL 字节。"}});
    } else if (result.Code() == rapidjson::kParseErrorTermination) {
      if (builder.too_deep())
        fail(builder.last(), Message{Text{"The JSON is nested deeper than {0} levels.",
                                          "该 JSON 嵌套超过 {0} 层。"},
                                     kMaxDepth});
      else
        fail(builder.last(),
             Message{Text{"The JSON holds more than {0} values.", "该 JSON 的值超过 {0} 个。"},
                     kMaxNodes});
    } else if (result.Code() == rapidjson::kParseErrorStringInvalidEncoding) {
      const size_t bad = first_invalid_utf8(bytes).value_or(end);
      if (likely_gbk(bytes))
        fail(bad, Message{Text{"The JSON is not UTF-8; it is probably GBK.",
                               "该 JSON 不是 UTF-8 编码，可能是 GBK。"}});
      else
        fail(bad, Message{Text{"The JSON is not UTF-8.", "该 JSON 不是 UTF-8 编码。"}});
    } else if (end >= bytes.size() && !bytes.empty()) {
      fail(end, Message{Text{"The JSON is cut off: the file ends inside a value.",
                             "该 JSON 被截断：文件在一个值的中间结束。"}});
    } else {
      fail(end, Message{Text{"The JSON has a syntax error: {0}.", "该 JSON 有语法错误：{0}。"},
                        reason(result.Code())});
    }
  } catch (const std::exception& e) {
    fail(0, Message{Text{"The JSON cannot be read: {0}.", "无法读取该 JSON：{0}。"}, e.what()});
  }
  return tree;
}

const JsonEntry* find_entry(const JsonNode& node, std::string_view key) {
  for (size_t i = node.entries.size(); i-- > 0;)
    if (node.entries[i].key == key) return &node.entries[i];
  return nullptr;
}

const JsonNode* find(const JsonNode& node, std::string_view key) {
  const JsonEntry* e = find_entry(node, key);
  return e ? &e->value : nullptr;
}

}  // namespace npulint
