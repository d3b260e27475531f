// npulint-baseline.json: findings that were there when the tool was introduced. Format and matching
// are described in docs/suppressions.md.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "lint/fact.h"

namespace npulint {

inline constexpr std::string_view kBaselineName = "npulint-baseline.json";

struct BaselineEntry {
  std::string id, evidence;  // see fingerprint.h
  std::string rule;
  std::string bundle, path;  // one of them; the path is relative to the baseline's folder
  std::string at, reason, added;
  Evidence place, rule_at;

  // What became of it in the run.
  enum class State {
    kUnjudged,  // its file or rule was not part of the run
    kMatched,
    kChanged,  // the finding is there with other values
    kVanished,
  };
  State state = State::kUnjudged;
};

struct Baseline {
  FileId file = kNoFile;
  std::string dir;
  std::vector<BaselineEntry> entries;
};

struct BaselineError {
  Evidence at;
  Message what;
};

struct ParsedBaseline {
  Baseline baseline;
  std::vector<BaselineError> errors;  // the first few; then the baseline is not to be used
};

// Strict, as settings are: an unknown key or version is an error. Never throws.
ParsedBaseline parse_baseline(FileId file, std::string dir, std::string_view bytes);

// The file: entries sorted, one a line, each once, with their `:n` counted anew.
std::string baseline_text(std::vector<BaselineEntry> entries);

// The id without its `:n`.
std::string_view base_id(std::string_view id);

}  // namespace npulint
