// Questions about the assets of a release that rules share.
#pragma once

#include <string>
#include <vector>

#include "lint/release.h"
#include "lint/rule.h"

namespace npulint {

template <class Pick>
Assets assets_where(const ReleasedModel& m, const Pick& pick) {
  Assets out;
  for (const ReleasedAsset& a : m.assets)
    if (pick(a)) out.push_back(&a);
  return out;
}

// The further assets of the last finding, all but the first.
void also_assets(Report& r, const Assets& assets);

bool is_sha256(std::string_view text);                                          // 64 hex digits
std::string show_sizes(const std::vector<std::pair<int64_t, int64_t>>& sizes);  // "224x224"

// Compiled assets that state one digest under two names.
struct SharedDigest {
  const ReleasedAsset *first, *second;
};
std::vector<SharedDigest> shared_digests(const ReleasedModel& m);

// What the first bytes of a file are, where they are not what its name says: "ONNX", "HTML or XML",
// "a zip archive"; empty: nothing known, or as named.
std::string_view foreign_content(const ReleasedAsset& a);

// In whichever order width and height stand.
bool sizes_agree(std::vector<std::pair<int64_t, int64_t>> a,
                 std::vector<std::pair<int64_t, int64_t>> b);

// True when the manifest could not be read to its end and this is its last model.
bool is_cut(const ReleasedModel& m);

// Fills what a release knows of all its names together: any_bucket, buckets, unmarked, shared.
void compare_names(Release& r, const Platforms& platforms);

// A count of the summary that is not that of the entries.
struct SummaryClash {
  std::string key;
  int64_t counted = 0;
  const Fact<int64_t>* stated = nullptr;
};
std::vector<SummaryClash> summary_clashes(const Manifest& m);

// True when an input has these two dims side by side, in either order, and where what it takes is
// no image or not known.
bool takes_size(const CompiledModel& model, const std::pair<int64_t, int64_t>& size);

}  // namespace npulint
