#include <cstddef>
#include <cstdint>

#include "parsers/bmodel.h"
#include "tests/fuzz/mutate_flat.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  using namespace npulint;
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  const auto parsed = parse_bmodel(0, *memory_access(bytes));
  for (const Problem& p : parsed.problems) (void)p.what.in(Lang::kZh);
  for (const BmodelCoefficients& b : bmodel_coefficients(parsed.record))
    if (b.offset > size || b.bytes > size - b.offset) __builtin_trap();
  return 0;
}

NPULINT_MUTATOR(change_flat)
