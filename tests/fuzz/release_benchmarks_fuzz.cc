#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "parsers/release_benchmarks.h"
#include "tests/fuzz/mutate_yaml.h"

namespace {

void inside(const npulint::Evidence& e, size_t size) {
  if (e.known() && e.has_range() && (e.begin > e.end || e.end > size)) std::abort();
}

}  // namespace

// Places lie in the file, and what was not read is told.
extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  npulint::looks_like_benchmarks(bytes);
  const auto p = npulint::parse_benchmarks(0, bytes);
  if (!p.problems.empty() && p.record.complete) std::abort();
  for (const npulint::Benchmarks::Entry& e : p.record.entries) {
    for (const auto* f : {&e.id, &e.sample, &e.variant, &e.asset, &e.hardware}) inside(f->at, size);
    inside(e.at, size);
    for (const auto* list : {&e.performance, &e.accuracy})
      for (const npulint::Benchmarks::Metric& m : *list) {
        if (!m.name) std::abort();
        inside(m.at, size);
        inside(m.value.at, size);
      }
  }
  return 0;
}

NPULINT_MUTATOR(change_yaml)
