#include "lint/engine.h"

#include <algorithm>
#include <array>
#include <deque>
#include <iterator>
#include <unordered_map>
#include <unordered_set>

#include "lint/parallel.h"
#include "lint/shard.h"

namespace npulint {
namespace {

constexpr Text kNoInput{"no {0}", "缺少：{0}"};
constexpr Text kNotStated{"{0}: not stated", "未说明：{0}"};
constexpr Text kOtherConversion{"nothing in the bundle converts the model in this way",
                                "该组产物中没有以这种方式转换模型的文件"};
constexpr Text kNoRows{"nothing of this kind in the bundle", "该组产物中没有此类对象"};

const Message& other_conversion() {
  static const Message kSaid(kOtherConversion);
  return kSaid;
}
const Message& no_rows() {
  static const Message kSaid(kNoRows);
  return kSaid;
}

template <class T>
void append(std::vector<T>& to, std::vector<T>& from) {
  to.insert(to.end(), std::make_move_iterator(from.begin()), std::make_move_iterator(from.end()));
}

struct Runner {
  const EngineOptions& options;
  Result result;
  std::vector<MissingFact> lacks;  // of the check that is being made
  // "not stated" of a fact, said once for all files.
  std::unordered_map<const FactInfo*, const Message*> not_stated = {};

  const Message* silent(const Check& check, const MissingFact& m) {
    if (m.said && !m.said->empty()) return m.said;
    const Message*& said = not_stated[m.fact];
    if (!said) said = result.reasons.keep(check.why(m));
    return said;
  }

  bool human(const Evidence& e) const {
    return e.known() && options.declared_by_human && options.declared_by_human(e.file);
  }

  // The reason why `need` is missing: what link or a parser said, else which input is absent, else
  // that it is silent.
  static MissingFact missing(const Need& need, const Message* said, const Bundle* bundle) {
    return {need.info, said, bundle && !has_input(*bundle, need.info->input)};
  }

  // What a rule wants belongs to the other way of converting: there is nothing to supply.
  static bool of_other_conversion(const Rule& rule, const Bundle& b) {
    return std::any_of(rule.needs.begin(), rule.needs.end(), [&](const Need& n) {
      const Input i = n.info->input;
      return n.required && ((i == Input::kConfig && b.by_script && !b.config_record) ||
                            (i == Input::kCalibration && !b.config_record) ||
                            (i == Input::kScript && !b.by_script) ||
                            (i == Input::kTable && !b.by_script && b.tables.empty()));
    });
  }

  // Rows of released models are asked for one by one.
  bool is_mine(const Rule& rule, const Bundle& b) const {
    return !options.parts || options.parts->bundle(b) ||
           (rule.scope == Scope::kReleasedModel && !b.released.empty());
  }

  // A release is no build: nothing is missing for rules about builds. Those that judge what it
  // states all the same have their facts.
  static bool concerns(const Rule& rule, const Bundle& b) {
    const bool of_release = rule.scope == Scope::kRelease || rule.scope == Scope::kReleasedModel ||
                            rule.scope == Scope::kBenchmarks || rule.scope == Scope::kDrift;
    if (of_release || !b.is_release) return of_release == b.is_release;
    return rule.scope == Scope::kBundle &&
           std::all_of(rule.needs.begin(), rule.needs.end(),
                       [&](const Need& n) { return !n.required || n.known(&b); });
  }

