#include <cstddef>
#include <cstdint>

#include "parsers/horizon_bin.h"
#include "tests/fuzz/mutate_wire.h"
#include "tests/fuzz/mutate_words.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  using namespace npulint;
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  const auto parsed = parse_horizon_bin(0, *memory_access(bytes));
  for (const Problem& p : parsed.problems) (void)p.what.in(Lang::kZh);
  return 0;
}

namespace npulint::fuzz {
// A .bin is a protobuf message with .hbm containers inside.
static void change_bin(std::string& s, Dice& dice) {
  dice.one_in(3) ? change_words(s, dice) : change_wire(s, dice);
}
}  // namespace npulint::fuzz

NPULINT_MUTATOR(change_bin)
