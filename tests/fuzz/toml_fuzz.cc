// TOML and its readers: no crash, no hang, and every place lies in the file.
#include <cstdlib>

#include "lint/settings_show.h"
#include "parsers/contract.h"
#include "tests/fuzz/mutate_text.h"

using namespace npulint;

namespace {

void inside(const Evidence& e, size_t size) {
  if (e.begin > e.end || e.end > size) std::abort();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  for (const Problem& p : parse_contract(0, bytes).problems) inside(p.at, size);
  const ParsedSettings parsed = parse_settings(0, ".", bytes);
  for (const SettingsError& e : parsed.errors) inside(e.at, size);
  Sources sources;
  sources.add("npulint.toml", "npulint.toml");
  sources.set_text(0, std::string(bytes));
  // What is shown reads back, unless its comments make it too large to be read.
  const std::string shown = show_settings(parsed.settings, sources);
  if (shown.size() < (size_t{1} << 20) && !parse_settings(0, ".", shown).errors.empty())
    std::abort();
  glob_match(bytes.substr(0, size / 2), bytes.substr(size / 2));
  return 0;
}

NPULINT_MUTATOR(change_text)
