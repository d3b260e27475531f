// `npulint baseline create|update|prune`: a run → the text of its baseline.
#pragma once

#include <map>
#include <string>
#include <string_view>

#include "lint/check.h"

namespace npulint {

struct BaselineEdit {
  std::string text;  // of the file
  size_t entries = 0, added = 0, refreshed = 0, removed = 0;
  std::map<std::string_view, size_t> refused;  // rules that no baseline takes → findings
};

// `run` was checked with the old baseline alone; without one (create) all entries are new.
// update: what the run saw is taken as it is now, entries that stay keep reason and date.
// prune: only takes entries away.
enum class BaselineAction { kCreate, kUpdate, kPrune };
BaselineEdit edit_baseline(const Loaded& run, BaselineAction action, const std::string& dir,
                           const std::string& reason, const std::string& today);

// Where a baseline of a run belongs that has none: beside its settings, else in the working
// directory.
std::string default_baseline(const FileReader& reader, const LoadOptions& load);

}  // namespace npulint
