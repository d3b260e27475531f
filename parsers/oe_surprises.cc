#include "parsers/oe_surprises.h"

#include <algorithm>
#include <string>
#include <unordered_map>

#include "parsers/yaml_scalar.h"

namespace npulint {
namespace {

using Kind = YamlSurprise::Kind;

// What a key of the four sections takes, as far as YAML's typing matters (manuals of hb_mapper and
// hb_compile).
enum class Takes : uint8_t {
  kString,  // one word
  kName,    // any text
  kPath,
  kList,     // `;` list of words
  kNames,    // `;` list of names of inputs and nodes
  kPaths,    // `;` list of paths
  kNumbers,  // `;` list of numbers, read as text
  kInt,
  kReal,
  kMapping,  // by design; its values belong to others
};

const std::unordered_map<std::string_view, Takes>& known() {
  static const std::unordered_map<std::string_view, Takes> kKeys = {
      // model_parameters
      {"onnx_model", Takes::kPath},
      {"caffe_model", Takes::kPath},
      {"prototxt", Takes::kPath},
      {"march", Takes::kString},
      {"output_model_file_prefix", Takes::kName},
      {"working_dir", Takes::kPath},
      {"output_nodes", Takes::kNames},
      {"remove_node_type", Takes::kList},
      {"remove_node_name", Takes::kNames},
      {"set_node_data_type", Takes::kNames},
      {"node_info", Takes::kMapping},
      {"debug_mode", Takes::kString},
      // input_parameters
      {"input_name", Takes::kNames},
      {"input_type_train", Takes::kList},
      {"input_type_rt", Takes::kList},
      {"input_layout_train", Takes::kList},
      {"input_layout_rt", Takes::kList},
      {"input_space_and_range", Takes::kList},
      {"input_shape", Takes::kList},
      {"input_batch", Takes::kInt},
      {"separate_name", Takes::kNames},
      {"norm_type", Takes::kList},
      {"mean_value", Takes::kNumbers},
      {"scale_value", Takes::kNumbers},
      {"std_value", Takes::kNumbers},
      // calibration_parameters
      {"cal_data_dir", Takes::kPaths},
      {"cal_data_type", Takes::kList},
      {"calibration_type", Takes::kString},
      {"max_percentile", Takes::kReal},
      {"run_on_cpu", Takes::kNames},
      {"run_on_bpu", Takes::kNames},
      {"optimization", Takes::kString},
      {"quant_config", Takes::kMapping},
      // compiler_parameters
      {"compile_mode", Takes::kString},
      {"balance_factor", Takes::kReal},
      {"optimize_level", Takes::kString},
      {"core_num", Takes::kInt},
      {"max_time_per_fc", Takes::kInt},
      {"jobs", Takes::kInt},
      {"input_source", Takes::kMapping},
      {"advice", Takes::kReal},
      {"cache_mode", Takes::kString},
      {"cache_path", Takes::kPath},
      {"max_l2m_size", Takes::kInt},
      {"extra_params", Takes::kMapping},
      // custom_op
      {"custom_op_method", Takes::kString},
      {"op_register_files", Takes::kPaths},
      {"custom_op_dir", Takes::kPath},
  };
  return kKeys;
}

constexpr std::string_view kSections[] = {"model_parameters", "input_parameters",
                                          "calibration_parameters", "compiler_parameters",
                                          "custom_op"};
constexpr std::string_view kSemicolon = "；", kColon = "：";
constexpr size_t kMaxRepr = 200;  // bytes of a list's repr, and of a text's

bool is_list(Takes t) {
  return t == Takes::kList || t == Takes::kNames || t == Takes::kPaths || t == Takes::kNumbers;
}

bool has(std::string_view s, std::string_view what) { return s.find(what) != s.npos; }

// repr() of a scalar, a long text cut short.
std::string scalar_repr(const Node& n) {
  if (n.type != ScalarType::kString || n.text.size() <= kMaxRepr)
    return python_repr(n.type, n.text);
  return python_string(excerpt(n.text, {0, kMaxRepr}));
}

void repr(const Node& n, std::string* out) {
  if (out->size() > kMaxRepr) return;
  const auto joined = [&](const auto& all, auto each) {
    for (size_t i = 0; i < all.size() && out->size() <= kMaxRepr; ++i) {
      if (i) *out += ", ";
      each(all[i]);
    }
  };
  switch (n.kind) {
    case Node::Kind::kScalar:
      *out += scalar_repr(n);
      break;
    case Node::Kind::kAlias:
      *out += "*" + n.text;
      break;
    case Node::Kind::kSequence:
      *out += '[';
      joined(n.items, [&](const Node& item) { repr(item, out); });
      *out += ']';
      break;
    case Node::Kind::kMapping:
      *out += '{';
      joined(n.entries, [&](const Entry& e) {
        repr(e.key, out);
        *out += ": ";
        repr(e.value, out);
      });
      *out += '}';
      break;
  }
}

std::string repr(const Node& n) {
  std::string out;
  repr(n, &out);
  return out.size() > kMaxRepr ? out.substr(0, out.find_last_of(',')) + ", …" : out;
}

struct Finder {
  const Config& config;
  std::string_view bytes;
  std::vector<YamlSurprise> out;
  // The entry whose key or value is looked at: its path, or of one in a section the two names.
  std::string path;
  const Node *section = nullptr, *name = nullptr;

