#include <cstddef>
#include <cstdint>

#include "lint/merge.h"
#include "tests/fuzz/mutate_text.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  const std::string bytes(reinterpret_cast<const char*>(data), size);
  const npulint::Merged m = npulint::merge_shards({{"a", bytes}});
  if (m.error.empty() == m.json.empty()) __builtin_trap();
  return 0;
}

NPULINT_MUTATOR(change_text)
