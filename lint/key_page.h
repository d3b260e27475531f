// What `npulint explain --key` and docs/config-reference.md say of the keys of the conversion YAML.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "lint/config_keys.h"
#include "lint/render.h"

namespace npulint {

// What a name asks for: one key ("input_parameters.input_shape", "input_shape", "flat.opt_level"),
// or a section. Neither: `near` is the nearest name that there is, or "".
struct KeyQuery {
  const KeySpec* key = nullptr;
  std::string section;
  std::string near;
};
KeyQuery find_key(std::string_view name);

// Of a query that found something.
std::string key_text(const KeyQuery& query, const RenderOptions& o);
std::string key_json(const KeyQuery& query);

// docs/config-reference.md, in English, then in Chinese.
std::string config_reference_page();

}  // namespace npulint
