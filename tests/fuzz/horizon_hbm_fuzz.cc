#include <cstddef>
#include <cstdint>

#include "parsers/horizon_hbm.h"
#include "tests/fuzz/mutate_words.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  using namespace npulint;
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  const auto parsed = parse_hbm(0, *memory_access(bytes));
  for (const Problem& p : parsed.problems) (void)p.what.in(Lang::kZh);
  return 0;
}

NPULINT_MUTATOR(change_words)
