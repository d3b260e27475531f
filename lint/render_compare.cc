// `npulint inspect --compare` for the terminal and as JSON, "npulint-compare/1".
#include <algorithm>
#include <map>

#include "lint/compare.h"
#include "lint/inspect_page.h"
#include "lint/json_writer.h"
#include "lint/utf8.h"

namespace npulint {
namespace {

constexpr size_t kLineCells = 96;
constexpr size_t kMostCells = 56;  // of one value
constexpr size_t kMostNodes = 20;

constexpr Text kIdentity{"identity", "身份"};
constexpr Text kTensors{"tensors", "张量"};
constexpr Text kRemoved{"removed nodes", "已删除的节点"};
constexpr Text kBuild{"build settings", "编译设置"};
constexpr Text kModel{"model {0}", "模型 {0}"};
constexpr Text kPaired{"model {0} (A), {1} (B): paired by position",
                       "模型 {0}（A）、{1}（B）：按位置配对"};
constexpr Text kModelOnly{"model {0}: only {1} has it", "模型 {0}：只有 {1} 有"};
constexpr Text kPlain{"{0}", "{0}"};
constexpr Text kUnnamed{"without a name", "未命名"};
constexpr Text kDiffer{"The I/O contracts differ.", "输入输出约定不同。"};
constexpr Text kAgree{"The I/O contracts agree: {0} tensors.", "输入输出约定一致：{0} 个张量。"};
constexpr Text kItself{"A and B are the same file.", "A 和 B 是同一个文件。"};
constexpr Text kPlatforms{"Built for different platforms: A for {0}, B for {1}.",
                          "编译目标平台不同：A 为 {0}，B 为 {1}。"};
constexpr Text kNoConflict{
    "Nothing that both state of their inputs and outputs differs; what only one states could not "
    "be compared.",
    "双方都给出的输入输出信息没有矛盾；只有一方给出的信息无法比较。"};
constexpr Text kSameTensors{"{0} agree: {1}", "{0} 个一致：{1}"};
constexpr Text kSameAsFar{"{0} agree in what both state: {1}; {2}",
                          "{0} 个在双方都给出的信息上一致：{1}；{2}"};
constexpr Text kOnlySettings{"only {0} states any: {1}", "只有 {0} 给出：{1} 项"};
constexpr Text kOnlyStated{"only {0} states {1}", "只有 {0} 给出 {1}"};
constexpr Text kSameSettings{"{0} agree", "{0} 项一致"};
constexpr Text kBoth{"{0} in both", "两者都有 {0} 个"};
constexpr Text kMore{"… {0} in all; --format json has them", "…… 共 {0} 项；--format json 有全部"};
constexpr Text kLegend{
    "≠ differs   · one side states it   ~ no contradiction (left to the caller, a dim of 1)   = "
    "agrees",
    "≠ 不同   · 只有一方给出   ~ 不矛盾（由调用方决定，或末尾维度为 1）   = 一致"};

std::string clipped(std::string_view s) { return shortened(s, kMostCells); }

std::string_view mark(Agreement how) {
  switch (how) {
    case Agreement::kSame:
      return "=";
    case Agreement::kDiffers:
      return "≠";
    case Agreement::kOpen:
      return "~";
    case Agreement::kOneSide:
      break;
  }
  return "·";
}

std::string side(const CompiledTensor* t, const ComparedTensor& of) {
  return t && t != (of.a ? of.a : of.b) && of.by_position ? " / " + t->name : "";
}

class ComparePage {
 public:
  explicit ComparePage(const RenderOptions& o) : lang_(o.lang), paint_{o.color} {}

  std::string page(const Comparison& c, const std::string& a, const std::string& b) {
    out_ = paint_.bold("A") + "  " + escape_terminal(a) + '\n' + paint_.bold("B") + "  " +
           escape_terminal(b) + "\n\n";
    if (a == b) out_ += say(Message(kItself)) + '\n';
    platforms(c);
    verdict(c);
    for (const ComparedModel& m : c.models) model(m, c.models.size() > 1);
    out_ += '\n' + paint_.gutter(kLegend.in(lang_)) + '\n';
    return out_;
  }

 private:
  std::string say(const Message& m) const { return escape_terminal(m.in(lang_)); }

