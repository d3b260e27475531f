// Speed and accuracy that a model zoo publishes (RDK Model Zoo 2.0, docs/release/*/benchmarks.yaml
// and benchmarks.schema.json): `release`, and `benchmarks` whose entries name a sample, a file of
// the manifest and a board, with lists of metrics.
#pragma once

#include <string_view>

#include "lint/benchmarks.h"
#include "lint/model.h"

namespace npulint {

// `benchmarks` at the left margin, and an entry that names a sample or a file.
bool looks_like_benchmarks(std::string_view head);

// Never throws. Places are bytes of the file. Linear in its length.
Parsed<Benchmarks> parse_benchmarks(FileId file, std::string_view bytes);

}  // namespace npulint
