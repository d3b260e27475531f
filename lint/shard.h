// Runs in parts: `check --shard i/n` judges one part of the whole run, `merge` joins the n results.
// Every shard discovers and groups the whole run, so that no bundle depends on the parts; what
// belongs to the others is neither parsed further, nor its data read, nor judged.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "lint/load.h"

namespace npulint {

inline constexpr unsigned kMostShards = 4096;

// "2/4"; nothing when it is no shard.
std::optional<Shard> parse_shard(std::string_view text);

// One shard of all owns a key, the same one on every machine. Keys: the name of a bundle; the name,
// a NUL and the subject ("model:yolov8") for a row of Scope::kReleasedModel; the shown path of a
// file of no bundle.
bool owns(const Shard& shard, std::string_view key);

// All files of a group, in no particular order; some may stand in several groups.
std::vector<FileRecord*> files_of(const Group& group);

// What of a run is of a shard.
class Parts {
 public:
  // A file belongs to the first of the groups that holds it.
  Parts(const Shard& shard, const std::vector<Group>& groups, const Sources& sources);
  const Shard& shard() const { return shard_; }
  bool whole() const { return shard_.of == 1; }
  bool file(FileId id) const;
  // The rows of the bundle, but those of released models: their files are many, and each row has
  // its own owner.
  bool bundle(std::string_view name) const { return owns(shard_, name); }
  bool bundle(const Bundle& b) const { return owns(shard_, b.name); }
  bool released(const Bundle& b, std::string_view subject) const;

 private:
  Shard shard_;
  const Sources& sources_;
  std::unordered_map<FileId, bool> files_;
};

}  // namespace npulint
