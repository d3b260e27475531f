// Metadata of compiled models as JSON: npulint-metadata/1 with its variants, and board evidence of
// the model zoo (docs/formats). Objects are read by their keys; nothing depends on the order.
#include "parsers/metadata_json.h"

#include <algorithm>
#include <exception>

#include "parsers/guarded.h"
#include "parsers/json_facts.h"
#include "parsers/metadata_evidence.h"
#include "parsers/tensor_words.h"

namespace npulint {
namespace {

constexpr Text kFails{"The metadata cannot be read: {0}.", "无法读取该元数据：{0}。"};
constexpr size_t kHead = 64 * 1024;    // bytes that recognition looks at
constexpr size_t kMaxTensors = 10000;  // of one file
constexpr size_t kMaxModels = 250;
// What models take over from what is stated above them, in all.
constexpr size_t kMaxShared = 64u << 20;  // bytes
constexpr int kMaxNesting = 2;            // models[].functions[].graphs[]
constexpr size_t kMaxIndex = 4095;

using Kind = JsonNode::Kind;
using Keys = std::vector<std::string_view>;

const Keys kContainers = {"models", "functions", "graphs"};
const Keys kShapeKeys = {"valid_shape", "shape"};
const Keys kTypeKeys = {"dtype", "data_type", "tensor_type", "type"};
const Keys kStrideKeys = {"strides_bytes", "strides", "stride"};
const Keys kAlignedKeys = {"aligned_shape", "aligned"};
const Keys kByteKeys = {"aligned_byte_size", "byte_size"};
const Keys kQuantKeys = {"quantization", "quant", "quant_info"};
const Keys kLayoutKeys = {"layout", "tensor_layout"};
const Keys kSourceKeys = {"source", "input_source"};
const Keys kFileKeys = {"artifact", "file", "model_path", "model_file"};
const Keys kRemarks = {"$schema", "comment",     "comments", "note",
                       "notes",   "description", "created",  "utc"};

const Keys kModelKeys = {"schema",       "tool",       "march",         "chip",
                         "name",         "model_name", "inputs",        "outputs",
                         "desc",         "build",      "removed_nodes", "sha256",
                         "model_sha256", "cores",      "num_cores",     "core_num"};
const Keys kTensorKeys = {"name", "index", "image", "scale_len", "zero_point_len", "desc"};
const Keys kQuantObjectKeys = {"kind", "type", "scale_len", "zero_point_len"};

struct KeySet {
  std::vector<std::string> words;
  explicit KeySet(std::initializer_list<const Keys*> parts) {
    for (const Keys* p : parts) words.insert(words.end(), p->begin(), p->end());
    words.insert(words.end(), kRemarks.begin(), kRemarks.end());
  }
  bool has(std::string_view key) const {
    // versions of tools, and remarks by habit
    if (key.ends_with("_version") || key.starts_with("_") || key.starts_with("x-")) return true;
    return std::find(words.begin(), words.end(), key) != words.end();
  }
};

class Document {
 public:
  Document(FileId file, std::string_view bytes, Parsed<CompiledFile>& out)
      : file_(file), bytes_(bytes), out_(out), facts_(file, out.problems) {}

