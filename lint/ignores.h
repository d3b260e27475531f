// Suppressions in the files of a run: what they cover, and whether they were of use.
#pragma once

#include <map>
#include <set>
#include <vector>

#include "lint/judged.h"
#include "lint/load.h"
#include "parsers/directives.h"

namespace npulint {

// Inline ignores of configs and contracts.
class InlineIgnores {
 public:
  explicit InlineIgnores(const Loaded& loaded);
  bool empty() const { return files_.empty(); }

  // Facts of NPL002 and NPL004 for the files that hold ignores.
  void fill(std::vector<FileRow>& rows) const;
  // The reason when an ignore that is honoured covers a place of the finding; null otherwise. Every
  // one that does counts as used.
  const std::string* covering(const Finding& f);
  // Fact of NPL003.
  void fill_unused(std::vector<FileRow>& rows, const Judged& judged) const;

 private:
  struct Target {
    const Rule* rule;
    Range at;
    bool used = false;
  };
  struct Ignore {
    Range at;
    bool whole_file = false;
    std::optional<Range> covers;
    std::string reason;
    std::vector<Target> targets;  // rules that it silences
  };
  struct File {
    std::vector<Ignore> ignores;
    std::vector<Problem> reasonless, unknown;
  };
  static File read(FileId file, std::vector<Directive> directives);
  std::map<FileId, File> files_;
  std::map<std::string, FileId> anchors_;  // bundle → the file that stands for it
};

// The [[ignore]] entries of all settings.
class SettingsIgnores {
 public:
  // `whole`: no part of the folders was left out.
  SettingsIgnores(const Loaded& loaded, std::string today, bool whole)
      : l_(loaded), today_(std::move(today)), whole_(whole) {}
  bool empty() const;
  // Makes the rows of settings that have none. Not later: checks refer to rows.
  void prepare(std::vector<FileRow>& rows) const;
  // As InlineIgnores has it, for the entries of the settings that hold for the finding.
  const std::string* covering(const Finding& f, const Settings& s);
  // Fact of NPL003.
  void fill_unused(std::vector<FileRow>& rows, const Judged& judged) const;

 private:
  bool expired(const IgnoreSpec& i) const { return !i.expires.empty() && i.expires < today_; }
  bool in_scope(const Settings& s, const IgnoreSpec& i) const;
  std::vector<std::string> bundles_of(const Settings& s) const;
  bool judged_all(const Settings& s, const IgnoreSpec& i, const Judged& judged) const;

  const Loaded& l_;
  std::string today_;
  bool whole_;
  std::set<const IgnoreSpec*> used_;
};

// Rules about suppressions that matched nothing: they run when all others have.
bool runs_late(const Rule& rule);
bool about_baselines(const Rule& rule);  // one of them: of stale entries

// The row of a file; a new one when it has none.
FileRow& row_of(std::vector<FileRow>& rows, const Sources& sources, FileId file);

// Codes and names only: null for prefixes and ALL. `near` gets the nearest code or name, or
// nothing.
const Rule* ignorable_rule(std::string_view written, std::string* near);

}  // namespace npulint
