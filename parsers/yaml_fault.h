// A syntax error of libyaml as a sentence in both languages, with what the lines around it show.
#pragma once

#include <cstdint>
#include <string_view>

#include "lint/model.h"

namespace npulint {

struct YamlFault {
  std::string_view problem, context;  // libyaml's words
  uint64_t at = 0, context_at = 0;    // bytes of the file
};

Problem describe_fault(FileId file, std::string_view bytes, const YamlFault& fault);

}  // namespace npulint
