// Where a finding stands for services that show lines of text files only.
#pragma once

#include <string>
#include <string_view>

#include "lint/render.h"

namespace npulint {

struct Anchor {
  FileId file = kNoFile;
  Place begin, end;    // lines are at least 1; the end is exclusive
  bool exact = false;  // the finding's own place; else what produced or declares the artifact
};

// The finding's place when it lies in a text; else a place in a config, contract or npulint.toml
// that the finding or its bundle names; else the start of the artifact itself. Known whenever the
// finding or its bundle has any file.
Anchor anchor_of(const Run& run, const Finding& f);
Anchor anchor_of(const Run& run, std::string_view bundle);  // of a bundle as a whole

// The path below the root of the repository, with forward slashes and without `./`.
std::string repository_path(const Run& run, FileId file, const RenderOptions& o);
// A relative URI reference of it, percent-encoded; of a file outside the repository a file URI.
std::string repository_uri(const Run& run, FileId file, const RenderOptions& o);

}  // namespace npulint