  void add(Kind kind, const Node& node, std::string read_as) {
    if (out.size() >= kMaxYamlFindings) return;
    if (section) path = section->text + "." + name->text;
    out.push_back({kind, Evidence{config.file, node.range.begin, node.range.end, ""}, path,
                   excerpt(bytes, node.range), std::move(read_as)});
  }

  // Keys of a mapping and of all below it. `names`: its keys are names of inputs.
  void keys(const Node& node, bool names) {
    const size_t size = path.size();
    for (size_t i = 0; i < node.items.size(); ++i) {
      if (node.items[i].kind == Node::Kind::kScalar) continue;
      path += "[" + std::to_string(i) + "]";
      keys(node.items[i], false);
      path.resize(size);
    }
    for (const Entry& e : node.entries) {
      const bool below = !e.value.entries.empty() || !e.value.items.empty();
      const bool plain = e.key.kind == Node::Kind::kScalar && !e.key.quoted && !e.key.placeholder;
      if (!below && !plain) continue;
      append_key(&path, e.key);
      if (plain) key(e, names);
      if (below) keys(e.value, path == "compiler_parameters.input_source");
      path.resize(size);
    }
  }

  void key(const Entry& e, bool names) {
    const Node& k = e.key;
    if (k.type == ScalarType::kBool)
      return add(names ? Kind::kBoolName : Kind::kBoolKey, k, scalar_repr(k));
    if (k.type != ScalarType::kString && k.type != ScalarType::kMerge)
      return add(Kind::kTypedKey, k, scalar_repr(k));
    if (has(k.text, kColon)) return add(Kind::kFullWidth, k, scalar_repr(k));
    // `{data:pyramid}`: one key that holds the colon, and no value.
    const size_t colon = k.text.find(':');
    const bool no_value = e.value.kind == Node::Kind::kScalar && !e.value.quoted &&
                          e.value.type == ScalarType::kNull && e.value.text.empty();
    if (no_value && colon != k.text.npos && colon > 0 && colon + 1 < k.text.size() &&
        e.value.range.begin == e.value.range.end && e.value.range.begin <= k.range.end)
      add(Kind::kMissingSpace, k, "{" + scalar_repr(k) + ": None}");
  }

