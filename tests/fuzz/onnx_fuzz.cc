#include <cstddef>
#include <cstdint>

#include "lint/graph.h"
#include "parsers/onnx.h"
#include "tests/fuzz/mutate_wire.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  using namespace npulint;
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  looks_like_onnx(bytes.substr(0, 256));
  const auto parsed = parse_onnx(0, *memory_access(bytes));
  for (const Problem& p : parsed.problems) (void)p.what.in(Lang::kZh);
  for (const GraphFault& f : graph_faults(*parsed.record)) (void)f.what.in(Lang::kEn);
  return 0;
}

NPULINT_MUTATOR(change_wire)
