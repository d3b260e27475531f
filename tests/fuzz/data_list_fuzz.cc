#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "parsers/data_list.h"
#include "tests/fuzz/mutate_text.h"

// Digests belong to entries, and two equal sets share all that they know.
extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  npulint::Message why;
  const npulint::DataSet set = npulint::parse_data_list(0, bytes, &why);
  if (set.entries.empty() == why.empty()) std::abort();
  for (const npulint::DataSet::Entry& e : set.entries)
    if (e.digest >= static_cast<int32_t>(set.digests.size())) std::abort();
  if (npulint::overlap_of(set, set).by_content.size() != set.digests.size()) std::abort();
  return 0;
}

NPULINT_MUTATOR(change_text)
