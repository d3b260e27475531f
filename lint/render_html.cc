#include <algorithm>
#include <array>
#include <map>
#include <set>

#include "lint/digest.h"
#include "lint/embedded.h"
#include "lint/report.h"

namespace npulint {
namespace {

constexpr Text kLimits{
    "A static check: nothing was run. It compares what artifacts, configs and declarations state. "
    "That they agree does not prove that the scripts do what they state.",
    "这是静态检查：没有运行任何模型。它比较产物、配置与声明所写的内容；它们一致并不能证明脚本确实照"
    "此"
    "执行。"};

constexpr size_t kMostFirst = 10;  // findings at the top, places of a reason
constexpr size_t kMostOfRule = 3;  // findings of one rule at the top

Text verdict_says(const Run& run) {
  if (verdict_word(run) == "FAIL") return {"a contradiction was found", "存在矛盾"};
  if (verdict_word(run) == "INCOMPLETE")
    return {"something that had to be checked could not be", "应检查的内容未能检查"};
  if (!by_severity(run).empty())
    return {"no contradiction that fails the run; read the warnings and notes",
            "没有使运行失败的矛盾；请阅读警告与提示"};
  return {"no contradiction was found", "没有发现矛盾"};
}

class Builder {
 public:
  Builder(const Run& run, const RenderOptions& o) : p_(run, o), run_(run) {}

  std::string write() {
    top();
    verdict();
    files();
    report_checklist(p_);
    report_tensors(p_);
    report_stages(p_);
    findings();
    suppressed();
    not_checked();
    about();
    sign_off();
    p_.raw("</main>\n</body>\n</html>\n");
    return std::move(p_.out);
  }

 private:
  void pick(std::string_view type, std::string_view name, std::string_view id, bool on) {
    p_.raw("<input class=\"pick\" type=\"").raw(type).raw("\" name=\"").raw(name);
    p_.raw("\" id=\"").raw(id).raw(on ? "\" checked>" : "\">");
  }
  void label(std::string_view id, const Text& text) {
    p_.raw("<label for=\"").raw(id).raw("\">").both(text).raw("</label>\n");
  }

  // The pickers stand before everything that they switch: a style sheet does the rest.
  void top() {
    const bool zh = p_.options.lang == Lang::kZh;
    p_.raw("<!DOCTYPE html>\n<html lang=\"").raw(zh ? "zh" : "en");
    p_.raw("\">\n<head>\n<meta charset=\"utf-8\">\n");
    p_.raw(
        "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src "
        "'sha256-");
    p_.raw(sha256_base64(embedded_report_css)).raw("'; base-uri 'none'; form-action 'none'\">\n");
    p_.raw("<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n");
    p_.raw("<title>npulint: ").raw(verdict_word(run_)).raw("</title>\n<style>");
    p_.raw(embedded_report_css).raw("</style>\n</head>\n<body>\n");
    const auto switcher = [&](std::string_view type, std::string_view name, std::string_view id,
                              bool on, const Text& text) {
      pick(type, name, id, on);
      label(id, text);
    };
    switcher("radio", "lang", "lang-en", !zh, {"English", "English"});
    switcher("radio", "lang", "lang-zh", zh, {"中文", "中文"});
    switcher("checkbox", "e", "show-error", true, {"errors", "错误"});
    switcher("checkbox", "w", "show-warning", true, {"warnings", "警告"});
    switcher("checkbox", "n", "show-note", true, {"notes", "提示"});
    p_.raw("<header><h1>npulint · ").both("report for review", "评审报告").raw("</h1></header>\n");
    p_.raw("<main>\n");
  }

  void verdict() {
    const std::string_view word = verdict_word(run_);
    const Tally t = tally(run_.result);
    p_.raw("<section class=\"verdict ").raw(word).raw("\"><b>").raw(word).raw("</b><p>");
    p_.both(verdict_says(run_)).raw("</p><p>");
    RenderOptions en = p_.options, zh = p_.options;
    en.lang = Lang::kEn;
    zh.lang = Lang::kZh;
    en.color = zh.color = false;
    p_.both(summary_line(run_, en), summary_line(run_, zh)).raw("</p>\n");
    p_.raw(coverage_svg(t));
    first_findings();
    p_.raw("</section>\n");
    bundles();
  }

