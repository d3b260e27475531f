// Findings as frames: the source line of each place with a mark under it and what the place says.
#include <algorithm>
#include <map>
#include <set>

#include "lint/frame.h"
#include "lint/paint.h"
#include "lint/render.h"
#include "lint/summary.h"
#include "lint/utf8.h"

namespace npulint {
namespace {

constexpr size_t kMostReleasePlaces = 2;
constexpr size_t kMostPlaces = 12;   // of one finding, beside the primary one
constexpr size_t kLabelCells = 110;  // a label that would reach further goes below its mark
constexpr size_t kNoteCells = 96;

struct Note {
  uint32_t line = 0;          // 0: a place without lines
  size_t begin = 0, end = 0;  // bytes within the line
  bool primary = false;
  std::string logical;  // escaped; only when there is no line
  std::vector<std::string> labels;
};

// The places of one file, in the order of the file.
struct Block {
  FileId file = kNoFile;
  bool text = false;
  std::string head;  // path:line:column or path and logical path
  std::vector<Note> notes;
};

std::string place_text(const Run& run, const Evidence& e) {
  if (!e.known()) return "";
  std::string out = escape_terminal(run.sources.shown(e.file));
  const Place p = run.sources.place(e);
  if (p.line > 0) return out + ':' + std::to_string(p.line) + ':' + std::to_string(p.column);
  if (!e.path.empty()) return out + "  " + escape_terminal(e.path);
  if (e.has_range()) return out + "  (byte " + std::to_string(e.begin) + ')';
  return out;
}

Note note_of(const Run& run, const Evidence& e) {
  Note n;
  n.line = run.sources.place(e).line;
  if (n.line == 0) {
    n.logical = escape_terminal(e.path);
    return n;
  }
  const uint64_t start = run.sources.line_begin(e.file, n.line);
  n.begin = static_cast<size_t>(e.begin - std::min(e.begin, start));
  n.end = static_cast<size_t>(Sources::end_offset(e) - std::min(e.begin, start));
  return n;
}

std::string label_of(const Related& r, Lang lang) {
  if (!r.note.empty()) return escape_terminal(r.note.in(lang));
  std::string out(r.label.in(lang));
  if (!r.value.empty())
    out += (out.empty() ? "" : lang == Lang::kZh ? "：" : ": ") + escape_terminal(r.value);
  return out;
}

class TextRenderer {
 public:
  TextRenderer(const Run& run, const RenderOptions& o) : run_(run), o_(o), paint_{o.color} {}

  // `places`: how many are drawn.
  std::string finding(const Finding& f, size_t places = kMostPlaces) {
    places_ = places;
    std::string out = paint_.of(
        f.severity, std::string(severity_name(f.severity)) + '[' + std::string(f.rule->code) + ']');
    out += paint_.bold(": " + escape_terminal(f.message.in(o_.lang))) + '\n';
    const std::vector<Block> blocks = blocks_of(f);
    uint32_t last_line = 0;
    for (const Block& b : blocks)
      for (const Note& n : b.notes) last_line = std::max(last_line, n.line);
    width_ = std::max<size_t>(2, std::to_string(last_line).size());
    for (size_t i = 0; i < blocks.size(); ++i) block(out, blocks[i], i == 0, f.severity);
    for (const std::string& s : unplaced_)
      footnote(out, o_.lang == Lang::kZh ? "依据" : "given", s);
    footnotes(out, f);
    return out + '\n';
  }

