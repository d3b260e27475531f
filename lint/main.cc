// The command line. Everything below it is a library without I/O but for the FileReader that is
// made here.
#include <fcntl.h>
#include <malloc.h>
#include <sys/stat.h>
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <exception>
#include <thread>

#include "lint/baseline_edit.h"
#include "lint/check.h"
#include "lint/digest.h"
#include "lint/docs.h"
#include "lint/embedded.h"
#include "lint/fix.h"
#include "lint/key_page.h"
#include "lint/render.h"
#include "lint/settings_show.h"

namespace npulint {
namespace {

constexpr int kClean = 0, kUsage = 2;
constexpr uint64_t kMaxStdin = 64u << 20;

void print_error(std::string_view raw) {
  const std::string text = escape_terminal(raw);
  std::fprintf(stderr, "npulint: %s\n", text.c_str());
}

std::string env(const char* name) {
  const char* v = std::getenv(name);
  return v ? v : "";
}

// --color > NO_COLOR > FORCE_COLOR, CLICOLOR_FORCE > a terminal that is not dumb.
bool use_color(const std::string& option) {
  if (option == "always") return true;
  if (option == "never" || !env("NO_COLOR").empty()) return false;
  if (!env("FORCE_COLOR").empty() || !env("CLICOLOR_FORCE").empty()) return true;
  return ::isatty(1) && env("TERM") != "dumb";
}

// auto: Chinese only where a person reads it (a terminal) and asks for it (LC_ALL, LC_MESSAGES or
// LANG).
Lang language(const std::string& option) {
  if (option == "zh") return Lang::kZh;
  if (option == "en" || !::isatty(1)) return Lang::kEn;
  for (const char* name : {"LC_ALL", "LC_MESSAGES", "LANG"})
    if (const std::string v = env(name); !v.empty())
      return v.starts_with("zh") ? Lang::kZh : Lang::kEn;
  return Lang::kEn;
}

std::string today() {
  const std::string epoch = env("SOURCE_DATE_EPOCH");
  std::time_t now = epoch.empty()
                        ? std::time(nullptr)
                        : static_cast<std::time_t>(std::strtoll(epoch.c_str(), nullptr, 10));
  std::tm tm{};
  ::gmtime_r(&now, &tm);
  char text[16];
  std::strftime(text, sizeof text, "%Y-%m-%d", &tm);
  return text;
}

std::string current_dir() {
  std::string out(4096, '\0');
  return ::getcwd(out.data(), out.size()) ? std::string(out.c_str()) : ".";
}

struct Output {
  std::string format, file;  // file empty: standard output
};

struct Options {
  CheckOptions check;
  std::vector<std::string> outputs;
  std::string color = "auto", lang = "auto", profile, fail_on, format = "text";
  std::vector<std::string> words;    // of explain, exporter
  std::vector<std::string> keys;     // of explain
  std::string examples, out_dir;     // of docs
  std::string min_severity, reason;  // reason: of baseline
  bool quiet = false, exit_zero = false, digests = false, show_suppressed = false;
  bool diff = false, fix = false, unsafe_fixes = false, statistics = false;
  int jobs = 0;
};

using Render = std::string (*)(const Run&, const RenderOptions&);
struct Format {
  std::string_view name;
  Render render;
};
constexpr Format kFormats[] = {
    {"text", render_text}, {"concise", render_concise}, {"json", render_json}};

const Format* find_format(std::string_view name) {
  for (const Format& f : kFormats)
    if (f.name == name) return &f;
  return nullptr;
}

std::string where(const Run& run, const LoadError& e) {
  if (!e.at || !e.at->known()) return "";
  std::string out = run.sources.shown(e.at->file);
  if (const Place p = run.sources.place(*e.at); p.line)
    out += ":" + std::to_string(p.line) + ":" + std::to_string(p.column);
  return out + ": ";
}

// The run ends with the process: taking a large graph apart node by node would be a third of its
// time.
Loaded& kept(Loaded&& l) {
  static Loaded* const run = new Loaded(std::move(l));
  return *run;
}

class Command {
 public:
  explicit Command(Options& o) : o_(o) {}

