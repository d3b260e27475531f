#include <cstddef>
#include <cstdint>

#include "parsers/hb_perf.h"
#include "tests/fuzz/mutate_text.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  using namespace npulint;
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  looks_like_hb_perf(bytes);
  looks_like_hb_perf_json(bytes);
  for (const auto& parsed : {parse_hb_perf(0, bytes), parse_hb_perf_json(0, bytes)})
    for (const Problem& p : parsed.problems) (void)p.what.in(Lang::kZh);
  return 0;
}

NPULINT_MUTATOR(change_text)
