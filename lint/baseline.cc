#include "lint/baseline.h"

#include <algorithm>
#include <tuple>

#include "lint/json_writer.h"
#include "parsers/json_tree.h"

namespace npulint {
namespace {

constexpr std::string_view kSchema = "npulint-baseline/1";
constexpr size_t kMaxErrors = 20;
constexpr size_t kDigits = 16;

constexpr Text kPointer{
    "the baseline is a Git LFS pointer, not the file itself; fetch it with `git lfs pull`",
    "基线是 Git LFS 指针而不是文件本身；请用 `git lfs pull` 取回"};
constexpr Text kNotOne{"this is no baseline: it is not a JSON object with `schema` and `entries`",
                       "这不是基线：它不是带有 `schema` 和 `entries` 的 JSON 对象"};
constexpr Text kVersion{"the baseline has the schema `{0}`; this npulint reads `{1}`",
                        "基线的 schema 为 `{0}`；此版本 npulint 只读取 `{1}`"};
constexpr Text kUnknownKey{"a baseline has no key `{0}`", "基线没有键 `{0}`"};
constexpr Text kNeeds{"a baseline entry needs `{0}`", "基线条目缺少 `{0}`"};
constexpr Text kNotString{"`{0}` of a baseline entry is not a string",
                          "基线条目的 `{0}` 不是字符串"};
constexpr Text kNotHex{"`{0}` of a baseline entry is \"{1}\", not {2} hex digits",
                       "基线条目的 `{0}` 为 \"{1}\"，不是 {2} 位十六进制数字"};

bool is_digest(std::string_view s) {
  return s.size() == kDigits && s.find_first_not_of("0123456789abcdef") == s.npos;
}

class Reader {
 public:
  explicit Reader(ParsedBaseline& out) : out_(out) {}

  void root(const JsonNode& n) {
    const JsonNode* schema = find(n, "schema");
    const JsonNode* entries = find(n, "entries");
    if (!schema || !schema->is(JsonNode::Kind::kString) || !entries ||
        !entries->is(JsonNode::Kind::kList))
      return error(n.range, Message(kNotOne));
    if (schema->text != kSchema)
      return error(schema->range, Message(kVersion, schema->text, kSchema));
    for (const JsonEntry& e : n.entries)
      if (e.key != "schema" && e.key != "entries") error(e.key_range, Message(kUnknownKey, e.key));
    for (const JsonNode& item : entries->items) entry(item);
  }

 private:
  void error(const Range& r, Message what) {
    if (out_.errors.size() < kMaxErrors)
      out_.errors.push_back({{out_.baseline.file, r.begin, r.end, ""}, std::move(what)});
  }

  void entry(const JsonNode& n) {
    BaselineEntry e;
    const std::pair<std::string_view, std::string*> keys[] = {
        {"id", &e.id},         {"evidence", &e.evidence}, {"rule", &e.rule},
        {"bundle", &e.bundle}, {"path", &e.path},         {"at", &e.at},
        {"reason", &e.reason}, {"added", &e.added}};
    for (const JsonEntry& k : n.entries) {
      const auto known = std::find_if(std::begin(keys), std::end(keys),
                                      [&](const auto& p) { return p.first == k.key; });
      if (known == std::end(keys)) {
        error(k.key_range, Message(kUnknownKey, k.key));
      } else if (!k.value.is(JsonNode::Kind::kString)) {
        error(k.value.range, Message(kNotString, k.key));
      } else {
        *known->second = k.value.text;
        if (k.key == "rule") e.rule_at = at(k.value.range);
        if (k.key == "id") e.place = at(k.value.range);
      }
    }
    if (!e.place.known()) e.place = at(n.range);
    if (e.rule.empty()) error(n.range, Message(kNeeds, "rule"));
    if (e.bundle.empty() && e.path.empty()) error(n.range, Message(kNeeds, "path"));
    if (!is_digest(base_id(e.id))) error(n.range, Message(kNotHex, "id", e.id, kDigits));
    if (!is_digest(e.evidence)) error(n.range, Message(kNotHex, "evidence", e.evidence, kDigits));
    out_.baseline.entries.push_back(std::move(e));
  }

  Evidence at(const Range& r) const { return {out_.baseline.file, r.begin, r.end, ""}; }

  ParsedBaseline& out_;
};

}  // namespace

std::string_view base_id(std::string_view id) { return id.substr(0, id.find(':')); }

ParsedBaseline parse_baseline(FileId file, std::string dir, std::string_view bytes) {
  ParsedBaseline out;
  out.baseline.file = file;
  out.baseline.dir = std::move(dir);
  if (bytes.starts_with("version https://git-lfs.github.com/")) {
    out.errors.push_back({whole_file(file), Message(kPointer)});
    return out;
  }
  const JsonTree tree = parse_json(bytes);
  if (!tree.ok) {
    const Range& r = tree.error_at;
    out.errors.push_back({{file, r.begin, r.end, ""}, tree.error});
    return out;
  }
  Reader(out).root(tree.root);
  return out;
}

std::string baseline_text(std::vector<BaselineEntry> entries) {
  const auto key = [](const BaselineEntry& e) {
    return std::make_tuple(std::string_view(e.path), std::string_view(e.bundle),
                           std::string_view(e.rule), std::string_view(e.at), base_id(e.id),
                           std::string_view(e.evidence));
  };
  std::stable_sort(entries.begin(), entries.end(),
                   [&](const auto& a, const auto& b) { return key(a) < key(b); });
  JsonWriter w;
  w.object(true).field("schema", kSchema).key("entries").array(true);
  size_t n = 0;
  for (size_t i = 0; i < entries.size(); ++i) {
    const BaselineEntry& e = entries[i];
    n = i > 0 && base_id(e.id) == base_id(entries[i - 1].id) ? n + 1 : 1;
    w.object().field("id", std::string(base_id(e.id)) + (n > 1 ? ":" + std::to_string(n) : ""));
    w.field("evidence", e.evidence).field("rule", e.rule);
    if (e.bundle.empty())
      w.field("path", e.path);
    else
      w.field("bundle", e.bundle);
    w.field("at", e.at);
    if (!e.reason.empty()) w.field("reason", e.reason);
    w.field("added", e.added).end();
  }
  w.end().end();
  return w.out + '\n';
}

}  // namespace npulint
