#include "parsers/build_log.h"

#include <cstddef>
#include <cstdint>
#include <cstdlib>

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  npulint::looks_like_build_log(bytes);
  const auto parsed = npulint::parse_build_log(0, bytes);
  const auto inside = [&](const npulint::Evidence& at) {
    if (at.has_range() && (at.begin > at.end || at.end > size)) std::abort();
  };
  for (const auto& p : parsed.problems) inside(p.at);
  for (const auto& [key, value] : parsed.record.build) inside(value.at);
  for (const auto& [tool, value] : parsed.record.versions) inside(value.at);
  for (const auto* list : {&parsed.record.removed_nodes, &parsed.record.calibration_files})
    for (const auto& value : *list) inside(value.at);
  if (!parsed.record.finished && parsed.problems.empty()) std::abort();
  return 0;
}
