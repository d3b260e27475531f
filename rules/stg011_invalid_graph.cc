#include "lint/facts.h"
#include "lint/graph.h"
#include "lint/reasons.h"

namespace npulint {
namespace {

void check(Report& r, Have<StageGraph> graph) {
  const Graph& g = **graph;
  if (g.damaged) return r.unknown(reasons::kDamagedGraph);
  for (GraphFault& f : graph_faults(g)) {
    Evidence at;
    at.file = g.file;
    at.path = std::move(f.path);
    r.fail_with(Severity::kError, at, std::move(f.what));
  }
}

}  // namespace

extern const Rule STG011;
constinit const Rule STG011 = rule<check>({
    .code = "STG011",
    .name = "invalid-graph",
    .severity = Severity::kError,
    .summary = {"an ONNX graph breaks the specification", "ONNX 计算图不符合规范"},
    .why = {"A graph with a dangling input, a name defined twice, a cycle or a tensor whose bytes "
            "do not fit its dims is "
            "refused by the converter or, worse, read differently by each tool. Checkers stop at "
            "the first fault; this "
            "rule lists all of them.",
            "悬空输入、重复定义的名称、环，或者字节数与 dims "
            "不符的张量，会导致转换工具拒绝该模型，更糟的是各个工具的理解不一致。"
            "一般的检查器遇到第一个错误就停止；本规则列出全部错误。"},
    .fix = {"Correct the step that writes the file: the export, or the script that edits the "
            "graph. Compare with the "
            "file before that step.",
            "修正写出该文件的步骤：导出过程或修改计算图的脚本。可与该步骤之前的文件对比。"},
    .source = "ONNX IR specification (docs/IR.md): graphs in SSA form, topological order, "
              "opset_import; onnx.proto: TensorProto",
});

}  // namespace npulint
