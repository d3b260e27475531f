// What the stages take: the dims of the converted graph, its limits, and evaluations of a stage
// that holds preprocessing.
#include "lint/config_graph.h"
#include "lint/graph.h"
#include "lint/graph_limits.h"
#include "lint/link_stages.h"
#include "lint/stages.h"

namespace npulint {
namespace {

constexpr Text kNoGraph{"`{0}` is not there or is no ONNX model", "`{0}` 不存在或不是 ONNX 模型"};
constexpr Text kConvertsOnly{
    "`{0}` is in the model, but the conversion states no normalisation: it converts the format "
    "only",
    "模型中有 `{0}`，但转换没有声明归一化：它只转换格式"};

void link_shapes(Bundle& b) {
  if (!b.converted_graph) return;
  const auto fed = fed_inputs(**b.converted_graph);
  for (IoRow& r : b.inputs)
    for (const GraphTensor* t : fed) {
      if (t->name != r.name && !(fed.size() == 1 && b.inputs.size() == 1)) continue;
      if (!t->is_tensor || !t->has_shape) continue;
      r.graph_shape = {t->dims, whole_file((*b.converted_graph)->file)};
      r.graph_shape.at.path = "graph.input[" + std::string(t->name) + "]";
    }
}

// The name of the first node that prepares an input; "" when there is none.
std::string preprocess_of(const Graph& g) {
  for (const GraphNode& n : g.main.nodes)
    if (StageTable::get().is_preprocess(n)) return std::string(n.name.empty() ? n.op : n.name);
  return "";
}

// The conversion says of every input that nothing is normalised.
bool normalises_nothing(const Bundle& b) {
  bool any = false;
  for (const IoRow& r : b.inputs) {
    if (!r.built_in_norm || r.built_in_norm->kind != "none") return false;
    any = true;
  }
  return any;
}

void link_runs(Bundle& b, const Group& g, const Run& run) {
  if (!b.contract_record) return;
  const Contract& c = *b.contract_record;
  for (size_t i = 0; i < c.runs.size() && i < b.runs.size(); ++i) {
    RunRow& row = b.runs[i];
    row.normalized_input = c.runs[i].normalized_input;
    if (!row.model) continue;
    row.preprocess_node.missing = Message(kNoGraph, *row.model);
    const std::string path = join_path(dir_name(run.sources.real(c.file)), *row.model);
    for (const FileRecord* f : g.graphs) {
      if (!f->graph || f->graph->damaged || run.sources.real(f->id) != path) continue;
      const std::string node = preprocess_of(*f->graph);
      if (!node.empty() && normalises_nothing(b)) {
        row.preprocess_node.missing = Message(kConvertsOnly, node);
        continue;
      }
      row.preprocess_node = {node, whole_file(f->id)};
    }
  }
}

}  // namespace

void link_stage_inputs(Bundle& b, const Group& g, const Run& run) {
  link_shapes(b);
  link_runs(b, g, run);
  b.graph_limits = graph_limits_of(b, run.platforms);
}

}  // namespace npulint