  void value(const Node& v, Takes takes) {
    if (v.kind == Node::Kind::kSequence) {
      if (is_list(takes)) add(Kind::kList, v, repr(v));
      return;
    }
    if (v.kind != Node::Kind::kScalar || v.placeholder) return;
    const bool path_like = takes == Takes::kPath || takes == Takes::kPaths;
    if ((takes != Takes::kPath && has(v.text, kSemicolon)) || (!path_like && has(v.text, kColon)))
      return add(Kind::kFullWidth, v, scalar_repr(v));
    if (v.quoted || takes == Takes::kMapping) return;
    switch (v.type) {
      case ScalarType::kDate:
        return add(Kind::kDate, v, scalar_repr(v));
      case ScalarType::kBool:
        if (path_like || takes == Takes::kName || takes == Takes::kNames)
          add(Kind::kBoolName, v, scalar_repr(v));
        return;
      case ScalarType::kInt:
      case ScalarType::kFloat:
        return number(v, takes);
      case ScalarType::kString:
        if (takes == Takes::kReal && exponent(v.text)) add(Kind::kStringNumber, v, scalar_repr(v));
        return;
      case ScalarType::kNull:
      case ScalarType::kMerge:
        return;
    }
  }

  void number(const Node& v, Takes takes) {
    const NumberForm form = number_form(v.text);
    if (form == NumberForm::kPlain) return;
    const bool numeric = takes == Takes::kInt || takes == Takes::kReal;
    const std::string read = scalar_repr(v);
    switch (form) {
      case NumberForm::kPlain:
        return;
      case NumberForm::kUnderscore:
        if (!numeric) add(Kind::kUnderscoreNumber, v, read);
        return;
      case NumberForm::kBinary:
      case NumberForm::kHex:
        if (!numeric) add(Kind::kHex, v, read);
        return;
      case NumberForm::kSexagesimal:
        return add(Kind::kSexagesimal, v, read);
      case NumberForm::kOctal:
        // 07 is 7 either way, where a number is meant.
        if ((numeric || takes == Takes::kNumbers) && same_in_decimal(v.text, read)) return;
        return add(Kind::kOctal, v, read);
    }
  }

  static bool same_in_decimal(std::string_view text, std::string_view read) {
    if (text.starts_with('+')) text.remove_prefix(1);
    if (text.starts_with('-') && read.starts_with('-'))
      text.remove_prefix(1), read.remove_prefix(1);
    while (text.size() > 1 && text[0] == '0') text.remove_prefix(1);
    return text == read;
  }

  // A number with an exponent that YAML 1.1 takes for a string: 1e-3, 1.0e3.
  static bool exponent(std::string_view s) {
    size_t i = s.starts_with('-') || s.starts_with('+') ? 1 : 0;
    size_t digits = 0, after = 0;
    for (; i < s.size() && ((s[i] >= '0' && s[i] <= '9') || s[i] == '.'); ++i)
      digits += s[i] != '.';
    if (digits == 0 || i >= s.size() || (s[i] != 'e' && s[i] != 'E')) return false;
    ++i;
    if (i < s.size() && (s[i] == '-' || s[i] == '+')) ++i;
    for (; i < s.size() && s[i] >= '0' && s[i] <= '9'; ++i) ++after;
    return after > 0 && i == s.size();
  }
};

}  // namespace

std::vector<YamlSurprise> find_surprises(const Config& config, std::string_view bytes) {
  Finder f{config, bytes, {}, {}, nullptr, nullptr};
  if (config.dialect != Dialect::kOe && config.dialect != Dialect::kFlatHbdk) return {};
  f.keys(config.root, false);
  if (config.dialect != Dialect::kOe) return std::move(f.out);
  for (const Entry& section : config.root.entries) {
    if (std::find(std::begin(kSections), std::end(kSections), section.key.text) ==
        std::end(kSections))
      continue;
    f.section = &section.key;
    for (const Entry& e : section.value.entries)
      if (const auto k = known().find(e.key.text); k != known().end()) {
        f.name = &e.key;
        f.value(e.value, k->second);
      }
  }
  std::stable_sort(f.out.begin(), f.out.end(), [](const YamlSurprise& a, const YamlSurprise& b) {
    return a.at.begin < b.at.begin;
  });
  return std::move(f.out);
}

}  // namespace npulint
