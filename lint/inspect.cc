// `npulint inspect` for the terminal.
#include <algorithm>
#include <set>

#include "lint/config.h"
#include "lint/inspect_fields.h"
#include "lint/inspect_page.h"
#include "lint/inspect_release.h"
#include "lint/inspect_script.h"
#include "lint/inspect_table.h"

namespace npulint {
namespace {

constexpr size_t kMostDepth = 100;  // of a config's tree
constexpr size_t kMostLeaves = 5000;

std::string graph_shape(const GraphTensor& t) {
  if (!t.is_tensor) return "not a tensor";
  if (!t.has_shape) return "";
  std::string out = "[";
  for (size_t i = 0; i < t.dims.size(); ++i) {
    if (i) out += ", ";
    const std::string_view name = i < t.dim_params.size() ? t.dim_params[i] : std::string_view{};
    out += t.dims[i] >= 0 ? std::to_string(t.dims[i]) : name.empty() ? "?" : std::string(name);
  }
  return escape_terminal(out + "]");
}

std::vector<std::string> graph_row(std::string direction, const GraphTensor& t) {
  return {std::move(direction), shortened(t.name), std::string(dtype_name(t.dtype)),
          graph_shape(t)};
}

class Inspector : Page {
 public:
  Inspector(const Run& run, const RenderOptions& o) : Page(o), run_(run) {}

  std::string file(const FileRecord& f) {
    out = paint.bold(escape_terminal(run_.sources.shown(f.id))) + '\n';
    std::string about =
        std::string(file_kind_name(f.kind)) + " · " + grouped(f.size) + say(" bytes", " 字节");
    if (!f.sha256.empty()) about += " · sha256 " + f.sha256;
    out += "  " + about + '\n';
    if (!f.unread.empty())
      out += "  " + say("not read: ", "未读取：") + escape_terminal(f.unread) + '\n';
    for (const Problem& p : f.problems) problem(p);
    if (f.compiled)
      for (const CompiledModel& m : f.compiled->models) show_model(*this, m);
    else if (f.kind == FileKind::kHbm && f.unread.empty() && f.problems.empty())
      out += "  " +
             say("a .hbm without the magic of version 3 (X2, X3, Ultra, X5): that of a nash BPU "
                 "(S100, S600, J6) or unknown. Its layout is not public; `npulint exporter "
                 "hbdk` prints a script that writes its metadata beside it",
                 ".hbm 没有版本 3（X2、X3、Ultra、X5）的魔数：属于 nash BPU（S100、S600、J6）"
                 "或未知格式。其结构未公开；`npulint exporter hbdk` 会输出一个脚本，"
                 "把元数据写到模型旁边") +
             '\n';
    if (f.log) show_log(*this, *f.log);
    if (f.script) show_script(*this, *f.script, run_.sources);
    if (f.table) show_table(*this, *f.table);
    if (f.manifest) show_manifest(*this, *f.manifest);
    if (f.graph) graph(*f.graph);
    if (f.config) config(*f.config);
    if (f.contract) contract(*f.contract);
    return out + '\n';
  }

 private:
  void problem(const Problem& p) {
    out += "  " + paint.of(Severity::kError, p.kind == Problem::Kind::kUnknownKey
                                                 ? say("unknown key", "未知的键")
                                                 : say("problem", "问题"));
    const Place at = run_.sources.place(p.at);
    if (at.line > 0) out += " " + std::to_string(at.line) + ':' + std::to_string(at.column);
    out += ": " + escape_terminal(p.what.in(lang)) + '\n';
  }

