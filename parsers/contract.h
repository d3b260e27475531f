// contract.toml: what the application does (docs/formats: every key is optional).
#pragma once

#include <string_view>

#include "lint/model.h"

namespace npulint {

// Never throws. Unknown keys are problems of kind kUnknownKey with the nearest known key.
Parsed<Contract> parse_contract(FileId file, std::string_view bytes);

}  // namespace npulint
