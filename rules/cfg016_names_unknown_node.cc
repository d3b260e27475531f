#include "lint/config_combinations.h"
#include "lint/config_graph.h"
#include "lint/facts.h"
#include "lint/reasons.h"

namespace npulint {
namespace {

constexpr Text kOptimized{
    "on {0} the names of nodes are those of the optimized graph, not of the ONNX that is converted",
    "{0} 上的节点名来自优化后的计算图，而非被转换的 ONNX"};
constexpr Text kNear{"`{0}` names `{1}`, which the ONNX does not have; nearest: {2}",
                     "`{0}` 中的 `{1}` 在 ONNX 中不存在；最接近的是：{2}"};
constexpr Text kAbsent{"`{0}` names `{1}`, which the ONNX does not have",
                       "`{0}` 中的 `{1}` 在 ONNX 中不存在"};
constexpr Text kMade{
    "`{0}` names `{1}`, which the ONNX does not have; the toolchain may make it of `{2}`",
    "`{0}` 中的 `{1}` 在 ONNX 中不存在；它可能是工具链由 `{2}` 生成的节点"};
constexpr Text kOnnx{"the ONNX that is converted", "被转换的 ONNX"};
constexpr Text kRename{"write `{0}`; the setting then takes effect and the model changes",
                       "改写为 `{0}`；该设置将会生效，模型随之改变"};

void say(Report& r, const UnknownNode& u) {
  // nodes that the toolchain adds can be removed too, and their names are not all known
  const bool sure = u.key != "remove_node_name" || u.exact;
  const Severity severity = sure ? Severity::kError : Severity::kWarning;
  if (!u.maker.empty())
    r.fail_as(Severity::kNote, u.at, kMade, u.key, u.written, u.maker);
  else if (u.near.empty())
    r.fail_as(severity, u.at, kAbsent, u.key, u.written);
  else
    r.fail_as(severity, u.at, kNear, u.key, u.written, u.near);
  if (u.exact && u.at.end - u.at.begin == u.written.size())
    r.fix({false, Message(kRename, u.near), {replace_range(u.at, u.near)}});
}

void check(Report& r, Have<TheConfig> config, Have<ConvertedGraph> graph,
           Maybe<Toolchain> toolchain, Maybe<ConfigPlatform> platform) {
  if ((*config)->dialect != Dialect::kOe) return r.not_applicable(reasons::kNoOeConfig);
  const std::string tool = toolchain ? *toolchain : "";
  const std::string march = platform ? (*platform)->march : "";
  for (const UnknownNode& u : unknown_nodes(**config, tool, march, **graph)) {
    say(r, u);
    r.also(graph.at(), kOnnx);
  }
  if (r.items.empty() && toolchain && !Combinations::get().names_of_original(tool) &&
      names_nodes(**config))
    r.unknown(kOptimized, tool);
}

}  // namespace

extern const Rule CFG016;
constinit const Rule CFG016 = rule<check>({
    .code = "CFG016",
    .name = "names-unknown-node",
    .severity = Severity::kError,
    .summary = {"a setting names a node that the ONNX does not have",
                "设置中的节点在 ONNX 中不存在"},
    .why =
        {"The setting goes nowhere: the node stays int8 or on the CPU, mostly without a message. "
         "Nodes are renamed with every other export or model size.",
         "该设置落空：节点仍为 int8 或仍在 CPU "
         "上运行，多数情况下没有提示。重新导出或更换模型规格都会改变节点名。"},
    .fix = {"Take the name from the ONNX that the config converts.",
            "使用配置所转换的 ONNX 中的节点名。"},
    .source = "hb_mapper manual ptq_process.md: the nodes must be those of the model",
});

}  // namespace npulint
