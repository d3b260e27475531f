#include <cstddef>
#include <cstdint>

#include "parsers/hb_model_info.h"
#include "tests/fuzz/mutate_text.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  using namespace npulint;
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  looks_like_hb_model_info(bytes);
  const auto parsed = parse_hb_model_info(0, bytes);
  for (const Problem& p : parsed.problems) (void)p.what.in(Lang::kZh);
  return 0;
}

NPULINT_MUTATOR(change_text)
