#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "lint/config.h"
#include "parsers/oe_config.h"
#include "tests/fuzz/mutate_yaml.h"

namespace {
// Every range lies in the file, and inside the one above it.
void check(const npulint::Node& n, uint64_t begin, uint64_t end) {
  if (n.range.begin > n.range.end || n.range.begin < begin || n.range.end > end) std::abort();
  for (const npulint::Node& i : n.items) check(i, n.range.begin, n.range.end);
  for (const npulint::Entry& e : n.entries) {
    check(e.key, n.range.begin, n.range.end);
    check(e.value, 0, end);
  }
}
}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  npulint::looks_like_config(bytes);
  const auto parsed = npulint::parse_config(0, bytes);
  if (parsed.problems.empty()) check(parsed.record->root, 0, size);
  for (std::string_view tool : {"hb_mapper", "hb_compile", ""})
    npulint::config_inputs(*parsed.record, tool);
  return 0;
}

NPULINT_MUTATOR(change_yaml)
