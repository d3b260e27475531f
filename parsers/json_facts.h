// Typed reading of JSON values: a fact with its place, or a problem and the reason why the fact is
// missing.
#pragma once

#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "lint/model.h"
#include "parsers/json_tree.h"

namespace npulint {

// What is kept of one model.
inline constexpr size_t kMaxModelVersions = 50, kMaxModelRemoved = 1000;

// Long keys and values are cut: paths and messages are copied often, and a file may hold one key of
// its own size.
std::string clip(std::string_view text);
std::string join_key(const std::string& path,
                     std::string_view key);  // "models[0]" + "name" → "models[0].name"

// Adds what the build settings say was removed: the names of REMOVE_NODE_NAME, as the S100
// toolchain stores them. The names may be those of the producers.
void removed_by_settings(CompiledModel& model);

class JsonFacts {
 public:
  JsonFacts(FileId file, std::vector<Problem>& problems) : file_(file), problems_(problems) {}

  // Every value comes from one token (a text inside a string): all evidence is that range.
  void place_all(std::optional<Range> range) { whole_ = range; }
  Evidence at(const JsonNode& node, std::string path) const {
    return at(node.range, std::move(path));
  }
  Evidence at(const Range& range, std::string path) const;

  // Problems of one file are bounded; the message is given back so that facts can carry it.
  Message problem(Evidence where, Message what, Problem::Kind kind = Problem::Kind::kUnreadable);
  bool full() const;  // no further problem is kept
  // "`path` must be <expected>, but it is <what is there>."
  Message wrong(const JsonNode& node, const std::string& path, Text expected);

  // Null nodes and JSON nulls give an empty fact and no problem.
  Fact<std::string> text(const JsonNode* node, const std::string& path);
  Fact<int64_t> integer(const JsonNode* node, const std::string& path, int64_t least);
  Fact<std::vector<int64_t>> integers(const JsonNode* node, const std::string& path, int64_t least,
                                      size_t most);
  Fact<Shape> shape(const JsonNode* node, const std::string& path);
  Fact<std::vector<int64_t>> strides(const JsonNode* node, const std::string& path);
  // Writes `dtype` or, for image types, `image`.
  void type(const JsonNode* node, const std::string& path, CompiledTensor& to);
  // `node`: a quantization object, or a tensor whose own keys state it (flat).
  Fact<Quantization> quantization(JsonNode& node, const std::string& path, bool flat);

  // An object of build settings: values as text (lists and objects as written in `bytes`), keys
  // upper-case.
  void build(const JsonNode& object, const std::string& path, std::string_view bytes,
             CompiledModel& to);

 private:
  bool has(const JsonNode* node) const { return node && node->kind != JsonNode::Kind::kNull; }
  FileId file_;
  std::vector<Problem>& problems_;
  std::optional<Range> whole_;
};

// The first key of `keys` that the object has, and the JSON is not null.
std::pair<JsonNode*, std::string_view> find_any(JsonNode& node,
                                                std::initializer_list<std::string_view> keys);
std::pair<JsonNode*, std::string_view> find_any(JsonNode& node,
                                                const std::vector<std::string_view>& keys);

// Key variants of the quantisation parameters.
extern const std::vector<std::string_view> kKindKeys, kAxisKeys, kScaleKeys, kZeroKeys, kShiftKeys;

}  // namespace npulint
