// Board evidence of the model zoo: dictionaries of the hbm_runtime Python API, as JSON or as
// printed text.
#pragma once

#include <string_view>

#include "parsers/json_facts.h"

namespace npulint {

// Text that the fields of HB_HBMRuntime were printed to, one a line.
bool looks_like_runtime_dump(std::string_view text);

// Comparison evidence: a `metadata` object that holds, at some depth, objects with input_names and
// output_names. Equal models (the same artifact read by two programs) are recorded once.
void read_evidence_metadata(JsonNode& root, JsonFacts& facts, CompiledFile& to);

// Comparison evidence without `metadata`: the arrays that the program got from the runtime, under
// `arrays`. Names, shapes and element types of the outputs, in no known order: format "arrays".
bool looks_like_evidence_arrays(const JsonNode& root);
void read_evidence_arrays(JsonNode& root, JsonFacts& facts, CompiledFile& to);

// What was run, as the record calls it, and its digest: at the top, under `hashes`, or for each of
// `artifacts`.
void read_evidence_digests(const JsonNode& root, JsonFacts& facts, CompiledFile& to);

// Native evidence: the dump is the text of the root's `stdout`; `script` names the artifact.
void read_evidence_stdout(const JsonNode& root, FileId file, JsonFacts& facts, CompiledFile& to);

}  // namespace npulint