 private:
  std::vector<Block> blocks_of(const Finding& f) {
    std::vector<Block> blocks;
    unplaced_.clear();
    const auto add = [&](const Evidence& e, std::string label, bool primary) {
      if (!e.known()) {
        if (!label.empty()) unplaced_.push_back(std::move(label));
        return;
      }
      Note n = note_of(run_, e);
      n.primary = primary;
      auto b = std::find_if(blocks.begin(), blocks.end(), [&](const Block& x) {
        return x.file == e.file && x.text == (n.line > 0);
      });
      if (b == blocks.end()) {
        b = blocks.insert(blocks.end(), Block{e.file, n.line > 0, place_text(run_, e), {}});
      }
      auto same = std::find_if(b->notes.begin(), b->notes.end(), [&](const Note& x) {
        return x.line == n.line && x.begin == n.begin && x.end == n.end && x.logical == n.logical;
      });
      if (same == b->notes.end()) same = b->notes.insert(b->notes.end(), std::move(n));
      if (!label.empty() &&
          std::find(same->labels.begin(), same->labels.end(), label) == same->labels.end())
        same->labels.push_back(std::move(label));
    };
    add(f.at, "", true);
    for (size_t i = 0; i < f.related.size() && i < places_; ++i)
      add(f.related[i].at, label_of(f.related[i], o_.lang), false);
    for (Block& b : blocks) {
      std::stable_sort(b.notes.begin(), b.notes.end(), [](const Note& x, const Note& y) {
        return std::make_pair(x.line, x.begin) < std::make_pair(y.line, y.begin);
      });
    }
    return blocks;
  }

  std::string gutter(std::string_view number) const {
    std::string s(width_ - std::min(width_, number.size()), ' ');
    return paint_.gutter(s + std::string(number) + " |");
  }

  void block(std::string& out, const Block& b, bool first, Severity severity) {
    if (!first) out += gutter("") + '\n';
    out += std::string(width_, ' ') + paint_.gutter(first ? "-->" : ":::") + ' ';
    if (!b.text) {
      // places without lines: the path once, a logical path a place
      const bool one = b.notes.size() == 1;
      out += one ? b.head : escape_terminal(run_.sources.shown(b.file));
      out += '\n';
      for (const Note& n : b.notes) {
        if (!one && !n.logical.empty()) out += gutter("") + "  " + n.logical + '\n';
        for (const std::string& label : n.labels)
          out += gutter("") + (one ? "  " : "    ") + label + '\n';
      }
      return;
    }
    out += b.head + '\n' + gutter("") + '\n';
    uint32_t open = 0;  // the line whose text stands above
    for (const Note& n : b.notes) {
      std::string_view line = run_.sources.line(b.file, n.line);
      size_t mark = 0;  // a byte-order mark is no column
      if (n.line == 1 && line.starts_with("\xEF\xBB\xBF")) mark = 3;
      const FrameLine frame = frame_line(line.substr(mark), n.begin - std::min(n.begin, mark),
                                         n.end - std::min(n.end, mark));
      if (n.line != open || frame.cut) {
        if (open != 0 && n.line > open + 1)
          out += paint_.gutter(std::string(width_ - 1, ' ') + "...") + '\n';
        out += gutter(std::to_string(n.line)) + (frame.text.empty() ? "" : " " + frame.text) + '\n';
        open = n.line;
      }
      marks(out, n, frame, severity);
    }
  }

  void marks(std::string& out, const Note& n, const FrameLine& frame, Severity severity) {
    const auto colour = [&](const std::string& s) {
      return n.primary ? paint_.of(severity, s) : paint_.gutter(s);
    };
    std::string line = gutter("") + ' ' + std::string(frame.first, ' ') +
                       colour(std::string(frame.cells, n.primary ? '^' : '-'));
    size_t next = 0;
    if (!n.labels.empty() &&
        frame.first + frame.cells + 1 + cell_width(n.labels[0]) <= kLabelCells) {
      line += ' ' + colour(n.labels[0]);
      next = 1;
    }
    out += line + '\n';
    // the others below it, moved left together when one of them would reach too far
    size_t widest = 0;
    for (size_t i = next; i < n.labels.size(); ++i)
      widest = std::max(widest, cell_width(n.labels[i]));
    const size_t indent = std::min(frame.first, widest < kLabelCells ? kLabelCells - widest : 0);
    for (; next < n.labels.size(); ++next)
      out += gutter("") + ' ' + std::string(indent, ' ') + colour(n.labels[next]) + '\n';
  }

