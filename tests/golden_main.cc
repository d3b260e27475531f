// Examples are tests: every folder of examples/rules/<CODE> is checked with that rule alone, every
// folder of examples/bundles with all rules, and the text report must be expected.txt to the byte.
// With NPULINT_UPDATE set, expected.txt is rewritten. A last test regenerates docs/rules and
// compares.
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <sstream>

#include "lint/check.h"
#include "lint/docs.h"
#include "lint/render.h"

namespace npulint {
namespace {

const std::string kRoot = NPULINT_SOURCE_DIR;

std::string slurp(const std::string& path) {
  std::ifstream in(path, std::ios::binary);
  std::ostringstream out;
  out << in.rdbuf();
  return out.str();
}

// Examples without what the tests keep beside them.
class ExampleReader : public DiskReader {
 public:
  std::vector<std::string> list(const std::string& path, Kinds* kinds = nullptr) const override {
    std::vector<std::string> names = DiskReader::list(path);
    std::erase_if(names,
                  [](const std::string& n) { return n == "expected.txt" || n == "args.txt"; });
    if (kinds) kinds->assign(names.size(), FileStat::Kind::kAbsent);
    return names;
  }
};

// Data that a script of the example makes is not kept in the tree. False when the script fails.
bool make_data(const DiskReader& disk, const std::string& dir) {
  const std::string script = dir + "/make_dumps.py";
  if (disk.stat(script).kind != FileStat::Kind::kFile) return true;
  return std::system(("python3 '" + script + "'").c_str()) == 0;
}

struct Outcome {
  std::string text;
  std::string fault;  // why the example is none of its kind; empty when it is
};

Outcome run_example(const std::string& dir, const std::string& code, const std::string& name,
                    unsigned jobs) {
  ExampleReader reader;
  CheckOptions o;
  o.load.cwd = dir;
  o.load.jobs = jobs;
  o.profile = Profile::kReview;
  o.today = "2026-01-01";
  if (!code.empty()) o.select = {code};
  std::istringstream args(slurp(dir + "/args.txt"));
  for (std::string word; args >> word;) {
    if (word == "--target") {
      args >> word;
      o.load.target = word;
    } else if (word == "--profile") {
      args >> word;
      o.profile = parse_profile(word);
    } else if (word == "--against") {
      args >> word;
      o.load.against = word;
    } else if (word == "--select") {
      args >> word;
      o.select.push_back(word);
    } else {
      o.load.paths.push_back(word);
    }
  }
  if (o.load.paths.empty()) o.load.paths = {"."};
  Loaded l = check(reader, o);
  Outcome out;
  for (const LoadError& e : l.errors) out.fault += e.what.in(Lang::kEn) + "\n";
  if (!out.fault.empty()) return out;
  out.text = render_text(l.run, {}) + "exit code " + std::to_string(exit_code(l.run)) + "\n";
  if (code.empty()) return out;
  size_t findings = l.run.result.findings.size(), loud = 0, passed = 0, unknown = 0;
  for (const Finding& f : l.run.result.findings)
    loud += !f.suppressed && (f.severity > Severity::kNote || f.rule->severity == Severity::kNote);
  for (const Check& c : l.run.result.checks) {
    passed += c.verdict == Verdict::kPass || c.verdict == Verdict::kNotApplicable;
    unknown += c.verdict == Verdict::kNotChecked;
  }
  if (name.starts_with("fail-") && findings == 0) out.fault = "a fail example without a finding";
  if (name.starts_with("note-") && (findings == 0 || loud != 0))
    out.fault = "a note example must give notes and nothing more";
  if (name.starts_with("pass-") && (loud != 0 || passed == 0))
    out.fault = "a pass example must pass";
  if (name.starts_with("unknown-") && (findings != 0 || unknown == 0))
    out.fault = "an unknown example must not be checked";
  return out;
}

class Golden {
 public:
  int run() {
    for (const std::string& code : reader_.list(kRoot + "/examples/rules")) {
      const std::string dir = kRoot + "/examples/rules/" + code;
      if (!find_rule(code)) fail(dir, "no rule has this code");
      for (const std::string& name : reader_.list(dir)) example(dir + "/" + name, code, name);
    }
    for (const std::string& name : reader_.list(kRoot + "/examples/bundles"))
      example(kRoot + "/examples/bundles/" + name, "", name);
    for (const Rule* r : all_rules()) catalogue(*r);
    if (!update_) docs();
    std::printf("%zu passed, %zu failed\n", passed_, failed_);
    return failed_ == 0 ? 0 : 1;
  }

 private:
  void fail(const std::string& what, const std::string& why) {
    ++failed_;
    std::printf("FAIL %s: %s\n", what.substr(kRoot.size() + 1).c_str(), why.c_str());
  }

  void example(const std::string& dir, const std::string& code, const std::string& name) {
    if (reader_.stat(dir).kind != FileStat::Kind::kDirectory) return;
    if (!make_data(reader_, dir)) return fail(dir, "its make_dumps.py fails");
    const Outcome out = run_example(dir, code, name, 1);
    if (!out.fault.empty()) return fail(dir, out.fault);
    if (run_example(dir, code, name, 8).text != out.text) return fail(dir, "-j1 and -j8 differ");
    const std::string file = dir + "/expected.txt";
    if (update_) std::ofstream(file, std::ios::binary) << out.text;
    const std::string expected = slurp(file);
    if (expected == out.text)
      ++passed_;
    else
      fail(dir, expected.empty() ? "no expected.txt"
                                 : "the report differs from expected.txt; it is now\n" + out.text);
  }

  // Every rule has all its texts in both languages, a source, and an example of each kind.
  void catalogue(const Rule& r) {
    const std::string dir = kRoot + "/examples/rules/" + std::string(r.code);
    bool fails = false, passes = false,
         unknown = r.scope == Scope::kFile;  // a file of another kind has nothing to supply
    for (const std::string& name : reader_.list(dir)) {
      fails = fails || name.starts_with("fail-");
      passes = passes || name.starts_with("pass-");
      unknown = unknown || name.starts_with("unknown-");
    }
    const bool texts = !r.name.empty() && !r.source.empty() && !r.summary.en.empty() &&
                       !r.summary.zh.empty() && !r.why.en.empty() && !r.why.zh.empty() &&
                       !r.fix.en.empty() && !r.fix.zh.empty();
    if (!texts)
      fail(dir, "the rule lacks a name, a source or a text in one of the languages");
    else if (!fails || !passes || !unknown)
      fail(dir, "the rule lacks a fail-, pass- or unknown- example");
    else
      ++passed_;
  }

  void docs() {
    for (const auto& [path, page] : rule_docs(reader_, kRoot + "/examples/rules")) {
      const std::string file = kRoot + "/docs/rules/" + path;
      if (slurp(file) == page)
        ++passed_;
      else
        fail(file, "is not what `tests/golden.sh --update` generates");
    }
  }

  DiskReader reader_;
  const bool update_ = std::getenv("NPULINT_UPDATE") != nullptr;
  size_t passed_ = 0, failed_ = 0;
};

}  // namespace
}  // namespace npulint

int main() { return npulint::Golden().run(); }