  void graph(const Graph& g) {
    head("ONNX graph", "ONNX 计算图");
    std::string opsets;
    for (const auto& [domain, version] : g.opsets) {
      opsets += (opsets.empty() ? "" : ", ") +
                escape_terminal(domain.empty() ? "ai.onnx" : domain) + ' ' +
                std::to_string(version);
    }
    uint64_t payload = 0;
    std::vector<std::string> external;
    size_t weights = g.main.initializers.size(), nodes = g.main.nodes.size();
    const auto count = [&](const GraphBody& b) {
      for (const Initializer& i : b.initializers) {
        payload += i.bytes;
        if (i.external) external.emplace_back(i.location);
      }
    };
    count(g.main);
    for (const GraphBody& b : g.subgraphs) {
      count(b);
      weights += b.initializers.size();
      nodes += b.nodes.size();
    }
    std::sort(external.begin(), external.end());
    external.erase(std::unique(external.begin(), external.end()), external.end());
    Rows about{{"ir", std::to_string(g.ir_version)},
               {"opset", opsets.empty() ? say("none stated", "未声明") : opsets}};
    if (!g.producer.empty()) about.push_back({say("producer", "生成工具"), shortened(g.producer)});
    about.push_back({say("nodes", "节点"), std::to_string(nodes)});
    about.push_back(
        {say("initializers", "initializer"), std::to_string(weights) + ", " + grouped(payload) +
                                                 say(" bytes in this file", " 字节在本文件中")});
    if (!external.empty())
      about.push_back({say("external data", "外部数据"), shortened(show(external))});
    if (!g.functions.empty())
      about.push_back({say("functions", "函数"), std::to_string(g.functions.size())});
    rows(about);

    head("inputs and outputs", "输入和输出");
    Rows t{lang == Lang::kZh ? std::vector<std::string>{"方向", "名称", "类型", "形状"}
                             : std::vector<std::string>{"", "name", "dtype", "shape"}};
    // up to IR 3 every initializer is listed as an input too
    std::set<std::string_view> constants;
    for (const Initializer& x : g.main.initializers) constants.insert(x.name);
    for (const GraphTensor& x : g.main.inputs)
      if (!constants.count(x.name)) t.push_back(graph_row(say("in", "输入"), x));
    for (const GraphTensor& x : g.main.outputs) t.push_back(graph_row(say("out", "输出"), x));
    rows(t, true);

    std::vector<std::pair<std::string, size_t>> ops;
    for (const auto& entry : op_counts(g)) ops.push_back(entry);
    std::stable_sort(ops.begin(), ops.end(),
                     [](const auto& a, const auto& b) { return a.second > b.second; });
    head("operators", "算子");
    Rows o;
    for (const auto& [op, n] : ops) {
      if (o.size() == kMostRows) break;
      const size_t colon = op.rfind(':');
      const bool vendor =
          run_.platforms.is_vendor_op(colon == std::string::npos ? "" : op.substr(0, colon),
                                      op.substr(colon == std::string::npos ? 0 : colon + 1));
      o.push_back({shortened(op), std::to_string(n), vendor ? say("vendor", "厂商") : ""});
    }
    rows(o);
    more(ops.size());
  }

  void config(const Config& c) {
    head("conversion config", "转换配置");
    Rows about{{say("dialect", "格式"), std::string(dialect_name(c.dialect))}};
    if (c.is_template)
      about.push_back({say("template", "模板"), say("holds placeholders", "含占位符")});
    std::string toolchain;
    if (const auto march = setting(c, "model_parameters", "march")) {
      about.push_back({"march", cell(march)});
      if (const Platform* p = run_.platforms.find(*march)) toolchain = p->toolchain;
      if (!toolchain.empty()) about.push_back({say("toolchain", "工具链"), toolchain});
    }
    rows(about);
    if (c.dialect == Dialect::kOe) {
      head("inputs", "输入");
      Rows t{lang == Lang::kZh
                 ? std::vector<std::string>{"名称", "type_rt", "type_train", "layout_rt",
                                            "layout_train", "形状", "归一化"}
                 : std::vector<std::string>{"name", "type_rt", "type_train", "layout_rt",
                                            "layout_train", "shape", "normalisation"}};
      for (const ConfigInput& i : config_inputs(c, toolchain))
        t.push_back({i.name ? cell(i.name) : "—", cell(i.type_rt), cell(i.type_train),
                     cell(i.layout_rt), cell(i.layout_train), cell(i.shape), cell(i.norm)});
      rows(columns_in_use(t), true);
    }
    head("settings", "设置");
    Rows s;
    for (const Leaf& l : leaves(c.root)) {
      const Node& n = *l.node;
      std::string value = n.kind == Node::Kind::kAlias     ? "*" + n.text
                          : n.kind == Node::Kind::kScalar  ? n.text
                          : n.kind == Node::Kind::kMapping ? "{}"
                                                           : "[]";
      if (n.kind == Node::Kind::kScalar && n.text.empty())
        value = n.quoted ? "''" : say("(empty)", "（空）");
      s.push_back({shortened(l.path), shortened(value),
                   std::to_string(run_.sources.place(c.file, n.range.begin).line)});
      if (s.back()[2] == "0")
        s.back()[2].clear();
      else
        s.back()[2].insert(0, say("line ", "行 "));
    }
    rows(s);
  }

