// Conversion YAML of hb_mapper and hb_compile (sections of the toolchain manuals), with the flat
// hbdk-compile config and the LLM config recognised beside it. The tools read it with PyYAML's
// safe_load: so does this, by position.
#include "parsers/oe_config.h"

#include <algorithm>
#include <array>
#include <exception>
#include <string>

#include "parsers/oe_surprises.h"
#include "parsers/yaml_tree.h"

namespace npulint {
namespace {

constexpr std::array<std::string_view, 5> kSections{"model_parameters", "input_parameters",
                                                    "calibration_parameters", "compiler_parameters",
                                                    "custom_op"};
constexpr size_t kUtf16Window = 64u << 10;  // bytes looked at in a UTF-16 file
constexpr std::string_view kFullWidthColon = "：";

constexpr Text kNoMapping{"the config is {0}, not a mapping of sections",
                          "配置的顶层是{0}，不是由各段组成的映射"};
constexpr Text kScalar{"a single value", "单个值"};
constexpr Text kList{"a list", "列表"};
constexpr Text kFailed{"reading the config failed: {0}", "读取配置失败：{0}"};

bool blank(char c) { return c == ' ' || c == '\t' || c == '\r' || c == '"' || c == '\''; }

// The key at the begin of a line: "march" of `  "march" : x`. Empty when the line begins with none.
std::string_view line_key(std::string_view line) {
  while (!line.empty() && blank(line[0])) line.remove_prefix(1);
  size_t n = 0;
  while (n < line.size() && ((line[n] >= 'a' && line[n] <= 'z') || line[n] == '_')) ++n;
  const std::string_view key = line.substr(0, n);
  while (n < line.size() && blank(line[n])) ++n;
  const std::string_view rest = line.substr(n);
  return rest.starts_with(':') || rest.starts_with(kFullWidthColon) ? key : std::string_view();
}

bool names_section(std::string_view s) {
  bool model_path = false, march = false, model = false;
  if (s.starts_with("\xEF\xBB\xBF")) s.remove_prefix(3);
  // A flow mapping may begin with its first section on the line of its brace; JSON of other kinds
  // does not.
  const size_t first = s.find_first_not_of(" \t\r\n");
  if (first == s.npos || s[first] == '[') return false;
  if (s[first] == '{') {
    const size_t key = s.find_first_not_of(" \t\r\n", first + 1);
    const std::string_view name = key == s.npos ? "" : line_key(s.substr(key));
    return std::find(kSections.begin(), kSections.end(), name) != kSections.end();
  }
  for (size_t at = 0; at < s.size();) {
    const size_t end = std::min(s.find_first_of("\n\r", at), s.size());
    const std::string_view line = s.substr(at, end - at);
    const std::string_view key = line_key(line);
    at = end + 1;
    if (key.empty()) continue;
    const bool indented = line[0] == ' ';
    if (!indented && std::find(kSections.begin(), kSections.end(), key) != kSections.end())
      return true;
    if (key == "model_path" && !indented) model_path = true;
    if (key == "march") march = true;
    if (key == "model" && !indented) model = true;
  }
  return march && (model_path || model);
}

// The dialect by what stands at the top level.
Dialect dialect_of(const Node& root) {
  // Other tools name their sections so too: one or two alone must hold a key of this format, or
  // nothing.
  static constexpr std::string_view kTelling[] = {
      "march",
      "onnx_model",
      "caffe_model",
      "prototxt",
      "output_model_file_prefix",
      "working_dir",
      "layer_out_dump",
      "node_info",
      "remove_node_type",
      "remove_node_name",
      "output_nodes",
      "debug_mode",
      "set_node_data_type",
      "input_name",
      "input_type_rt",
      "input_type_train",
      "input_layout_train",
      "input_layout_rt",
      "input_space_and_range",
      "input_shape",
      "input_batch",
      "norm_type",
      "mean_value",
      "scale_value",
      "std_value",
      "separate_batch",
      "separate_name",
      "cal_data_dir",
      "cal_data_type",
      "calibration_type",
      "max_percentile",
      "per_channel",
      "preprocess_on",
      "run_on_cpu",
      "run_on_bpu",
      "optimization",
      "quant_config",
      "compile_mode",
      "optimize_level",
      "core_num",
      "jobs",
      "debug",
      "max_time_per_fc",
      "balance_factor",
      "input_source",
      "cache_mode",
      "cache_path",
      "max_l2m_size",
      "extra_params",
      "advice",
      "input_layout_train",
      "norm_type",
      "mean_value",
      "scale_value",
      "std_value",
      "cal_data_dir",
      "cal_data_type",
      "calibration_type",
      "compile_mode",
      "optimize_level",
      "core_num",
  };
  size_t sections = 0;
  bool telling = false;
  for (const Entry& e : root.entries) {
    if (std::find(kSections.begin(), kSections.end(), e.key.text) == kSections.end()) continue;
    ++sections;
    telling = telling || e.key.text == "custom_op" || e.value.entries.empty();
    for (std::string_view key : kTelling) telling = telling || find(e.value, key);
  }
  if (sections > 2 || telling) return Dialect::kOe;
  if (find(root, "model_path") && find(root, "march")) return Dialect::kFlatHbdk;
  const Node* model = find(root, "model");
  if (model && find(*model, "march")) return Dialect::kLlm;
  return Dialect::kNone;
}

}  // namespace

bool looks_like_config(std::string_view bytes) {
  const bool wide = bytes.starts_with("\xFF\xFE") || bytes.starts_with("\xFE\xFF") ||
                    (bytes.size() > 1 && (!bytes[0] || !bytes[1]));
  if (!wide) return names_section(bytes);
  std::string narrow(bytes.substr(0, kUtf16Window));
  std::erase(narrow, '\0');
  return names_section(narrow.starts_with("\xFF\xFE") || narrow.starts_with("\xFE\xFF")
                           ? std::string_view(narrow).substr(2)
                           : std::string_view(narrow));
}

Parsed<std::unique_ptr<Config>> parse_config(FileId file, std::string_view bytes) {
  Parsed<std::unique_ptr<Config>> out;
  out.record = std::make_unique<Config>();
  Config& config = *out.record;
  config.file = file;
  try {
    YamlFile yaml = parse_yaml(file, bytes);
    config.root = std::move(yaml.root);
    config.is_template = yaml.is_template;
    out.problems = std::move(yaml.problems);
    config.complete = out.problems.empty();
    if (out.problems.empty() && config.root.kind != Node::Kind::kMapping &&
        !config.root.placeholder) {
      const Range& r = config.root.range;
      out.problems.push_back(
          {Problem::Kind::kUnreadable, Evidence{file, r.begin, r.end, ""},
           Message(kNoMapping, config.root.kind == Node::Kind::kSequence ? kList : kScalar)});
    }
    config.dialect = dialect_of(config.root);
    config.duplicates = find_duplicates(config, bytes);
    config.surprises = find_surprises(config, bytes);
  } catch (const std::exception& e) {
    out.problems.push_back(
        {Problem::Kind::kUnreadable, Evidence{file, 0, 0, ""}, Message(kFailed, e.what())});
  }
  return out;
}

}  // namespace npulint
