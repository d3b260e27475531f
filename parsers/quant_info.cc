// One entry a node: {NODE: {"type", "inputs", "outputs", "thresholds": [[…] an input],
// "cosine_similarity": "0.999732"}} (file of hb_mapper 1.24). The similarity is a text, or a
// number. That of hb_compile has a further entry model_output_tensor {TENSOR:
// {"cosine_similarity"}}, and its similarities are those of the model with fake quantisation: they
// fill the column Calibrated Cosine of its log. Lines of `#` before the object are comments that
// people wrote.
#include "parsers/quant_info.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>

#include "parsers/guarded.h"
#include "parsers/json_tree.h"
#include "parsers/printed_lists.h"

namespace npulint {
namespace {

constexpr size_t kMaxNodes = 200000;
constexpr size_t kMaxName = 4096;  // bytes
constexpr size_t kMaxNumber = 64;  // bytes
constexpr std::string_view kOutputs = "model_output_tensor";
using Kind = JsonNode::Kind;

constexpr Text kNothing{"the JSON holds no node with its thresholds or similarity",
                        "JSON 中没有带阈值或相似度的节点"};
constexpr Text kNoObject{"the JSON is no object of nodes", "JSON 不是节点对象"};
constexpr Text kException{"the file cannot be read: {0}", "无法读取文件：{0}"};

size_t object_begin(std::string_view s) {
  size_t i = 0;
  while ((i = s.find_first_not_of(" \t\r\n\xEF\xBB\xBF", i)) != s.npos && s[i] == '#')
    i = std::min(s.find('\n', i), s.size());
  return std::min(i, s.size());
}

std::optional<double> number(const JsonNode* n) {
  if (!n) return std::nullopt;
  std::optional<double> v;
  if (n->is(Kind::kNumber)) v = n->number;
  if (n->is(Kind::kString) && n->text.size() <= kMaxNumber &&
      n->text.find_first_of("(), ") == n->text.npos)
    if (const auto list = printed_numbers(n->text); list && list->size() == 1) v = (*list)[0];
  return v && std::isfinite(*v) ? v : std::nullopt;
}

// The largest one of the first input, which is what the tables of logs show.
std::optional<double> threshold(const JsonNode* n) {
  if (!n || !n->is(Kind::kList) || n->items.empty() || !n->items[0].is(Kind::kNumbers))
    return std::nullopt;
  const auto& v = n->items[0].numbers;
  const double most = *std::max_element(v.begin(), v.end());
  return std::isfinite(most) ? std::optional<double>(most) : std::nullopt;
}

class Reader {
 public:
  Reader(FileId file, Parsed<BuildLog>& out) : file_(file), out_(out), log_(out.record) {}

  void read(std::string_view bytes) {
    log_.file = file_;
    log_.tool = {"quant_info", whole_file(file_)};
    const size_t begin = object_begin(bytes);
    const JsonTree tree = parse_json(bytes.substr(begin), begin);
    if (!tree.ok) problem(at(tree.error_at), tree.error);
    if (!tree.root.is(Kind::kObject)) {
      if (tree.ok) problem(whole_file(file_), Message(kNoObject));
      return;
    }
    const JsonNode* outputs = find(tree.root, kOutputs);
    const bool fake = outputs && outputs->is(Kind::kObject);
    for (const JsonEntry& e : tree.root.entries)
      if (e.key != kOutputs) add(e, fake, log_.nodes);
    if (!log_.nodes.empty()) log_.nodes_at = at(tree.root.range);
    if (fake) {
      for (const JsonEntry& e : outputs->entries) add(e, fake, log_.outputs);
      log_.outputs_at = at(outputs->range);
    }
    if (tree.ok && !tree.root.entries.empty() && log_.nodes.empty() && log_.outputs.empty())
      problem(whole_file(file_), Message(kNothing));
  }

 private:
  Evidence at(const Range& r) const { return {file_, r.begin, r.end, {}}; }
  void problem(Evidence where, Message what) {
    out_.problems.push_back({Problem::Kind::kUnreadable, std::move(where), std::move(what)});
  }

  void add(const JsonEntry& e, bool fake, std::vector<BuildLog::Similarity>& to) {
    if (!e.value.is(Kind::kObject) || to.size() >= kMaxNodes) return;
    const JsonNode *type = find(e.value, "type"), *limits = find(e.value, "thresholds"),
                   *cosine = find(e.value, "cosine_similarity");
    if (!type && !limits && !cosine) return;
    BuildLog::Similarity s;
    s.name = e.key.substr(0, kMaxName);
    if (type && type->is(Kind::kString)) s.type = type->text.substr(0, kMaxName);
    (fake ? s.calibrated : s.cosine) = number(cosine);
    s.threshold = threshold(limits);
    s.at = {file_, e.key_range.begin, e.value.range.end, e.key.substr(0, kMaxName)};
    to.push_back(std::move(s));
  }

  FileId file_;
  Parsed<BuildLog>& out_;
  BuildLog& log_;
};

}  // namespace

bool looks_like_quant_info(std::string_view head) {
  const size_t begin = object_begin(head);
  return begin < head.size() && head[begin] == '{' &&
         head.find("\"thresholds\"", begin) != head.npos &&
         head.find("\"cosine_similarity\"", begin) != head.npos;
}

Parsed<BuildLog> parse_quant_info(FileId file, std::string_view bytes) {
  return guarded<BuildLog>(file, kException,
                           [&](Parsed<BuildLog>& out) { Reader(file, out).read(bytes); });
}

}  // namespace npulint
