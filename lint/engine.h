// Needs → verdicts. Pure: rows in, result out; the order of the result depends on nothing else.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "lint/rule.h"

namespace npulint {

enum class Verdict : uint8_t { kPass, kFail, kNotChecked, kNotApplicable };
std::string_view verdict_name(Verdict v);  // pass | fail | not_checked | not_applicable

class Parts;

struct MissingFact {
  const FactInfo* fact = nullptr;  // null: the rule itself said what is missing
  const Message* said = nullptr;   // by link or a parser, in the row; null or empty: nothing
  bool no_input = false;           // the bundle has nothing that could state it
};

struct Related {
  Evidence at;
  Text label;  // of the fact; empty when `note` says it
  std::string value;
  Message note;
};

enum class Suppression : uint8_t { kNone, kInline, kSettings, kBaseline };
std::string_view suppression_name(Suppression s);  // "" | inline | settings | baseline

struct Finding {
  const Rule* rule = nullptr;
  Severity severity = Severity::kError;
  Confidence confidence = Confidence::kHigh;
  std::string bundle, subject;  // subject: "output:logits", "" for the bundle or a file
  uint32_t row = 0;             // of its check
  Message message;
  Evidence at;
  std::vector<Related> related;
  std::optional<Fix> fix;
  bool suppressed = false;
  Suppression suppressed_by = Suppression::kNone;
  std::string suppressed_because;
  std::string fingerprint, evidence;  // see fingerprint.h
};

// One rule on one row. There are many of them: names stand in the bundles, which outlive this,
// reasons there and in the result.
struct Check {
  const Rule* rule = nullptr;
  std::string_view bundle, subject;
  Verdict verdict = Verdict::kPass;
  uint32_t row = 0;                         // which of the bundle's, or of all files
  std::span<const MissingFact> missing;     // of not_checked
  const Message* reason = nullptr;          // of not_applicable, and of what a rule itself said
  Message why() const;                      // the first reason; empty of pass and fail
  Message why(const MissingFact& m) const;  // "no application contract in this bundle"
};

// What checks refer to, at places that stay.
class Reasons {
 public:
  std::span<const MissingFact> keep(std::span<const MissingFact> facts);
  const Message* keep(Message said);
  void take(Reasons&& other);

 private:
  std::vector<std::unique_ptr<MissingFact[]>> blocks_;
  size_t size_ = 0, left_ = 0;  // facts of the last block, and those that are free
  std::vector<std::unique_ptr<const Message>> said_;
};

struct Result {
  std::vector<Check> checks;
  std::vector<Finding> findings;
  Reasons reasons;
};
void take(Result& to, Result&& from);  // behind what there is

// What decides per rule and place whether it runs, and how a file's statements count.
struct EngineOptions {
  std::function<bool(const Rule&, const Bundle*, FileId)> enabled;  // null: all
  std::function<bool(FileId)> declared_by_human;  // contract, settings, command line
  unsigned jobs = 1;                              // both functions are called from as many threads
  const Parts* parts = nullptr;                   // what is to be judged; null: all
  size_t more = 0;                                // checks that will be added behind these
};

Result run_rules(std::span<const Rule* const> rules, const std::vector<FileRow>& files,
                 const std::vector<const Bundle*>& bundles, const EngineOptions& options);

// True when the bundle has the input.
bool has_input(const Bundle& bundle, Input input);

}  // namespace npulint