  void item(std::string_view lead, const std::string& text) {
    const auto lines = wrap(text, kLineCells - 4);
    for (size_t i = 0; i < lines.size(); ++i)
      out_ += (i == 0 ? "  " + std::string(lead) + " " : "    ") + lines[i] + '\n';
  }
  void differs(const std::string& text) { item(paint_.of(Severity::kWarning, "≠"), text); }

  // Of one model on each side: what it was built for, where both state it.
  void platforms(const Comparison& c) {
    if (c.models.size() != 1) return;
    for (const ComparedFact& f : c.models[0].identity)
      if ((f.name == "march" || f.name == "chip") && f.how == Agreement::kDiffers)
        out_ += say(Message(kPlatforms, f.a, f.b)) + '\n';
  }

  void verdict(const Comparison& c) {
    size_t tensors = 0;
    for (const ComparedModel& m : c.models) tensors += m.tensors.size();
    const bool agree = c.contracts_agree();
    const std::string line = !agree         ? say(Message(kDiffer))
                             : c.complete() ? say(Message(kAgree, tensors))
                                            : say(Message(kNoConflict));
    out_ += (agree ? paint_.bold(line) : paint_.of(Severity::kWarning, line)) + '\n';
    const auto only = [&](const CompiledModel* m, const char* who) {
      differs(say(Message(kModelOnly, label(*m), who)));
    };
    for (const CompiledModel* m : c.only_a) only(m, "A");
    for (const CompiledModel* m : c.only_b) only(m, "B");
    for (const ComparedModel& m : c.models) {
      if (c.models.size() > 1 && (!m.differences.empty() || !m.gaps.empty()))
        out_ += "  " + paint_.bold(title(m)) + '\n';
      for (const Difference& d : grouped(m.differences)) differs(escape_terminal(d.in(lang_)));
      for (const Message& g : m.gaps) item("·", say(g));
    }
  }

  // What is said of several tensors in the same words is said once.
  std::vector<Difference> grouped(const std::vector<Difference>& all) const {
    std::vector<Difference> out;
    std::vector<std::vector<std::string>> subjects;
    for (const Difference& d : all) {
      size_t i = 0;
      while (i < out.size() && (out[i].a.in(lang_) != d.a.in(lang_) ||
                                out[i].b.in(lang_) != d.b.in(lang_) || out[i].so.en != d.so.en))
        ++i;
      if (i == out.size()) {
        out.push_back(d);
        subjects.emplace_back();
      }
      subjects[i].push_back(d.subject.in(lang_));
    }
    for (size_t i = 0; i < out.size(); ++i) out[i].subject = Message(kPlain, show(subjects[i]));
    return out;
  }

  std::string label(const CompiledModel& m) const {
    const std::string name = model_label(m);
    return name.empty() ? std::string(kUnnamed.in(lang_)) : "`" + name + "`";
  }
  std::string title(const ComparedModel& m) const {
    return m.by_position ? say(Message(kPaired, label(*m.a), label(*m.b)))
                         : say(Message(kModel, label(*m.a)));
  }

  void model(const ComparedModel& m, bool titled) {
    if (titled) out_ += '\n' + paint_.bold(title(m)) + '\n';
    head(kIdentity);
    section(m.identity);
    tensors(m);
    removed(m);
    build(m);
  }

  void head(Text what) { out_ += "\n  " + paint_.bold(what.in(lang_)) + '\n'; }

  static std::vector<std::string> row(const ComparedFact& f) {
    return {std::string(mark(f.how)), clipped(f.name), f.a.empty() ? "—" : clipped(f.a),
            f.b.empty() ? "—" : clipped(f.b)};
  }

  // A table, and what agrees folded into lines below its rows.
  struct Sheet {
    Rows rows{{"", "", "A", "B"}};
    std::vector<std::string> folded{""};  // below the row of that index
    void add(std::vector<std::string> row) {
      rows.push_back(std::move(row));
      folded.emplace_back();
    }
    void fold(const ComparedFact& f) {
      std::string value;
      for (const char c : clipped(f.a)) value += c == ' ' ? "\u00A0" : std::string(1, c);
      folded.back() += (folded.back().empty() ? "" : ", ") + clipped(f.name) + "\u00A0" + value;
    }
  };

  static void add_facts(Sheet& sheet, const std::vector<ComparedFact>& facts) {
    for (const ComparedFact& f : facts)
      if (f.how != Agreement::kSame) sheet.add(row(f));
    for (const ComparedFact& f : facts)
      if (f.how == Agreement::kSame) sheet.fold(f);
  }

