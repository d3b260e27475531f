// What a release lists. models.yaml of a model zoo (RDK Model Zoo 2.0, docs/release/*/models.yaml):
// `release`, `summary`, and `models` whose `assets` hold filename, format, url and sha256. And the
// text of sha256sum(1): 64 hex digits, a blank, a blank or `*`, and the file's name; or
// `SHA256 (name) = digits`, as with --tag and on BSD.
#pragma once

#include <string_view>

#include "lint/model.h"
#include "lint/release.h"

namespace npulint {

// `models` at the left margin, `assets` of one of them, and a file's name among them.
bool looks_like_manifest(std::string_view head);
// By its name alone: SHA256SUMS, sha256sums.txt, release.sha256. Lists of data look the same.
bool is_checksums_name(std::string_view path);

// Never throw. Places are bytes of the file.
Parsed<Manifest> parse_manifest(FileId file, std::string_view bytes);
// `path`: a list of one file may tell its name by its own.
Parsed<Manifest> parse_checksums(FileId file, std::string_view path, std::string_view bytes);

}  // namespace npulint
