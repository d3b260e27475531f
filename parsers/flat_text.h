// The text that FlatBuffers tools print of a buffer: JSON with bare keys and hexadecimal integers.
#pragma once

#include <string_view>

#include "parsers/json_tree.h"

namespace npulint {

// Where the object begins: after blank lines and `#` comments that people put above it; npos when
// something else comes first.
size_t object_begin(std::string_view bytes);

// The object at `begin`. Keys may be bare or quoted, a comma may stand before a closing bracket.
// What was read before an error is kept. Nothing but blank lines may follow the object. Never
// throws anything but std::bad_alloc.
JsonTree parse_flat_text(std::string_view bytes, size_t begin);

}  // namespace npulint