  void section(const std::vector<ComparedFact>& facts) {
    Sheet sheet;
    add_facts(sheet, facts);
    print(sheet);
  }

  // Rows that differ are painted whole: the mark says the same without colours.
  void print(const Sheet& sheet) {
    const std::string text = table(sheet.rows, "    ");
    size_t at = 0;
    for (size_t i = 0; i < sheet.rows.size(); ++i) {
      const size_t end = text.find('\n', at);
      const std::string_view line = std::string_view(text).substr(at, end - at);
      at = end + 1;
      const std::string& first = sheet.rows[i][0];
      if (i > 0 || sheet.rows.size() > 1)
        out_ += (first == "≠"    ? paint_.of(Severity::kWarning, line)
                 : first.empty() ? paint_.gutter(line)
                                 : std::string(line)) +
                '\n';
      if (sheet.folded[i].empty()) continue;
      const auto lines = wrap(sheet.folded[i], kLineCells - 7);
      for (size_t k = 0; k < lines.size(); ++k)
        out_ += (k ? "       " : "    =  ") + lines[k] + '\n';
    }
  }

  std::string direction(const ComparedTensor& t) const {
    const CompiledTensor& x = t.a ? *t.a : *t.b;
    return (t.is_input           ? lang_ == Lang::kZh ? "输入 " : "in "
            : lang_ == Lang::kZh ? "输出 "
                                 : "out ") +
           std::to_string(x.index) + " " + x.name + side(t.b, t);
  }

  static std::string described(const CompiledTensor& t) {
    std::string out = t.image ? *t.image : t.dtype ? show(*t.dtype) : "";
    if (t.shape) out += (out.empty() ? "" : " ") + shape_text(*t.shape);
    if (t.quant && t.quant->kind != Quantization::Kind::kNone) out += ", " + show(*t.quant);
    return out;
  }

  void tensors(const ComparedModel& m) {
    if (m.tensors.empty()) return;
    head(kTensors);
    Sheet sheet;
    std::vector<std::pair<std::string, std::vector<std::string>>> folded;  // by what one side lacks
    const auto fold = [&](const std::string& lacks, const std::string& name) {
      for (auto& [key, names] : folded)
        if (key == lacks) return names.push_back(name);
      folded.push_back({lacks, {name}});
    };
    for (const ComparedTensor& t : m.tensors) {
      const bool differ = std::any_of(t.facts.begin(), t.facts.end(), [](const ComparedFact& f) {
        return f.how == Agreement::kDiffers;
      });
      if (t.a && t.b && !differ) {
        fold(lacking(t), t.a->name);
        continue;
      }
      sheet.add({"", clipped(direction(t)), "", ""});
      if (!t.a || !t.b) {
        const std::string what = described(t.a ? *t.a : *t.b);
        sheet.add(row({"", t.a ? what : "", t.b ? what : "", Agreement::kDiffers}));
      }
      add_facts(sheet, t.facts);
    }
    if (sheet.rows.size() > 1) print(sheet);
    for (const auto& [lacks, names] : folded)
      item(lacks.empty() ? "=" : "·",
           say(lacks.empty() ? Message(kSameTensors, names.size(), show(names))
                             : Message(kSameAsFar, names.size(), show(names), lacks)));
  }

  std::string lacking(const ComparedTensor& t) const {
    std::string a, b;
    for (const ComparedFact& f : t.facts)
      if (f.how == Agreement::kOneSide) {
        std::string& to = f.b.empty() || f.name == "dtype" ? a : b;
        to += (to.empty() ? "" : ", ") + f.name;
      }
    std::string out;
    if (!a.empty()) out = Message(kOnlyStated, "A", a).in(lang_);
    if (!b.empty())
      out += (out.empty()          ? ""
              : lang_ == Lang::kZh ? "，"
                                   : ", ") +
             Message(kOnlyStated, "B", b).in(lang_);
    return out;
  }

