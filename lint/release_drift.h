// A manifest against that of an older release: what people who keep the old files or URLs get
// without being told.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "lint/release.h"

namespace npulint {

struct ReleaseDrift {
  enum class Kind {
    kSize,    // the same URL under a name that states another size
    kName,    // the same URL under another name
    kDigest,  // another digest under the same URL
    kMoved    // the same name under another URL, and no digest tells whether it is the same file
  };
  struct Change {
    Kind kind = Kind::kName;
    std::string name, was;  // of kDigest digests; of kMoved URLs, the new one empty where none is
    std::string file, url;  // as listed now; the URL that both list, of kMoved the older one
    Evidence at, older_at;
    size_t assets = 1;  // of the model that changed so; the rest is of the first
  };
  struct Model {
    std::string id;
    size_t assets = 0;
    std::vector<Change> changes;  // one a kind, in their order
  };
  std::string release, older;  // tag, else version, else the kind of the file
  std::vector<Model> models;   // that changed, in the manifest's order
  size_t compared = 0;         // assets whose URL or name the older manifest lists too
  Message open;                // why no drift says nothing; empty: all was compared
};

std::shared_ptr<const ReleaseDrift> drift_of(const Manifest& now, const Manifest& older);

}  // namespace npulint
