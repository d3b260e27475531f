// The two sides of a [[compare]] as stages: their graphs, what they end with, and what keeps them
// from being equal bit by bit.
#include <algorithm>
#include <map>

#include "lint/config.h"
#include "lint/graph_tail.h"
#include "lint/link_stages.h"
#include "lint/stage_chain.h"
#include "lint/words.h"

namespace npulint {
namespace {

constexpr Text kNoStage{"`{0}` is no stage of a conversion, by its name or as an ONNX file",
                        "从名称或 ONNX 文件来看，`{0}` 不是转换的某个阶段"};
constexpr Text kOnCpu{"on the CPU", "在 CPU 上执行"};
constexpr Text kFloatType{"in floating point", "以浮点计算"};
constexpr std::string_view kModel = "model_parameters", kCalibration = "calibration_parameters";

bool is_float_type(std::string_view s) {
  const std::string t = lower(s);
  for (const std::string_view w : {"float", "fp16", "fp32", "f16", "f32"})
    if (t.starts_with(w)) return true;
  return false;
}

class Sides {
 public:
  Sides(const Bundle& b, const Group& g, const Run& run) : b_(b), g_(g), run_(run) {
    from_log();
    from_config();
  }

  Fact<std::shared_ptr<const ComparedStage>> side(const Fact<std::string>& named) const {
    if (!named) return {};
    ComparedStage s;
    s.name = *named;
    s.kind = table_.of_word(*named);
    const std::string path =
        join_path(dir_name(run_.sources.real(b_.contract_record->file)), *named);
    for (const FileRecord* f : g_.graphs)
      if (f->graph && f->graph->has_graph && !f->graph->damaged && run_.sources.real(f->id) == path)
        s.graph = f->graph.get();
    if (!s.kind && !s.graph)
      return Fact<std::shared_ptr<const ComparedStage>>::absent(Message(kNoStage, *named));
    s.is_float = s.kind ? s.kind->is_float : is_plain_float(*s.graph);
    if (s.graph) tails(s);
    if (!s.is_float && s.kind) {
      s.inexact = inexact_;
      s.looked = looked_;
      if (s.graph) of_graph(s);
    }
    return {std::make_shared<const ComparedStage>(std::move(s)), named.at};
  }

  // An artifact ends as the other side does, but for the nodes that were removed.
  void removed(ComparedStage& artifact, const ComparedStage& other) const {
    if (artifact.graph || !other.graph || !artifact.kind ||
        (artifact.kind->id != "artifact" && artifact.kind->id != "quantized_removed_bc"))
      return;
    artifact.outputs = other.outputs;
    for (const ComparedStage::Tail& t : other.tails)
      for (const auto* nodes : removed_nodes())
        for (const Fact<std::string>& n : *nodes)
          if (n && !t.activation.op.empty() && *n == t.activation.node)
            artifact.tails.push_back({t.output, {}, n.at});
  }

 private:
  static bool is_plain_float(const Graph& g) {
    const auto fed = g.main.inputs;
    return !fed.empty() && std::all_of(fed.begin(), fed.end(), [](const GraphTensor& t) {
      return is_float(t.dtype);
    }) && std::all_of(g.main.nodes.begin(), g.main.nodes.end(), [](const GraphNode& n) {
      return n.domain.empty() && n.op != "QuantizeLinear";
    });
  }

  std::vector<const std::vector<Fact<std::string>>*> removed_nodes() const {
    std::vector<const std::vector<Fact<std::string>>*> out;
    if (b_.compiled_record) out.push_back(&b_.compiled_record->removed_nodes);
    if (b_.log_record) out.push_back(&b_.log_record->removed_nodes);
    return out;
  }

