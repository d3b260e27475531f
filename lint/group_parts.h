// What joins groups that exist: logs of builds, by what they state; and the groups of releases.
#pragma once

#include <set>
#include <string>
#include <vector>

#include "lint/load.h"

namespace npulint {

// The name that files of one build share: "det" of det.yaml, det.contract.toml, det.metadata.json,
// det_model_info.txt.
std::string build_stem(const std::string& path);

// What describes an artifact and lies beside it under its name joins the bundle of a contract or
// [[bundle]] of another folder that names the artifact and no description.
void join_descriptions(const Sources& sources, std::vector<Group>& groups);

// Whether a log is of a config's build: by the prefix of the products; where one of them states
// none, by the model.
enum class Belongs { kYes, kNo, kOpen };
Belongs belongs(const BuildLog& log, const Config& config);

struct LogFiles {
  const Sources& sources;
  const std::vector<FileRecord*>& logs;               // that no config of another folder names
  const std::vector<FileRecord*>& quants;             // quant_info.json, the same
  const std::set<const FileRecord*>&named, &claimed;  // by a config or contract; by a [[bundle]]
};
// A log belongs to the build of its folder whose prefix it states: that of the config, else that of
// the compiled file. A log that states none belongs to the only config of its folder when it is the
// only log there. Of several of one build the one that says most counts. Any other one stands
// alone.
void join_logs(const LogFiles& files, std::vector<Group>& groups);

// A manifest with the benchmarks of its folder; a list of digests for itself. Lists say something
// of any manifest's files. `files`: manifests, lists and benchmarks.
void take_releases(const Sources& sources, const std::vector<FileRecord*>& files,
                   std::vector<Group>& groups);

}  // namespace npulint