  void first_findings() {
    const std::vector<const Finding*> all = by_severity(run_);
    if (all.empty()) return;
    p_.raw("<ul>");
    std::map<const Rule*, size_t> of_rule;
    size_t told = 0;
    for (const Finding* f : all) {
      if (told == kMostFirst) break;
      if (++of_rule[f->rule] > kMostOfRule) continue;
      ++told;
      p_.raw("<li><a class=\"").raw(severity_name(f->severity)).raw("\" href=\"#");
      p_.text(finding_anchor(run_, *f)).raw("\">").both(severity_word(f->severity));
      p_.raw("</a> <span class=\"said\">").both(f->message).raw("</span></li>");
    }
    p_.raw("</ul>");
    if (all.size() <= told) return;
    const std::string n = std::to_string(all.size() - told);
    p_.raw("<p class=\"soft\">").both("and " + n + " more", "另有 " + n + " 项").raw("</p>");
  }

  // A line a bundle: what it was built for, what is declared, and how it stands.
  void bundles() {
    if (run_.bundles.empty()) return;
    std::map<std::string_view, std::array<size_t, 5>>
        counts;  // notes, warnings, errors, passed, open
    for (const Finding& f : run_.result.findings)
      if (is_shown(f, run_)) ++counts[f.bundle][static_cast<size_t>(f.severity)];
    // checks of files belong to no bundle and have a line of their own
    for (const Check& c : run_.result.checks) {
      if (c.verdict == Verdict::kPass) ++counts[c.bundle][3];
      if (c.verdict == Verdict::kNotChecked) ++counts[c.bundle][4];
    }
    p_.raw("<div class=\"scroll\"><table><tr>");
    for (const Text& t :
         {Text{"bundle", "bundle"}, Text{"built for", "编译目标"},
          Text{"declared for", "声明的目标"}, Text{"errors", "错误"}, Text{"warnings", "警告"},
          Text{"notes", "提示"}, Text{"passed", "通过"}, Text{"not checked", "未检查"}})
      p_.raw("<th>").both(t).raw("</th>");
    p_.raw("</tr>\n");
    for (const Bundle& b : run_.bundles) {
      const auto& n = counts[b.name];
      p_.raw("<tr><td>").code(b.name).raw("</td><td>").text(b.built ? b.built->written : "");
      p_.raw("</td><td>");
      if (b.declared && !b.declared->empty()) p_.text(b.declared->front().target.written);
      p_.raw(n[2] ? "</td><td class=\"error\">" : "</td><td>").number(n[2]);
      p_.raw(n[1] ? "</td><td class=\"warning\">" : "</td><td>").number(n[1]);
      p_.raw("</td><td>").number(n[0]).raw("</td><td>").number(n[3]).raw("</td><td>").number(n[4]);
      p_.raw("</td></tr>\n");
    }
    if (const auto& n = counts[""]; n != std::array<size_t, 5>{}) {
      p_.raw("<tr><td>").both("each file", "各文件").raw("</td><td></td><td></td>");
      for (const size_t i : {2, 1, 0, 3, 4}) p_.raw("<td>").number(n[i]).raw("</td>");
      p_.raw("</tr>\n");
    }
    p_.raw("</table></div>\n");
  }

  void files() {
    p_.head("files", {"What was read", "读取的文件"});
    p_.raw("<div class=\"scroll\"><table><tr>");
    for (const Text& t : {Text{"kind", "类型"}, Text{"file", "文件"}, Text{"bytes", "字节"},
                          Text{"SHA-256", "SHA-256"}, Text{"states", "内容"}})
      p_.raw("<th>").both(t).raw("</th>");
    p_.raw("</tr>\n");
    for (const auto& f : run_.files) {
      p_.raw("<tr><td>").text(file_kind_name(f->kind)).raw("</td><td>");
      p_.code(run_.sources.shown(f->id)).raw("</td><td>").number(f->size).raw("</td><td>");
      p_.code(f->sha256).raw("</td><td>");
      if (!f->unread.empty()) p_.text(f->unread);
      if (f->compiled)
        for (const CompiledModel& m : f->compiled->models) model(m);
      p_.raw("</td></tr>\n");
    }
    p_.raw("</table></div>\n");
  }

