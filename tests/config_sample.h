// A conversion config as text and as it is parsed.
#pragma once

#include <memory>
#include <string>
#include <utility>

#include "parsers/oe_config.h"

namespace npulint {

struct Sample {
  std::string text;
  std::unique_ptr<Config> config;
  explicit Sample(std::string t) : text(std::move(t)) { config = parse_config(0, text).record; }
  std::string at(const Evidence& e) const { return text.substr(e.begin, e.end - e.begin); }
};

}  // namespace npulint
