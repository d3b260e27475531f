// The summary line, and under review and release the lists of what passed and what was not checked.
#include "lint/summary.h"

#include <algorithm>
#include <map>
#include <set>
#include <unordered_set>

#include "lint/paint.h"
#include "lint/utf8.h"
#include "lint/words.h"

namespace npulint {
namespace {

constexpr size_t kListCells = 96;

std::string counted(size_t n, std::string_view one, std::string_view many) {
  return std::to_string(n) + ' ' + std::string(n == 1 ? one : many);
}

void append_wrapped(std::string& out, std::string_view text, const std::string& indent,
                    std::string_view lead = "") {
  const size_t deep = cell_width(lead);
  const auto lines = wrap(text, kListCells - indent.size() - deep);
  for (size_t i = 0; i < lines.size(); ++i) {
    out += indent;
    out += i == 0 ? std::string(lead) : std::string(deep, ' ');
    out += lines[i] + '\n';
  }
}

// Codes by the subjects they were not checked on, so that many rules on many tensors stay one line
// a tensor.
using Subjects = std::map<std::string, std::set<std::string_view>>;

struct Group {
  std::optional<Input> input;
  size_t checks = 0;
  std::map<std::pair<std::string, std::string>, Subjects>
      why;  // bundle and reason → subject → codes
};

std::vector<Group> groups(const Result& result, Lang lang) {
  std::map<std::optional<Input>, Group> by_input;
  for (const Check& c : result.checks) {
    if (c.verdict != Verdict::kNotChecked) continue;
    std::optional<Input> input;
    std::string reason;
    if (!c.missing.empty()) {
      const MissingFact& m = c.missing[0];
      reason = c.why(m).in(lang);
      if (m.fact) {
        input = m.fact->input;
        if (reason.empty()) reason = m.fact->label.in(lang);
      }
    }
    Group& g = by_input[input];
    g.input = input;
    ++g.checks;
    g.why[{std::string(c.bundle), reason}][std::string(c.subject)].insert(c.rule->code);
  }
  std::vector<Group> out;
  for (auto& [key, g] : by_input) out.push_back(std::move(g));
  // the most wanted input first, the rules' own reasons last
  std::stable_sort(out.begin(), out.end(), [](const Group& a, const Group& b) {
    if (a.input.has_value() != b.input.has_value()) return a.input.has_value();
    return a.checks > b.checks;
  });
  return out;
}

// Bundles that lack the same facts for the same reason stand together.
struct Case {
  std::string reason, lines;
  std::vector<std::string> bundles;
};

constexpr size_t kMostSubjects = 12;  // by name, or one more; the JSON output has all

std::string subject_list(std::vector<std::string> names, bool zh) {
  if (names.size() <= kMostSubjects + 1) return joined(names);
  const std::string more = std::to_string(names.size() - kMostSubjects);
  names.resize(kMostSubjects);
  return joined(names) + (zh ? " 和另外 " + more + " 个" : " and " + more + " more");
}

std::vector<Case> cases(const Group& g, bool zh) {
  std::vector<Case> out;
  std::map<std::pair<std::string, std::string>, size_t> seen;  // reason and lines → index
  for (const auto& [where, subjects] : g.why) {
    // subjects with the same codes share a line
    std::map<std::set<std::string_view>, std::vector<std::string>> same;
    for (const auto& [subject, codes] : subjects) same[codes].push_back(escape_terminal(subject));
    std::string lines;
    for (const auto& [codes, names] : same) {
      const std::string list = joined({codes.begin(), codes.end()}), who = subject_list(names, zh);
      append_wrapped(lines, who.empty() ? list : list + " (" + who + ")", "      ");
    }
    const auto [at, fresh] = seen.try_emplace({where.second, lines}, out.size());
    if (fresh) out.push_back({where.second, std::move(lines), {}});
    out[at->second].bundles.push_back(where.first);
  }
  return out;
}

constexpr size_t kMostBundles = 3;  // by name, or one more; the JSON output has all

std::string bundle_list(const std::vector<std::string>& bundles, bool zh) {
  const size_t shown = bundles.size() > kMostBundles + 1 ? kMostBundles : bundles.size();
  std::vector<std::string> names;
  for (size_t i = 0; i < shown; ++i)
    if (!bundles[i].empty()) names.push_back(escape_terminal(bundles[i]));
  const std::string out = joined(names);
  if (shown == bundles.size()) return out;
  const std::string more = std::to_string(bundles.size() - shown);
  return out + (zh ? " 和另外 " + more + " 个产物组" : " and " + more + " more bundles");
}

constexpr Text kUndecided{"more than is stated", "更多信息"};

}  // namespace

std::string passed_list(const Run& run, const RenderOptions& o) {
  std::map<std::string_view, size_t> codes;
  size_t total = 0;
  for (const Check& c : run.result.checks) {
    if (c.verdict != Verdict::kPass) continue;
    ++codes[c.rule->code];
    ++total;
  }
  if (total == 0) return "";
  std::vector<std::string> items;
  for (const auto& [code, n] : codes) {
    items.emplace_back(code);
    if (n > 1) items.back() += "\u00A0×" + std::to_string(n);
  }
  const Paint paint{o.color};
  std::string out = paint.bold(o.lang == Lang::kZh ? "通过" : "passed");
  out += (o.lang == Lang::kZh ? "：" : ": ") + std::to_string(total) +
         (o.lang == Lang::kZh ? " 项检查，未发现矛盾\n"
          : total == 1        ? " check found no contradiction\n"
                              : " checks found no contradiction\n");
  append_wrapped(out, joined(items), "  ");
  return out + '\n';
}

std::string not_checked_list(const Run& run, const RenderOptions& o) {
  const std::vector<Group> all = groups(run.result, o.lang);
  if (all.empty()) return "";
  const Paint paint{o.color};
  const bool zh = o.lang == Lang::kZh;
  size_t total = 0;
  for (const Group& g : all) total += g.checks;
  std::string out = paint.bold(zh ? "未检查" : "not checked");
  out += (zh ? "：" : ": ") + std::to_string(total) + '\n';
  for (const Group& g : all) {
    const Text name = g.input ? input_name(*g.input) : kUndecided;
    out += "  " + paint.bold((zh ? "缺少 " : "needs ") + std::string(name.in(o.lang))) + " ×" +
           std::to_string(g.checks) + '\n';
    for (const Case& c : cases(g, zh)) {
      std::string head = bundle_list(c.bundles, zh);
      if (!head.empty() && !c.reason.empty()) head += zh ? "：" : ": ";
      head += escape_terminal(c.reason);
      if (!head.empty()) append_wrapped(out, head, "    ");
      out += c.lines;
    }
    if (g.input) append_wrapped(out, input_supply(*g.input).in(o.lang), "    ", "→ ");
  }
  return out + '\n';
}

std::string summary_line(const Run& run, const RenderOptions& o) {
  const Tally t = tally(run.result);
  std::unordered_set<const Rule*> rules;
  for (const Check& c : run.result.checks) rules.insert(c.rule);
  const std::string hint = run.profile == Profile::kCommit ? "--profile review" : "--min-severity";
  size_t hidden = 0;
  for (const Finding& f : run.result.findings) hidden += !f.suppressed && !is_shown(f, run);

  const bool zh = o.lang == Lang::kZh;
  std::string missing;
  size_t undecided = t.not_checked;
  const auto add = [&](std::string_view name, size_t n) {
    missing += (missing.empty() ? ""
                : zh            ? "，"
                                : ", ") +
               std::string(name) + " ×" + std::to_string(n);
  };
  for (const auto& [input, n] : t.by_missing) {
    add(input_name(input).in(o.lang), n);
    undecided -= n;
  }
  if (undecided > 0) add(kUndecided.in(o.lang), undecided);

  const Paint paint{o.color};
  const auto n = [](size_t v) { return std::to_string(v); };
  const auto level = [&](Severity s, size_t count, const std::string& text) {
    return count > 0 ? paint.of(s, text) : text;
  };
  std::string out;
  if (zh) {
    out = n(run.bundles.size()) + " 个产物组，" + n(rules.size()) + " 条规则：";
    out += level(Severity::kError, t.errors, n(t.errors) + " 个错误") + "，";
    out += level(Severity::kWarning, t.warnings, n(t.warnings) + " 个警告") + "，";
    out += level(Severity::kNote, t.notes, n(t.notes) + " 个提示");
    out +=
        " · " + n(t.passed) + " 通过 · " + n(t.failed) + " 失败 · " + n(t.not_checked) + " 未检查";
    if (!missing.empty()) out += "（" + missing + "）";
    out += " · " + n(t.suppressed) + " 被抑制";
    if (hidden > 0) out += " · " + n(hidden) + " 未显示（" + hint + "）";
  } else {
    out = counted(run.bundles.size(), "bundle", "bundles") + ", " +
          counted(rules.size(), "rule", "rules") + ": ";
    out += level(Severity::kError, t.errors, counted(t.errors, "error", "errors")) + ", ";
    out += level(Severity::kWarning, t.warnings, counted(t.warnings, "warning", "warnings")) + ", ";
    out += level(Severity::kNote, t.notes, counted(t.notes, "note", "notes"));
    out += " · " + n(t.passed) + " passed · " + n(t.failed) + " failed · " + n(t.not_checked) +
           " not checked";
    if (!missing.empty()) out += " (" + missing + ")";
    out += " · " + n(t.suppressed) + " suppressed";
    if (hidden > 0) out += " · " + n(hidden) + " not shown (" + hint + ")";
  }
  return out;
}

}  // namespace npulint
