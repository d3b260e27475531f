#include "lint/facts.h"
#include "lint/log_check.h"

namespace npulint {
namespace {

constexpr Text kParts{
    "the BPU runs the model in {3} subgraphs, and does not run {0} of the {1} nodes that the log "
    "lists ({2}): {4}",
    "BPU 以 {3} 个子图运行模型，日志列出的 {1} 个节点中有 {0} 个不在 BPU 上运行（{2}）：{4}"};
constexpr Text kNodes{"the BPU does not run {0} of the {1} nodes that the log lists ({2}): {3}",
                      "日志列出的 {1} 个节点中有 {0} 个不在 BPU 上运行（{2}）：{3}"};
constexpr Text kRow{"{0}, on {1}", "{0}，在 {1} 上"};
constexpr Text kNone{"the log lists no nodes", "日志没有列出节点"};

void check(Report& r, Have<TheBuildLog> log) {
  const BuildLog& l = **log;
  if (l.tool && *l.tool == "hb_model_modifier") return r.not_applicable(kNone);
  if (l.nodes.empty()) return r.unknown(kNone);
  const Similarities off = off_the_bpu(l);
  if (off.empty()) return;
  if (const size_t parts = subgraphs(l))
    r.fail(off[0]->at, kParts, off.size(), l.nodes.size(), places_of(off), parts,
           show(names_of(off)));
  else
    r.fail(off[0]->at, kNodes, off.size(), l.nodes.size(), places_of(off), show(names_of(off)));
  for (size_t i = 1; i < off.size(); ++i) r.also(off[i]->at, kRow, off[i]->type, off[i]->on);
}

}  // namespace

extern const Rule LOG003;
constinit const Rule LOG003 = rule<check>({
    .code = "LOG003",
    .name = "cpu-fallback",
    .severity = Severity::kNote,
    .summary = {"nodes run on the CPU", "部分节点在 CPU 上运行"},
    .why = {"Each stretch of CPU nodes cuts the model: data goes to memory and back, and the "
            "latency is no longer that of the BPU.",
            "每一段 CPU 节点都会切断模型：数据要写回内存再读出，延迟不再只由 BPU 决定。"},
    .fix =
        {"Where that is not wanted, replace the operators by those that the BPU has, or cut them "
         "off the end of the model and compute them in the application.",
         "若不希望如此，请用 BPU 支持的算子替换，或把它们从模型末端截去，在应用中计算。"},
    .source = "RDK X3 documentation, ptq_process.md: nodes on the CPU split the model into "
              "several subgraphs; columns ON and Subgraph of the logs",
});

}  // namespace npulint