  int check() {
    std::vector<Output> outputs;
    if (!parse_outputs(outputs) || !parse_check_options() || !prepare_load()) return kUsage;
    o_.check.fingerprints = std::any_of(outputs.begin(), outputs.end(),
                                        [](const Output& out) { return out.format == "json"; });
    if (o_.diff || o_.fix || o_.unsafe_fixes)
      for (const std::string& p : o_.check.load.paths)
        if (p == "-") {
          print_error("edits need a file: standard input cannot be changed");
          return kUsage;
        }
    if (o_.diff) return diff();
    Loaded& l = kept(o_.fix || o_.unsafe_fixes ? fix() : npulint::check(reader_, o_.check));
    if (!l.errors.empty()) return report(l);
    add_digests(l.run);
    for (const Output& out : outputs)
      if (!out.file.empty() && is_input(l, out.file)) {
        print_error("-o " + out.format + "=" + out.file +
                    ": this file is an input of the run; it is not overwritten");
        return kUsage;
      }
    for (const Output& out : outputs) {
      const bool to_stdout = out.file.empty();
      RenderOptions r = render_options();
      r.color = to_stdout && r.color;
      if (!emit(out, find_format(out.format)->render(l.run, r))) return kUsage;
      if (to_stdout && out.format == "concise" && !o_.quiet) {
        r.color = false;
        write_all(2, summary_line(l.run, r) + "\n");
      }
    }
    const int code = fix_failed_ ? kUsage : exit_code(l.run);
    return o_.exit_zero && code == 1 ? kClean : code;
  }

  int init() {
    std::string why;
    for (const char* name : {"npulint.toml", ".npulint.toml"})
      if (::access(name, F_OK) == 0) {
        print_error(std::string(name) + " is there already; it is left as it is");
        return kUsage;
      }
    if (!create_file("npulint.toml", embedded_init_toml, &why)) {
      print_error("npulint.toml: " + why);
      return kUsage;
    }
    return write_all(1, "wrote npulint.toml; `npulint config show` prints what is in force\n")
               ? kClean
               : kUsage;
  }

