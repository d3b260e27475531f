// A contract.toml to complete, from what an artifact states.
#pragma once

#include <string>

#include "lint/model.h"
#include "lint/platform.h"

namespace npulint {

// Live are only the lines that tie the contract to the artifact: [artifact] file, and which tensor
// a table is about. What the application does stands in comments until its author confirms it: `#:
// ` before a key with the one value that is right for this artifact, `#? ` before a key that the
// artifact does not decide. `file`: how [artifact] file names the artifact; empty: it has no name.
std::string contract_start(const CompiledModel& model, const Platforms& platforms,
                           const std::string& file, Lang lang);

}  // namespace npulint