  void run(const Rule& rule, const Bundle* bundle, const std::string& subject, const void* row,
           size_t index = 0) {
    Check check;
    check.rule = &rule;
    check.row = static_cast<uint32_t>(index);
    if (bundle) check.bundle = bundle->name;
    check.subject = subject;
    lacks.clear();
    for (const Need& n : rule.needs)
      if (n.required && !n.known(row)) lacks.push_back(missing(n, n.missing(row), bundle));
    if (bundle && !lacks.empty() && of_other_conversion(rule, *bundle)) {
      check.verdict = Verdict::kNotApplicable;
      check.reason = &other_conversion();
      result.checks.push_back(std::move(check));
      return;
    }
    if (!lacks.empty()) {
      // a file without the fact is of another kind: there is nothing to supply
      check.verdict = rule.scope == Scope::kFile ? Verdict::kNotApplicable : Verdict::kNotChecked;
      if (rule.scope == Scope::kFile)
        check.reason = silent(check, lacks[0]);
      else
        check.missing = result.reasons.keep(lacks);
      result.checks.push_back(std::move(check));
      return;
    }
    Report report(rule.severity);
    rule.run(report, row);
    if (!report.items.empty()) {
      check.verdict = Verdict::kFail;
      for (Report::Item& item : report.items)
        add_finding(check, bundle, subject, row, std::move(item));
    } else if (!report.unknowable.empty()) {
      check.verdict = Verdict::kNotChecked;
      check.missing = result.reasons.keep(std::array{MissingFact()});
      check.reason = result.reasons.keep(std::move(report.unknowable));
    } else if (!report.inapplicable.empty()) {
      check.verdict = Verdict::kNotApplicable;
      check.reason = result.reasons.keep(std::move(report.inapplicable));
    }
    result.checks.push_back(std::move(check));
  }

  // Every need that is known is evidence, in signature order, but for the primary place itself.
  void add_finding(const Check& check, const Bundle* bundle, const std::string& subject,
                   const void* row, Report::Item item) {
    const Rule& rule = *check.rule;
    Finding f;
    f.rule = &rule;
    f.row = check.row;
    f.severity = item.severity;
    f.subject = subject;
    if (bundle) f.bundle = bundle->name;
    f.at = std::move(item.at);
    f.message = std::move(item.message);
    f.fix = std::move(item.fix);
    bool declared = human(f.at);
    const auto same = [](const Evidence& a, const Evidence& b) {
      return a.file == b.file && a.begin == b.begin && a.end == b.end &&
             (a.has_range() || a.path == b.path);
    };
    for (const Need& n : rule.needs) {
      if (!n.known(row)) continue;
      const Evidence& at = *n.at(row);
      if (!at.known() || same(at, f.at)) continue;
      const auto value = n.shown(row);
      if (!value) continue;
      declared = declared || human(at);
      const bool twice = std::any_of(f.related.begin(), f.related.end(),
                                     [&](const Related& r) { return same(r.at, at); });
      if (!twice) f.related.push_back({at, n.info->label, *value, {}});
    }
    for (auto& [at, note] : item.also) {
      declared = declared || human(at);
      f.related.push_back({at, {}, {}, std::move(note)});
    }
    f.confidence = std::min(rule.confidence, declared ? Confidence::kMedium : Confidence::kHigh);
    result.findings.push_back(std::move(f));
  }

  void run_rule(const Rule& rule, const Bundle& b, const std::vector<const StageRow*>& stages) {
    if (rule.scope == Scope::kFile || !is_mine(rule, b) || !concerns(rule, b) ||
        (options.enabled && !options.enabled(rule, &b, b.anchor)))
      return;
    size_t index = 0;
    const auto rows = [&](const auto& list) {
      for (const auto& row : list) run(rule, &b, row.subject, &row, index++);
      return !list.empty();
    };
    bool any = true;
    switch (rule.scope) {
      case Scope::kFile:
        break;
      case Scope::kBundle:
        run(rule, &b, b.subject, &b);
        break;
      case Scope::kInput:
        any = rows(b.inputs);
        break;
      case Scope::kOutput:
        any = rows(b.outputs);
        break;
      case Scope::kIo: {
        const bool in = rows(b.inputs), out = rows(b.outputs);
        any = in || out;
        break;
      }
      case Scope::kTensor:
        any = rows(b.tensors);
        break;
      case Scope::kStage:
        for (const StageRow* row : stages) run(rule, &b, row->subject, row, index++);
        any = !b.stages.empty();
        break;
      case Scope::kRun:
        any = rows(b.runs);
        break;
      case Scope::kCompare:
        any = rows(b.compares);
        break;
      case Scope::kReplay:
        any = rows(b.replays);
        break;
      case Scope::kCommand:
        any = rows(b.commands);
        break;
      case Scope::kTable:
        any = rows(b.tables);
        break;
      case Scope::kRelease:
        any = rows(b.releases);
        break;
      case Scope::kReleasedModel:
        for (const ReleasedModelRow& row : b.released) {
          if (!options.parts || options.parts->released(b, row.subject))
            run(rule, &b, row.subject, &row, index);
          ++index;
        }
        any = !b.released.empty();
        break;
      case Scope::kBenchmarks:
        any = rows(b.benchmarks);
        break;
      case Scope::kDrift:
        any = rows(b.drifts);
        break;
    }
    if (!any) run_without_rows(rule, b);
  }

