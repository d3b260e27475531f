#include "parsers/npy.h"

#include "tests/fuzz/mutate_text.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  using namespace npulint;
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  Message why;
  if (!parse_npy(*memory_access(bytes), &why)) (void)why.in(Lang::kZh);
  return 0;
}

NPULINT_MUTATOR(change_text)
