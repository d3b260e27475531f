// A manifest, a list of digests or a folder → a Release: what its names state, which of its files
// are here, and what is recorded of them elsewhere.
#pragma once

#include "lint/group.h"
#include "lint/name_tokens.h"

namespace npulint {

struct ReleaseInput {
  DataInput& data;
  const Run& run;
  const PlatformWords& words;
  const Settings* settings = nullptr;
  Shard shard;
  bool digests = false;  // the files are to be hashed
  bool strict = false;   // what is listed is to be here once anything of it is
};

// Makes group.release of group.manifest. Files are found in the manifest's folder, in a folder of
// the model's name below it, and in `sample_path` (and its `model`) below the manifest's folder or
// one of those around it.
void read_release(Group& group, const ReleaseInput& in);

// Reads all releases of the run, whose profile is known. A folder that was given and holds neither
// manifest nor list is a release of its own under the release profile, and only then are files
// hashed.
void read_releases(Loaded& loaded, const LoadOptions& options, const DataWants& wants,
                   DataInput& data);

}  // namespace npulint
