// `npulint inspect`: a manifest of a release, or a list of digests.
#pragma once

#include "lint/inspect_page.h"
#include "lint/json_writer.h"
#include "lint/release.h"

namespace npulint {

std::string_view manifest_kind_name(Manifest::Kind k);  // models | checksums | folder

void show_manifest(Page& page, const Manifest& manifest);
// The value of the key "manifest".
void write_manifest(JsonWriter& w, const Manifest& manifest);

}  // namespace npulint
