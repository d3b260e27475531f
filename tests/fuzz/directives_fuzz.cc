#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "parsers/directives.h"
#include "parsers/yaml_tree.h"
#include "tests/fuzz/mutate_yaml.h"

namespace {
// Comments lie in the file, begin with '#', and stand in order; what they cover lies in the file.
void check(std::string_view bytes, const npulint::Outline& outline) {
  uint64_t last = 0;
  for (const npulint::Directive& d : npulint::find_directives(bytes, outline)) {
    if (d.at.begin < last || d.at.end > bytes.size() || d.at.end <= d.at.begin) std::abort();
    if (bytes[d.at.begin] != '#' || (!d.malformed && d.codes.empty())) std::abort();
    if (d.covers && (d.covers->begin > d.covers->end || d.covers->end > bytes.size())) std::abort();
    for (const npulint::Directive::Code& c : d.codes)
      if (bytes.substr(c.at.begin, c.at.end - c.at.begin) != c.text) std::abort();
    last = d.at.end;
  }
}
}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  const npulint::YamlFile yaml = npulint::parse_yaml(0, bytes);
  check(bytes, npulint::outline_of(yaml.root, bytes, yaml.problems.empty()));
  check(bytes, npulint::outline_of(npulint::parse_toml(bytes), bytes));
  return 0;
}

NPULINT_MUTATOR(change_yaml)
