#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "parsers/shell.h"
#include "tests/fuzz/mutate_text.h"

// Words lie in the file, and in their command.
extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  for (const npulint::ShellCommand& c : npulint::parse_shell(0, bytes).commands) {
    if (c.words.empty() || c.at.begin > c.at.end || c.at.end > size) std::abort();
    for (const npulint::ShellWord& w : c.words)
      if (w.at.begin < c.at.begin || w.at.end > c.at.end || w.at.begin > w.at.end) std::abort();
  }
  return 0;
}

NPULINT_MUTATOR(change_text)
