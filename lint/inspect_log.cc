// `npulint inspect` for the terminal: the log of a build, and quant_info.json.
#include <algorithm>
#include <optional>

#include "lint/inspect_fields.h"
#include "lint/inspect_page.h"

namespace npulint {
namespace {

using Similarity = BuildLog::Similarity;
constexpr size_t kLowest = 5;  // nodes that are named below the table
constexpr size_t kShort = 8;   // rows that are seen at a glance

std::string value(const std::optional<double>& v) { return v ? show(*v) : ""; }

std::optional<double> similarity(const Similarity& s) { return s.cosine ? s.cosine : s.calibrated; }

// Those of the lowest similarity, from the lowest up: what a long table hides.
void show_lowest(Page& page, const std::vector<Similarity>& list) {
  std::vector<const Similarity*> stated;
  for (const Similarity& s : list)
    if (similarity(s)) stated.push_back(&s);
  if (stated.size() < 2 || list.size() <= kShort) return;
  std::stable_sort(stated.begin(), stated.end(), [](const Similarity* a, const Similarity* b) {
    return *similarity(*a) < *similarity(*b);
  });
  page.out += "    " + page.say("lowest: ", "最低：");
  for (size_t i = 0; i < std::min(stated.size(), kLowest); ++i)
    page.out += (i ? ", " : "") + shortened(stated[i]->name) + ' ' + value(similarity(*stated[i]));
  page.out += '\n';
}

void show_similarities(Page& page, const std::vector<Similarity>& list) {
  const bool both = std::any_of(list.begin(), list.end(),
                                [](const Similarity& s) { return s.calibrated.has_value(); });
  Rows t{{page.say("name", "名称"), page.say("type", "类型"), page.say("on", "位置"),
          page.say("subgraph", "子图"), page.say("calibrated", "校准后余弦"),
          both ? page.say("quantised", "量化后余弦") : page.say("cosine", "余弦相似度"),
          page.say("threshold", "阈值"), page.say("dtype", "数据类型"), "L1", "L2", "Chebyshev"}};
  for (size_t i = 0; i < std::min(list.size(), kMostRows); ++i) {
    const Similarity& s = list[i];
    t.push_back({shortened(s.name), shortened(s.type), shortened(s.on), shortened(s.subgraph),
                 value(s.calibrated), value(s.cosine), value(s.threshold), shortened(s.dtype),
                 value(s.l1), value(s.l2), value(s.chebyshev)});
  }
  page.rows(columns_in_use(std::move(t)), true);
  page.more(list.size());
  show_lowest(page, list);
}

// "BPU 230, CPU 2", in the order of their names.
std::string places(const std::vector<Similarity>& nodes) {
  std::map<std::string, size_t> count;
  for (const Similarity& s : nodes)
    if (!s.on.empty()) ++count[s.on];
  std::string out;
  for (const auto& [on, n] : count)
    out += (out.empty() ? "" : ", ") + shortened(on) + ' ' + std::to_string(n);
  return out;
}

void show_inserted(Page& page, const std::vector<BuildLog::InsertedOp>& ops) {
  page.head("inserted before the inputs", "在输入前插入");
  Rows t{{page.say("input", "输入"), page.say("operator", "算子"), page.say("mode", "模式"),
          page.say("divisor", "除数"), "mean", "std", page.say("arguments", "参数")}};
  for (size_t i = 0; i < std::min(ops.size(), kMostRows); ++i) {
    const auto& op = ops[i];
    const bool shown = !op.mode.empty();  // its other arguments add nothing
    t.push_back({std::to_string(op.input), shortened(op.op), shortened(op.mode), value(op.divisor),
                 op.mean.empty() ? "" : shortened(show(op.mean)),
                 op.std.empty() ? "" : shortened(show(op.std)),
                 shown ? "" : shortened(op.arguments)});
  }
  page.rows(columns_in_use(std::move(t)), true);
  page.more(ops.size());
}

}  // namespace

void show_log(Page& page, const BuildLog& log) {
  const bool quant_info = log.tool && *log.tool == "quant_info";
  if (quant_info)
    page.head("thresholds and similarities", "阈值与相似度");
  else
    page.head("build log", "编译日志");
  Rows about;
  fields(log, [&](std::string_view name, const auto& fact) {
    if (fact) about.push_back({std::string(name), cell(fact)});
  });
  for (const auto& [tool, version] : log.versions)
    if (version) about.push_back({escape_terminal(tool), cell(version)});
  if (!quant_info)
    about.push_back(
        {page.say("calibration files", "校准文件"), grouped(log.calibration_files.size())});
  if (const std::string on = places(log.nodes); !on.empty())
    about.push_back({page.say("nodes on", "节点位置"), on});
  page.rows(about);
  if (!log.outputs.empty()) {
    page.head("similarity of outputs", "输出相似度");
    show_similarities(page, log.outputs);
  }
  if (!log.nodes.empty()) {
    page.head("nodes", "节点");
    show_similarities(page, log.nodes);
  }
  if (!log.inserted.empty()) show_inserted(page, log.inserted);
  show_build(page, log.removed_nodes, log.build);
}

}  // namespace npulint
