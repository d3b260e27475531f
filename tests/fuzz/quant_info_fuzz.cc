#include "parsers/quant_info.h"

#include <cstddef>
#include <cstdint>
#include <cstdlib>

#include "tests/fuzz/mutate_text.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  npulint::looks_like_quant_info(bytes);
  const auto parsed = npulint::parse_quant_info(0, bytes);
  const auto inside = [&](const npulint::Evidence& at) {
    if (at.has_range() && (at.begin > at.end || at.end > size)) std::abort();
  };
  for (const auto& p : parsed.problems) inside(p.at);
  for (const auto* list : {&parsed.record.nodes, &parsed.record.outputs})
    for (const auto& row : *list) inside(row.at);
  return 0;
}

NPULINT_MUTATOR(change_text)
