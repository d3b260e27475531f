#include "lint/near_duplicates.h"

#include "lint/files.h"
#include "lint/image_hash.h"
#include "lint/parallel.h"
#include "lint/sources.h"

namespace npulint {
namespace {

constexpr uint64_t kMostBytes = 64u << 20;  // of one file
constexpr double kAlike = 0.95;  // correlation; another picture with a near hash has less

class Images {
 public:
  Images(const FileReader& reader, const Sources& sources, const DataSet& set)
      : reader_(reader), set_(set) {
    const std::string& real = sources.real(set.file);
    dir_ = set.folder ? real : dir_name(real);
  }

  void hash(unsigned jobs) {
    struct Small {
      uint64_t bits = 0;
      bool read = false, flat = false;
    };
    std::vector<Small> small(set_.entries.size());
    parallel(small.size(), jobs, [&](size_t i) {
      if (const auto h = read(i, nullptr)) small[i] = {h->bits, true, h->flat};
    });
    seen.entries = set_.size();
    for (size_t i = 0; i < small.size(); ++i) {
      seen.images += small[i].read;
      seen.flat += small[i].flat;
      if (!small[i].read || small[i].flat) continue;
      entries.push_back(i);
      bits.push_back(small[i].bits);
    }
  }

  // Of one entry, with its bytes where they are asked for.
  std::optional<ImageHash> read(size_t entry, std::string* to) const {
    std::string bytes, why;
    const std::string name(set_.entries[entry].name);
    if (!reader_.read_all(join_path(dir_, name), kMostBytes, &bytes, &why)) return std::nullopt;
    Message fault;
    auto out = hash_image(bytes, name, &fault);
    if (to) *to = std::move(bytes);
    return out;
  }

  NearDuplicates::Seen seen;
  std::vector<size_t> entries;  // that have a hash
  std::vector<uint64_t> bits;   // of each of them

 private:
  const FileReader& reader_;
  const DataSet& set_;
  std::string dir_;
};

}  // namespace

NearDuplicates find_near_duplicates(const FileReader& reader, const Sources& sources,
                                    const DataSet& calibration, const DataSet& evaluation,
                                    int limit, unsigned jobs) {
  NearDuplicates out;
  out.limit = limit;
  Images cal(reader, sources, calibration), eval(reader, sources, evaluation);
  cal.hash(jobs);
  eval.hash(jobs);
  out.calibration = cal.seen;
  out.evaluation = eval.seen;
  const HashIndex index(cal.bits);
  std::vector<std::optional<HashIndex::Hit>> hits(eval.bits.size());
  parallel(hits.size(), jobs, [&](size_t i) {
    hits[i] = index.nearest(eval.bits[i], limit);
    if (!hits[i]) return;
    // hashes of unlike pictures meet now and then
    std::string a, b;
    const auto x = cal.read(cal.entries[hits[i]->index], &a), y = eval.read(eval.entries[i], &b);
    if (!x || !y || a == b || likeness(*x, *y) < kAlike) hits[i].reset();
  });
  for (size_t i = 0; i < hits.size(); ++i) {
    if (!hits[i]) continue;
    const DataSet::Entry& c = calibration.entries[cal.entries[hits[i]->index]];
    const DataSet::Entry& e = evaluation.entries[eval.entries[i]];
    out.pairs.push_back({std::string(c.name), std::string(e.name), calibration.at(c),
                         evaluation.at(e), hits[i]->distance});
  }
  return out;
}

}  // namespace npulint
