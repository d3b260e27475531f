// npulint.toml: strict. An unknown key or code is an error with a suggestion (exit 2), never
// ignored.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "lint/fact.h"
#include "lint/profile.h"
#include "lint/rule.h"

namespace npulint {

struct BundleSpec {
  Evidence at;  // the [[bundle]] header
  // toolchain: "horizon_tc_ui 3.5.16"; purpose: release | performance
  Fact<std::string> toolchain, purpose;
  Fact<std::string> name, target, config, compiled, metadata, log, contract, calibration,
      evaluation;
  // original, optimized, calibrated, ptq
  std::vector<std::pair<std::string, Fact<std::string>>> graphs;
};

struct IgnoreSpec {
  Evidence at;
  std::string rule, bundle, where, reason;
  std::string expires;  // "2027-03-01" or empty
  Evidence rule_at, bundle_at, where_at, reason_at, expires_at;
};

// Where the settings of the same names are stated; unknown for defaults and for the command line.
struct SettingsPlaces {
  Evidence profile, fail_on, select, ignore, exclude;
  std::vector<Evidence> severity, per_file_ignores;  // one for each entry
};

struct Settings {
  FileId file = kNoFile;  // none: the defaults
  std::string dir;        // of the file; globs and paths are relative to it
  std::optional<Profile> profile;
  std::optional<FailOn> fail_on;
  std::vector<std::string> select, ignore, exclude;  // select empty: ALL
  std::vector<std::pair<std::string, Severity>> severity;
  std::vector<std::pair<std::string, std::vector<std::string>>> per_file_ignores;  // glob → codes
  std::vector<BundleSpec> bundles;
  std::vector<IgnoreSpec> ignores;
  // [zoo] bucket-of.s100p = "rdk_s100": folders of URLs that the publisher uses for a board.
  std::vector<std::pair<std::string, std::string>> bucket_of;
  SettingsPlaces places;
};

struct SettingsError {
  Evidence at;
  Message what;
};

struct ParsedSettings {
  Settings settings;
  std::vector<SettingsError> errors;
};

// Never throws. Errors are in the order of their places; what is in error is left out of the
// settings.
ParsedSettings parse_settings(FileId file, std::string dir, std::string_view bytes);

std::optional<Profile> parse_profile(std::string_view s);
std::optional<FailOn> parse_fail_on(std::string_view s);
std::string_view profile_name(Profile p);
std::string_view fail_on_name(FailOn f);

// "ALL", a code, a name or a prefix of codes ("QNT").
bool selects(std::string_view selector, const Rule& rule);
// False when `selector` selects no rule; then `suggestion` is the nearest code or name, or empty.
bool valid_selector(std::string_view selector, std::string* suggestion);
// A reason that says something: not empty, no bare punctuation, no "todo", "<reason>", "TBD" and
// the like.
bool real_reason(std::string_view reason);

// gitignore-like: `*` within a component, `**` across, `?`. A pattern without `/` matches a name
// anywhere, one with `/` is anchored at the root; a trailing `/` means directories. What matches a
// directory matches all that is below it.
bool glob_match(std::string_view pattern, std::string_view path);

}  // namespace npulint
