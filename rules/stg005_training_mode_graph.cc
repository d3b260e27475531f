#include "lint/facts.h"
#include "lint/graph.h"
#include "lint/reasons.h"

namespace npulint {
namespace {

constexpr Text kTraining{"the graph holds operators in training mode: {0} ({1})",
                         "计算图含有训练模式的算子：{0} 个（{1}）"};

void check(Report& r, Have<StageGraph> graph) {
  const Graph& g = **graph;
  std::vector<std::string> names;
  each_node(g, [&](const GraphNode& n) {
    if (!n.training || !n.domain.empty()) return;
    const std::string_view name = n.name.empty() && !n.outputs.empty() ? n.outputs[0] : n.name;
    names.push_back(std::string(n.op) + " `" + std::string(name) + "`");
  });
  if (!names.empty())
    r.fail(graph.at(), kTraining, names.size(), show(names));
  else if (g.damaged)
    r.unknown(reasons::kDamagedGraph);
}

}  // namespace

extern const Rule STG005;
constinit const Rule STG005 = rule<check>({
    .code = "STG005",
    .name = "training-mode-graph",
    .severity = Severity::kError,
    .summary = {"an ONNX graph holds operators in training mode", "ONNX 计算图含有训练模式的算子"},
    .why = {"BatchNormalization then normalises by the batch that it is given, and Dropout drops: "
            "outputs change from run to run, and what calibration measures is not the network.",
            "此时 BatchNormalization 用当前批次做归一化，Dropout "
            "真的丢弃数值：每次运行输出不同，校准测到的也不是该网络。"},
    .fix = {"Call `model.eval()` before the export and export for inference "
            "(`training=TrainingMode.EVAL`).",
            "导出前调用 `model.eval()`，并按推理模式导出（`training=TrainingMode.EVAL`）。"},
    .source = "ONNX operators: BatchNormalization 14 (training_mode) and 9 (more than one output "
              "in training), Dropout 12 (training_mode)",
});

}  // namespace npulint
