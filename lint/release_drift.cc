#include "lint/release_drift.h"

#include <algorithm>
#include <map>
#include <set>
#include <utility>

#include "lint/files.h"
#include "lint/name_tokens.h"
#include "lint/words.h"

namespace npulint {
namespace {

using Asset = Manifest::Asset;
using Kind = ReleaseDrift::Kind;

constexpr size_t kShaDigits = 64;

constexpr Text kNoUrls{"one of the two is no models.yaml and states no URLs",
                       "两者之一不是 models.yaml，没有给出 URL"};
constexpr Text kDamaged{"a part of one of the manifests could not be read",
                        "其中一份清单有一部分无法读取"};

// "" for anything that is no digest.
std::string digest(const Asset& a) {
  if (!a.sha256 || a.sha256->size() != kShaDigits) return {};
  std::string hex = lower(*a.sha256);
  const bool good = std::all_of(hex.begin(), hex.end(), [](char c) {
    return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f');
  });
  return good ? hex : std::string();
}

std::vector<std::pair<int64_t, int64_t>> sizes(std::string_view name) {
  std::vector<std::pair<int64_t, int64_t>> out;
  for (const NameToken& t : name_tokens(name))
    if (const auto size = size_token(t.text)) out.push_back(*size);
  return out;
}

std::string name_of(const Asset& a) {
  return a.filename ? normal_path(*a.filename) : std::string();
}

std::string label(const Manifest& m) {
  if (m.tag) return *m.tag;
  if (m.version) return *m.version;
  return m.kind == Manifest::Kind::kModels ? "models.yaml" : "SHA256SUMS";
}

// What one URL is listed for: several entries may share a file.
struct Listed {
  std::vector<const Asset*> assets;
  std::set<std::string> bases, digests;
  bool all_digests = true;
};

std::map<std::string, Listed, std::less<>> by_url(const Manifest& m) {
  std::map<std::string, Listed, std::less<>> out;
  for (const Manifest::Model& model : m.models)
    for (const Asset& a : model.assets) {
      if (!a.url || a.url->empty()) continue;
      Listed& l = out[*a.url];
      l.assets.push_back(&a);
      l.bases.insert(base_name(name_of(a)));
      const std::string hex = digest(a);
      if (hex.empty())
        l.all_digests = false;
      else
        l.digests.insert(hex);
    }
  return out;
}

class Drift {
 public:
  Drift(const Manifest& now, const Manifest& older)
      : now_(now), urls_(by_url(now)), older_urls_(by_url(older)) {
    for (const Manifest::Model& model : older.models)
      for (const Asset& a : model.assets)
        if (a.filename) older_names_[model.id].emplace(name_of(a), &a);
  }

  void run(ReleaseDrift& out) const {
    for (const Manifest::Model& model : now_.models) {
      ReleaseDrift::Model found;
      found.id = model.id;
      found.assets = model.assets.size();
      for (const Asset& a : model.assets) out.compared += asset(model, a, found.changes);
      if (found.changes.empty()) continue;
      std::stable_sort(found.changes.begin(), found.changes.end(),
                       [](const auto& x, const auto& y) { return x.kind < y.kind; });
      size_t kept = 0;
      for (size_t i = 1; i < found.changes.size(); ++i)
        if (found.changes[i].kind == found.changes[kept].kind)
          ++found.changes[kept].assets;
        else if (++kept != i)
          found.changes[kept] = std::move(found.changes[i]);
      found.changes.resize(kept + 1);
      out.models.push_back(std::move(found));
    }
  }

 private:
  // True when the older manifest lists the asset's URL or name too.
  bool asset(const Manifest::Model& model, const Asset& a,
             std::vector<ReleaseDrift::Change>& to) const {
    if (a.url) {
      const auto old = older_urls_.find(*a.url);
      if (old != older_urls_.end()) {
        same_url(a, urls_.find(*a.url)->second, old->second, to);
        return true;
      }
    }
    const auto names = older_names_.find(model.id);
    if (names == older_names_.end() || !a.filename) return false;
    const auto old = names->second.find(name_of(a));
    if (old == names->second.end()) return false;
    moved(a, *old->second, to);
    return true;
  }

  static void same_url(const Asset& a, const Listed& now, const Listed& old,
                       std::vector<ReleaseDrift::Change>& to) {
    const auto add = [&](Kind kind, std::string name, std::string was, const Evidence& at,
                         const Evidence& older_at) {
      to.push_back({kind, std::move(name), std::move(was), name_of(a), *a.url, at, older_at});
    };
    const std::string base = base_name(name_of(a));
    if (a.filename && !old.bases.contains(base)) {
      // an older name that is still listed for this URL is another entry's
      const auto gone = std::find_if(old.assets.begin(), old.assets.end(), [&](const Asset* o) {
        return !now.bases.contains(base_name(name_of(*o)));
      });
      if (gone != old.assets.end()) {
        const std::string was = name_of(**gone);
        const auto size = sizes(base), was_size = sizes(base_name(was));
        add(!size.empty() && !was_size.empty() && size != was_size ? Kind::kSize : Kind::kName,
            name_of(a), was, a.at, (*gone)->at);
      }
    }
    const std::string hex = digest(a);
    if (hex.empty() || !old.all_digests || old.digests.empty() || old.digests.contains(hex)) return;
    const Asset& was = *old.assets.front();
    add(Kind::kDigest, hex, digest(was), a.sha256.at, was.sha256.at);
  }

  void moved(const Asset& a, const Asset& old, std::vector<ReleaseDrift::Change>& to) const {
    if (!old.url || old.url->empty() || urls_.contains(*old.url)) return;
    const std::string hex = digest(a), was = digest(old);
    if (!hex.empty() && !was.empty()) return;  // told apart by their digests
    to.push_back({Kind::kMoved, a.url ? *a.url : std::string(), *old.url, name_of(a), *old.url,
                  a.url ? a.url.at : a.at, old.url.at});
  }

  const Manifest& now_;
  const std::map<std::string, Listed, std::less<>> urls_, older_urls_;
  std::map<std::string, std::map<std::string, const Asset*>> older_names_;
};

}  // namespace

std::shared_ptr<const ReleaseDrift> drift_of(const Manifest& now, const Manifest& older) {
  auto out = std::make_shared<ReleaseDrift>();
  out->release = label(now);
  out->older = label(older);
  if (now.kind != Manifest::Kind::kModels || older.kind != Manifest::Kind::kModels) {
    out->open = Message(kNoUrls);
    return out;
  }
  // what was not read may be the entry that a URL or a name had
  if (!now.complete || !older.complete) {
    out->open = Message(kDamaged);
    return out;
  }
  Drift(now, older).run(*out);
  return out;
}

}  // namespace npulint
