#include "lint/calibration.h"

#include <algorithm>

#include "lint/config_check.h"
#include "lint/files.h"
#include "lint/graph.h"
#include "lint/name_tokens.h"

namespace npulint {
namespace {

constexpr std::string_view kSection = "calibration_parameters";
constexpr std::string_view kFloatSuffix = "_f32";  // hb_mapper looks for nothing else

bool asks_for_integers(const Node& n) {
  if (n.kind == Node::Kind::kAlias || n.placeholder) return true;
  if (n.kind == Node::Kind::kScalar) return n.text.find("int") != n.text.npos;
  for (const Node& item : n.items)
    if (asks_for_integers(item)) return true;
  for (const Entry& e : n.entries)
    if (e.key.type == ScalarType::kMerge || asks_for_integers(e.value)) return true;
  return false;
}

}  // namespace

bool reads_raw_calibration(const Config& c) {
  const auto open = [&](std::string_view key) {
    return !config_states(c, kSection, key) && !surely_absent(c, kSection, key);
  };
  if (open("calibration_type") || open("preprocess_on")) return false;
  const Entry* on = setting_entry(c, kSection, "preprocess_on");
  const bool off = !on || on->value.text.empty() || on->value.text == "False" ||
                   on->value.text == "false" || on->value.text == "FALSE";
  const auto type = setting(c, kSection, "calibration_type");
  const bool hidden = config_states(c, kSection, "calibration_type") && !type;
  return off && !hidden && !(type && (*type == "skip" || *type == "load"));
}

std::vector<CalibrationData> calibration_data(const Config& c) {
  std::vector<CalibrationData> out;
  const std::vector<ListItem> types = setting_list(c, kSection, "cal_data_type");
  const bool absent = surely_absent(c, kSection, "cal_data_type");
  for (const ListItem& item : setting_list(c, kSection, "cal_data_dir")) {
    const size_t i = out.size();
    CalibrationData& d = out.emplace_back();
    if (item.text.empty() || item.text == "None") continue;
    d.folder = base_name(normal_path(item.text));
    d.at = item.at;
    bool several = false;
    for (const NameToken& t : name_tokens(d.folder))
      if (const std::string_view type = data_type_token(t.text); !type.empty()) {
        several = several || (!d.by_name.empty() && d.by_name != type);
        d.by_name = type;
      }
    if (several) d.by_name.clear();
    if (i < types.size() && data_type_token(types[i].text) == types[i].text) {
      d.type = types[i].text;
      d.type_at = types[i].at;
    }
    if (absent) d.guess = d.folder.ends_with(kFloatSuffix) ? "float32" : "uint8";
  }
  return out;
}

std::optional<Edit> write_guess(const Config& c, const std::vector<CalibrationData>& data) {
  const Entry* dirs = setting_entry(c, kSection, "cal_data_dir");
  if (!dirs || setting_entry(c, kSection, "cal_data_type")) return std::nullopt;
  std::string types;
  for (const CalibrationData& d : data) {
    if (d.guess.empty() || d.guess != d.by_name) return std::nullopt;
    types += (types.empty() ? "" : ";") + d.guess;
  }
  return Edit{Edit::Kind::kInsertEntry, dirs->key.range.begin, dirs->value.range.end,
              "cal_data_type: '" + types + "'"};
}

bool carries_quantisation(const Graph& graph) {
  bool found = false;
  each_node(graph, [&](const GraphNode& n) {
    found = found || n.op == "QuantizeLinear" || n.op == "DequantizeLinear";
  });
  return found;
}

std::optional<std::string> float_model(const Config& c, const QuantConfig* read) {
  const Entry* stated = setting_entry(c, kSection, "quant_config");
  const Node* quant_config = read ? read->root : stated ? &stated->value : nullptr;
  const Node* model = quant_config ? find(*quant_config, "model_config") : nullptr;
  const Node* type = model ? find(*model, "all_node_type") : nullptr;
  if (!type || !type->text.starts_with("float") || asks_for_integers(*quant_config))
    return std::nullopt;
  return type->text;
}

std::optional<Evidence> word_in(const ListItem& item, std::string_view word) {
  const std::string_view text = item.text;
  for (size_t at = 0; at <= text.size();) {
    size_t end = std::min(text.find(',', at), text.size());
    const size_t next = end + 1;
    while (at < end && text[at] == ' ') ++at;
    while (end > at && text[end - 1] == ' ') --end;
    if (text.substr(at, end - at) == word) {
      Evidence e = item.at;
      if (e.end - e.begin == text.size()) {
        e.end = e.begin + end;
        e.begin += at;
      }
      return e;
    }
    at = next;
  }
  return std::nullopt;
}

}  // namespace npulint
