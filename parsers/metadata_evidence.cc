#include "parsers/metadata_evidence.h"

#include <algorithm>
#include <map>

#include "parsers/python_repr.h"
#include "parsers/runtime_lines.h"
#include "parsers/tensor_words.h"

namespace npulint {
namespace {

constexpr int kMaxDepth = 6;
constexpr size_t kMaxModels = 100;
constexpr size_t kMaxTensors = 1000;
constexpr size_t kMaxReprNodes = 200000;  // of all printed values together
constexpr std::string_view kFields[] = {"model_names",   "input_names",   "input_shapes",
                                        "input_dtypes",  "input_strides", "output_names",
                                        "output_shapes", "output_dtypes", "output_strides"};

constexpr Text kNoQuant{"the evidence lists arrays, without their quantisation",
                        "证据只列出数组，不含量化信息"};

using Kind = JsonNode::Kind;

JsonNode* child(JsonNode* node, std::string_view key) {
  return node ? const_cast<JsonNode*>(find(*node, key)) : nullptr;
}

// The dictionaries of one model and one direction; any may be null. All but `names` map tensor
// names to values.
struct Fields {
  JsonNode *names, *shapes, *dtypes, *strides, *quants;
};

// `path` is what stands before "input_names".
void read_tensors(const Fields& f, const std::string& path, bool input, JsonFacts& facts,
                  std::vector<CompiledTensor>& to) {
  const std::string side = path + (input ? "input_" : "output_");
  if (!f.names) return;
  if (!f.names->is(Kind::kList)) {
    facts.wrong(*f.names, side + "names", {"a list of names", "名称列表"});
    return;
  }
  for (const JsonNode& n : f.names->items) {
    if (to.size() >= kMaxTensors) {
      facts.problem(facts.at(*f.names, side + "names"),
                    Message{Text{"More than {0} tensors are listed; the rest is not read.",
                                 "列出的张量超过 {0} 个，其余未读取。"},
                            kMaxTensors});
      return;
    }
    CompiledTensor t;
    t.index = static_cast<int>(to.size());
    t.is_input = input;
    t.name = n.text;
    t.at = facts.at(n, side + "names");
    auto sub = [&](const char* field) { return join_key(side + field, t.name); };
    t.shape = facts.shape(child(f.shapes, t.name), sub("shapes"));
    facts.type(child(f.dtypes, t.name), sub("dtypes"), t);
    t.strides = facts.strides(child(f.strides, t.name), sub("strides"));
    if (JsonNode* q = child(f.quants, t.name))
      t.quant = facts.quantization(*q, sub("quants"), false);
    to.push_back(std::move(t));
  }
}

bool same(const std::vector<CompiledTensor>& a, const std::vector<CompiledTensor>& b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(), [](const auto& x, const auto& y) {
    if (x.quant.value.has_value() != y.quant.value.has_value()) return false;
    if (x.quant &&
        (x.quant->kind != y.quant->kind || x.quant->axis != y.quant->axis ||
         x.quant->scales != y.quant->scales || x.quant->zero_points != y.quant->zero_points))
      return false;
    return x.name == y.name && x.shape.value == y.shape.value && x.dtype.value == y.dtype.value &&
           x.image.value == y.image.value && x.strides.value == y.strides.value;
  });
}

void add_once(CompiledModel&& m, CompiledFile& to) {
  for (const CompiledModel& o : to.models)
    if (o.name.value == m.name.value && o.describes.value == m.describes.value &&
        same(o.inputs, m.inputs) && same(o.outputs, m.outputs))
      return;
  if (to.models.size() < kMaxModels) to.models.push_back(std::move(m));
}

// `stage`: the key under which the model stands (encoder, decoder …).
void walk(JsonNode& node, const std::string& path, const std::string& stage, const JsonNode& root,
          JsonFacts& facts, int depth, CompiledFile& to) {
  if (!node.is(Kind::kObject) || depth > kMaxDepth) return;
  JsonNode* in = child(&node, "input_names");
  JsonNode* out = child(&node, "output_names");
  if (!in && !out) {
    for (JsonEntry& e : node.entries)
      walk(e.value, join_key(path, e.key), e.key, root, facts, depth + 1, to);
    return;
  }
  CompiledModel m;
  m.format = "evidence";
  m.at = facts.at(node, path);
  m.name = facts.text(child(&node, "model_name"), path + ".model_name");
  auto get = [&](const char* key) { return child(&node, key); };
  read_tensors(
      {in, get("input_shapes"), get("input_dtypes"), get("input_strides"), get("input_quants")},
      path + ".", true, facts, m.inputs);
  read_tensors({out, get("output_shapes"), get("output_dtypes"), get("output_strides"),
                get("output_quants")},
               path + ".", false, facts, m.outputs);
  m.describes = facts.text(find(root, "model_path"), "model_path");
  if (const JsonNode* artifacts = find(root, "artifacts"); artifacts && !m.describes)
    if (const JsonNode* a = find(*artifacts, stage))
      m.describes = facts.text(find(*a, "path"), join_key("artifacts", stage) + ".path");
  add_once(std::move(m), to);
}

// An output as the runtime gave it, not what the program made of it.
bool is_raw(const JsonEntry& e) {
  const JsonNode* category = find(e.value, "category");
  const JsonNode* name = find(e.value, "tensor_name");
  return category && category->text == "raw" && name && name->is(Kind::kString) &&
         find(e.value, "shape") && find(e.value, "dtype");
}

// `[('quant_type', '<hbDNNQuantiType.SCALE: 1>'), ('scale', 'array([…])'), …]`: pairs of a name and
// a printed value.
JsonNode object_of_pairs(const JsonNode& list, size_t& budget) {
  JsonNode out;
  out.kind = Kind::kObject;
  for (const JsonNode& pair : list.items) {
    if (pair.items.size() != 2 || !pair.items[0].is(Kind::kString)) continue;
    const JsonNode& v = pair.items[1];
    auto value = v.is(Kind::kString) ? parse_python_repr(v.text, budget) : std::nullopt;
    out.entries.push_back({pair.items[0].text, {}, value ? std::move(*value) : v});
  }
  return out;
}

}  // namespace