  // Behind what the toolchain puts before an output.
  void tails(ComparedStage& s) const {
    const GraphBody& g = s.graph->main;
    const GraphTail tail(*s.graph);
    const GraphNames& names = names_of(*s.graph);
    s.outputs = g.outputs.size();
    for (const GraphTensor& t : g.outputs) {
      std::string_view value = t.name;
      const GraphNode* n = nullptr;
      for (size_t left = kMostSteps; left > 0; --left) {
        const uint32_t at = names.producer_of(value);
        n = at != GraphNames::kNone ? &g.nodes[at] : nullptr;
        if (!n || n->inputs.empty() || !table_.passes_values(n->op)) break;
        value = n->inputs[0];
      }
      Evidence at = whole_file(s.graph->file);
      at.path = "graph.output[" + std::string(t.name) + "]";
      bool in_part = false;
      std::optional<TailActivation> a;
      if (n && table_.is_softmax(n->op))
        a = TailActivation{"Softmax", std::string(n->name)};
      else
        a = tail.activation(value, &in_part);
      if (a && !in_part) s.tails.push_back({std::string(t.name), std::move(*a), std::move(at)});
    }
  }

  void of_graph(ComparedStage& s) const {
    s.looked = true;
    Evidence at = whole_file(s.graph->file);
    for (size_t i = 0; i < s.graph->main.nodes.size(); ++i) {
      const GraphNode& n = s.graph->main.nodes[i];
      if (run_.platforms.is_vendor_op(n.domain, n.op) || table_.is_exact(n.op)) continue;
      at.path = "graph.node[" + std::to_string(i) + "]";
      s.inexact.push_back({op_name(n.name, n.op), kOnCpu, at});
    }
  }

  static std::string op_name(std::string_view name, std::string_view op) {
    return name.empty() ? std::string(op) : std::string(name) + " (" + std::string(op) + ")";
  }

  void from_log() {
    if (!b_.log_record) return;
    looked_ = !b_.log_record->nodes.empty();
    for (const BuildLog::Similarity& n : b_.log_record->nodes) {
      if (table_.is_exact(n.type)) continue;
      if (n.on == "CPU")
        inexact_.push_back({op_name(n.name, n.type), kOnCpu, n.at});
      else if (n.on == "BPU" && is_float_type(n.dtype))
        inexact_.push_back({op_name(n.name, n.type), kFloatType, n.at});
    }
  }

  void from_config() {
    if (!b_.config_record) return;
    const Config& c = *b_.config_record;
    for (const ListItem& item : setting_list(c, kCalibration, "run_on_cpu"))
      if (!item.text.empty()) inexact_.push_back({item.text, kOnCpu, item.at});
    if (const Entry* info = setting_entry(c, kModel, "node_info"))
      for (const Entry& node : info->value.entries)
        for (const Entry& e : node.value.entries)
          if (e.key.text == "ON" && e.value.text == "CPU")
            inexact_.push_back(
                {node.key.text, kOnCpu, {c.file, e.value.range.begin, e.value.range.end, ""}});
    if (b_.quant_config && b_.quant_config->root)
      for (const char* level : {"op_config", "node_config"})
        if (const Node* items = find(*b_.quant_config->root, level))
          for (const Entry& e : items->entries)
            if (const Node* type = find(e.value, "qtype"); type && is_float_type(type->text))
              inexact_.push_back({e.key.text,
                                  kFloatType,
                                  {b_.quant_config->file, type->range.begin, type->range.end, ""}});
  }

  static constexpr size_t kMostSteps = 16;
  const Bundle& b_;
  const Group& g_;
  const Run& run_;
  const StageTable& table_ = StageTable::get();
  std::vector<ComparedStage::Inexact> inexact_;  // of every quantised stage
  bool looked_ = false;
};

}  // namespace

void link_compared_stages(Bundle& b, const Group& g, const Run& run) {
  if (b.compares.empty() || !b.contract_record) return;
  const Sides sides(b, g, run);
  const auto add_removed = [&](Fact<std::shared_ptr<const ComparedStage>>& artifact,
                               const Fact<std::shared_ptr<const ComparedStage>>& other) {
    if (!artifact || !other) return;
    auto copy = std::make_shared<ComparedStage>(**artifact);
    sides.removed(*copy, **other);
    artifact.value = std::move(copy);
  };
  for (CompareRow& r : b.compares) {
    r.left_stage = sides.side(r.left);
    r.right_stage = sides.side(r.right);
    add_removed(r.left_stage, r.right_stage);
    add_removed(r.right_stage, r.left_stage);
  }
}

}  // namespace npulint