  void read(JsonTree& tree) {
    JsonNode& root = tree.root;
    for (const auto& d : tree.duplicates)
      facts_.problem(facts_.at(d.at, clip(d.key)),
                     Message{Text{"The key `{0}` occurs twice in one object; the last one counts.",
                                  "键 `{0}` 在同一对象中出现两次，以最后一次为准。"},
                             clip(d.key)});
    if (!root.is(Kind::kObject)) {
      facts_.wrong(root, "root", {"an object", "对象"});
      return;
    }
    const JsonNode* schema = find(root, "schema");
    const bool own = schema && schema->text.starts_with("npulint-metadata/");
    evidence_ = !own && ((schema && schema->is(Kind::kString)) || find(root, "asset_id"));
    collect(root, "", nullptr, 0);
    if (out_.record.models.empty()) read_evidence_metadata(root, facts_, out_.record);
    if (out_.record.models.empty()) read_evidence_stdout(root, file_, facts_, out_.record);
    if (out_.record.models.empty()) read_evidence_arrays(root, facts_, out_.record);
    if (!own) read_evidence_digests(root, facts_, out_.record);
    if (out_.record.models.empty() && out_.problems.empty())
      facts_.problem(
          facts_.at(root, ""),
          Message{Text{"No model is stated: `models`, `inputs` and `outputs` are all missing.",
                       "文件没有描述任何模型：`models`、`inputs` 和 `outputs` 均缺失。"}});
    for (CompiledModel& m : out_.record.models) {
      m.file = file_;
      if (m.format != "evidence" && m.format != "hbm_runtime" && m.format != "arrays") continue;
      const JsonNode* hashes = find(root, "hashes");
      if (const JsonNode* sha = find(root, "model_sha256"))
        m.build["MODEL_SHA256"] = facts_.text(sha, "model_sha256");
      else if (hashes && find(*hashes, "model_sha256"))
        m.build["MODEL_SHA256"] = facts_.text(find(*hashes, "model_sha256"), "hashes.model_sha256");
      if (const JsonNode* target = find(root, "target"))
        m.build["TARGET"] = facts_.text(target, "target");
    }
  }

 private:
  void unknown(const JsonNode& object, const std::string& path, const KeySet& known) {
    if (evidence_) return;
    for (const JsonEntry& e : object.entries) {
      if (facts_.full()) return;
      if (known.has(e.key)) continue;
      const auto near = nearest(e.key, known.words);
      const Evidence where = facts_.at(e.key_range, join_key(path, e.key));
      if (near)
        facts_.problem(where,
                       Message{Text{"Unknown key `{0}`; did you mean `{1}`?",
                                    "未知的键 `{0}`，是否应为 `{1}`？"},
                               clip(e.key), *near},
                       Problem::Kind::kUnknownKey);
      else
        facts_.problem(where, Message{Text{"Unknown key `{0}`.", "未知的键 `{0}`。"}, clip(e.key)},
                       Problem::Kind::kUnknownKey);
    }
  }

  // Models of `node` and of its containers. `outer` states what holds for all of them.
  void collect(JsonNode& node, const std::string& path, const CompiledModel* outer, int depth) {
    if (!node.is(Kind::kObject)) {
      facts_.wrong(node, path, {"an object", "对象"});
      return;
    }
    CompiledModel m;
    if (outer) m = *outer;
    const bool has_io = find(node, "inputs") || find(node, "outputs");
    bool has_container = false;
    for (std::string_view key : kContainers) has_container = has_container || find(node, key);
    if (!has_io && !has_container && depth == 0) return;
    static const KeySet kKnown({&kContainers, &kModelKeys, &kFileKeys});
    unknown(node, path, kKnown);
    head(node, path, m);
    const size_t shared = shared_bytes(m);
    for (std::string_view key : kContainers) {
      JsonNode* list = const_cast<JsonNode*>(find(node, key));
      if (!list || list->is(Kind::kNull)) continue;
      if (depth >= kMaxNesting) {
        facts_.problem(
            facts_.at(*list, join_key(path, key)),
            Message{Text{"`{0}` is nested too deeply and is not read.", "`{0}` 嵌套过深，未读取。"},
                    join_key(path, key)});
        continue;
      }
      each(*list, join_key(path, key),
           [&](JsonNode& item, const std::string& where, std::string_view name) {
             if (too_many_models_) return;
             if (shared_ += shared; shared_ > kMaxShared) return too_many(item, where);
             CompiledModel with = m;
             if (!name.empty()) with.name = {std::string(name), facts_.at(item, where)};
             collect(item, where, &with, depth + 1);
           });
    }
    if (!has_io && (has_container || depth == 0)) return;
    if (out_.record.models.size() >= kMaxModels) return too_many(node, path);
    m.format = evidence_ ? "evidence" : "metadata";
    m.at = facts_.at(node, path);
    tensors(node, path, true, m.inputs);
    tensors(node, path, false, m.outputs);
    out_.record.models.push_back(std::move(m));
  }