  void footnote(std::string& out, std::string_view name, std::string_view text) {
    const std::string lead = std::string(width_, ' ') + ' ' + paint_.gutter("=") + ' ' +
                             paint_.bold(name) + (o_.lang == Lang::kZh ? "：" : ": ");
    const std::string rest(width_ + 3 + cell_width(name) + 2, ' ');
    const auto lines = wrap(text, kNoteCells - rest.size());
    for (size_t i = 0; i < lines.size(); ++i) out += (i == 0 ? lead : rest) + lines[i] + '\n';
  }

  void footnotes(std::string& out, const Finding& f) {
    const bool zh = o_.lang == Lang::kZh;
    const bool news = explained_.insert(f.rule).second;
    out += gutter("") + '\n';
    if (f.related.size() > places_) {
      const std::string n = std::to_string(f.related.size() - places_);
      footnote(out, zh ? "更多" : "more",
               zh ? "另有 " + n + " 处；`-o json` 列出全部" : n + " places; `-o json` lists all");
    }
    if (!f.bundle.empty()) {
      std::string where = escape_terminal(f.bundle);
      if (!f.subject.empty()) where += ", " + escape_terminal(f.subject);
      footnote(out, "bundle", where);
    }
    if (news && !f.rule->why.empty()) footnote(out, zh ? "原因" : "why", f.rule->why.in(o_.lang));
    if (!f.rule->fix.empty()) footnote(out, zh ? "修复" : "fix", f.rule->fix.in(o_.lang));
    if (f.fix) {
      std::string text = escape_terminal(f.fix->what.in(o_.lang));
      text += zh ? (f.fix->safe ? "（`--fix`）" : "（`--unsafe-fixes`）")
                 : (f.fix->safe ? " (`--fix`)" : " (`--unsafe-fixes`)");
      footnote(out, zh ? "可自动修改" : "edit", text);
    }
    footnote(out, zh ? "置信度" : "confidence", confidence_name(f.confidence));
    if (news)
      footnote(out, zh ? "说明" : "explain", "npulint explain " + std::string(f.rule->code));
  }

