// The data files of lint/ that are compiled in.
#pragma once

#include <string_view>

namespace npulint {
extern const std::string_view embedded_platforms_toml;
extern const std::string_view embedded_config_keys_toml;
}  // namespace npulint
