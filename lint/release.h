// What is published: a manifest, a list of digests, or a folder of artifacts; and what stands of it
// on the disk.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "lint/fact.h"
#include "lint/model.h"
#include "lint/platform.h"

namespace npulint {

// As written in the file.
struct Manifest {
  enum class Kind { kModels, kChecksums, kFolder };
  struct Asset {
    Evidence at;  // the file's name
    Fact<std::string> filename, format, url, sha256;
    Fact<int64_t> size;          // bytes
    Evidence no_url, no_sha256;  // known where null is written
  };
  struct Model {
    Evidence at;
    std::string id;
    Fact<std::string> availability, sample_path;
    std::vector<Fact<std::string>> scripts;
    std::vector<Asset> assets;
  };
  Kind kind = Kind::kModels;
  FileId file = kNoFile;
  bool complete = true;  // false: a part could not be read, so that absence says nothing
  Fact<std::string> platform, version, tag, archive_root, hardware;
  std::vector<std::pair<std::string, Fact<int64_t>>> summary;
  std::vector<Model> models;
};

// A march, chip or board that a part of a name states.
struct StatedTarget {
  std::string token;  // as in the name: "s600"
  Target target;
  std::string means() const;  // the march; of a board "BOARD (MARCH)"
  // False when what is built for one of the two does not run on the other.
  bool agrees(const StatedTarget& other, const Platforms& platforms) const;
};

struct ReleasedAsset {
  const Manifest::Asset* stated = nullptr;
  std::string name, base;  // "s100/yolov5x_672x672_nv12.hbm" and its last component
  std::string ext;         // ".hbm"
  bool compiled = false;   // by its extension a compiled model, not a companion
  // By the folders of its name, else by the manifest's platform; by its own name; by the folders of
  // its URL. Absent where nothing is stated, or several that contradict.
  std::optional<StatedTarget> folder, own, bucket;
  std::string bucket_dir;                                   // the folder of the URL: "rdk_s100"
  std::vector<std::pair<int64_t, int64_t>> dims, url_dims;  // of its name, of the URL's last part

  std::string real;  // path of the file; empty: it is not here
  FileId file = kNoFile;
  std::string escapes;  // why its name leads out of the release; empty: it does not
  uint64_t bytes = 0;
  std::string head;                        // first bytes of the file
  bool pointer = false;                    // of Git LFS, in the place of the file
  std::string unread;                      // why it could not be read
  std::string sha256;                      // measured; empty: it was not
  const CompiledModel* content = nullptr;  // of the file here
  // Recorded elsewhere: in SHA256SUMS beside the manifest, in evidence of a run.
  Fact<std::string> listed_sha256, evidence_sha256;
};

struct ReleasedModel {
  const Manifest* manifest = nullptr;
  const Manifest::Model* stated = nullptr;
  std::string id;
  bool download = false;  // its assets are to be downloaded
  bool hashed = false;    // digests of the files were wanted
  bool expected = false;  // the release lies here: what it lists is to be here
  std::vector<ReleasedAsset> assets;
};

using Assets = std::vector<const ReleasedAsset*>;

// Folders of URLs that name another board than the folders of the assets.
struct BucketClash {
  std::string means;                     // what the assets are for: a march
  std::string bucket_dir, bucket_means;  // "rdk_s100", "BOARD (MARCH)"
  Assets assets;
};

// A name that stands for artifacts of several targets; in the model that lists it first.
struct SharedName {
  std::string base, model;
  Assets assets;  // one of each target
  std::vector<std::string> targets;
  bool differ = false;  // their inputs and outputs are known, and not the same
  std::string first_io, second_io;
};

struct Release {
  std::shared_ptr<const Manifest> manifest;
  std::string root;  // folder that names of assets are seen from
  std::vector<std::shared_ptr<ReleasedModel>> models;
  std::vector<std::pair<std::string, std::string>> bucket_of;  // the publisher's
  std::vector<FileId> unlisted;  // compiled models beside those that are listed
  size_t here = 0;               // assets that were found
  bool any_bucket = false;       // an asset's folder and its URL both name a target
  std::vector<BucketClash> buckets;
  size_t unmarked = 0;             // compiled assets whose target is not known
  std::vector<SharedName> shared;  // by model, then by name
};

}  // namespace npulint
