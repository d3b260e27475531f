#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "lint/table_check.h"
#include "parsers/cali_table.h"
#include "tests/fuzz/mutate_text.h"

// Rows and dropped lines lie in the file; every fault has a sentence.
extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  for (const char* path : {"x_cali_table", "x_qtable"}) {
    npulint::looks_like_table(path, bytes);
    const auto p = npulint::parse_cali_table(0, path, bytes);
    for (const auto& r : p.record->rows)
      if (r.at.end > size || bytes.substr(r.name_at.begin, r.name.size()) != r.name) std::abort();
    for (const auto& d : p.record->dropped)
      if (d.at.end > size || d.at.begin > d.at.end) std::abort();
    for (const npulint::TableFault& f : npulint::table_faults(*p.record, nullptr))
      if (f.what.in(npulint::Lang::kZh).empty()) std::abort();
  }
  return 0;
}

NPULINT_MUTATOR(change_text)
