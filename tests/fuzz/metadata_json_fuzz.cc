#include "parsers/metadata_json.h"

#include <cstddef>
#include <cstdint>
#include <cstdlib>

#include "tests/fuzz/mutate_text.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  npulint::looks_like_metadata(bytes);
  const auto parsed = npulint::parse_metadata(0, bytes);
  for (const auto& p : parsed.problems) {
    if (p.what.in(npulint::Lang::kEn).empty() || p.what.in(npulint::Lang::kZh).empty())
      std::abort();
    if (p.at.has_range() && (p.at.begin > p.at.end || p.at.end > size)) std::abort();
  }
  for (const auto& m : parsed.record.models)
    for (const auto* side : {&m.inputs, &m.outputs})
      for (const auto& t : *side)
        for (const auto* at : {&t.at, &t.dtype.at, &t.shape.at, &t.strides.at, &t.quant.at})
          if (at->has_range() && (at->begin > at->end || at->end > size)) std::abort();
  return 0;
}

NPULINT_MUTATOR(change_text)
