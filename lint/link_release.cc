#include "lint/link_release.h"

#include "lint/benchmark_check.h"
#include "lint/release_drift.h"

namespace npulint {
namespace {

constexpr Text kNoneHere{"none of the model's files is here", "该模型的文件都不在此处"};

// Own names against the folder or the platform of the manifest. Where the content is known, it is
// what counts.
void link_listed(NameCheck& check, const ReleasedModel& m, const Platforms& platforms) {
  NameCheck::Listed found;
  for (const ReleasedAsset& a : m.assets) {
    const bool built = a.content && (a.content->march || a.content->chip);
    if (built || !a.own || !a.folder || a.own->agrees(*a.folder, platforms)) continue;
    if (++found.assets > 1) continue;
    found.model = m.id;
    found.states = a.folder->means();
    found.clash = {NameClash::Kind::kArtifact, a.name, a.own->token, a.own->means(), a.stated->at};
    if (m.manifest->platform && a.folder->token == *m.manifest->platform)
      found.stated = m.manifest->platform.at;
  }
  if (found.assets > 0) check.listed.push_back(std::move(found));
}

bool any_target(const ReleasedModel& m) {
  for (const ReleasedAsset& a : m.assets)
    if (a.own && a.folder && !a.content) return true;
  return false;
}

}  // namespace

void link_release(Bundle& b, const Group& g, const Run& run, const PlatformWords& words) {
  const Release& r = *g.release;
  b.is_release = true;
  b.name = g.name;
  const auto take = [&](const FileRecord* f) {
    if (!f) return;
    b.files.push_back(f->id);
    if (b.anchor == kNoFile) b.anchor = f->id;
  };
  take(g.manifest);
  take(g.benchmarks);
  for (const FileRecord* f : g.checksums) take(f);
  if (b.anchor == kNoFile && !r.manifest->models.empty())
    b.anchor = r.manifest->models[0].at.file;  // of a folder
  const Evidence at = whole_file(b.anchor);
  b.profile = {run.profile, at};
  ReleaseRow& row = b.releases.emplace_back();
  row.bundle = &b;
  row.subject = "release";
  row.release = {g.release, at};
  if (g.benchmarks && g.benchmarks->benchmarks) {
    ReleaseRow& to = b.benchmarks.emplace_back();
    to.bundle = &b;
    to.subject = "benchmarks";
    to.benchmarks = {check_benchmarks(*g.benchmarks->benchmarks, *r.manifest, words),
                     whole_file(g.benchmarks->id)};
  }
  if (g.older) {
    ReleaseRow& to = b.drifts.emplace_back();
    to.bundle = &b;
    to.subject = "against";
    to.drift = {drift_of(*r.manifest, *g.older->manifest), whole_file(g.older->id)};
  }
  NameCheck names;
  bool any = false;
  for (const auto& m : r.models) {
    if (m->assets.empty()) continue;
    ReleasedModelRow& model = b.released.emplace_back();
    model.bundle = &b;
    model.subject = "model:" + m->id;
    model.assets = {m, m->stated->at};
    size_t here = 0;
    for (const ReleasedAsset& a : m->assets) here += !a.real.empty();
    if (here > 0)
      model.files = {m, m->stated->at};
    else
      model.files.missing = Message(kNoneHere);
    any = any || any_target(*m);
    link_listed(names, *m, words.platforms());
  }
  if (any) b.name_check = {std::move(names), at};
}

}  // namespace npulint
