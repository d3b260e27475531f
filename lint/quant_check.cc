#include "lint/quant_check.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <optional>

#include "lint/config_check.h"
#include "lint/embedded.h"
#include "lint/table_text.h"
#include "lint/toml_read.h"
#include "lint/words.h"

namespace npulint {
namespace {

using Kind = QuantProblem::Kind;

constexpr size_t kMostProblems = 100;
constexpr size_t kShortOp = 6;  // letters; a slip of a shorter name may be a name of its own
constexpr std::string_view kCalibration = "calibration_parameters";

struct Option {
  std::string path;
  std::vector<std::string> values;
  std::optional<double> low, high;
};

struct Table {
  std::vector<std::string> levels, qtypes, model_keys, entry_keys, subgraph_keys, special_qtypes,
      special_ops, ops;
  std::vector<Option> options;

  static const Table& get() {
    static const Table table = [] {
      Table t;
      const TomlTree tree = parse_table_text(embedded_quant_config_toml);
      t.levels = toml_texts(tree.root, "levels");
      t.qtypes = toml_texts(tree.root, "qtypes");
      t.model_keys = toml_texts(tree.root, "model_keys");
      t.entry_keys = toml_texts(tree.root, "entry_keys");
      t.subgraph_keys = toml_texts(tree.root, "subgraph_keys");
      if (const TomlNode* n = npulint::find(tree.root, "special")) {
        t.special_qtypes = toml_texts(*n, "qtypes");
        t.special_ops = toml_texts(*n, "ops");
      }
      if (const TomlNode* n = npulint::find(tree.root, "onnx")) t.ops = toml_texts(*n, "ops");
      for (const TomlNode& n : toml_items(tree.root, "option")) {
        Option o{toml_text(n, "path"), toml_texts(n, "values"), {}, {}};
        if (const TomlNode* v = npulint::find(n, "low")) o.low = v->number;
        if (const TomlNode* v = npulint::find(n, "high")) o.high = v->number;
        t.options.push_back(std::move(o));
      }
      return t;
    }();
    return table;
  }

  // The keys directly below `path` ("activation" → calibration_type, num_bin …).
  std::vector<std::string> below(const std::string& path) const {
    std::vector<std::string> out;
    for (const Option& o : options)
      if (o.path.starts_with(path + ".") && o.path.find('.', path.size() + 1) == std::string::npos)
        out.push_back(o.path.substr(path.size() + 1));
    return out;
  }
};

bool is_text(const Node& n) {
  return n.kind == Node::Kind::kScalar && !n.placeholder && n.type != ScalarType::kNull &&
         !n.text.empty();
}

// A name that is written as one: no merge key, no key that YAML 1.1 reads as something else.
bool is_name(const Node& key) {
  return is_text(key) && (key.type == ScalarType::kString || key.quoted);
}

bool is_numbered(std::string_view key, std::string_view name) {
  return key.size() > name.size() && key.starts_with(name) &&
         key.find_first_not_of("0123456789", name.size()) == key.npos;
}

class Check {
 public:
  Check(const Config& config, const QuantConfig& quant, const Graph* graph)
      : config_(config), quant_(quant), graph_(graph), table_(Table::get()) {}

  std::vector<QuantProblem> run() {
    for (const Entry& e : quant_.root->entries) {
      if (!is_name(e.key)) continue;
      const std::string& name = e.key.text;
      if (!holds(table_.levels, name)) {
        top_level(e);
      } else if (e.value.kind == Node::Kind::kSequence || is_text(e.value)) {
        add(Kind::kNoMapping, e.value, name, "", "");
      } else if (name == table_.levels[0]) {
        model(e.value, name, true);
      } else {
        for (const Entry& entry : e.value.entries)
          if (is_name(entry.key)) one(entry, name);
      }
    }
    return std::move(out_);
  }

 private:
  QuantProblem* add(Kind kind, const Node& at, std::string path, std::string near,
                    std::string accepted) {
    if (out_.size() >= kMostProblems) return nullptr;
    out_.push_back({kind,
                    Evidence{quant_.file, at.range.begin, at.range.end, ""},
                    std::move(path),
                    at.kind == Node::Kind::kScalar ? at.text : "",
                    std::move(near),
                    std::move(accepted),
                    {},
                    {}});
    return &out_.back();
  }

  void top_level(const Entry& e) {
    const std::string& name = e.key.text;
    if (holds(table_.model_keys, name))
      add(Kind::kPlace, e.key, name, "", table_.levels[0] + "." + name);
    else if (const auto near = nearest(name, table_.levels))
      add(Kind::kLevelSlip, e.key, name, *near, "");
    else
      add(Kind::kLevel, e.key, name, "", "");
  }

  // Below model_config: its keys, or one mapping of them for each of some custom names.
  void model(const Node& node, const std::string& path, bool names) {
    for (const Entry& e : node.entries) {
      if (!is_name(e.key)) continue;
      const std::string& key = e.key.text;
      const std::string here = path + "." + key;
      if (!holds(table_.model_keys, key)) {
        if (names && e.value.kind == Node::Kind::kMapping && !slip(e.key, table_.model_keys))
          model(e.value, here, false);
        else
          judge_key(e.key, here, table_.model_keys);
      } else if (key == table_.model_keys[0]) {
        type(e.value, here);
        all_nodes(e.value, here);
      } else {
        options(e.value, here, key);
      }
    }
  }

  // `below`: the path as the table has it ("weight.bias_correction").
  void options(const Node& node, const std::string& path, const std::string& below) {
    const auto known = table_.below(below);
    for (const Entry& e : node.entries) {
      if (!is_name(e.key)) continue;
      const std::string here = path + "." + e.key.text, at = below + "." + e.key.text;
      for (const Option& o : table_.options)
        if (o.path == at) value(o, e.value, here);
      if (!known.empty() && !holds(known, e.key.text)) judge_key(e.key, here, known);
      if (at == "activation.calibration_type") calibration(e.value, here);
      if (e.value.kind == Node::Kind::kMapping) options(e.value, here, at);
    }
  }