  void too_many(const JsonNode& node, const std::string& path) {
    too_many_models_ = true;
    facts_.problem(
        facts_.at(node, path),
        Message{Text{"More than {0} models, or {1} bytes of what they share, are listed; the rest "
                     "is not read.",
                     "列出的模型超过 {0} 个，或其共用内容超过 {1} 字节，其余未读取。"},
                kMaxModels, kMaxShared});
  }
  static size_t shared_bytes(const CompiledModel& m) {
    size_t n = sizeof m;
    const auto add = [&](const Fact<std::string>& f) { n += sizeof f + (f ? f->size() : 0); };
    for (const auto& [key, value] : m.build) add(value), n += key.size();
    for (const auto& [tool, version] : m.versions) add(version), n += tool.size();
    for (const Fact<std::string>& name : m.removed_nodes) add(name);
    return n;
  }

  // A list, or an object whose keys are the names.
  template <class F>
  void each(JsonNode& list, const std::string& path, F use) {
    if (list.is(Kind::kObject)) {
      for (JsonEntry& e : list.entries) use(e.value, join_key(path, e.key), e.key);
    } else if (list.is(Kind::kList)) {
      for (size_t i = 0; i < list.items.size(); ++i)
        use(list.items[i], path + "[" + std::to_string(i) + "]", std::string_view{});
    } else if (!list.is(Kind::kNull)) {
      facts_.wrong(list, path, {"a list of objects", "对象列表"});
    }
  }

  void head(JsonNode& node, const std::string& path, CompiledModel& m) {
    auto text = [&](std::string_view key) {
      return facts_.text(find(node, key), join_key(path, key));
    };
    auto set = [](Fact<std::string>& to, Fact<std::string> from) {
      if (from || !from.missing.empty()) to = std::move(from);
    };
    // the root of a file with several models names no model
    set(m.name, text(find(node, "name") ? "name" : "model_name"));
    set(m.march, text("march"));
    set(m.chip, text("chip"));
    auto [file, file_key] = find_any(node, kFileKeys);
    if (file && file->is(Kind::kObject)) {
      auto [inner, inner_key] = find_any(*file, {"file", "path", "name"});
      if (inner) m.describes = facts_.text(inner, join_key(join_key(path, file_key), inner_key));
    } else if (file) {
      set(m.describes, facts_.text(file, join_key(path, file_key)));
    }
    if (auto sha = text(find(node, "sha256") ? "sha256" : "model_sha256"))
      m.build["MODEL_SHA256"] = sha;
    const auto tool = text("tool");
    for (const JsonEntry& e : node.entries) {
      static constexpr std::string_view kSuffix = "_version";
      if (!e.key.ends_with(kSuffix) || e.key.size() == kSuffix.size() ||
          m.versions.size() >= kMaxModelVersions)
        continue;
      std::string name = e.key.substr(0, e.key.size() - kSuffix.size());
      if (name == "tool" && tool) name = *tool;
      if (auto version = facts_.text(&e.value, join_key(path, e.key)))
        m.versions.emplace_back(std::move(name), std::move(version));
    }
    for (std::string_view key : {"build", "desc"}) {
      const JsonNode* settings = find(node, key);
      if (!settings) continue;
      if (settings->is(Kind::kObject)) {
        facts_.build(*settings, join_key(path, key), bytes_, m);
      } else if (settings->is(Kind::kString) && settings->text.starts_with("{")) {
        // the description that the compiler stored: JSON inside a string
        const JsonTree inner = parse_json(settings->text);
        facts_.place_all(settings->range);
        if (inner.ok) facts_.build(inner.root, join_key(path, key), settings->text, m);
        facts_.place_all(std::nullopt);
      }
    }
    if (const JsonNode* removed = find(node, "removed_nodes"); removed && removed->is(Kind::kList))
      for (const JsonNode& n : removed->items) {
        auto name = facts_.text(&n, join_key(path, "removed_nodes"));
        if (name && m.removed_nodes.size() < kMaxModelRemoved)
          m.removed_nodes.push_back(std::move(name));
      }
    removed_by_settings(m);
  }

