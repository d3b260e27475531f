// The checks of each bundle, by the question that a reviewer asks, with what each side states.
#include <algorithm>
#include <array>
#include <map>

#include "lint/report.h"

namespace npulint {
namespace {

struct Question {
  Text text;
  std::array<std::string_view, 3> families;
};
constexpr Question kFiles{{"Can every file be read?", "每个文件都能读取吗？"}, {"NPL", "", ""}};
constexpr Question kQuestions[] = {
    {{"Is it the right artifact for this board?", "产物是否对应这块板卡？"}, {"TGT", "ZOO", ""}},
    {{"Is the conversion configured as meant?", "转换配置是否符合本意？"}, {"CFG", "CLI", ""}},
    {{"Does the application feed what the model takes?", "应用送入的是否为模型所需的数据？"},
     {"PRE", "", ""}},
    {{"Do names, types and shapes agree?", "名称、类型与形状是否一致？"}, {"IOC", "", ""}},
    {{"Does the application read the outputs as they are stored?",
      "应用是否按存储的方式读取输出？"},
     {"QNT", "MEM", ""}},
    {{"Can calibration and measured accuracy be trusted?", "校准与所测精度是否可信？"},
     {"CAL", "LOG", ""}},
    {{"Are the stages sound, of one build, and comparable?",
      "各阶段是否有效、属于同一次构建且可以比较？"},
     {"STG", "", ""}},
};

constexpr size_t kMostSubjects = 8;

int weight(const Check& c) {
  switch (c.verdict) {
    case Verdict::kFail:
      return 3;
    case Verdict::kNotChecked:
      return 2;
    case Verdict::kPass:
      return 1;
    case Verdict::kNotApplicable:
      break;
  }
  return 0;
}

template <class List>
const void* in(const List& rows, std::string_view subject) {
  for (const auto& row : rows)
    if (row.subject == subject) return &row;
  return nullptr;
}

class Checklist {
 public:
  explicit Checklist(ReportPage& page) : p_(page) {
    for (const Check& c : page.run.result.checks) checks_[c.bundle].push_back(&c);
    for (const Finding& f : page.run.result.findings)
      if (is_shown(f, page.run)) findings_[{f.bundle, f.rule}].push_back(&f);
  }

  void write() {
    p_.head("checklist", {"Checklist", "核对表"});
    question(nullptr, kFiles);
    for (const Bundle& b : p_.run.bundles) {
      if (p_.run.bundles.size() > 1) p_.raw("<h3>").text(b.name).raw("</h3>");
      for (const Question& q : kQuestions) question(&b, q);
    }
  }

 private:
  // `b` null: what stands in no bundle.
  void question(const Bundle* b, const Question& q) {
    std::map<std::string_view, std::vector<const Check*>> by_rule;
    for (const Check* c : checks_[b ? std::string_view(b->name) : ""])
      if (std::find(q.families.begin(), q.families.end(), c->rule->code.substr(0, 3)) !=
          q.families.end())
        by_rule[c->rule->code].push_back(c);
    std::erase_if(by_rule, [](const auto& e) {
      return std::all_of(e.second.begin(), e.second.end(),
                         [](const Check* c) { return weight(*c) == 0; });
    });
    if (by_rule.empty()) return;
    const auto with = [&](Verdict v) {
      return static_cast<size_t>(std::count_if(by_rule.begin(), by_rule.end(), [&](const auto& e) {
        return worst_of(e.second).verdict == v;
      }));
    };
    p_.raw("<h3>").both(q.text).raw("</h3>\n");
    if (with(Verdict::kFail) + with(Verdict::kNotChecked) > 0) {
      p_.raw("<div class=\"scroll\"><table class=\"checks\">");
      for (auto& [code, list] : by_rule)
        if (worst_of(list).verdict == Verdict::kFail) row(b, list);
      open_rows(by_rule);
      p_.raw("</table></div>\n");
    }
    const size_t passed = with(Verdict::kPass);
    if (passed == 0) return;
    const std::string n = std::to_string(passed);
    p_.raw("<details><summary class=\"pass\">");
    p_.both("no contradiction: " + n + (passed == 1 ? " rule" : " rules"),
            "无矛盾：" + n + " 条规则");
    p_.raw("</summary><div class=\"scroll\"><table class=\"checks\">");
    for (auto& [code, list] : by_rule)
      if (worst_of(list).verdict == Verdict::kPass) row(b, list);
    p_.raw("</table></div></details>\n");
  }

  static const Check& worst_of(const std::vector<const Check*>& list) {
    return **std::max_element(list.begin(), list.end(), [](const Check* x, const Check* y) {
      return weight(*x) < weight(*y);
    });
  }

  void row(const Bundle* b, const std::vector<const Check*>& list) {
    const Check& worst = worst_of(list);
    const Rule& rule = *worst.rule;
    p_.raw("<tr><td class=\"state ");
    const auto found = findings_.find({b ? std::string_view(b->name) : "", &rule});
    const bool shown = worst.verdict == Verdict::kFail && found != findings_.end();
    if (shown) {
      const Finding& f = *found->second[0];
      p_.raw(severity_name(f.severity)).raw("\"><a href=\"#").text(finding_anchor(p_.run, f));
      p_.raw("\">").both(severity_word(f.severity)).raw("</a>");
    } else if (worst.verdict == Verdict::kFail) {
      p_.raw("soft\">").both("found, not shown", "有发现，未显示");
    } else {
      p_.raw("pass\">").both("no contradiction", "无矛盾");
    }
    p_.raw("</td><td><code>").text(rule.code).raw("</code> ").text(rule.name).raw("</td><td>");
    if (shown)
      statements(found->second);
    else
      evidence(b, list);
    p_.raw("</td></tr>\n");
  }

