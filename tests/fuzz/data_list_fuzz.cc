#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "lint/data_sources.h"
#include "parsers/data_list.h"
#include "tests/fuzz/mutate_text.h"

// Digests belong to entries, and two equal sets share all that they know of data: of files with
// bytes that do not only lie beside the data.
extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  npulint::Message why;
  const npulint::DataSet set = npulint::parse_data_list(0, bytes, &why);
  if (set.entries.empty() == why.empty()) std::abort();
  for (const npulint::DataSet::Entry& e : set.entries)
    if (e.digest >= static_cast<int32_t>(set.digests.size())) std::abort();
  npulint::DataSet::Digest empty;
  npulint::parse_digest("e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855", &empty);
  size_t data_files = 0;
  for (const npulint::DataSet::Entry& e : set.entries)
    data_files += e.digest >= 0 && set.digests[static_cast<size_t>(e.digest)] != empty &&
                  !npulint::is_beside_data(e.name.substr(e.name.find_last_of("/\\") + 1));
  const size_t shared = npulint::overlap_of(set, set).by_content.size();
  if (shared < data_files || shared > set.digests.size()) std::abort();
  return 0;
}

NPULINT_MUTATOR(change_text)
