#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "parsers/zoo_yaml.h"
#include "tests/fuzz/mutate_yaml.h"

// Words lie in the file.
extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  npulint::looks_like_zoo(bytes);
  for (const npulint::ShellCommand& c : npulint::parse_zoo(0, bytes).record.commands) {
    if (c.words.empty() || c.at.begin > c.at.end || c.at.end > size) std::abort();
    for (const npulint::ShellWord& w : c.words)
      if (w.at.begin > w.at.end || w.at.end > size) std::abort();
  }
  return 0;
}

NPULINT_MUTATOR(change_yaml)