  void tensors(JsonNode& node, const std::string& path, bool input,
               std::vector<CompiledTensor>& to) {
    const std::string key = input ? "inputs" : "outputs";
    JsonNode* list = const_cast<JsonNode*>(find(node, key));
    if (!list) return;
    each(*list, join_key(path, key),
         [&](JsonNode& item, const std::string& where, std::string_view name) {
           if (++tensor_count_ > kMaxTensors) {
             if (tensor_count_ == kMaxTensors + 1)
               facts_.problem(
                   facts_.at(item, where),
                   Message{Text{"More than {0} tensors are listed; the rest is not read.",
                                "列出的张量超过 {0} 个，其余未读取。"},
                           kMaxTensors});
             return;
           }
           CompiledTensor t;
           t.index = static_cast<int>(std::min(to.size(), kMaxTensors));
           t.is_input = input;
           t.name = name;
           t.at = facts_.at(item, where);
           if (item.is(Kind::kObject))
             tensor(item, where, t);
           else
             facts_.wrong(item, where, {"an object", "对象"});
           to.push_back(std::move(t));
         });
  }

  void tensor(JsonNode& node, const std::string& path, CompiledTensor& t) {
    static const KeySet kKnown({&kTensorKeys, &kShapeKeys, &kTypeKeys, &kStrideKeys, &kAlignedKeys,
                                &kByteKeys, &kQuantKeys, &kLayoutKeys, &kSourceKeys, &kKindKeys,
                                &kAxisKeys, &kScaleKeys, &kZeroKeys, &kShiftKeys});
    unknown(node, path, kKnown);
    auto get = [&](const Keys& keys) {
      auto [value, key] = find_any(node, keys);
      return std::pair<JsonNode*, std::string>(value, join_key(path, key));
    };
    if (auto name = facts_.text(find(node, "name"), join_key(path, "name"))) t.name = *name;
    if (auto index = facts_.integer(find(node, "index"), join_key(path, "index"), 0))
      if (*index <= static_cast<int64_t>(kMaxIndex)) t.index = static_cast<int>(*index);
    const auto [type, type_path] = get(kTypeKeys);
    facts_.type(type, type_path, t);
    if (auto image = facts_.text(find(node, "image"), join_key(path, "image"))) {
      if (auto word = image_type(*image))
        t.image = {*word, image.at};
      else
        facts_.wrong(*find(node, "image"), join_key(path, "image"), {"an image type", "图像类型"});
    }
    const auto [shape, shape_path] = get(kShapeKeys);
    t.shape = facts_.shape(shape, shape_path);
    const auto [aligned, aligned_path] = get(kAlignedKeys);
    t.aligned_shape = facts_.shape(aligned, aligned_path);
    const auto [strides, strides_path] = get(kStrideKeys);
    t.strides = facts_.strides(strides, strides_path);
    const auto [bytes, bytes_path] = get(kByteKeys);
    t.byte_size = facts_.integer(bytes, bytes_path, -1);
    const auto [layout, layout_path] = get(kLayoutKeys);
    t.layout = facts_.text(layout, layout_path);
    if (t.layout) t.layout.value = layout_word(*t.layout);
    const auto [source, source_path] = get(kSourceKeys);
    t.source = facts_.text(source, source_path);
    if (t.source) t.source.value = source_word(*t.source);
    quantization(node, path, t);
  }

  void quantization(JsonNode& node, const std::string& path, CompiledTensor& t) {
    for (std::string_view key : kQuantKeys) {
      JsonNode* q = const_cast<JsonNode*>(find(node, key));
      if (!q) continue;
      const std::string where = join_key(path, key);
      if (q->is(Kind::kNull)) {
        t.quant = {Quantization{}, facts_.at(*q, where)};
      } else if (q->is(Kind::kObject)) {
        static const KeySet kKnown(
            {&kQuantObjectKeys, &kKindKeys, &kAxisKeys, &kScaleKeys, &kZeroKeys, &kShiftKeys});
        unknown(*q, where, kKnown);
        t.quant = facts_.quantization(*q, where, false);
      } else if (q->is(Kind::kString) && quant_word(q->text) == Quantization::Kind::kNone) {
        t.quant = {Quantization{}, facts_.at(*q, where)};
      } else {
        t.quant = Fact<Quantization>::absent(
            facts_.wrong(*q, where, {"an object or null", "对象或 null"}));
      }
      return;
    }
    t.quant = facts_.quantization(node, path, true);
  }

