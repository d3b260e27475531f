// Conversion YAML of hb_mapper and hb_compile.
#pragma once

#include <memory>
#include <string_view>

#include "lint/model.h"

namespace npulint {

// Cheap and without parsing: some line starts with one of the section names of a known dialect.
// True also for broken YAML and for templates, so that their faults are reported and not
// overlooked.
bool looks_like_config(std::string_view bytes);

// Never throws. On a syntax error the record holds what was read before it.
Parsed<std::unique_ptr<Config>> parse_config(FileId file, std::string_view bytes);

}  // namespace npulint