  void model(const CompiledModel& m) {
    p_.raw("<div>");
    const char* separator = "";
    const auto say = [&](const Fact<std::string>& f) {
      if (!f) return;
      p_.raw(separator).code(*f);
      separator = " · ";
    };
    say(m.name);
    say(m.march);
    say(m.chip);
    for (const auto& [tool, version] : m.versions)
      if (version) {
        p_.raw(separator).text(tool).raw(" ").text(*version);
        separator = " · ";
      }
    p_.raw("</div>");
  }

  void findings() {
    const std::vector<const Finding*> all = by_severity(run_);
    if (!all.empty()) p_.head("findings", {"Findings", "发现"});
    for (const Finding* one : all) {
      const Finding& f = *one;
      p_.raw("<article class=\"finding f-").raw(severity_name(f.severity)).raw("\" id=\"");
      p_.text(finding_anchor(run_, f)).raw("\"><h3><span class=\"").raw(severity_name(f.severity));
      p_.raw("\">").both(severity_word(f.severity)).raw("</span> <code>").text(f.rule->code);
      p_.raw("</code> ").both(f.message).raw("</h3>\n");
      for (const Lang lang : {Lang::kEn, Lang::kZh}) {
        RenderOptions o = p_.options;
        o.lang = lang;
        o.color = false;
        const std::string text = finding_text(run_, f, o);
        p_.raw(lang == Lang::kEn ? "<pre class=\"en\" lang=\"en\">"
                                 : "<pre class=\"zh\" lang=\"zh\">");
        // the first line is the heading; what follows is escaped by the renderer already
        const size_t first = text.find('\n') + 1;
        for (size_t at = first; at < text.size();) {
          const size_t end = std::min(text.find('\n', at), text.size());
          p_.text(text.substr(at, end - at)).raw("\n");
          at = end + 1;
        }
        p_.raw("</pre>\n");
      }
      p_.raw("</article>\n");
    }
  }

  void suppressed() {
    bool any = false;
    for (const Finding& f : run_.result.findings) {
      if (!f.suppressed) continue;
      if (!any) {
        p_.head("suppressed", {"Suppressed, with reasons", "已抑制及理由"});
        p_.raw("<div class=\"scroll\"><table>\n");
      }
      any = true;
      p_.raw("<tr><td>").code(f.rule->code).raw("</td><td>").both(f.message);
      p_.place(f.at);
      p_.raw("</td><td>").text(suppression_name(f.suppressed_by)).raw("</td><td>");
      p_.text(f.suppressed_because).raw("</td></tr>\n");
    }
    if (any) p_.raw("</table></div>\n");
  }

  void not_checked() {
    std::map<std::pair<int, std::string>,
             std::pair<Message, std::map<std::string, std::set<std::string>>>>
        open;
    std::map<std::string_view, size_t> inapplicable;
    std::set<std::string_view> applied;
    for (const Check& c : run_.result.checks) {
      if (c.verdict == Verdict::kNotApplicable)
        ++inapplicable[c.rule->code];
      else
        applied.insert(c.rule->code);
      if (c.verdict != Verdict::kNotChecked) continue;
      const bool input = !c.missing.empty() && c.missing[0].fact;
      const Message why = c.why();
      auto& [said, codes] =
          open[{input ? static_cast<int>(c.missing[0].fact->input) : -1, why.in(Lang::kEn)}];
      said = why;
      codes[std::string(c.rule->code)].insert(
          run_.bundles.size() > 1 ? std::string(c.bundle) + " " + std::string(c.subject)
                                  : std::string(c.subject));
    }
    if (!open.empty()) {
      p_.head("open", {"Not checked", "未检查"});
      int last = -2;
      for (const auto& [key, value] : open) {
        if (key.first != last) {
          if (last != -2) p_.raw("</ul>\n");
          last = key.first;
          if (last >= 0)
            p_.raw("<h3>")
                .both("needs", "缺少")
                .raw(" ")
                .both(input_name(static_cast<Input>(last)))
                .raw("</h3>\n<p class=\"soft\">→ ")
                .both(input_supply(static_cast<Input>(last)))
                .raw("</p>\n<ul>\n");
          else
            p_.raw("<h3>").both("needs more than is stated", "现有信息不足").raw("</h3>\n<ul>\n");
        }
        p_.raw("<li>").both(value.first).raw(": ");
        const char* separator = "";
        for (const auto& [code, bundles] : value.second) {
          p_.raw(separator).code(code);
          if (const size_t n = bundles.size(); n > kMostFirst)
            p_.raw(" ×").number(n);
          else
            for (const std::string& where : bundles)
              if (!where.empty()) p_.raw(" <span class=\"soft\">").text(where).raw("</span>");
          separator = ", ";
        }
        p_.raw("</li>\n");
      }
      p_.raw("</ul>\n");
    }
    std::erase_if(inapplicable, [&](const auto& e) { return applied.contains(e.first); });
    if (inapplicable.empty()) return;
    p_.raw("<p class=\"soft\">").both("Not applicable", "不适用").raw(": ");
    const char* separator = "";
    for (const auto& [code, n] : inapplicable) {
      p_.raw(separator).code(code);
      separator = ", ";
    }
    p_.raw("</p>\n");
  }

