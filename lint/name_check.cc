#include "lint/name_check.h"

#include <algorithm>

#include "lint/config.h"
#include "lint/config_check.h"
#include "lint/graph.h"
#include "lint/name_tokens.h"

namespace npulint {
namespace {

using Kind = NameFault::Kind;

enum class Says { kNothing, kRight, kWrong };

// What the config states of one kind, ready to be compared with a token.
struct Statement {
  std::string key, states;
  Evidence at;
};

class Names {
 public:
  Names(const Config& config, std::string_view toolchain, const Graph* graph,
        const QuantConfig* quant)
      : config_(config), graph_(graph), inputs_(config_inputs(config, toolchain)) {
    read_precision(quant);
  }

  void judge(const ListItem* product, std::string_view name, std::vector<NameFault>* out) {
    const std::vector<NameToken> tokens = name_tokens(name);
    for (const Kind kind : {Kind::kPixels, Kind::kSize, Kind::kPrecision}) {
      const NameToken* wrong = nullptr;
      bool right = false;
      for (const NameToken& t : tokens) {
        const Says s = says(kind, t.text);
        right = right || s == Says::kRight;
        if (s == Says::kWrong && !wrong) wrong = &t;
      }
      const bool known =
          std::any_of(out->begin(), out->end(), [&](const NameFault& f) { return f.kind == kind; });
      if (!wrong || right || known) continue;
      const Statement s = statement(kind);
      NameFault f{
          kind, product != nullptr, false, std::string(name), wrong->text, s.key, s.states, s.at,
          s.at};
      f.harmless = kind == Kind::kPixels && wrong->text != "nv12" && all_featuremaps();
      if (product) f.at = product->at;
      if (product && f.at.end - f.at.begin == name.size()) {
        f.at.end = f.at.begin + wrong->end;
        f.at.begin += wrong->begin;
      }
      out->push_back(std::move(f));
    }
  }

 private:
  Says says(Kind kind, std::string_view token) const {
    if (kind == Kind::kPixels) return pixels(pixel_token(token));
    if (kind == Kind::kPrecision) return precision(precision_token(token));
    const auto wanted = size_token(token);
    return wanted ? size(wanted->first, wanted->second) : Says::kNothing;
  }

  bool all_featuremaps() const {
    return std::all_of(inputs_.begin(), inputs_.end(), [](const ConfigInput& in) {
      return in.type_rt && *in.type_rt == "featuremap";
    });
  }

  Says pixels(std::string_view format) const {
    if (format.empty() || inputs_.empty()) return Says::kNothing;
    bool open = false;
    for (const ConfigInput& in : inputs_) {
      open = open || !in.type_rt || !in.type_train;
      if (in.type_rt && (in.type_rt->starts_with(format) ||
                         (format == "nv12" && in.type_rt->starts_with("yuv420sp"))))
        return Says::kRight;
      // the name may speak of the network's own format
      if (in.type_train && in.type_train->starts_with(format)) return Says::kRight;
    }
    return open ? Says::kNothing : Says::kWrong;
  }

  static bool has_sides(const Shape& s, int64_t a, int64_t b) {
    if (a == b) return std::count(s.begin(), s.end(), a) > 1;
    return std::count(s.begin(), s.end(), a) > 0 && std::count(s.begin(), s.end(), b) > 0;
  }
  static bool fixed(const Shape& s) {
    return s.size() >= 3 && std::all_of(s.begin(), s.end(), [](int64_t d) { return d > 0; });
  }

  Says size(int64_t a, int64_t b) const {
    bool open = false, known = false;
    const auto look = [&](const Shape& s) {
      known = true;
      open = open || !fixed(s);
      return has_sides(s, a, b);
    };
    for (const ConfigInput& in : inputs_) {
      if (in.shape && look(*in.shape)) return Says::kRight;
      open = open || (!in.shape && !graph_);
    }
    if (graph_ && !graph_->damaged) {
      for (const GraphTensor* t : fed_inputs(*graph_))
        if (look(t->dims)) return Says::kRight;
      // a name may tell the size of what comes out
      for (const GraphTensor& t : graph_->main.outputs)
        if (has_sides(t.dims, a, b)) return Says::kRight;
    }
    return open || !known ? Says::kNothing : Says::kWrong;
  }

  // ---- precision: node_info, set_node_data_type, optimization, quant_config, extra_params ----

