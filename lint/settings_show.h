// The effective settings as text.
#pragma once

#include <string>

#include "lint/settings.h"
#include "lint/sources.h"

namespace npulint {

// Valid npulint.toml, one setting a line, each followed by its source: `# from npulint.toml:3`, `#
// from the command line` (set, but stated in no file) or `# default`.
std::string show_settings(const Settings& s, const Sources& sources);

}  // namespace npulint
