// `npulint inspect --compare` of two ONNX graphs, for the terminal and as JSON.
#include <algorithm>

#include "lint/graph_diff.h"
#include "lint/inspect_page.h"
#include "lint/json_writer.h"
#include "lint/utf8.h"

namespace npulint {
namespace {

using Pair = GraphDiff::Pair;

constexpr size_t kLineCells = 96, kMostCells = 56, kMostNames = 20;

constexpr Text kSame{"Nothing that is compared differs.", "所比较的内容没有差异。"};
constexpr Text kSameIo{"Inputs and outputs agree: {0} and {1}.",
                       "输入输出一致：{0} 个输入，{1} 个输出。"};
constexpr Text kOtherIo{"Inputs or outputs differ.", "输入或输出不同。"};
constexpr Text kAgree{"{0} agree", "{0} 项一致"};
constexpr Text kNodes{"{0} in both by name, {1} only in A, {2} only in B",
                      "按名称两者都有 {0} 个，仅 A 有 {1} 个，仅 B 有 {2} 个"};
constexpr Text kUnnamed{"without a name: {0} in A, {1} in B", "未命名：A 中 {0} 个，B 中 {1} 个"};
constexpr Text kOnly{"only in {0}: {1}", "仅 {0} 有：{1}"};
constexpr Text kRewired{"{0} read other values: {1}", "{0} 个读取的值不同：{1}"};
constexpr Text kInitializers{"{0} agree in type and dims; payloads are not compared",
                             "{0} 个的类型与 dims 一致；数值未比较"};
constexpr Text kStages{"A is {0}, B is {1}", "A 为 {0}，B 为 {1}"};

class DiffPage {
 public:
  explicit DiffPage(const RenderOptions& o) : page_(o) {}

  std::string run(const GraphDiff& d, const std::string& a, const std::string& b) {
    page_.out = page_.paint.bold("A") + "  " + escape_terminal(a) + '\n' + page_.paint.bold("B") +
                "  " + escape_terminal(b) + "\n\n";
    line(d.same()      ? Message(kSame)
         : d.same_io() ? Message(kSameIo, d.inputs.size(), d.outputs.size())
                       : Message(kOtherIo));
    stages(d);
    section(d.identity, "identity", "身份");
    section(d.inputs, "inputs", "输入");
    section(d.outputs, "outputs", "输出");
    operators(d);
    nodes(d);
    initializers(d);
    return std::move(page_.out);
  }

 private:
  void line(const Message& m, std::string_view lead = "") {
    const auto lines = wrap(escape_terminal(m.in(page_.lang)), kLineCells - 4);
    for (size_t i = 0; i < lines.size(); ++i)
      page_.out += (lead.empty() ? ""
                    : i == 0     ? "    " + std::string(lead) + " "
                                 : "      ") +
                   lines[i] + '\n';
  }

  void stages(const GraphDiff& d) {
    if (!d.stage_a && !d.stage_b) return;
    page_.head("stages", "阶段");
    const auto id = [](const StageKind* k) { return k ? std::string_view(k->id) : "?"; };
    line(Message(kStages, id(d.stage_a), id(d.stage_b)), "·");
    for (const StageStep* s : d.steps) {
      bool first = true;
      for (const Message& m : step_lines(*s)) {
        line(m, first ? "→" : " ");
        first = false;
      }
    }
  }

  static std::vector<std::string> row(const Pair& p) {
    return {"≠", shortened(p.name, kMostCells), p.a.empty() ? "—" : shortened(p.a, kMostCells),
            p.b.empty() ? "—" : shortened(p.b, kMostCells)};
  }

  void table(const std::vector<Pair>& list) {
    Rows rows{{"", "", "A", "B"}};
    for (const Pair& p : list)
      if (!p.same() && rows.size() <= kMostRows) rows.push_back(row(p));
    if (rows.size() > 1) page_.rows(rows, true);
    const auto differ =
        std::count_if(list.begin(), list.end(), [](const Pair& p) { return !p.same(); });
    page_.more(static_cast<size_t>(differ));
  }

  void section(const std::vector<Pair>& list, std::string_view en, std::string_view zh) {
    if (list.empty()) return;
    page_.head(en, zh);
    table(list);
    const auto same =
        std::count_if(list.begin(), list.end(), [](const Pair& p) { return p.same(); });
    if (same > 0) line(Message(kAgree, same), "=");
  }

