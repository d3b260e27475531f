#include "lint/run.h"

#include <algorithm>
#include <map>
#include <set>
#include <tuple>

namespace npulint {
namespace {

// In commit, a guess neither shows nor fails.
bool is_sure(const Finding& f, Profile profile) {
  return profile != Profile::kCommit || f.confidence >= Confidence::kMedium;
}

}  // namespace

std::string_view file_kind_name(FileKind k) {
  switch (k) {
    case FileKind::kUnknown:
      return "unknown";
    case FileKind::kConfig:
      return "config";
    case FileKind::kGraph:
      return "onnx";
    case FileKind::kCompiled:
      return "compiled";
    case FileKind::kContract:
      return "contract";
    case FileKind::kSettings:
      return "settings";
    case FileKind::kHbm:
      return "hbm";
    case FileKind::kBin:
      return "bin";
    case FileKind::kBmodel:
      return "bmodel";
    case FileKind::kLog:
      return "log";
    case FileKind::kQuantInfo:
      return "quant_info";
    case FileKind::kTable:
      return "table";
    case FileKind::kScript:
      return "script";
    case FileKind::kManifest:
      return "manifest";
    case FileKind::kChecksums:
      return "checksums";
    case FileKind::kBenchmarks:
      return "benchmarks";
  }
  return "";
}

Tally tally(const Result& result) {
  Tally t;
  using Key = std::tuple<const Rule*, std::string_view, std::string_view>;
  std::set<Key> live, quiet;  // failing checks with, and with only suppressed findings
  for (const Finding& f : result.findings) {
    (f.suppressed ? quiet : live).emplace(f.rule, f.bundle, f.subject);
    if (f.suppressed) {
      ++t.suppressed;
      continue;
    }
    switch (f.severity) {
      case Severity::kError:
        ++t.errors;
        break;
      case Severity::kWarning:
        ++t.warnings;
        break;
      case Severity::kNote:
        ++t.notes;
        break;
    }
  }
  std::map<Input, size_t> missing;
  for (const Check& c : result.checks) {
    switch (c.verdict) {
      case Verdict::kPass:
        ++t.passed;
        break;
      case Verdict::kNotApplicable:
        ++t.not_applicable;
        break;
      case Verdict::kFail: {
        const Key key{c.rule, c.bundle, c.subject};
        if (live.count(key) || !quiet.count(key)) ++t.failed;
        break;
      }
      case Verdict::kNotChecked:
        ++t.not_checked;
        if (!c.missing.empty() && c.missing[0].fact) ++missing[c.missing[0].fact->input];
        break;
    }
  }
  t.by_missing.assign(missing.begin(), missing.end());
  std::stable_sort(t.by_missing.begin(), t.by_missing.end(),
                   [](const auto& a, const auto& b) { return a.second > b.second; });
  return t;
}

bool fails(const Finding& f, const Run& run) {
  if (f.suppressed || f.severity < run.least || !is_sure(f, run.profile)) return false;
  switch (run.fail_on) {
    case FailOn::kNever:
      return false;
    case FailOn::kNote:
      return true;
    case FailOn::kWarning:
      return f.severity >= Severity::kWarning;
    case FailOn::kError:
      break;
  }
  if (f.severity == Severity::kError) return true;
  return run.profile == Profile::kRelease && f.severity == Severity::kWarning &&
         f.rule->code.starts_with("ZOO");
}

bool is_shown(const Finding& f, const Run& run) {
  if (f.suppressed || f.severity < run.least) return false;
  if (run.profile != Profile::kCommit || fails(f, run)) return true;
  return is_sure(f, run.profile) && f.severity >= Severity::kWarning;
}

int exit_code(const Run& run) {
  const auto& findings = run.result.findings;
  if (std::any_of(findings.begin(), findings.end(),
                  [&](const Finding& f) { return fails(f, run); }))
    return 1;
  if (!run.recognised) return run.may_be_empty ? 0 : 3;
  if (run.profile == Profile::kCommit) return 0;
  const auto& checks = run.result.checks;
  const bool incomplete = std::any_of(checks.begin(), checks.end(), [](const Check& c) {
    // a rule about rows that nothing states had nothing to check
    const bool scope_exists = c.rule->scope == Scope::kBundle || !c.subject.empty();
    return scope_exists && c.verdict == Verdict::kNotChecked &&
           c.rule->severity == Severity::kError;
  });
  return incomplete ? 3 : 0;
}

}  // namespace npulint
