// Parts of npulint-result/1 that the documents of shards hold as well.
#pragma once

#include "lint/json_writer.h"
#include "lint/run.h"

namespace npulint {

// Opens the document: schema, tool, language, profile, fail_on.
void json_head(JsonWriter& w, std::string_view schema, const Run& run, Lang lang);
void json_input(JsonWriter& w, const Run& run, const FileRecord& f);
void json_bundle(JsonWriter& w, const Run& run, const Bundle& b);
void json_finding(JsonWriter& w, const Run& run, const Finding& f, Lang lang);
void json_state(JsonWriter& w, const Finding& f);  // of it, from `suppressed` to `evidence`
void json_check(JsonWriter& w, const Check& c, Lang lang);
// Closes it: coverage and exit code.
void json_tail(JsonWriter& w, const Run& run);

}  // namespace npulint
