// The rows of a release.
#pragma once

#include "lint/load.h"
#include "lint/name_tokens.h"

namespace npulint {

// `group` holds a release.
void link_release(Bundle& bundle, const Group& group, const Run& run, const PlatformWords& words);

}  // namespace npulint