  void removed(const ComparedModel& m) {
    if (m.removed_a.empty() && m.removed_b.empty() && m.removed_both == 0) return;
    head(kRemoved);
    Sheet sheet;
    const auto add = [&](const std::vector<std::string>& nodes, bool a) {
      for (size_t i = 0; i < nodes.size() && i < kMostNodes; ++i)
        sheet.add({"·", "", a ? clipped(nodes[i]) : "—", a ? "—" : clipped(nodes[i])});
    };
    add(m.removed_a, true);
    add(m.removed_b, false);
    print(sheet);
    const size_t most = std::max(m.removed_a.size(), m.removed_b.size());
    if (most > kMostNodes) item(" ", say(Message(kMore, most)));
    if (m.removed_both > 0) item("=", say(Message(kBoth, m.removed_both)));
  }

  void build(const ComparedModel& m) {
    if (m.build.empty()) return;
    head(kBuild);
    const auto all = [&](bool a) {
      return std::all_of(m.build.begin(), m.build.end(),
                         [&](const ComparedFact& f) { return (a ? f.b : f.a).empty(); });
    };
    if (all(true) || all(false))
      return item("·", say(Message(kOnlySettings, all(true) ? "A" : "B", m.build.size())));
    Sheet sheet;
    size_t same = 0, other = 0;
    for (const ComparedFact& f : m.build) {
      if (f.how == Agreement::kSame)
        ++same;
      else if (++other <= kMostRows)
        sheet.add(row(f));
    }
    print(sheet);
    if (other > kMostRows) item(" ", say(Message(kMore, other)));
    if (same > 0) item("=", say(Message(kSameSettings, same)));
  }

  Lang lang_;
  Paint paint_;
  std::string out_;
};

void write_facts(JsonWriter& w, std::string_view key, const std::vector<ComparedFact>& facts) {
  w.key(key).array(true);
  for (const ComparedFact& f : facts) {
    w.object().field("fact", f.name);
    if (!f.a.empty()) w.field("a", f.a);
    if (!f.b.empty()) w.field("b", f.b);
    w.field("how", agreement_name(f.how)).end();
  }
  w.end();
}

void write_names(JsonWriter& w, std::string_view key, const std::vector<std::string>& names) {
  w.key(key).array();
  for (const std::string& n : names) w.string(n);
  w.end();
}

void write_model(JsonWriter& w, const ComparedModel& m) {
  w.object(true).field("a", model_label(*m.a)).field("b", model_label(*m.b));
  w.field("paired_by", m.by_position ? "position" : "name");
  w.key("differences").array(true);
  for (const Difference& d : m.differences)
    w.object().field("message", d.in(Lang::kEn)).field("message_zh", d.in(Lang::kZh)).end();
  w.end().key("not_compared").array(true);
  for (const Message& g : m.gaps)
    w.object().field("message", g.in(Lang::kEn)).field("message_zh", g.in(Lang::kZh)).end();
  w.end();
  write_facts(w, "identity", m.identity);
  w.key("tensors").array(true);
  for (const ComparedTensor& t : m.tensors) {
    w.object().field("direction", t.is_input ? "input" : "output");
    if (t.a) w.field("a", t.a->name);
    if (t.b) w.field("b", t.b->name);
    if (t.a && t.b) w.field("paired_by", t.by_position ? "position" : "name");
    write_facts(w, "facts", t.facts);
    w.end();
  }
  w.end().key("removed_nodes").object();
  write_names(w, "only_a", m.removed_a);
  write_names(w, "only_b", m.removed_b);
  w.key("both").size(m.removed_both).end();
  write_facts(w, "build", m.build);
  w.end();
}

}  // namespace

std::string compare_text(const Comparison& c, const std::string& a, const std::string& b,
                         const RenderOptions& o) {
  return ComparePage(o).page(c, a, b);
}

std::string compare_json(const Comparison& c, const std::string& a, const std::string& b) {
  JsonWriter w;
  w.object(true).field("schema", "npulint-compare/1");
  w.key("tool").object().field("name", "npulint").field("version", NPULINT_VERSION).end();
  w.field("a", a).field("b", b);
  w.key("agree").boolean(c.contracts_agree()).key("complete").boolean(c.complete());
  w.key("models").array(true);
  for (const ComparedModel& m : c.models) write_model(w, m);
  w.end();
  const auto only = [&](std::string_view key, const std::vector<const CompiledModel*>& list) {
    std::vector<std::string> names;
    for (const CompiledModel* m : list) names.push_back(model_label(*m));
    write_names(w, key, names);
  };
  only("models_only_a", c.only_a);
  only("models_only_b", c.only_b);
  w.end();
  return w.out + '\n';
}

}  // namespace npulint
