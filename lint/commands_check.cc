// `check` and `baseline`: a run with verdicts.
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>

#include "lint/commands.h"
#include "lint/digest_cache.h"
#include "lint/report.h"
#include "lint/words.h"

namespace npulint {
namespace {

std::string today() {
  const char* epoch = std::getenv("SOURCE_DATE_EPOCH");
  std::time_t now = epoch && *epoch ? static_cast<std::time_t>(std::strtoll(epoch, nullptr, 10))
                                    : std::time(nullptr);
  std::tm tm{};
  ::gmtime_r(&now, &tm);
  char text[16];
  std::strftime(text, sizeof text, "%Y-%m-%d", &tm);
  return text;
}

using Render = std::string (*)(const Run&, const RenderOptions&);
struct Format {
  std::string_view name;
  Render render;
  bool fingerprints = false;  // shows them
  bool repository = false;    // counts paths from its root
  bool digests = false;       // shows those of every file
};
constexpr Format kFormats[] = {{"text", render_text},
                               {"concise", render_concise},
                               {"json", render_json, true},
                               {"sarif", render_sarif, true, true},
                               {"sarif-full", render_sarif_full, true, true},
                               {"github", render_github, false, true},
                               {"gitlab", render_gitlab, true, true},
                               {"junit", render_junit, false, true},
                               {"markdown", render_markdown, false, true},
                               {"html", render_html, true, false, true}};

const Format* find_format(std::string_view name) {
  for (const Format& f : kFormats)
    if (f.name == name) return &f;
  return nullptr;
}

// A line a stage, and their sum.
std::string timing_text(const Timing& timing) {
  std::string out;
  double sum = 0;
  const auto line = [&](std::string_view name, double ms) {
    char text[64];
    std::snprintf(text, sizeof text, "%-10.*s %9.2f ms\n", static_cast<int>(name.size()),
                  name.data(), ms);
    out += text;
  };
  for (const auto& [name, ms] : timing.stages()) {
    line(name, ms);
    sum += ms;
  }
  line("all", sum);
  return out;
}

}  // namespace

std::vector<std::string> format_names() {
  std::vector<std::string> out;
  for (const Format& f : kFormats) out.emplace_back(f.name);
  return out;
}

int Command::review() {
  if (o_.outputs.empty()) {
    if (::isatty(1)) {
      print_error("a page goes to a file: -o html=report.html");
      return kUsage;
    }
    o_.outputs = {"html"};
  }
  o_.check.review = true;
  return check();
}

int Command::check() {
  std::vector<Output> outputs;
  if (!parse_outputs(outputs) || !parse_check_options() || !prepare_load()) return kUsage;
  Timing timing;
  if (o_.timing) o_.check.load.timing = &timing;
  bool repository = false, silent = true;
  o_.check.fingerprints = false;
  for (const Output& out : outputs) {
    const Format& f = *find_format(out.format);
    o_.check.fingerprints = o_.check.fingerprints || f.fingerprints;
    o_.digests = o_.digests || f.digests;
    repository = repository || f.repository;
    silent = silent && !out.file.empty();
  }
  if (o_.diff || o_.fix || o_.unsafe_fixes)
    for (const std::string& p : o_.check.load.paths)
      if (p == "-") {
        print_error("edits need a file: standard input cannot be changed");
        return kUsage;
      }
  if (!o_.shard.empty()) return check_shard(outputs);
  if (o_.diff) return diff();
  Loaded& l = kept(o_.fix || o_.unsafe_fixes ? fix() : npulint::check(reader_, o_.check));
  if (!l.errors.empty()) return report(l);
  add_digests(l.run);
  if (!spares_inputs(l, outputs)) return kUsage;
  const std::string root = repository ? repository_root(l.run) : "";
  for (const Output& out : outputs) {
    const bool to_stdout = out.file.empty();
    RenderOptions r = render_options();
    r.root = root;
    r.color = to_stdout && r.color;
    if (!emit(out, find_format(out.format)->render(l.run, r))) return kUsage;
    done(o_.check.load.timing, "render");
    if (to_stdout && out.format == "concise" && !o_.quiet) {
      r.color = false;
      write_all(2, summary_line(l.run, r) + "\n");
    }
  }
  // who reviews and sees no page sees what came of it
  if (o_.check.review && silent)
    write_all(
        1, std::string(verdict_word(l.run)) + ": " + summary_line(l.run, render_options()) + "\n");
  if (const Timing* t = o_.check.load.timing) write_all(2, timing_text(*t));
  const int code = fix_failed_ ? kUsage : exit_code(l.run);
  return o_.exit_zero && code == 1 ? kClean : code;
}

int Command::baseline(BaselineAction action) {
  if (!parse_check_options() || !prepare_load()) return kUsage;
  CheckOptions& c = o_.check;
  if (!o_.reason.empty() && !real_reason(o_.reason)) {
    print_error("--reason: \"" + o_.reason + "\" is no reason");
    return kUsage;
  }
  const std::string path =
      c.baseline.file ? join_path(c.load.cwd, *c.baseline.file) : default_baseline(reader_, c.load);
  const std::string shown = relative_path(path, c.load.cwd);
  const bool there = reader_.stat(path).kind != FileStat::Kind::kAbsent;
  const bool create = action == BaselineAction::kCreate;
  if (create == there) {
    print_error(shown + (there
                             ? ": is there already; `npulint baseline update` brings it up to date"
                             : ": there is none; `npulint baseline create` writes it"));
    return kUsage;
  }
  if (create)
    c.baseline = {true, {}, dir_name(path)};
  else
    c.baseline.file = path;
  const Loaded& l = kept(npulint::check(reader_, c));
  if (!l.errors.empty()) return report(l);
  const BaselineEdit edit = edit_baseline(l, action, dir_name(path), o_.reason, c.today);
  std::string why;
  const std::string before =
      create ? "" : std::string(l.run.sources.bytes(l.baselines.front().file));
  const bool made = create && create_file(path, "", &why);
  if ((create && !made) || (edit.text != before && !replace_file(path, before, edit.text, &why))) {
    if (made) ::unlink(path.c_str());
    print_error(shown + ": not written: " + why);
    return kUsage;
  }
  std::string out = shown + ": holds " + std::to_string(edit.entries) + " (" +
                    std::to_string(edit.added) + " new, " + std::to_string(edit.refreshed) +
                    " with other values, " + std::to_string(edit.removed) + " removed)\n";
  for (const auto& [code, n] : edit.refused)
    out += std::string(code) + " ×" + std::to_string(n) +
           ": not taken; a baseline cannot hold this rule\n";
  return write_all(1, out) ? kClean : kUsage;
}

bool Command::parse_outputs(std::vector<Output>& out) {
  if (o_.outputs.empty()) o_.outputs = {"text"};
  for (const std::string& text : o_.outputs) {
    const size_t eq = text.find('=');
    Output o{text.substr(0, eq), eq == std::string::npos ? "" : text.substr(eq + 1)};
    if (o.file == "-") o.file.clear();
    if (!find_format(o.format)) {
      print_error("-o: `" + o.format + "` is no format; there are " + joined(format_names()));
      return false;
    }
    if (eq != std::string::npos && o.file.empty() && text.substr(eq + 1) != "-") {
      print_error("-o " + text + ": a file name must follow `=`");
      return false;
    }
    for (const Output& other : out)
      if (normal_path(other.file) == normal_path(o.file)) {
        print_error("-o: `" + other.format + "` and `" + o.format + "` go to one place" +
                    (o.file.empty() ? "" : ", " + o.file));
        return false;
      }
    out.push_back(std::move(o));
  }
  return true;
}

bool Command::parse_check_options() {
  CheckOptions& c = o_.check;
  if (!o_.profile.empty() && !(c.profile = parse_profile(o_.profile))) {
    print_error("--profile: `" + o_.profile + "` is none of commit, review, release");
    return false;
  }
  if (c.profile) c.load.release = *c.profile == Profile::kRelease;
  if (!o_.fail_on.empty() && !(c.fail_on = parse_fail_on(o_.fail_on))) {
    print_error("--fail-on: `" + o_.fail_on + "` is none of error, warning, note, never");
    return false;
  }
  for (const Severity severity : {Severity::kNote, Severity::kWarning, Severity::kError})
    if (o_.min_severity == severity_name(severity)) c.least = severity;
  for (const auto* list : {&c.select, &c.ignore})
    for (const std::string& s : *list) {
      std::string near;
      if (valid_selector(s, &near)) continue;
      print_error("`" + s + "` selects no rule" +
                  (near.empty() ? "" : "; did you mean `" + near + "`?"));
      return false;
    }
  c.today = today();
  if (!o_.no_cache) c.cache_dir = digest_cache_dir();
  return true;
}

// Prints the changes and writes nothing; 1 when there are some.
int Command::diff() {
  static Fixed* const result =
      new Fixed(fix_all(reader_, o_.check, o_.unsafe_fixes));  // see kept()
  const Fixed& fixed = *result;
  if (!fixed.loaded.errors.empty()) return report(fixed.loaded);
  std::string out;
  for (const FixedFile& f : fixed.files) out += unified_diff(f.shown, f.before, f.after);
  print_fixes(fixed, {"would fix", "将修改"});
  if (!write_all(1, out)) return kUsage;
  return out.empty() || o_.exit_zero ? kClean : 1;
}

// Writes what changed; the result is that of the files as they are then.
Loaded Command::fix() {
  Fixed fixed = fix_all(reader_, o_.check, o_.unsafe_fixes);
  if (!fixed.loaded.errors.empty()) return std::move(fixed.loaded);
  for (const FixedFile& f : fixed.files) {
    std::string why;
    if (replace_file(f.real, f.before, f.after, &why)) continue;
    print_error(f.shown + ": not written: " + why);
    fix_failed_ = true;
  }
  if (fix_failed_) return npulint::check(reader_, o_.check);
  print_fixes(fixed, {"fixed", "已修改"});
  return std::move(fixed.loaded);
}

void Command::print_fixes(const Fixed& fixed, Text verb) const {
  std::string out;
  const auto line = [&](Text what, const AppliedFix& a) {
    out += std::string(what.in(lang())) + " " + a.place + " " + std::string(a.code) + ": " +
           a.what.in(lang()) + "\n";
  };
  if (!o_.quiet)
    for (const AppliedFix& a : fixed.applied) line(verb, a);
  for (const AppliedFix& a : fixed.reverted)
    line({"taken back, as the finding would stay or the file break:",
          "已撤回，因为问题仍会存在或文件会损坏："},
         a);
  if (fixed.unsafe_left)
    out += Message(Text{"{0} more can be fixed with --unsafe-fixes; they change what is compiled",
                        "另有 {0} 处可用 --unsafe-fixes 修改；这些修改会改变编译结果"},
                   fixed.unsafe_left)
               .in(lang()) +
           "\n";
  write_all(2, escape_lines(out));
}

// By identity, not by spelling: a link to an input is that input. A report of an earlier run that
// was only looked at is none.
bool Command::is_input(const Loaded& l, const std::string& path) const {
  std::vector<FileId> ids;
  for (const auto& f : l.run.files) ids.push_back(f->id);
  for (const Settings& s : l.settings) ids.push_back(s.file);
  for (const Baseline& b : l.baselines) ids.push_back(b.file);
  for (const Group& g : l.groups)
    for (const Group::Dump& d : g.dumps) ids.push_back(d.file);
  struct ::stat a {
  }, b{};
  if (::stat(path.c_str(), &a) != 0) return false;
  const auto same = [&](const std::string& real) {
    return !real.empty() && ::stat(real.c_str(), &b) == 0 && a.st_dev == b.st_dev &&
           a.st_ino == b.st_ino;
  };
  for (const Group& g : l.groups)
    for (const Reference& r : g.references)
      if (r.exists && same(r.resolved)) return true;
  for (const FileId id : ids)
    if (same(l.run.sources.real(id))) return true;
  // a file of calibration or evaluation data
  char* resolved = ::realpath(path.c_str(), nullptr);
  if (!resolved) return false;
  const std::string real = resolved;
  std::free(resolved);
  for (const Group& g : l.groups)
    for (const std::string& dir : g.data_dirs) {
      char* folder = ::realpath(dir.c_str(), nullptr);
      const bool below = folder && real.starts_with(std::string(folder) + "/");
      std::free(folder);
      if (below) return true;
    }
  return false;
}

bool Command::spares_inputs(const Loaded& l, const std::vector<Output>& outputs) const {
  for (const Output& out : outputs)
    if (!out.file.empty() && is_input(l, out.file)) {
      print_error("-o " + out.format + "=" + out.file +
                  ": this file is an input of the run; it is not overwritten");
      return false;
    }
  return true;
}

bool Command::emit(const Output& out, const std::string& text) {
  if (out.file.empty()) {
    if (write_all(1, text)) return true;
    if (errno == EPIPE) return false;  // who does not read on need not be told
    print_error(std::string("standard output: ") + std::strerror(errno));
    return false;
  }
  std::string why;
  const bool ok = write_output(out.file, text, &why);
  if (!ok) print_error("-o " + out.format + "=" + out.file + ": " + why);
  return ok;
}

}  // namespace npulint
