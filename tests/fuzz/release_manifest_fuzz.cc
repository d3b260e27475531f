#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "parsers/release_manifest.h"
#include "tests/fuzz/mutate_yaml.h"

namespace {

void inside(const npulint::Evidence& e, size_t size) {
  if (e.known() && e.has_range() && (e.begin > e.end || e.end > size)) std::abort();
}

void look(const npulint::Parsed<npulint::Manifest>& p, size_t size) {
  if (!p.problems.empty() && p.record.complete) std::abort();
  for (const npulint::Manifest::Model& m : p.record.models) {
    inside(m.at, size);
    for (const npulint::Manifest::Asset& a : m.assets) {
      if (!a.filename) std::abort();
      for (const auto* f : {&a.filename, &a.format, &a.url, &a.sha256}) inside(f->at, size);
      for (const auto* e : {&a.at, &a.size.at, &a.no_url, &a.no_sha256}) inside(*e, size);
    }
  }
}

}  // namespace

// Places lie in the file, every asset has a name, and what was not read is told.
extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  npulint::looks_like_manifest(bytes);
  npulint::is_checksums_name(bytes);
  look(npulint::parse_manifest(0, bytes), size);
  look(npulint::parse_checksums(0, "a.hbm.sha256", bytes), size);
  return 0;
}

NPULINT_MUTATOR(change_yaml)