bool looks_like_runtime_dump(std::string_view text) {
  auto has = [&](std::string_view word) { return text.find(word) != std::string_view::npos; };
  return has("model_names [") && (has("output_shapes {") || has("input_shapes {"));
}

void read_evidence_metadata(JsonNode& root, JsonFacts& facts, CompiledFile& to) {
  if (JsonNode* metadata = child(&root, "metadata"))
    walk(*metadata, "metadata", "", root, facts, 0, to);
}

bool looks_like_evidence_arrays(const JsonNode& root) {
  const JsonNode* arrays = find(root, "arrays");
  return arrays && std::any_of(arrays->entries.begin(), arrays->entries.end(), is_raw);
}

void read_evidence_arrays(JsonNode& root, JsonFacts& facts, CompiledFile& to) {
  JsonNode* arrays = child(&root, "arrays");
  if (!arrays) return;
  CompiledModel m;
  m.format = "arrays";
  m.at = facts.at(*arrays, "arrays");
  m.describes = facts.text(find(root, "model_path"), "model_path");
  std::string side;  // both programs read the same artifact: the first one tells
  for (JsonEntry& e : arrays->entries) {
    if (!is_raw(e) || m.outputs.size() >= kMaxTensors) continue;
    const JsonNode* of = find(e.value, "side");
    if (m.outputs.empty() && of) side = of->text;
    if (of && of->text != side) continue;
    const std::string path = join_key("arrays", e.key);
    CompiledTensor t;
    t.index = static_cast<int>(m.outputs.size());
    t.name = find(e.value, "tensor_name")->text;
    t.at = facts.at(e.value, path);
    t.shape = facts.shape(child(&e.value, "shape"), path + ".shape");
    facts.type(child(&e.value, "dtype"), path + ".dtype", t);
    t.quant.missing = Message(kNoQuant);
    m.outputs.push_back(std::move(t));
  }
  if (!m.outputs.empty() && to.models.size() < kMaxModels) to.models.push_back(std::move(m));
}