  void operators(const GraphDiff& d) {
    page_.head("operators", "算子");
    Rows rows{{"", "", "A", "B"}};
    size_t same = 0, differ = 0;
    for (const GraphDiff::Count& c : d.ops) {
      if (c.a == c.b) {
        ++same;
        continue;
      }
      if (++differ > kMostRows) continue;
      const std::string name = (c.domain.empty() ? "" : c.domain + "::") + c.op;
      rows.push_back({"≠", shortened(name, kMostCells), c.a ? std::to_string(c.a) : "—",
                      c.b ? std::to_string(c.b) : "—"});
    }
    if (rows.size() > 1) page_.rows(rows, true);
    page_.more(differ);
    if (same > 0) line(Message(kAgree, same), "=");
  }

  static std::string names(const std::vector<std::string>& list) {
    std::string out;
    for (size_t i = 0; i < list.size() && i < kMostNames; ++i)
      out += (i ? ", " : "") + shortened(list[i], kMostCells);
    return list.size() > kMostNames ? out + ", … (" + std::to_string(list.size()) + ")" : out;
  }

  void nodes(const GraphDiff& d) {
    page_.head("nodes", "节点");
    line(Message(kNodes, d.kept, d.removed.size(), d.added.size()), "·");
    if (d.unnamed_a + d.unnamed_b > 0) line(Message(kUnnamed, d.unnamed_a, d.unnamed_b), "·");
    if (!d.removed.empty()) line(Message(kOnly, "A", names(d.removed)), "≠");
    if (!d.added.empty()) line(Message(kOnly, "B", names(d.added)), "≠");
    table(d.retyped);
    if (!d.rewired.empty()) line(Message(kRewired, d.rewired.size(), names(d.rewired)), "≠");
  }

  void initializers(const GraphDiff& d) {
    if (d.initializers.empty() && d.initializers_kept == 0) return;
    page_.head("initializers", "initializer");
    table(d.initializers);
    if (d.initializers_kept > 0) line(Message(kInitializers, d.initializers_kept), "=");
  }

  Page page_;
};

void write_pairs(JsonWriter& w, std::string_view key, const std::vector<Pair>& list) {
  w.key(key).array(true);
  for (const Pair& p : list) {
    w.object().field("name", p.name);
    if (!p.a.empty()) w.field("a", p.a);
    if (!p.b.empty()) w.field("b", p.b);
    w.key("same").boolean(p.same()).end();
  }
  w.end();
}

void write_names(JsonWriter& w, std::string_view key, const std::vector<std::string>& names) {
  w.key(key).array();
  for (const std::string& n : names) w.string(n);
  w.end();
}

}  // namespace

std::string graph_diff_text(const GraphDiff& d, const std::string& a, const std::string& b,
                            const RenderOptions& o) {
  return DiffPage(o).run(d, a, b);
}

std::string graph_diff_json(const GraphDiff& d, const std::string& a, const std::string& b) {
  JsonWriter w;
  w.object(true).field("schema", "npulint-graph-diff/1");
  w.key("tool").object().field("name", "npulint").field("version", NPULINT_VERSION).end();
  w.field("a", a).field("b", b);
  if (d.stage_a) w.field("stage_a", d.stage_a->id);
  if (d.stage_b) w.field("stage_b", d.stage_b->id);
  w.key("agree").boolean(d.same_io()).key("same").boolean(d.same());
  w.key("steps").array(true);
  for (const StageStep* s : d.steps) {
    w.object().field("from", s->from).field("to", s->to).field("source", s->source);
    w.key("lines").array();
    for (const Message& m : step_lines(*s)) w.string(m.in(Lang::kEn));
    w.end().key("lines_zh").array();
    for (const Message& m : step_lines(*s)) w.string(m.in(Lang::kZh));
    w.end().end();
  }
  w.end();
  write_pairs(w, "identity", d.identity);
  write_pairs(w, "inputs", d.inputs);
  write_pairs(w, "outputs", d.outputs);
  w.key("operators").array(true);
  for (const GraphDiff::Count& c : d.ops)
    w.object()
        .field("domain", c.domain)
        .field("op", c.op)
        .key("a")
        .size(c.a)
        .key("b")
        .size(c.b)
        .end();
  w.end().key("nodes").object(true);
  w.key("both").size(d.kept);
  w.key("unnamed_a").size(d.unnamed_a).key("unnamed_b").size(d.unnamed_b);
  write_names(w, "only_a", d.removed);
  write_names(w, "only_b", d.added);
  write_pairs(w, "retyped", d.retyped);
  write_names(w, "rewired", d.rewired);
  w.end();
  write_pairs(w, "initializers", d.initializers);
  w.key("initializers_same").size(d.initializers_kept);
  w.end();
  return w.out + '\n';
}

}  // namespace npulint
