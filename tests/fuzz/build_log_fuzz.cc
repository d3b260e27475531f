#include "parsers/build_log.h"

#include <cstddef>
#include <cstdint>
#include <cstdlib>

#include "tests/fuzz/mutate_text.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  npulint::looks_like_build_log(bytes);
  const auto parsed = npulint::parse_build_log(0, bytes);
  const npulint::BuildLog& log = parsed.record;
  const auto inside = [&](const npulint::Evidence& at) {
    if (at.has_range() && (at.begin > at.end || at.end > size)) std::abort();
  };
  for (const auto& p : parsed.problems) inside(p.at);
  for (const auto& [key, value] : log.build) inside(value.at);
  for (const auto& [tool, value] : log.versions) inside(value.at);
  for (const auto* list : {&log.removed_nodes, &log.calibration_files})
    for (const auto& value : *list) inside(value.at);
  for (const auto* list : {&log.nodes, &log.outputs})
    for (const auto& row : *list) {
      inside(row.at);
      if (row.name.empty() || !row.at.has_range()) std::abort();
    }
  for (const auto& op : log.inserted) inside(op.at);
  inside(log.finished.at);
  inside(log.nodes_at);
  inside(log.outputs_at);
  return 0;
}

NPULINT_MUTATOR(change_text)