void read_evidence_stdout(const JsonNode& root, FileId file, JsonFacts& facts, CompiledFile& to) {
  const JsonNode* dump = find(root, "stdout");
  if (!dump || !dump->is(Kind::kString)) return;
  facts.place_all(dump->range);
  std::map<std::string, JsonNode, std::less<>> fields;  // "input_shapes" → {model: {tensor: …}}
  std::map<std::string, JsonNode, std::less<>> quants;  // model → {tensor: {…}}
  RuntimePreamble preamble;
  size_t budget = kMaxReprNodes;
  std::vector<std::pair<std::string_view, std::string_view>> quant_lines;
  std::string_view rest = dump->text;
  while (!rest.empty()) {
    const size_t end = rest.find('\n');
    const std::string_view line = rest.substr(0, end);
    rest.remove_prefix(end == std::string_view::npos ? rest.size() : end + 1);
    const std::string_view word = line.substr(0, line.find(' '));
    if (word == "quant" && quant_lines.size() < kMaxTensors) {
      quant_lines.emplace_back(line.substr(std::min<size_t>(6, line.size())), line);
    } else if (std::find(std::begin(kFields), std::end(kFields), word) != std::end(kFields)) {
      auto value = parse_python_repr(line.substr(word.size()), budget);
      if (value)
        fields.insert_or_assign(std::string(word), std::move(*value));
      else
        facts.problem(facts.at(*dump, "stdout." + std::string(word)),
                      Message{Text{"The printed value of `{0}` is cut off or is no Python value.",
                                   "打印的 `{0}` 被截断，或不是 Python 值。"},
                              word});
    } else {
      preamble.read(line, file, 0);
    }
  }
  // Places inside the string are not places of the file.
  for (auto& [tool, version] : preamble.versions) version.at = facts.at(*dump, "stdout");

  auto names = fields.find("model_names");
  if (names == fields.end()) return facts.place_all(std::nullopt);
  for (const JsonNode& n : names->second.items) {
    if (!n.is(Kind::kString) || to.models.size() >= kMaxModels) continue;
    const std::string prefix = n.text + " ";
    JsonNode& of_model = quants[n.text];
    of_model.kind = Kind::kObject;
    for (const auto& [args, line] : quant_lines) {
      const size_t open = args.find(" [(");
      if (!args.starts_with(prefix) || open == std::string_view::npos || open < prefix.size())
        continue;
      const std::string name(args.substr(prefix.size(), open - prefix.size()));
      if (auto pairs = parse_python_repr(args.substr(open), budget))
        of_model.entries.push_back({name, {}, object_of_pairs(*pairs, budget)});
      else
        facts.problem(
            facts.at(*dump, join_key("stdout.quant", name)),
            Message{Text{"The printed quantisation of `{0}` is cut off or is no Python value.",
                         "打印的 `{0}` 的量化参数被截断，或不是 Python 值。"},
                    clip(name)});
    }
    CompiledModel m;
    m.format = "hbm_runtime";
    m.at = facts.at(*dump, "stdout");
    m.name = {n.text, facts.at(*dump, "stdout.model_names")};
    m.versions = preamble.versions;
    auto get = [&](const char* key) -> JsonNode* {
      const auto it = fields.find(std::string_view(key));
      return it == fields.end() ? nullptr : child(&it->second, n.text);
    };
    read_tensors({get("input_names"), get("input_shapes"), get("input_dtypes"),
                  get("input_strides"), &of_model},
                 "stdout.", true, facts, m.inputs);
    read_tensors({get("output_names"), get("output_shapes"), get("output_dtypes"),
                  get("output_strides"), &of_model},
                 "stdout.", false, facts, m.outputs);
    to.models.push_back(std::move(m));
  }
  facts.place_all(std::nullopt);
  // HB_HBMRuntime("/…/model.hbm")
  const JsonNode* script = find(root, "script");
  if (!script || to.models.size() != 1) return;
  for (const char quote : {'"', '\''}) {
    const std::string call = std::string("HBMRuntime(") + quote;
    const size_t begin = script->text.find(call);
    if (begin == std::string::npos) continue;
    const std::string path = script->text.substr(begin + call.size());
    const size_t end = path.find(quote);
    if (end != std::string::npos && end > 0)
      to.models[0].describes = {path.substr(0, end), facts.at(*script, "script")};
  }
}

void read_evidence_digests(const JsonNode& root, JsonFacts& facts, CompiledFile& to) {
  const auto add = [&](const JsonNode& in, const std::string& under, const char* path,
                       std::initializer_list<const char*> keys) {
    CompiledFile::Digest d;
    for (const char* key : keys)
      if (!d.sha256) d.sha256 = facts.text(find(in, key), under + key);
    if (!d.sha256 || to.digests.size() >= kMaxModels) return;
    const JsonNode* id = find(in, "asset_id");
    d.asset = facts.text(id ? id : find(root, "asset_id"), id ? under + "asset_id" : "asset_id");
    const JsonNode* own = find(in, path);
    d.path = facts.text(own ? own : find(root, path), own ? under + path : path);
    if (d.asset || d.path) to.digests.push_back(std::move(d));
  };
  add(root, "", "model_path", {"model_sha256"});
  if (const JsonNode* hashes = find(root, "hashes"))
    add(*hashes, "hashes.", "model_path", {"model_sha256"});
  if (const JsonNode* artifacts = find(root, "artifacts"))
    for (const JsonEntry& e : artifacts->entries)
      add(e.value, join_key("artifacts", e.key) + ".", "path", {"sha256", "observed_sha256"});
}

}  // namespace npulint