  FileId file_;
  std::string_view bytes_;
  Parsed<CompiledFile>& out_;
  JsonFacts facts_;
  bool evidence_ = false;  // another tool's schema: its keys are its own business
  bool too_many_models_ = false;
  size_t shared_ = 0;
  size_t tensor_count_ = 0;
};

bool has_any(const JsonNode& n, const Keys& keys) {
  return std::any_of(keys.begin(), keys.end(),
                     [&](std::string_view k) { return find(n, k) != nullptr; });
}

// A tensor of compiled metadata states two of shape, element type, strides and quantisation. One of
// them may come after a long list of scales and so beyond the head.
bool tensor_like(const JsonNode& n) {
  const int stated = (has_any(n, kShapeKeys) ? 1 : 0) +
                     (has_any(n, {"dtype", "data_type", "tensor_type"}) ? 1 : 0) +
                     (has_any(n, kStrideKeys) ? 1 : 0) +
                     (has_any(n, kQuantKeys) || has_any(n, kKindKeys) ? 1 : 0);
  return stated >= 2;
}

bool model_like(const JsonNode& n, int depth) {
  for (const JsonEntry& e : n.entries) {
    const bool io = e.key == "inputs" || e.key == "outputs";
    const bool container =
        std::find(kContainers.begin(), kContainers.end(), e.key) != kContainers.end();
    if (!io && !(container && depth < kMaxNesting)) continue;
    auto like = [&](const JsonNode& v) { return io ? tensor_like(v) : model_like(v, depth + 1); };
    for (const JsonNode& v : e.value.items)
      if (like(v)) return true;
    for (const JsonEntry& v : e.value.entries)
      if (like(v.value)) return true;
  }
  return false;
}

bool names_like(const JsonNode& n, int depth) {
  if (find(n, "output_names") && (find(n, "output_shapes") || find(n, "output_dtypes")))
    return true;
  return depth > 0 && std::any_of(n.entries.begin(), n.entries.end(), [&](const JsonEntry& e) {
           return names_like(e.value, depth - 1);
         });
}

}  // namespace

bool looks_like_metadata(std::string_view bytes) {
  try {
    const std::string_view head = bytes.substr(0, kHead);
    const size_t first = head.find_first_not_of(
        head.starts_with("\xEF\xBB\xBF") ? " \t\r\n\xEF\xBB\xBF" : " \t\r\n");
    if (first == std::string_view::npos || head[first] != '{') return false;
    const JsonTree tree =
        parse_json(head);  // the head of a longer file is cut off: what was read counts
    const JsonNode& root = tree.root;
    if (const JsonNode* schema = find(root, "schema");
        schema && schema->text.starts_with("npulint-metadata/"))
      return true;
    if (model_like(root, 0)) return true;
    if (const JsonNode* metadata = find(root, "metadata"); metadata && names_like(*metadata, 3))
      return true;
    if (looks_like_evidence_arrays(root)) return true;
    const size_t out = head.find("\"stdout\"");
    return out != std::string_view::npos && looks_like_runtime_dump(head.substr(out));
  } catch (const std::exception&) {
    return false;
  }
}

Parsed<CompiledFile> parse_metadata(FileId file, std::string_view bytes) {
  return guarded<CompiledFile>(file, kFails, [&](Parsed<CompiledFile>& out) {
    JsonTree tree = parse_json(bytes);
    if (!tree.ok)
      out.problems.push_back({Problem::Kind::kUnreadable,
                              {file, tree.error_at.begin, tree.error_at.end, {}},
                              tree.error});
    else
      Document(file, bytes, out).read(tree);
  });
}

}  // namespace npulint