  void about() {
    p_.head("limits", {"Limits", "局限"});
    p_.raw("<p>").both(kLimits).raw("</p>\n<p class=\"soft\">npulint " NPULINT_VERSION " · ");
    p_.both("profile", "profile").raw(" ").text(profile_name(run_.profile)).raw(" · fail-on ");
    p_.text(fail_on_name(run_.fail_on)).raw("</p>\n");
  }

  void sign_off() {
    p_.head("sign-off", {"Sign-off", "签署"});
    p_.raw("<table class=\"sign\">");
    for (const Text& t : {Text{"reviewer", "评审人"}, Text{"date", "日期"},
                          Text{"decision", "结论"}, Text{"remarks", "备注"}})
      p_.raw("<tr><th>").both(t).raw("</th><td></td></tr>");
    p_.raw("</table>\n");
  }

  ReportPage p_;
  const Run& run_;
};

}  // namespace

void ReportPage::head(std::string_view id, const Text& title) {
  raw("<h2 id=\"").raw(id).raw("\">").both(title).raw("</h2>\n");
}

void ReportPage::place(const Evidence& e) {
  if (!e.known()) return;
  const FileRecord* f = run.record(e.file);
  const FileKind kind = f ? f->kind : FileKind::kUnknown;
  raw(" <span class=\"soft\">← ").text(run.sources.shown(e.file));
  if (const Place p = run.sources.place(e); p.line > 0)
    raw(":").number(p.line);
  else if (!e.path.empty())
    raw(" ").text(e.path);
  raw("</span> <span class=\"badge\">");
  if (kind == FileKind::kContract || kind == FileKind::kSettings || !f)
    both("declared", "人工声明");
  else if (kind == FileKind::kConfig || kind == FileKind::kScript)
    both("config", "配置");
  else
    both("artifact", "产物");
  raw("</span>");
}

std::string_view verdict_word(const Run& run) {
  const int code = exit_code(run);
  if (code != 0) return code == 1 ? "FAIL" : "INCOMPLETE";
  const Tally t = tally(run.result);
  return t.passed + t.failed + t.suppressed == 0 ? "INCOMPLETE" : "PASS";
}

Text severity_word(Severity s) {
  static constexpr Text kWords[] = {{"note", "提示"}, {"warning", "警告"}, {"error", "错误"}};
  return kWords[static_cast<size_t>(s)];
}

std::vector<const Finding*> by_severity(const Run& run) {
  std::vector<const Finding*> out;
  for (const Finding& f : run.result.findings)
    if (is_shown(f, run)) out.push_back(&f);
  std::stable_sort(out.begin(), out.end(),
                   [](const Finding* a, const Finding* b) { return a->severity > b->severity; });
  return out;
}

std::string finding_anchor(const Run& run, const Finding& f) {
  if (!f.fingerprint.empty()) return "f-" + f.fingerprint;
  return "f-" + std::to_string(&f - run.result.findings.data());
}

std::string render_html(const Run& run, const RenderOptions& o) { return Builder(run, o).write(); }

}  // namespace npulint
