// The embedded tables are TOML. toml++ takes milliseconds for them, at every start-up; this reader
// takes the subset in which they are written, and a test holds its tree against that of parse_toml.
//
// The subset: comments, [name], [[name]], bare keys, one-line basic strings without escapes,
// decimal integers and floats, true, false, arrays (over lines) and inline tables.
#pragma once

#include <string_view>

#include "parsers/toml_tree.h"

namespace npulint {

// `ok` is false, with error_at, for text outside the subset.
TomlTree parse_table_text(std::string_view text);

}  // namespace npulint
