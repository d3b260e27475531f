#include "lint/release_check.h"

#include <algorithm>
#include <map>

#include "lint/show.h"
#include "lint/words.h"

namespace npulint {
namespace {

constexpr Text kAsset{"`{0}`", "`{0}`"};

// March or chip that the asset is for: by its content, else by what its names say.
std::string march_of(const ReleasedAsset& a, const Platforms& platforms) {
  if (a.content) {
    const auto& built = a.content->march ? a.content->march : a.content->chip;
    if (const Platform* p = built ? platforms.find(*built) : nullptr) return p->march;
  }
  for (const auto* t : {&a.folder, &a.own})
    if (*t && !(*t)->target.marches.empty()) return (*t)->target.marches[0];
  return "";
}

// Inputs and outputs as one text: name, dtype, shape, quantisation.
std::string io_of(const CompiledModel& m) {
  std::string out;
  for (const auto* list : {&m.inputs, &m.outputs})
    for (const CompiledTensor& t : *list) {
      out += (out.empty() ? "" : ", ") + t.name;
      if (t.dtype) out += " " + show(*t.dtype);
      if (t.shape) out += " " + show(*t.shape);
      if (t.quant && t.quant->kind != Quantization::Kind::kNone) out += " " + show(*t.quant);
    }
  return out;
}

std::vector<BucketClash> bucket_clashes(Release& r, const Platforms& platforms) {
  std::vector<BucketClash> out;
  const auto shares = [](const Target& a, const Target& b) {
    return std::any_of(a.marches.begin(), a.marches.end(), [&](const std::string& m) {
      return std::find(b.marches.begin(), b.marches.end(), m) != b.marches.end();
    });
  };
  const auto is_policy = [&](const ReleasedAsset& a) {
    return std::any_of(r.bucket_of.begin(), r.bucket_of.end(), [&](const auto& entry) {
      const auto target = platforms.target(entry.first);
      return target && lower(entry.second) == lower(a.bucket_dir) &&
             shares(*target, a.folder->target);
    });
  };
  for (const auto& m : r.models)
    for (const ReleasedAsset& a : m->assets) {
      r.any_bucket = r.any_bucket || (a.bucket && a.folder);
      if (!a.bucket || !a.folder || shares(a.bucket->target, a.folder->target) || is_policy(a))
        continue;
      const std::string means = a.folder->target.marches[0];
      auto same = std::find_if(out.begin(), out.end(), [&](const BucketClash& c) {
        return c.means == means && c.bucket_dir == a.bucket_dir;
      });
      if (same == out.end()) {
        out.push_back({means, a.bucket_dir, a.bucket->means(), {}});
        same = out.end() - 1;
      }
      same->assets.push_back(&a);
    }
  return out;
}

std::vector<SharedName> shared_names(Release& r, const Platforms& platforms) {
  std::map<std::string, SharedName> names;
  for (const auto& m : r.models)
    for (const ReleasedAsset& a : m->assets) {
      const std::string march = a.compiled ? march_of(a, platforms) : "";
      r.unmarked += a.compiled && march.empty();
      if (march.empty()) continue;
      SharedName& n = names[a.base];
      if (n.model.empty()) n.model = m->id;
      n.base = a.base;
      if (std::find(n.targets.begin(), n.targets.end(), march) != n.targets.end()) continue;
      n.targets.push_back(march);
      n.assets.push_back(&a);
      if (!a.content) continue;
      const std::string io = io_of(*a.content);
      if (n.first_io.empty()) {
        n.first_io = io;
      } else if (io != n.first_io && !n.differ) {
        n.differ = true;
        n.second_io = io;
      }
    }
  std::vector<SharedName> out;
  for (auto& [base, n] : names)
    if (n.targets.size() > 1) out.push_back(std::move(n));
  std::stable_sort(out.begin(), out.end(),
                   [](const SharedName& a, const SharedName& b) { return a.model < b.model; });
  return out;
}

}  // namespace

void compare_names(Release& r, const Platforms& platforms) {
  r.buckets = bucket_clashes(r, platforms);
  r.shared = shared_names(r, platforms);
}

void also_assets(Report& r, const Assets& assets) {
  for (size_t i = 1; i < assets.size(); ++i) r.also(assets[i]->stated->at, kAsset, assets[i]->name);
}

bool is_sha256(std::string_view text) {
  return text.size() == 64 && std::all_of(text.begin(), text.end(), [](char c) {
           return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F');
         });
}

std::string show_sizes(const std::vector<std::pair<int64_t, int64_t>>& sizes) {
  std::string out;
  for (const auto& [a, b] : sizes)
    out += (out.empty() ? "" : ", ") + std::to_string(a) + "x" + std::to_string(b);
  return out;
}

bool sizes_agree(std::vector<std::pair<int64_t, int64_t>> a,
                 std::vector<std::pair<int64_t, int64_t>> b) {
  for (auto* list : {&a, &b}) {
    for (auto& [x, y] : *list)
      if (x > y) std::swap(x, y);
    std::sort(list->begin(), list->end());
  }
  return std::includes(a.begin(), a.end(), b.begin(), b.end()) ||
         std::includes(b.begin(), b.end(), a.begin(), a.end());
}

std::vector<SharedDigest> shared_digests(const ReleasedModel& m) {
  std::map<std::string, const ReleasedAsset*> first;
  std::vector<SharedDigest> out;
  for (const ReleasedAsset& a : m.assets) {
    if (!(a.compiled || a.ext == ".bin") || !a.stated->sha256) continue;
    const auto [it, fresh] = first.emplace(lower(*a.stated->sha256), &a);
    const ReleasedAsset& b = *it->second;
    // one file under two entries, and two files that are truly equal; never files of two formats
    const bool same = a.base == b.base ||
                      (a.stated->url && b.stated->url && *a.stated->url == *b.stated->url) ||
                      (!a.sha256.empty() && a.sha256 == b.sha256);
    if (!fresh && (a.ext != b.ext || (!same && a.compiled && b.compiled))) out.push_back({&b, &a});
  }
  return out;
}

bool is_cut(const ReleasedModel& m) {
  return !m.manifest->complete && m.stated == &m.manifest->models.back();
}

std::string_view foreign_content(const ReleasedAsset& a) {
  const std::string_view h = a.head;
  const std::string& ext = a.ext;
  const bool model = ext == ".bin" || ext == ".hbm" || ext == ".bmodel" || ext == ".onnx";
  if (!model || (ext == ".bin" && !a.compiled)) return {};
  if (h.starts_with("<!DOCTYPE") || h.starts_with("<!doctype") || h.starts_with("<html") ||
      h.starts_with("<?xml"))
    return "HTML or XML";
  if (h.starts_with("PK\x03\x04")) return "a zip archive";
  if (h.starts_with("\x1f\x8b")) return "a gzip file";
  if (h.starts_with("\x08\x01\x10\x01\x2a")) return ext == ".bin" ? "" : "a Horizon .bin";
  if (h.starts_with("\xEE\xAA\x55\xFF")) return ext == ".bmodel" ? "" : "a .bmodel";
  if (h.size() >= 16 && h[0] == '#' && h.substr(4, 3) == "hbm")
    return ext == ".hbm" ? "" : "an .hbm";
  return {};
}

std::vector<SummaryClash> summary_clashes(const Manifest& m) {
  int64_t scripts = 0, assets = 0, urls = 0, digests = 0;
  for (const Manifest::Model& model : m.models) {
    scripts += static_cast<int64_t>(model.scripts.size());
    for (const Manifest::Asset& a : model.assets) {
      ++assets;
      urls += a.url.value.has_value();
      digests += a.sha256.value.has_value();
    }
  }
  const std::pair<std::string_view, int64_t> counted[] = {
      {"sample_count", static_cast<int64_t>(m.models.size())},
      {"download_script_count", scripts},
      {"asset_count", assets},
      {"downloadable_asset_count", urls},
      {"manual_asset_count", assets - urls},
      {"sha256_recorded_count", digests},
      {"sha256_unrecorded_count", assets - digests}};
  std::vector<SummaryClash> out;
  for (const auto& [key, n] : m.summary)
    for (const auto& [name, count] : counted)
      if (key == name && *n != count) out.push_back({key, count, &n});
  return out;
}

bool takes_size(const CompiledModel& model, const std::pair<int64_t, int64_t>& size) {
  const auto [a, b] = size;
  for (const CompiledTensor& t : model.inputs) {
    if (!t.shape || t.shape->size() < 3) return true;  // not known, or no image
    const auto& s = *t.shape;
    for (size_t i = 1; i < s.size(); ++i)
      if ((s[i - 1] == a && s[i] == b) || (s[i - 1] == b && s[i] == a) || s[i] < 0) return true;
  }
  return model.inputs.empty();
}

}  // namespace npulint