  int baseline(BaselineAction action) {
    if (!parse_check_options() || !prepare_load()) return kUsage;
    CheckOptions& c = o_.check;
    if (!o_.reason.empty() && !real_reason(o_.reason)) {
      print_error("--reason: \"" + o_.reason + "\" is no reason");
      return kUsage;
    }
    const std::string path = c.baseline.file ? join_path(c.load.cwd, *c.baseline.file)
                                             : default_baseline(reader_, c.load);
    const std::string shown = relative_path(path, c.load.cwd);
    const bool there = reader_.stat(path).kind != FileStat::Kind::kAbsent;
    const bool create = action == BaselineAction::kCreate;
    if (create == there) {
      print_error(shown +
                  (there ? ": is there already; `npulint baseline update` brings it up to date"
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
    if ((create && !made) ||
        (edit.text != before && !replace_file(path, before, edit.text, &why))) {
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

  int inspect() {
    if (!find_inspect()) return kUsage;
    o_.check.load.only_named = true;
    o_.check.load.isolated = true;
    if (!prepare_load()) return kUsage;
    Loaded& l = kept(load(reader_, o_.check.load));
    if (!l.errors.empty()) return report(l);
    add_digests(l.run);
    const std::string text = o_.format == "json" ? inspect_json(l.run, render_options())
                                                 : inspect_text(l.run, render_options());
    if (!write_all(1, text)) return kUsage;
    bool broken = false;
    for (const auto& f : l.run.files)
      for (const Problem& p : f->problems) broken = broken || p.kind == Problem::Kind::kUnreadable;
    return broken ? 1 : l.run.recognised ? kClean : 3;
  }

  int explain() {
    std::string out;
    for (const std::string& word : o_.words) {
      const Rule* rule = find_rule(word);
      if (!rule) {
        std::string near;
        valid_selector(word, &near);
        print_error("`" + word + "` is no rule" +
                    (near.empty() ? "" : "; did you mean `" + near + "`?"));
        return kUsage;
      }
      if (!out.empty() && o_.format == "text") out += "\n";
      out += o_.format == "json" ? explain_json(*rule) : explain_text(*rule, render_options());
    }
    for (const std::string& word : o_.keys) {
      const KeyQuery q = find_key(word);
      if (!q.key && q.section.empty()) {
        print_error("--key: `" + word + "` is no key or section of the conversion configs" +
                    (q.near.empty() ? "" : "; did you mean `" + q.near + "`?"));
        return kUsage;
      }
      if (!out.empty() && o_.format == "text") out += "\n";
      out += o_.format == "json" ? key_json(q) : key_text(q, render_options());
    }
    if (out.empty()) print_error("explain: name a rule, or a key after --key");
    return !out.empty() && write_all(1, out) ? kClean : kUsage;
  }

  int rules() {
    return write_all(1, o_.format == "json" ? rules_json() : rules_text(render_options())) ? kClean
                                                                                           : kUsage;
  }

  int exporter() {
    for (const std::string& word : o_.words) {
      const std::string_view text = npulint::exporter(word);
      if (text.empty()) {
        print_error("`" + word + "` is no exporter; there are hbdk, hrt and bmodel");
        return kUsage;
      }
      if (!write_all(1, text)) return kUsage;
    }
    return kClean;
  }

  int config_show() {
    if (o_.check.load.paths.empty()) o_.check.load.paths = {"."};
    if (!prepare_load()) return kUsage;
    o_.check.load.only_named = true;
    Loaded l = load(reader_, o_.check.load);
    if (!l.errors.empty()) return report(l);
    const std::string text =
        show_settings(l.run_settings ? *l.run_settings : Settings{}, l.run.sources);
    std::string out;  // strings of the file cannot drive the terminal
    for (size_t at = 0; at < text.size();) {
      const size_t end = std::min(text.find('\n', at), text.size());
      out += escape_terminal(std::string_view(text).substr(at, end - at)) + '\n';
      at = end + 1;
    }
    return write_all(1, out) ? kClean : kUsage;
  }

  int version() {
    const std::string v = NPULINT_VERSION;
    const std::string text =
        o_.format == "json" ? "{\"name\": \"npulint\", \"version\": \"" + v +
                                  "\", \"rules\": " + std::to_string(all_rules().size()) + "}\n"
                            : "npulint " + v + "\n";
    return write_all(1, text) ? kClean : kUsage;
  }

  int docs() {
    std::string why;
    if (write_docs(reader_, o_.examples, o_.out_dir, &why)) return kClean;
    print_error(why);
    return kUsage;
  }

 private:
  bool parse_outputs(std::vector<Output>& out) {
    if (o_.outputs.empty()) o_.outputs = {"text"};
    for (const std::string& text : o_.outputs) {
      const size_t eq = text.find('=');
      Output o{text.substr(0, eq), eq == std::string::npos ? "" : text.substr(eq + 1)};
      if (o.file == "-") o.file.clear();
      if (!find_format(o.format)) {
        print_error("-o: `" + o.format + "` is no format; there are text, concise and json");
        return false;
      }
      if (eq != std::string::npos && o.file.empty() && text.substr(eq + 1) != "-") {
        print_error("-o " + text + ": a file name must follow `=`");
        return false;
      }
      out.push_back(std::move(o));
    }
    return true;
  }

  bool parse_check_options() {
    CheckOptions& c = o_.check;
    if (!o_.profile.empty() && !(c.profile = parse_profile(o_.profile))) {
      print_error("--profile: `" + o_.profile + "` is none of commit, review, release");
      return false;
    }
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
    return true;
  }

  // Prints the changes and writes nothing; 1 when there are some.
  int diff() {
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
  Loaded fix() {
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

  void print_fixes(const Fixed& fixed, Text verb) const {
    const Lang lang = language(o_.lang);
    std::string out;
    const auto line = [&](Text what, const AppliedFix& a) {
      out += std::string(what.in(lang)) + " " + a.place + " " + std::string(a.code) + ": " +
             a.what.in(lang) + "\n";
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
                 .in(lang) +
             "\n";
    std::string shown;
    for (size_t at = 0; at < out.size();) {
      const size_t end = out.find('\n', at);
      shown += escape_terminal(std::string_view(out).substr(at, end - at)) + '\n';
      at = end + 1;
    }
    write_all(2, shown);
  }

  bool find_inspect() {
    if (o_.format == "text" || o_.format == "json") return true;
    print_error("--format: `" + o_.format + "` is none of text, json");
    return false;
  }

  bool prepare_load() {
    LoadOptions& l = o_.check.load;
    l.cwd = current_dir();
    const unsigned cores = std::max(1u, std::thread::hardware_concurrency());
    l.digests = o_.digests;
    l.jobs = o_.jobs > 0 ? static_cast<unsigned>(o_.jobs) : std::min(cores, 8u);
    bool stdin_named = false;
    for (const std::string& p : l.paths) stdin_named = stdin_named || p == "-";
    if (!stdin_named) return true;
    char block[65536];
    for (ssize_t n; (n = ::read(0, block, sizeof block)) != 0;) {
      if (n < 0 && errno == EINTR) continue;
      if (n < 0 || l.stdin_bytes.size() + static_cast<size_t>(n) > kMaxStdin) {
        print_error(n < 0 ? "standard input cannot be read"
                          : "standard input is larger than 64 MiB");
        return false;
      }
      l.stdin_bytes.append(block, static_cast<size_t>(n));
    }
    return true;
  }

  void add_digests(Run& run) {
    if (!o_.digests) return;
    for (auto& f : run.files) {
      if (run.sources.has_text(f->id)) {
        f->sha256 = sha256_hex(run.sources.bytes(f->id));
        continue;
      }
      std::string why;
      if (auto file = reader_.open(run.sources.real(f->id), &why)) f->sha256 = sha256_hex(*file);
    }
  }

  // By identity, not by spelling: a link to an input is that input. A report of an earlier run that
  // was only looked at is none.
  bool is_input(const Loaded& l, const std::string& path) const {
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
    return false;
  }

  bool emit(const Output& out, const std::string& text) {
    if (out.file.empty()) return write_all(1, text);
    const int fd = ::open(out.file.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
    const bool ok = fd >= 0 && write_all(fd, text);
    if (!ok) print_error("-o " + out.format + "=" + out.file + ": " + std::strerror(errno));
    if (fd >= 0) ::close(fd);
    return ok;
  }

  int report(const Loaded& l) {
    const Lang lang = language(o_.lang);
    for (const LoadError& e : l.errors) print_error(where(l.run, e) + e.what.in(lang));
    return kUsage;
  }

  RenderOptions render_options() const {
    RenderOptions r;
    r.lang = language(o_.lang);
    r.color = use_color(o_.color);
    r.quiet = o_.quiet;
    r.digests = o_.digests;
    r.show_suppressed = o_.show_suppressed;
    r.statistics = o_.statistics;
    return r;
  }

  Options& o_;
  DiskReader reader_;
  bool fix_failed_ = false;
};

constexpr const char* kCommands[] = {"check",  "explain", "rules",   "inspect", "exporter",
                                     "config", "init",    "version", "docs",    "baseline"};

int run(int argc, char** argv) {
  std::vector<std::string> args(argv + 1, argv + argc);
  const bool has_settings =
      ::access("npulint.toml", F_OK) == 0 || ::access(".npulint.toml", F_OK) == 0;
  if (args.empty() && !has_settings) args = {"--help"};
  // `check` is the default command
  bool command = false;
  if (!args.empty()) {
    for (const char* c : kCommands) command = command || args[0] == c;
    command = command || args[0] == "-h" || args[0] == "--help" || args[0] == "-V" ||
              args[0] == "--version";
  }
  if (!command) args.insert(args.begin(), "check");

  Options o;
  Command c(o);
  int code = kClean;
  CLI::App app{"npulint: the linter between a quantised model and the board", "npulint"};
  app.set_version_flag("-V,--version", "npulint " NPULINT_VERSION);
  app.require_subcommand(1);
  app.footer(
      "Exit codes: 0 clean, 1 findings, 2 usage or settings, 3 nothing recognised or required "
      "checks not done.\n"
      "Examples:\n"
      "  npulint check conversion/ --target s100\n"
      "  npulint check . --profile review -o text -o json=npulint.json\n"
      "  npulint inspect build/model.metadata.json\n"
      "  npulint explain QNT001");
  const auto display = [&](CLI::App* a) {
    a->add_option("--color", o.color, "auto, always or never")
        ->check(CLI::IsMember({"auto", "always", "never"}));
    a->add_option("--lang", o.lang, "auto, en or zh")->check(CLI::IsMember({"auto", "en", "zh"}));
  };
  const auto format = [&](CLI::App* a) {
    a->add_option("--format", o.format, "text or json")->check(CLI::IsMember({"text", "json"}));
  };

  CLI::App* check = app.add_subcommand("check", "Check files and folders (the default command)");
  LoadOptions& l = o.check.load;
  check->add_option("paths", l.paths,
                    "Files, folders, or - for standard input; the working directory without any");
  check->add_option("--target", l.target,
                    "Board, march or chip that the artifacts are for: s100, x5, nash-e, bm1684x …");
  check->add_option("--toolchain", l.toolchain,
                    "Version that converts: \"horizon_tc_ui 3.5.16\", \"OE X5 1.2.8\"");
  check->add_option("--profile", o.profile, "commit (default), review or release");
  check->add_option("--fail-on", o.fail_on, "error (default), warning, note or never");
  check->add_option("--select", o.check.select, "Only these rules: codes, names, prefixes, ALL")
      ->delimiter(',')
      ->allow_extra_args(false);
  check->add_option("--ignore", o.check.ignore, "Not these rules")
      ->delimiter(',')
      ->allow_extra_args(false);
  check->add_option("-o,--output", o.outputs, "FORMAT[=FILE], repeatable: text, concise, json")
      ->allow_extra_args(false);
  check->add_option("--config", l.settings_file, "This npulint.toml, for everything");
  check->add_flag("--isolated", l.isolated, "No npulint.toml");
  check->add_option("--exclude", l.exclude, "Globs that are not walked into")
      ->delimiter(',')
      ->allow_extra_args(false);
  check->add_flag("--force-exclude", l.force_exclude, "Exclude also files that are named");
  check->add_option("--stdin-filename", l.stdin_filename,
                    "The name of - in messages and for detection");
  check->add_flag("--no-ignores", o.check.no_ignores,
                  "Inline ignores and [[ignore]] suppress nothing");
  check->add_option("--baseline", o.check.baseline.file,
                    "This baseline; npulint-baseline.json is found upward without it");
  check->add_flag("--no-baseline", o.check.baseline.off, "No baseline");
  check->add_flag("--show-suppressed", o.show_suppressed,
                  "List the suppressed findings with their reasons (text output)");
  check->add_flag("--digests", o.digests, "SHA-256 of every input in the JSON result");
  check->add_flag("--exit-zero", o.exit_zero, "0 in place of 1");
  check->add_flag("--skip-unrecognized", l.skip_unrecognised,
                  "Pass over named files of no known kind; 0 when nothing is left");
  check->add_option("--min-severity", o.min_severity, "Show and count as failure from here on")
      ->check(CLI::IsMember({"note", "warning", "error"}));
  check->add_flag("--statistics", o.statistics, "Counts by rule in place of the findings (text)");
  check->add_flag("--diff", o.diff, "Print what --fix would change; write nothing");
  check->add_flag("--fix", o.fix,
                  "Apply the edits that cannot change the compiled artifact, then check");
  check->add_flag("--unsafe-fixes", o.unsafe_fixes,
                  "Apply (with --diff: print) also those that change what is compiled");
  check->add_flag("-q,--quiet", o.quiet, "Findings only");
  check->add_option("-j,--jobs", o.jobs, "Threads")->check(CLI::Range(1, 256));
  display(check);
  check->callback([&] {
    if (l.paths.empty()) l.paths = {"."};
    code = c.check();
  });

  CLI::App* explain = app.add_subcommand("explain", "Explain a rule, or a key of the configs");
  explain->add_option("rule", o.words, "Code or name");
  explain
      ->add_option("--key", o.keys,
                   "A key or section of the conversion YAML: input_parameters.input_shape")
      ->allow_extra_args(false);
  format(explain);
  display(explain);
  explain->callback([&] { code = c.explain(); });

  CLI::App* rules = app.add_subcommand("rules", "List the rules");
  format(rules);
  display(rules);
  rules->callback([&] { code = c.rules(); });

  CLI::App* inspect = app.add_subcommand("inspect", "Show the facts of any artifact");
  inspect->add_option("files", l.paths, "Files")->required();
  inspect->add_flag("--digests", o.digests, "SHA-256 of every file");
  format(inspect);
  display(inspect);
  inspect->callback([&] { code = c.inspect(); });

  CLI::App* exporter =
      app.add_subcommand("exporter", "Print the script or command that produces metadata");
  exporter->add_option("name", o.words, "hbdk, hrt or bmodel")->required();
  exporter->callback([&] { code = c.exporter(); });

  CLI::App* config = app.add_subcommand("config", "Settings");
  config->require_subcommand(1);
  CLI::App* show =
      config->add_subcommand("show", "The effective settings and where each comes from");
  show->add_option("path", l.paths, "A file or folder; the working directory without one");
  show->add_option("--config", l.settings_file, "This npulint.toml");
  display(show);
  show->callback([&] { code = c.config_show(); });

  CLI::App* baseline =
      app.add_subcommand("baseline", "Findings that are there already: accept them for now");
  baseline->require_subcommand(1);
  const auto action = [&](const char* name, const char* what, BaselineAction a) {
    CLI::App* sub = baseline->add_subcommand(name, what);
    sub->add_option("paths", l.paths, "Files and folders; the working directory without any");
    sub->add_option("--baseline", o.check.baseline.file,
                    "The file; beside npulint.toml or in the working directory without it");
    if (a != BaselineAction::kPrune)
      sub->add_option("--reason", o.reason, "Why the findings are accepted");
    sub->add_option("--target", l.target, "As of check");
    sub->add_option("--toolchain", l.toolchain, "As of check");
    sub->add_option("--profile", o.profile, "As of check");
    sub->add_option("--config", l.settings_file, "This npulint.toml, for everything");
    sub->add_flag("--isolated", l.isolated, "No npulint.toml");
    sub->add_option("-j,--jobs", o.jobs, "Threads")->check(CLI::Range(1, 256));
    display(sub);
    sub->callback([&, a] {
      if (l.paths.empty()) l.paths = {"."};
      code = c.baseline(a);
    });
  };
  action("create", "Write the baseline of all findings", BaselineAction::kCreate);
  action("update", "Take what was checked as it is now", BaselineAction::kUpdate);
  action("prune", "Remove the entries that match nothing any more", BaselineAction::kPrune);

  CLI::App* init = app.add_subcommand("init", "Write a commented npulint.toml");
  init->callback([&] { code = c.init(); });

  CLI::App* version = app.add_subcommand("version", "Print the version");
  format(version);
  version->callback([&] { code = c.version(); });

  CLI::App* docs =
      app.add_subcommand("docs", "Generate docs/rules from the rules and their examples");
  docs->group("");
  docs->add_option("--examples", o.examples, "examples/rules")->required();
  docs->add_option("--out", o.out_dir, "docs/rules")->required();
  docs->callback([&] { code = c.docs(); });

  std::reverse(args.begin(), args.end());
  try {
    app.parse(std::move(args));
  } catch (const CLI::ParseError& e) {
    return app.exit(e) == 0 ? kClean : kUsage;
  }
  return code;
}

}  // namespace
}  // namespace npulint

int main(int argc, char** argv) {
  // The process is short: freed memory is used again rather than given back page by page.
  ::mallopt(M_MMAP_THRESHOLD, 64 << 20);
  ::mallopt(M_TRIM_THRESHOLD, 512 << 20);
  ::mallopt(M_TOP_PAD, 1 << 20);
  try {
    return npulint::run(argc, argv);
  } catch (const std::exception& e) {
    npulint::print_error(std::string("internal error: ") + e.what());
  } catch (...) {
    npulint::print_error("internal error");
  }
  return npulint::kUsage;
}
