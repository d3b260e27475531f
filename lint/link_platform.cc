#include "lint/link_derived.h"

namespace npulint {
namespace {

constexpr Text kPlatformSilent{"the platform table states none for {0}",
                               "平台表没有给出 {0} 的数值"};
constexpr Text kNoPlatform{"no march or target is known", "march 与目标均未知"};

}  // namespace

void link_platform(Bundle& b, const Platforms& platforms, const Fact<std::string>& artifact,
                   const Fact<std::string>& march) {
  std::vector<Built> built;
  const auto add = [&](const Fact<std::string>& f, bool of_artifact) {
    if (!f) return;
    const Platform* p = platforms.find(*f);
    built.push_back({*f, p ? p->march : "", of_artifact});
    b.built_at.push_back(f.at);
    if (p && !b.platform) b.platform = {p, f.at};
  };
  add(artifact, true);
  add(march, false);
  if (!built.empty()) {
    b.built = {built[0], b.built_at[0]};
    b.all_built = {std::move(built), b.built_at[0]};
  }
  if (!b.platform && b.declared && b.declared->front().target.marches.size() == 1)
    if (const Platform* p = platforms.find(b.declared->front().target.marches[0]))
      b.platform = {p, b.declared.at};
  if (!b.platform) {
    b.platform.missing = b.nv12_alignment.missing = Message(kNoPlatform);
  } else if (const auto& a = (*b.platform)->nv12_stride) {
    b.nv12_alignment = {a->value, a->at};
  } else {
    b.nv12_alignment.missing = Message(kPlatformSilent, (*b.platform)->march);
  }
  if (!b.built) b.built.missing = march.missing;
}

}  // namespace npulint
