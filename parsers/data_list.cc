#include "parsers/data_list.h"

#include <algorithm>

#include "parsers/json_tree.h"
#include "parsers/printed_lists.h"

namespace npulint {
namespace {

constexpr size_t kMaxEntries = 20'000'000;
constexpr size_t kMaxDepth = 8;

constexpr Text kBinary{"it holds NUL bytes: no text", "其中含有 NUL 字节：不是文本"};
constexpr Text kNoList{"no path stands in it", "其中没有任何路径"};
constexpr Text kNoJsonList{"it holds no array of objects with a path", "其中没有带路径的对象数组"};
constexpr Text kMany{"it holds more than {0} entries", "条目超过 {0} 个"};

constexpr std::string_view kPathKeys[] = {"path",  "file",     "filename", "file_name",
                                          "image", "filepath", "name",     "relative_path"};
constexpr std::string_view kDigestKeys[] = {"sha256", "digest", "hash", "checksum"};
constexpr std::string_view kTotalKeys[] = {"total", "total_files", "count", "num_files", "size"};

bool blank(char c) { return c == ' ' || c == '\t' || c == '\r'; }

template <size_t N>
const JsonNode* first_of(const JsonNode& object, const std::string_view (&keys)[N],
                         JsonNode::Kind kind) {
  for (std::string_view key : keys)
    if (const JsonNode* n = find(object, key); n && n->is(kind)) return n;
  return nullptr;
}

class Lists {
 public:
  Lists(FileId file, std::string_view bytes) : s_(bytes) { out_.file = file; }

  void lines() {
    const char end_of_line = s_.find('\n') == s_.npos ? '\r' : '\n';
    for (size_t at = s_.starts_with("\xEF\xBB\xBF") ? 3 : 0; at < s_.size();) {
      const size_t end = std::min(s_.find(end_of_line, at), s_.size());
      line(s_.substr(at, end - at));
      at = end + 1;
      if (out_.entries.size() >= kMaxEntries) {
        why = Message(kMany, kMaxEntries);
        break;
      }
    }
    strip_labels();
    // beside digests, a line that is neither a path nor a digest is a heading or a total
    if (!out_.digests.empty())
      std::erase_if(out_.entries, [](const DataSet::Entry& e) {
        return e.digest < 0 && e.name.find_first_of(" \t") != e.name.npos;
      });
    if (out_.entries.empty()) why = Message(kNoList);
  }

  void json() {
    const JsonTree tree = parse_json(s_);
    if (!tree.ok) {
      why = tree.error;
      return;
    }
    if (const JsonNode* n = first_of(tree.root, kTotalKeys, JsonNode::Kind::kNumber);
        n && n->number > 0 && n->number < 1e15)
      out_.stated = static_cast<uint64_t>(n->number);
    walk(tree.root, 0);
    if (out_.entries.empty()) why = Message(kNoJsonList);
  }

  DataSet out_;
  Message why;

 private:
  void line(std::string_view text) {
    text = trim(text);
    if (text.empty() || text[0] == '#' || text[0] == ';' || text.starts_with("//")) return;
    DataSet::Digest digest;
    DataSet::Entry e;
    // sha256sum escapes a name with a backslash, which stands before the digest too
    if (text.size() > 67 && text[0] == '\\' && parse_digest(text.substr(1, 64), &digest))
      text.remove_prefix(1);
    if (text.size() > 66 && blank(text[64]) && parse_digest(text.substr(0, 64), &digest)) {
      text = trim(text.substr(64));
      if (text.starts_with('*')) text.remove_prefix(1);
      e.digest = static_cast<int32_t>(out_.digests.size());
      out_.digests.push_back(digest);
    }
    e.name = text;
    e.offset = static_cast<uint64_t>(text.data() - s_.data());
    out_.entries.push_back(e);
  }

  // `name 17` on every line: the number is a label.
  void strip_labels() {
    const auto label = [](std::string_view name) {
      const size_t at = name.find_last_of(" \t");
      const std::string_view tail = at == name.npos ? "" : name.substr(at + 1);
      const bool digits = !tail.empty() && std::all_of(tail.begin(), tail.end(),
                                                       [](char c) { return c >= '0' && c <= '9'; });
      return digits ? at : name.npos;
    };
    if (!std::all_of(out_.entries.begin(), out_.entries.end(),
                     [&](const auto& e) { return label(e.name) != e.name.npos; }))
      return;
    for (DataSet::Entry& e : out_.entries) e.name = trim(e.name.substr(0, label(e.name)));
  }

  void walk(const JsonNode& n, size_t depth) {
    if (depth > kMaxDepth || out_.entries.size() >= kMaxEntries) return;
    for (const JsonNode& item : n.items) {
      if (item.is(JsonNode::Kind::kObject) && entry(item)) continue;
      if (item.is(JsonNode::Kind::kString) && depth > 0) add(item, nullptr);
      walk(item, depth + 1);
    }
    for (const JsonEntry& e : n.entries) walk(e.value, depth + 1);
  }

  bool entry(const JsonNode& object) {
    const JsonNode* path = first_of(object, kPathKeys, JsonNode::Kind::kString);
    if (!path) return false;
    // a `name` may be that of a class or a licence
    if (path == find(object, "name") && path->text.find_last_of("./") == std::string::npos)
      return false;
    add(*path, first_of(object, kDigestKeys, JsonNode::Kind::kString));
    return true;
  }

  // A string without escapes is its own bytes; another one is kept beside.
  void add(const JsonNode& path, const JsonNode* digest) {
    DataSet::Entry e;
    e.offset = path.range.begin + 1;
    const std::string_view written =
        s_.substr(std::min<size_t>(e.offset, s_.size()), path.text.size());
    if (written == path.text) {
      e.name = written;
    } else {
      out_.owned.push_back(std::make_shared<std::string>(path.text));
      e.name = *out_.owned.back();
    }
    DataSet::Digest d;
    if (digest && parse_digest(digest->text, &d)) {
      e.digest = static_cast<int32_t>(out_.digests.size());
      out_.digests.push_back(d);
    }
    out_.entries.push_back(e);
  }

  std::string_view s_;
};

}  // namespace

DataSet parse_data_list(FileId file, std::string_view bytes, Message* why) {
  Lists lists(file, bytes);
  const size_t first = bytes.find_first_not_of(" \t\r\n\xEF\xBB\xBF");
  const bool is_json = first != bytes.npos && (bytes[first] == '[' || bytes[first] == '{');
  if (bytes.substr(0, 4096).find('\0') != bytes.npos)
    lists.why = Message(kBinary);
  else if (is_json)
    lists.json();
  else
    lists.lines();
  *why = lists.why;
  return std::move(lists.out_);
}

}  // namespace npulint