  void read_precision(const QuantConfig* quant) {
    precision_known_ = config_.complete && !config_.root.entries.empty();
    for (const auto& [section, key] : {std::pair("model_parameters", "node_info"),
                                       std::pair("model_parameters", "set_node_data_type"),
                                       std::pair("calibration_parameters", "optimization"),
                                       std::pair("calibration_parameters", "quant_config"),
                                       std::pair("compiler_parameters", "extra_params")}) {
      if (const Node* s = find(config_.root, section);
          s && s->kind != Node::Kind::kMapping && s->kind != Node::Kind::kScalar)
        precision_known_ = false;
      const Entry* e = setting_entry(config_, section, key);
      if (!e) continue;
      const Evidence at = config_place(config_, e->value.range);
      if (std::string_view(key) == "quant_config" && e->value.kind == Node::Kind::kScalar &&
          !e->value.text.empty()) {
        if (quant && quant->root)
          collect(*quant->root, key, at);
        else
          precision_known_ = false;
      } else {
        collect(e->value, key, at);
      }
    }
  }

  void collect(const Node& n, std::string_view key, const Evidence& at) {
    if (n.kind == Node::Kind::kAlias || n.placeholder) precision_known_ = false;
    const auto note = [&](const std::string& text) {
      for (const auto& [word, type] : {std::pair("int16", "int16"), std::pair("float16", "float16"),
                                       std::pair("fp16", "float16"), std::pair("int8", "int8")})
        if (text.find(word) != text.npos) asked_.push_back(type);
      if (text.find("set_all_nodes_int16") != text.npos) all_ = {std::string(key), text, at};
    };
    if (n.kind == Node::Kind::kScalar) note(n.text);
    for (const Node& item : n.items) collect(item, key, at);
    for (const Entry& e : n.entries) {
      if (e.key.type == ScalarType::kMerge) precision_known_ = false;
      note(e.key.text);
      if (e.key.text == "all_node_type" && e.value.kind == Node::Kind::kScalar &&
          !e.value.placeholder && !e.value.text.empty() && e.value.text != "int8")
        all_ = {"all_node_type", e.value.text, at};
      collect(e.value, key, at);
    }
  }

  Says precision(std::string_view type) const {
    if (type.empty() || !precision_known_) return Says::kNothing;
    if (type == "int8") return all_.key.empty() ? Says::kRight : Says::kWrong;
    return std::find(asked_.begin(), asked_.end(), type) != asked_.end() ? Says::kRight
                                                                         : Says::kWrong;
  }

  Statement statement(Kind kind) const {
    if (kind == Kind::kPrecision) {
      if (!all_.key.empty()) return all_;
      const Entry* e = find_entry(config_.root, "calibration_parameters");
      return {"", "", e ? config_place(config_, e->key.range) : config_start(config_)};
    }
    for (const ConfigInput& in : inputs_) {
      if (kind == Kind::kPixels && in.type_rt) return {"input_type_rt", *in.type_rt, in.type_rt.at};
      if (kind == Kind::kSize && in.shape)
        return {"input_shape", shape_text(*in.shape), in.shape.at};
    }
    const auto onnx = setting(config_, "model_parameters", "onnx_model");
    const auto fed = graph_ ? fed_inputs(*graph_) : std::vector<const GraphTensor*>();
    return {"", fed.empty() ? "" : shape_text(fed[0]->dims), onnx.at};
  }

  static std::string shape_text(const Shape& s) {
    std::string out;
    for (const int64_t d : s) out += (out.empty() ? "" : "x") + std::to_string(d);
    return out;
  }

  const Config& config_;
  const Graph* graph_;
  const std::vector<ConfigInput>& inputs_;
  bool precision_known_ = false;
  std::vector<std::string_view> asked_;
  Statement all_;
};

}  // namespace

std::vector<NameFault> name_faults(const Config& config, std::string_view file_name,
                                   std::string_view toolchain, const Graph* graph,
                                   const QuantConfig* quant) {
  std::vector<NameFault> out;
  Names names(config, toolchain, graph, quant);
  for (const ListItem& item : setting_list(config, "model_parameters", "output_model_file_prefix"))
    names.judge(&item, item.text, &out);
  names.judge(nullptr, file_name, &out);
  return out;
}

}  // namespace npulint