  const Run& run_;
  const RenderOptions& o_;
  Paint paint_;
  size_t width_ = 2, places_ = kMostPlaces;
  std::vector<std::string> unplaced_;
  std::set<const Rule*> explained_;
};

// One line a finding, and the reason below it.
std::string suppressed_list(const Run& run, const RenderOptions& o) {
  const bool zh = o.lang == Lang::kZh;
  const Paint paint{o.color};
  std::string list;
  size_t n = 0;
  for (const Finding& f : run.result.findings) {
    if (!f.suppressed) continue;
    ++n;
    const std::string place = place_text(run, f.at);
    list += "  " + (place.empty() ? escape_terminal(f.bundle) : place) + ": " +
            paint.of(f.severity, std::string(severity_name(f.severity)) + '[' +
                                     std::string(f.rule->code) + ']') +
            ' ' + escape_terminal(f.message.in(o.lang)) + '\n';
    const std::string lead = zh ? "理由：" : "reason: ";
    const auto lines = wrap(escape_terminal(f.suppressed_because), kNoteCells - 4 - lead.size());
    for (size_t i = 0; i < lines.size(); ++i)
      list += "    " + (i == 0 ? lead : std::string(cell_width(lead), ' ')) + lines[i] + '\n';
  }
  if (n == 0) return "";
  return paint.bold(zh ? "被抑制" : "suppressed") + ": " + std::to_string(n) + '\n' + list + '\n';
}

// Shown findings by rule, most first.
std::string statistics(const Run& run, const RenderOptions& o) {
  std::map<std::pair<const Rule*, Severity>, size_t> by_rule;
  for (const Finding& f : run.result.findings)
    if (is_shown(f, run)) ++by_rule[{f.rule, f.severity}];
  std::vector<std::pair<std::pair<const Rule*, Severity>, size_t>> rows(by_rule.begin(),
                                                                        by_rule.end());
  std::sort(rows.begin(), rows.end(), [](const auto& a, const auto& b) {
    if (a.second != b.second) return a.second > b.second;
    if (a.first.first->code != b.first.first->code)
      return a.first.first->code < b.first.first->code;
    return a.first.second > b.first.second;
  });
  const Paint paint{o.color};
  std::string out;
  for (const auto& [key, n] : rows) {
    const std::string count = std::to_string(n), severity(severity_name(key.second));
    out += std::string(6 - std::min<size_t>(6, count.size()), ' ') + count + "  " +
           paint.of(key.second, severity) + std::string(9 - severity.size(), ' ') +
           std::string(key.first->code) + "  " + std::string(key.first->name) + '\n';
  }
  return out.empty() ? out : out + '\n';
}

// Files that are named and absent: configs of a folder name one each, for the same reason.
constexpr std::string_view kAbsentFile = "NPL006";
constexpr size_t kMostAbsent = 3;  // of one key, or one more; the others are counted

// What is told together: empty for a finding that stands alone.
std::string alike(const Finding& f, const std::set<std::string_view>& releases) {
  if (releases.contains(f.bundle)) return std::string(f.rule->code);
  if (f.rule->code != kAbsentFile || f.severity != Severity::kNote || f.message.args.size() == 0)
    return "";
  return std::string(f.message.text.en) + '\n' + f.message.args[0].plain;  // the sentence, the key
}

// One after the other; the first of those that are alike framed, and a line for each other: in a
// release, where a rule finds the same of one model after the other, all of them; of absent files
// the first ones and a count.
std::string findings(const Run& run, const RenderOptions& o, TextRenderer& renderer) {
  const bool zh = o.lang == Lang::kZh;
  std::set<std::string_view> releases;
  for (const Bundle& b : run.bundles)
    if (b.is_release) releases.insert(b.name);
  std::map<std::string, std::vector<const Finding*>> groups;
  for (const Finding& f : run.result.findings)
    if (is_shown(f, run))
      if (std::string key = alike(f, releases); !key.empty()) groups[std::move(key)].push_back(&f);
  std::string out;
  for (const Finding& f : run.result.findings) {
    if (!is_shown(f, run)) continue;
    const auto group = groups.find(alike(f, releases));
    const bool of_release = releases.contains(f.bundle);
    if (group == groups.end() || (!of_release && group->second.size() <= kMostAbsent + 1)) {
      out += renderer.finding(f);
      continue;
    }
    const std::vector<const Finding*>& all = group->second;
    if (all[0] != &f) continue;
    out += of_release ? renderer.finding(f, kMostReleasePlaces) : renderer.finding(f);
    if (all.size() == 1) continue;
    out.pop_back();
    const size_t shown = of_release ? all.size() : kMostAbsent;
    for (size_t i = 1; i < shown; ++i)
      out += place_text(run, all[i]->at) + ": " +
             Paint{o.color}.of(all[i]->severity, std::string(severity_name(all[i]->severity))) +
             ": " + escape_terminal(all[i]->message.in(o.lang)) + '\n';
    if (shown < all.size()) {
      const std::string n = std::to_string(all.size() - shown);
      const std::string what = escape_terminal(f.message.args[0].plain);
      out += zh ? "另有 " + n + " 处 `" + what + "` 同样如此；`-o concise` 列出全部\n"
                : "and " + n + " more of `" + what + "`; `-o concise` lists all\n";
    }
    out += '\n';
  }
  return out;
}

}  // namespace

std::string finding_text(const Run& run, const Finding& f, const RenderOptions& o) {
  return TextRenderer(run, o).finding(f);
}

std::string render_text(const Run& run, const RenderOptions& o) {
  TextRenderer renderer(run, o);
  std::string out;
  if (o.statistics) out += statistics(run, o);
  if (!o.statistics) out += findings(run, o, renderer);
  if (o.show_suppressed) out += suppressed_list(run, o);
  if (o.quiet) return out;
  if (run.profile != Profile::kCommit) out += passed_list(run, o) + not_checked_list(run, o);
  if (!run.recognised) {
    out += o.lang == Lang::kZh
               ? "没有可检查的内容：未识别到转换配置、ONNX 计算图、编译模型、元数据或应用契约\n"
               : "nothing to check: no conversion config, ONNX graph, compiled model, metadata or "
                 "contract was recognised\n";
  }
  return out + summary_line(run, o) + '\n';
}

}  // namespace npulint
