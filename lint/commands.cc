// What all commands share: standard input, colours, language, errors.
#include "lint/commands.h"

#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <thread>

#include "lint/digest.h"
#include "lint/progress.h"
#include "lint/shard.h"

namespace npulint {
namespace {

constexpr uint64_t kMaxStdin = 64u << 20;

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

std::string where(const Run& run, const LoadError& e) {
  if (!e.at || !e.at->known()) return "";
  std::string out = run.sources.shown(e.at->file);
  if (const Place p = run.sources.place(*e.at); p.line)
    out += ":" + std::to_string(p.line) + ":" + std::to_string(p.column);
  return out + ": ";
}

}  // namespace

void print_error(std::string_view raw) {
  const std::string text = escape_terminal(raw);
  std::fprintf(stderr, "npulint: %s\n", text.c_str());
}

std::string current_dir() {
  std::string out(4096, '\0');
  return ::getcwd(out.data(), out.size()) ? std::string(out.c_str()) : ".";
}

std::string escape_lines(std::string_view text, size_t most) {
  std::string out;
  for (size_t at = 0; at < text.size();) {
    const size_t end = std::min(text.find('\n', at), text.size());
    out += escape_terminal(text.substr(at, std::min(end - at, most)));
    out += end - at > most ? " …\n" : "\n";
    at = end + 1;
  }
  return out;
}

Loaded& kept(Loaded&& l) {
  static Loaded* const run = new Loaded(std::move(l));
  return *run;
}

int Command::write_new(const std::string& file, std::string_view bytes, const std::string& then) {
  std::string why;
  if (::access(file.c_str(), F_OK) == 0)
    print_error(file + " is there already; it is left as it is");
  else if (!create_file(file, bytes, &why))
    print_error(file + ": " + why);
  else
    return write_all(1, then) ? kClean : kUsage;
  return kUsage;
}

Lang Command::lang() const { return language(o_.lang); }

bool Command::prepare_load() {
  LoadOptions& l = o_.check.load;
  l.cwd = current_dir();
  Progress::show_on_terminal(lang());
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
      print_error(n < 0 ? "standard input cannot be read" : "standard input is larger than 64 MiB");
      return false;
    }
    l.stdin_bytes.append(block, static_cast<size_t>(n));
  }
  return true;
}

void Command::add_digests(Run& run, bool artifacts, const Parts* parts) {
  Progress progress(kHashed, run.files.size());
  for (auto& f : run.files) {
    progress.tick();
    const bool compiled = f->kind == FileKind::kCompiled || f->kind == FileKind::kHbm ||
                          f->kind == FileKind::kBin || f->kind == FileKind::kBmodel;
    if (!o_.digests && !(artifacts && compiled)) continue;
    if (parts && !parts->file(f->id)) continue;
    if (run.sources.has_text(f->id)) {
      f->sha256 = sha256_hex(run.sources.bytes(f->id));
      continue;
    }
    std::string why;
    if (auto file = reader_.open(run.sources.real(f->id), &why)) f->sha256 = sha256_hex(*file);
  }
}

int Command::report(const Loaded& l) {
  for (const LoadError& e : l.errors) print_error(where(l.run, e) + e.what.in(lang()));
  return kUsage;
}

// The closest folder upward of the working directory that holds `.git`, else of the first file.
std::string Command::repository_root(const Run& run) const {
  std::vector<std::string> starts{current_dir()};
  if (!run.files.empty())
    if (const std::string& real = run.sources.real(run.files[0]->id); real.starts_with('/'))
      starts.push_back(dir_name(real));
  for (std::string dir : starts)
    for (;; dir = dir_name(dir)) {
      if (reader_.stat(join_path(dir, ".git")).kind != FileStat::Kind::kAbsent) return dir;
      if (dir == "/" || dir == ".") break;
    }
  return "";
}

RenderOptions Command::render_options() const {
  RenderOptions r;
  r.lang = lang();
  r.color = use_color(o_.color);
  r.quiet = o_.quiet;
  r.digests = o_.digests;
  r.show_suppressed = o_.show_suppressed;
  r.statistics = o_.statistics;
  r.recipe_cpp = o_.recipe == "all" || o_.recipe == "cpp";
  r.recipe_python = o_.recipe == "all" || o_.recipe == "python";
  return r;
}

}  // namespace npulint