  template <class Record>
  void record(std::string_view title, const Record& r) {
    out += "\n  " + paint.bold(title) + '\n';
    Rows t;
    fields(r, [&](std::string_view name, const auto& fact) {
      if (fact)
        t.push_back({escape_terminal(name), cell(fact)});
      else if (!fact.missing.empty())
        t.push_back({escape_terminal(name), "— " + escape_terminal(fact.missing.in(lang))});
    });
    rows(t);
  }

  void contract(const Contract& c) {
    record(say("application contract", "应用契约"), c);
    for (const AppTensor& t : c.inputs) record("[[input]]", t);
    for (const AppTensor& t : c.outputs) record("[[output]]", t);
    for (const auto& r : c.runs) record("[[run]]", r);
    for (const auto& r : c.compares) record("[[compare]]", r);
    for (const auto& r : c.stages) record("[[stage]]", r);
    for (const auto& r : c.replays) record("[[replay]]", r);
  }

  const Run& run_;
};

void add_leaves(const Node& n, const std::string& path, size_t depth, std::vector<Leaf>& to) {
  if (to.size() >= kMostLeaves || depth > kMostDepth) return;
  if (n.kind == Node::Kind::kMapping && !n.entries.empty()) {
    for (const Entry& e : n.entries)
      add_leaves(e.value, path.empty() ? e.key.text : path + '.' + e.key.text, depth + 1, to);
  } else if (n.kind == Node::Kind::kSequence && !n.items.empty()) {
    for (size_t i = 0; i < n.items.size(); ++i)
      add_leaves(n.items[i], path + '[' + std::to_string(i) + ']', depth + 1, to);
  } else if (depth > 0) {
    to.push_back({path, &n});
  }
}

}  // namespace

std::string_view dialect_name(Dialect d) {
  switch (d) {
    case Dialect::kNone:
      return "none";
    case Dialect::kOe:
      return "oe";
    case Dialect::kFlatHbdk:
      return "flat_hbdk";
    case Dialect::kLlm:
      return "llm";
  }
  return "";
}

std::map<std::string, size_t> op_counts(const Graph& graph) {
  std::map<std::string, size_t> out;
  const auto add = [&](const std::vector<GraphNode>& nodes) {
    for (const GraphNode& n : nodes)
      ++out[n.domain.empty() || n.domain == "ai.onnx"
                ? std::string(n.op)
                : std::string(n.domain) + ':' + std::string(n.op)];
  };
  add(graph.main.nodes);
  for (const GraphBody& b : graph.subgraphs) add(b.nodes);
  for (const auto& f : graph.functions) add(f.nodes);
  return out;
}

std::vector<Leaf> leaves(const Node& root) {
  std::vector<Leaf> out;
  add_leaves(root, "", 0, out);
  return out;
}

std::string inspect_text(const Run& run, const RenderOptions& o) {
  Inspector inspector(run, o);
  std::string out;
  for (const auto& f : run.files) out += inspector.file(*f);
  if (out.ends_with("\n\n")) out.pop_back();
  return out;
}

}  // namespace npulint
