#include "lint/facts.h"
#include "lint/graph_reach.h"

namespace npulint {
namespace {

constexpr Text kNodes{"nodes that reach no output of the graph: {0} ({1})",
                      "到达不了计算图任何输出的节点：{0} 个（{1}）"};
constexpr Text kInitializers{"initializers that reach no output of the graph: {0} ({1})",
                             "到达不了计算图任何输出的 initializer：{0} 个（{1}）"};
constexpr Text kBoth{"what reaches no output of the graph: {0} nodes ({1}), {2} initializers ({3})",
                     "到达不了计算图任何输出：节点 {0} 个（{1}），initializer {2} 个（{3}）"};
constexpr Text kNotTold{
    "the graph was read in part, has no outputs, or holds operators of other domains, which may "
    "name nodes in their attributes",
    "计算图只读取了一部分、没有输出，或含有其他域的算子，其属性可能引用节点"};

void check(Report& r, Have<StageGraph> graph) {
  const auto dead = dead_parts(**graph);
  if (!dead) return r.unknown(kNotTold);
  if (dead->nodes.empty() && dead->initializers.empty()) return;
  Evidence at = graph.at();
  at.path = dead->path;
  if (dead->initializers.empty())
    r.fail(at, kNodes, dead->nodes.size(), show(dead->nodes));
  else if (dead->nodes.empty())
    r.fail(at, kInitializers, dead->initializers.size(), show(dead->initializers));
  else
    r.fail(at, kBoth, dead->nodes.size(), show(dead->nodes), dead->initializers.size(),
           show(dead->initializers));
}

}  // namespace

extern const Rule STG013;
constinit const Rule STG013 = rule<check>({
    .code = "STG013",
    .name = "dead-node",
    .severity = Severity::kNote,
    .summary = {"nodes or initializers of an ONNX graph reach no output",
                "ONNX 计算图中有到达不了任何输出的节点或 initializer"},
    .why = {"They are left over from an export or from cutting the graph: the output that they "
            "served is gone, which may not have been meant; the weights still take space.",
            "它们是导出或裁剪计算图的残留：所服务的输出已经不在，这可能并非本意；权重仍占空间。"},
    .fix = {"See whether an output is missing; else simplify the graph before the conversion.",
            "检查是否缺少输出；否则在转换前简化计算图。"},
    .source = "ONNX IR specification: what a graph computes is the values of its outputs",
});

}  // namespace npulint
