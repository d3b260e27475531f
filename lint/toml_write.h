// Values as TOML.
#pragma once

#include <string>
#include <string_view>

namespace npulint {

// A basic string with its quotes. `s` is valid UTF-8.
std::string toml_string(std::string_view s);

}  // namespace npulint