  void value(const Option& o, const Node& node, const std::string& path) {
    if (node.kind == Node::Kind::kSequence) {
      for (const Node& item : node.items)
        if (item.kind == Node::Kind::kScalar) value(o, item, path);
      return;
    }
    if (!is_text(node)) return;
    if (!o.values.empty() && !holds(o.values, node.text))
      add(Kind::kRange, node, path, "", joined(o.values));
    if (!o.low && !o.high) return;
    double v = 0;
    const char* end = node.text.data() + node.text.size();
    const auto r = std::from_chars(node.text.data(), end, v);
    if (r.ec == std::errc() && r.ptr == end && std::isfinite(v) && (!o.low || v >= *o.low) &&
        (!o.high || v <= *o.high))
      return;
    std::string range = o.high ? "[" + number_text(*o.low) + ", " + number_text(*o.high) + "]"
                               : ">= " + number_text(*o.low);
    add(Kind::kRange, node, path, "", std::move(range));
  }

  // An entry of op_config, subgraph_config or node_config.
  void one(const Entry& e, const std::string& level) {
    const std::string path = level + "." + e.key.text;
    const bool op = level == table_.levels[1];
    if (op) op_type(e.key, path);
    const auto& keys = level == table_.levels[2] ? table_.subgraph_keys : table_.entry_keys;
    for (const Entry& inner : e.value.entries) {
      if (!is_name(inner.key)) continue;
      const std::string here = path + "." + inner.key.text;
      const bool typed = inner.key.text == "qtype" || is_numbered(inner.key.text, "input");
      if (typed) {
        type(inner.value, here);
        if (op && is_text(inner.value) && holds(table_.special_qtypes, inner.value.text) &&
            holds(table_.ops, e.key.text) && !holds(table_.special_ops, e.key.text))
          add(Kind::kOpType, inner.value, here, e.key.text, joined(table_.special_ops));
      } else if (!holds(keys, inner.key.text)) {
        judge_key(inner.key, here, keys);
      }
    }
  }

  void type(const Node& node, const std::string& path) {
    if (is_text(node) && !holds(table_.qtypes, node.text))
      add(Kind::kType, node, path, "", joined(table_.qtypes));
  }

  bool in_graph(std::string_view op) const {
    return graph_ && std::any_of(graph_->main.nodes.begin(), graph_->main.nodes.end(),
                                 [&](const GraphNode& n) { return n.op == op; });
  }

  void op_type(const Node& key, const std::string& path) {
    const std::string& op = key.text;
    if (holds(table_.ops, op) || in_graph(op)) return;
    for (const std::string& known : table_.ops)
      if (lower(known) == lower(op)) {
        add(Kind::kOpCase, key, path, known, "");
        return;
      }
    if (op.size() < kShortOp) return;
    for (const std::string& known : table_.ops)
      if (edit_distance(op, known, 1) <= 1) {
        add(Kind::kOpSlip, key, path, known, "");
        return;
      }
  }

  static bool slip(const Node& key, const std::vector<std::string>& known) {
    return std::any_of(known.begin(), known.end(),
                       [&](const std::string& k) { return is_slip(key.text, k); });
  }

  // Keys that nobody documents may exist; a slip of one that is documented is a mistake.
  void judge_key(const Node& key, const std::string& path, const std::vector<std::string>& known) {
    for (const std::string& k : known)
      if (is_slip(key.text, k)) {
        add(Kind::kKey, key, path, k, "");
        return;
      }
  }

  void calibration(const Node& node, const std::string& path) {
    const auto stated = setting(config_, kCalibration, "calibration_type");
    // `default` and `mix` are searches that may end with any method.
    if (!stated || *stated == "default" || *stated == "mix") return;
    bool agrees = false, known = true;
    const auto look = [&](const Node& n) {
      known = known && is_text(n);
      agrees = agrees || lower(n.text) == lower(*stated);
    };
    if (node.kind == Node::Kind::kSequence)
      std::for_each(node.items.begin(), node.items.end(), look);
    else
      look(node);
    if (agrees || !known) return;
    if (QuantProblem* p = add(Kind::kCalibration, node, path, "", "")) {
      if (node.kind == Node::Kind::kSequence)
        for (const Node& n : node.items) p->written += (p->written.empty() ? "" : ", ") + n.text;
      p->other = stated.at;
      p->other_text = *stated;
    }
  }

  void all_nodes(const Node& node, const std::string& path) {
    constexpr std::string_view kAll = "set_all_nodes_";
    const auto stated = setting(config_, kCalibration, "optimization");
    if (!stated || !is_text(node)) return;
    const size_t at = stated->find(kAll);
    if (at == std::string::npos) return;
    const size_t end = std::min(stated->find_first_of(",; ", at), stated->size());
    const std::string type = stated->substr(at + kAll.size(), end - at - kAll.size());
    if (type == node.text) return;
    if (QuantProblem* p = add(Kind::kAllNodes, node, path, "", "")) {
      p->other = stated.at;
      p->other_text = stated->substr(at, end - at);
    }
  }

  const Config& config_;
  const QuantConfig& quant_;
  const Graph* graph_;
  const Table& table_;
  std::vector<QuantProblem> out_;
};

}  // namespace

std::vector<QuantProblem> quant_problems(const Config& config, const QuantConfig& quant,
                                         const Graph* graph) {
  if (!quant.root || quant.root->kind != Node::Kind::kMapping) return {};
  return Check(config, quant, graph).run();
}

}  // namespace npulint