  // Why the artifact gives no rows though it is there: several models, damage.
  static const Message* no_model(const Need& need, const Bundle& bundle) {
    const Input i = need.info->input;
    const bool artifact =
        i == Input::kCompiled || i == Input::kCompiledOrGraph || i == Input::kCompiledOrConfig;
    return artifact && !bundle.compiled_missing.empty() ? &bundle.compiled_missing : nullptr;
  }

  // No row at all: for want of an input, or because there is nothing of the kind.
  void run_without_rows(const Rule& rule, const Bundle& bundle) {
    Check check;
    check.rule = &rule;
    check.bundle = bundle.name;
    lacks.clear();
    for (const Need& n : rule.needs)
      if (n.required && !has_input(bundle, n.info->input))
        lacks.push_back(missing(n, no_model(n, bundle), &bundle));
    if (of_other_conversion(rule, bundle)) lacks.clear();
    check.verdict = lacks.empty() ? Verdict::kNotApplicable : Verdict::kNotChecked;
    check.missing = result.reasons.keep(lacks);
    if (lacks.empty()) check.reason = &no_rows();
    result.checks.push_back(std::move(check));
  }
};

}  // namespace

std::span<const MissingFact> Reasons::keep(std::span<const MissingFact> facts) {
  constexpr size_t kBlock = 128;
  if (facts.empty()) return {};
  if (facts.size() > left_) {
    size_ = left_ = std::max(kBlock, facts.size());
    blocks_.push_back(std::make_unique<MissingFact[]>(size_));
  }
  MissingFact* to = blocks_.back().get() + (size_ - left_);
  std::copy(facts.begin(), facts.end(), to);
  left_ -= facts.size();
  return {to, facts.size()};
}

const Message* Reasons::keep(Message said) {
  return said_.emplace_back(std::make_unique<const Message>(std::move(said))).get();
}

void Reasons::take(Reasons&& other) {
  // its last block counts as full
  append(blocks_, other.blocks_);
  append(said_, other.said_);
  left_ = 0;
}

void take(Result& to, Result&& from) {
  append(to.checks, from.checks);
  append(to.findings, from.findings);
  to.reasons.take(std::move(from.reasons));
  from = {};
}

Message Check::why() const {
  if (!missing.empty()) return why(missing[0]);
  return reason ? *reason : Message();
}

Message Check::why(const MissingFact& m) const {
  if (!m.fact) return reason ? *reason : Message();
  if (m.said && !m.said->empty()) return *m.said;
  return m.no_input ? Message(kNoInput, input_name(m.fact->input))
                    : Message(kNotStated, m.fact->label);
}

std::string_view suppression_name(Suppression s) {
  static constexpr std::string_view kNames[] = {"", "inline", "settings", "baseline"};
  return kNames[static_cast<size_t>(s)];
}

bool has_input(const Bundle& b, Input input) {
  switch (input) {
    case Input::kFile:
      return true;
    case Input::kConfig:
      return b.config_record != nullptr;
    case Input::kCompiled:
      return b.compiled_record != nullptr;
    case Input::kCompiledOrGraph:
      return b.compiled_record || !b.graphs.empty();
    case Input::kCompiledOrConfig:
      return b.compiled_record || b.config_record;
    case Input::kContract:
      return b.contract_record != nullptr;
    case Input::kGraph:
      return !b.graphs.empty();
    case Input::kTarget:
      return b.declared.value.has_value();
    case Input::kPlatform:
      return b.platform.value.has_value();
    case Input::kScript:
      return b.by_script;
    case Input::kCalibration:
      return std::any_of(b.inputs.begin(), b.inputs.end(),
                         [](const IoRow& r) { return r.calibration.value.has_value(); });
    case Input::kLog:
      return b.log_record != nullptr;
    case Input::kTable:
      return !b.tables.empty();
    case Input::kManifest:
      return !b.releases.empty();
    case Input::kReleasedFile:
      return std::any_of(b.released.begin(), b.released.end(),
                         [](const ReleasedModelRow& r) { return r.files.value.has_value(); });
    case Input::kBenchmarks:
      return !b.benchmarks.empty();
    case Input::kOlderManifest:
      return !b.drifts.empty();
  }
  return false;
}

Result run_rules(std::span<const Rule* const> rules, const std::vector<FileRow>& files,
                 const std::vector<const Bundle*>& bundles, const EngineOptions& options) {
  Runner runner{options, {}, {}};
  const auto enabled = [&](const Rule& r, const Bundle* b, FileId f) {
    return !options.enabled || options.enabled(r, b, f);
  };
  for (const Rule* rule : rules) {
    if (rule->scope != Scope::kFile) continue;
    for (size_t i = 0; i < files.size(); ++i)
      if (enabled(*rule, nullptr, files[i].file) &&
          (!options.parts || options.parts->file(files[i].file)))
        runner.run(*rule, nullptr, files[i].subject, &files[i], i);
  }
  // One graph may stand in several bundles; it is judged once, in the first.
  std::unordered_set<FileId> seen;
  std::vector<std::vector<const StageRow*>> stages(bundles.size());
  for (size_t i = 0; i < bundles.size(); ++i) {
    for (const StageRow& row : bundles[i]->stages)
      if (!row.graph || seen.insert((*row.graph)->file).second) stages[i].push_back(&row);
    // of a bundle that is another's, not even the graphs are read
    if (options.parts && !options.parts->bundle(*bundles[i]))
      seen.insert(bundles[i]->files.begin(), bundles[i]->files.end());
  }
  // Blocks of bundles: the code of a rule serves all of them before that of the next one comes, and
  // what a thread frees serves its next block. Small enough that every thread has several.
  const unsigned jobs = bundles.size() < kBundlesWorthThreads ? 1 : options.jobs;
  const size_t block = std::clamp<size_t>(bundles.size() / (4 * jobs), 1, kBundlesWorthThreads);
  std::vector<Result> results((bundles.size() + block - 1) / block);
  parallel(results.size(), jobs, [&](size_t i) {
    const size_t begin = i * block, end = std::min(begin + block, bundles.size());
    std::deque<Runner> runners;
    for (size_t k = begin; k < end; ++k)
      runners.emplace_back(Runner{options, {}, {}}).result.checks.reserve(rules.size());
    for (const Rule* rule : rules)
      for (size_t k = begin; k < end; ++k)
        runners[k - begin].run_rule(*rule, *bundles[k], stages[k]);
    size_t made = 0;
    for (const Runner& r : runners) made += r.result.checks.size();
    results[i].checks.reserve(made);
    for (Runner& r : runners) take(results[i], std::move(r.result));
  });
  size_t checks = runner.result.checks.size();
  for (const Result& r : results) checks += r.checks.size();
  runner.result.checks.reserve(checks + options.more);
  for (Result& r : results) take(runner.result, std::move(r));
  return std::move(runner.result);
}

}  // namespace npulint