  // Rules that lack the same stand together; with what they lack it for, where they had it for
  // other subjects.
  void open_rows(const std::map<std::string_view, std::vector<const Check*>>& by_rule) {
    struct Open {
      Message why;
      const Check* first = nullptr;
      std::map<std::string_view, std::vector<std::string_view>> subjects;  // by code
    };
    std::map<std::string, size_t> known;
    std::vector<Open> all;
    for (const auto& [code, list] : by_rule)
      for (const Check* c : list) {
        if (c->verdict != Verdict::kNotChecked) continue;
        const Message why = c->why();
        const auto [at, fresh] = known.try_emplace(why.in(Lang::kEn), all.size());
        if (fresh) all.push_back({why, c, {}});
        all[at->second].subjects[code].push_back(c->subject);
      }
    for (const Open& o : all) {
      p_.raw("<tr><td class=\"state open\">").both("not checked", "未检查").raw("</td><td>");
      const char* separator = "";
      for (const auto& [code, subjects] : o.subjects) {
        p_.raw(separator).code(code);
        if (subjects.size() < by_rule.at(code).size()) {
          p_.raw(" <span class=\"soft\">");
          for (size_t i = 0; i < subjects.size() && i < kMostSubjects; ++i)
            p_.text(subjects[i]).raw(" ");
          p_.raw("</span>");
          rest(subjects.size());
        }
        separator = " ";
      }
      p_.raw("</td><td>").both(o.why);
      if (!o.first->missing.empty() && o.first->missing[0].fact)
        p_.raw(" <span class=\"soft\">→ ")
            .both(input_supply(o.first->missing[0].fact->input))
            .raw("</span>");
      p_.raw("</td></tr>\n");
    }
  }

  void statements(const std::vector<const Finding*>& list) {
    for (size_t i = 0; i < list.size() && i < kMostSubjects; ++i)
      p_.raw("<div>").both(list[i]->message).raw("</div>");
    rest(list.size());
  }

  // What each side states, of every row that was compared.
  void evidence(const Bundle* b, const std::vector<const Check*>& list) {
    size_t n = 0;
    for (const Check* c : list) {
      if (c->verdict != Verdict::kPass || ++n > kMostSubjects) continue;
      const void* row = b ? row_of(*b, c->rule->scope, c->subject) : nullptr;
      p_.raw("<div>");
      if (!c->subject.empty()) p_.text(c->subject).raw(": ");
      bool any = false;
      for (const Need& need : c->rule->needs) {
        if (!row || !need.known(row)) continue;
        const auto value = need.shown(row);
        if (!value || value->empty()) continue;
        p_.raw(any ? "; " : "").both(need.info->label).raw(" ").code(*value);
        p_.place(*need.at(row));
        any = true;
      }
      if (!any)
        p_.raw("<span class=\"soft\">")
            .both("found nothing of this: ", "不存在此情况：")
            .both(c->rule->summary)
            .raw("</span>");
      p_.raw("</div>");
    }
    rest(n);
  }

  void rest(size_t all) {
    if (all <= kMostSubjects) return;
    const std::string n = std::to_string(all - kMostSubjects);
    p_.raw("<div class=\"soft\">").both("and " + n + " more", "另有 " + n + " 项").raw("</div>");
  }

  ReportPage& p_;
  std::map<std::string_view, std::vector<const Check*>> checks_;
  std::map<std::pair<std::string_view, const Rule*>, std::vector<const Finding*>> findings_;
};

}  // namespace

const void* row_of(const Bundle& b, Scope scope, std::string_view subject) {
  switch (scope) {
    case Scope::kFile:
      return nullptr;
    case Scope::kBundle:
      return &b;
    case Scope::kInput:
      return in(b.inputs, subject);
    case Scope::kOutput:
      return in(b.outputs, subject);
    case Scope::kIo: {
      const void* row = in(b.inputs, subject);
      return row ? row : in(b.outputs, subject);
    }
    case Scope::kTensor:
      return in(b.tensors, subject);
    case Scope::kStage:
      return in(b.stages, subject);
    case Scope::kRun:
      return in(b.runs, subject);
    case Scope::kCompare:
      return in(b.compares, subject);
    case Scope::kReplay:
      return in(b.replays, subject);
    case Scope::kCommand:
      return in(b.commands, subject);
    case Scope::kTable:
      return in(b.tables, subject);
    case Scope::kRelease:
      return in(b.releases, subject);
    case Scope::kReleasedModel:
      return in(b.released, subject);
    case Scope::kBenchmarks:
      return in(b.benchmarks, subject);
    case Scope::kDrift:
      return in(b.drifts, subject);
  }
  return nullptr;
}

void report_checklist(ReportPage& page) { Checklist(page).write(); }

}  // namespace npulint
