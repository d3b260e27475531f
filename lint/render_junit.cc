// JUnit XML, as CI servers read it: a test suite a bundle, a test case a rule and subject; what was
// not checked is skipped with its reason.
#include <map>
#include <tuple>

#include "lint/anchor.h"

namespace npulint {
namespace {

std::string xml(std::string_view s) {
  std::string safe = escape_terminal(s);
  // two code points that UTF-8 has and XML has not
  for (const std::string_view bad : {"\xEF\xBF\xBE", "\xEF\xBF\xBF"})
    for (size_t at; (at = safe.find(bad)) != safe.npos;)
      safe.replace(at, bad.size(), "\xEF\xBF\xBD");
  std::string out;
  for (const char c : safe) {
    if (c == '&')
      out += "&amp;";
    else if (c == '<')
      out += "&lt;";
    else if (c == '>')
      out += "&gt;";
    else if (c == '"')
      out += "&quot;";
    else
      out += c;
  }
  return out;
}

struct Suite {
  std::string cases;
  size_t tests = 0, failures = 0, skipped = 0;
};

class Writer {
 public:
  Writer(const Run& run, const RenderOptions& o) : run_(run), o_(o) {
    for (const Finding& f : run.result.findings)
      if (is_shown(f, run)) findings_[{f.rule, f.bundle, f.subject}].push_back(&f);
  }

  std::string write() {
    for (const Check& c : run_.result.checks) add(c);
    size_t tests = 0, failures = 0, skipped = 0;
    std::string suites;
    for (const auto& [name, s] : suites_) {
      tests += s.tests;
      failures += s.failures;
      skipped += s.skipped;
      suites += "  <testsuite name=\"" + xml(name.empty() ? "files" : name) + '"' +
                counts(s.tests, s.failures, s.skipped) + ">\n" + s.cases + "  </testsuite>\n";
    }
    return "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites name=\"npulint\"" +
           counts(tests, failures, skipped) + ">\n" + suites + "</testsuites>\n";
  }

 private:
  using Key = std::tuple<const Rule*, std::string_view, std::string_view>;

  static std::string counts(size_t tests, size_t failures, size_t skipped) {
    return " tests=\"" + std::to_string(tests) + "\" failures=\"" + std::to_string(failures) +
           "\" errors=\"0\" skipped=\"" + std::to_string(skipped) + "\"";
  }

  void add(const Check& c) {
    if (c.verdict == Verdict::kNotApplicable) return;
    Suite& s = suites_[std::string(c.bundle)];
    std::string name = std::string(c.rule->code) + " " + std::string(c.rule->name);
    if (!c.subject.empty()) name += " (" + std::string(c.subject) + ")";
    std::string body;
    const auto it = findings_.find({c.rule, c.bundle, c.subject});
    // findings below what fails the run are said, not counted as failures
    if (it != findings_.end()) {
      std::string text;
      bool failed = false;
      for (const Finding* f : it->second) {
        failed = failed || fails(*f, run_);
        text += xml(place(*f) + ": " + std::string(severity_name(f->severity)) + ": " +
                    f->message.in(o_.lang)) +
                '\n';
      }
      const std::string first = it->second[0]->message.in(o_.lang);
      if (failed) ++s.failures;
      body = failed ? "      <failure message=\"" + xml(first) + "\" type=\"" +
                          std::string(severity_name(it->second[0]->severity)) + "\">" + text +
                          "</failure>\n"
                    : "      <system-out>" + text + "</system-out>\n";
    } else if (c.verdict == Verdict::kNotChecked) {
      ++s.skipped;
      const std::string lead = o_.lang == Lang::kZh ? "未检查：" : "not checked: ";
      body = "      <skipped message=\"" + xml(lead + c.why().in(o_.lang)) + "\"/>\n";
    }
    ++s.tests;
    s.cases += "    <testcase classname=\"" + xml(c.bundle.empty() ? "files" : c.bundle) +
               "\" name=\"" + xml(name) + '"' +
               (body.empty() ? "/>\n" : ">\n" + body + "    </testcase>\n");
  }

  std::string place(const Finding& f) const {
    const Anchor a = anchor_of(run_, f);
    if (a.file == kNoFile) return "-";
    return repository_path(run_, a.file, o_) + ":" + std::to_string(a.begin.line);
  }

  const Run& run_;
  const RenderOptions& o_;
  std::map<Key, std::vector<const Finding*>> findings_;
  std::map<std::string, Suite> suites_;
};

}  // namespace

std::string render_junit(const Run& run, const RenderOptions& o) { return Writer(run, o).write(); }

}  // namespace npulint
