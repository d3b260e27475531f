#include <cstddef>
#include <cstdint>

#include "lint/graph.h"
#include "parsers/onnx.h"
#include "tests/fuzz/mutate_text.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  using namespace npulint;
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  const auto parsed = parse_onnx_text(0, bytes);
  for (const Problem& p : parsed.problems) (void)p.what.in(Lang::kZh);
  for (const GraphFault& f : graph_faults(*parsed.record)) (void)f.what.in(Lang::kEn);
  return 0;
}

NPULINT_MUTATOR(change_text)
