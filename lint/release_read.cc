#include "lint/release_read.h"

#include <algorithm>
#include <map>
#include <set>
#include <unordered_map>

#include "lint/digest.h"
#include "lint/digest_cache.h"
#include "lint/parallel.h"
#include "lint/progress.h"
#include "lint/release_check.h"
#include "lint/release_names.h"
#include "lint/shard.h"
#include "lint/sources.h"
#include "lint/words.h"
#include "parsers/onnx.h"

namespace npulint {
namespace {

constexpr size_t kHeadBytes = 512;
constexpr int kMostLevels = 6;  // folders around the manifest's that may be the zoo's root
constexpr std::string_view kUnnamed = "files";

bool is_artifact(const FileRecord& f) {
  return f.kind == FileKind::kBin || f.kind == FileKind::kHbm || f.kind == FileKind::kBmodel;
}

// Of benchmarks that lie alone.
std::shared_ptr<Manifest> nothing_listed() {
  auto out = std::make_shared<Manifest>();
  out->complete = false;
  return out;
}

struct File {
  FileStat stat;
  ReleasedAsset* asset = nullptr;
};

class ReleaseReader {
 public:
  ReleaseReader(Group& g, const ReleaseInput& in)
      : g_(g), in_(in), reader_(in.data.reader), sources_(in.data.sources) {}

  void read() {
    Release& r = *g_.release;
    for (const auto& record : in_.run.files) by_path_[sources_.real(record->id)] = record.get();
    find_roots(r.root);
    if (in_.settings) r.bucket_of = in_.settings->bucket_of;
    std::map<std::string, int> ids;
    for (const Manifest::Model& m : r.manifest->models) {
      auto model = std::make_shared<ReleasedModel>();
      model->manifest = r.manifest.get();
      model->stated = &m;
      model->id = m.id.empty() ? std::string(kUnnamed) : m.id;
      if (const int n = ++ids[model->id]; n > 1) model->id += "[" + std::to_string(n) + "]";
      model->download = m.availability && *m.availability == "download";
      for (const Manifest::Asset& a : m.assets) {
        model->assets.push_back(named_asset(a, *r.manifest, in_.words));
        find_file(model->assets.back(), m);
        r.here += !model->assets.back().real.empty();
      }
      data_is_no_model(*model);
      r.models.push_back(std::move(model));
    }
    for (auto& m : r.models)
      m->expected = r.manifest->kind == Manifest::Kind::kChecksums || (in_.strict && r.here > 0);
    add_listed();
    add_evidence();
    read_files();
  }

 private:
  // A .bin beside .hbm files is data: a model has one kind of artifact.
  static void data_is_no_model(ReleasedModel& m) {
    const bool hbm = std::any_of(m.assets.begin(), m.assets.end(),
                                 [](const ReleasedAsset& a) { return a.ext == ".hbm"; });
    for (ReleasedAsset& a : m.assets)
      if (hbm && a.ext == ".bin" && !a.content) a.compiled = false;
  }

  // The folders that names may be seen from: the manifest's, and those around it up to the
  // repository.
  void find_roots(const std::string& dir) {
    std::string at = dir;
    for (int i = 0; i <= kMostLevels; ++i) {
      roots_.push_back(at);
      if (at == "/" || at == "." ||
          reader_.stat(join_path(at, ".git")).kind != FileStat::Kind::kAbsent)
        return;
      at = dir_name(at);
    }
  }

  static const CompiledModel* only_model(const FileRecord& f) {
    return f.compiled && f.compiled->models.size() == 1 ? &f.compiled->models[0] : nullptr;
  }

  bool folder(const std::string& path) {
    const auto [it, fresh] = folders_.emplace(path, false);
    if (fresh) it->second = reader_.stat(path).kind == FileStat::Kind::kDirectory;
    return it->second;
  }

  void find_file(ReleasedAsset& a, const Manifest::Model& m) {
    if (!a.escapes.empty()) return;
    const auto take = [&](const std::string& dir) {
      if (!folder(dir)) return false;
      const std::string path = join_path(dir, a.name);
      if (!folder(dir_name(path))) return false;
      const FileStat st = reader_.stat(path);
      if (st.kind != FileStat::Kind::kFile) return false;
      a.real = path;
      a.bytes = st.size;
      a.file = sources_.add(in_.data.shown(path), path);
      const auto record = by_path_.find(path);
      if (record != by_path_.end()) a.content = only_model(*record->second);
      const std::string described = path.substr(0, path.size() - a.ext.size()) + ".metadata.json";
      if (const auto text = by_path_.find(described); !a.content && text != by_path_.end())
        a.content = only_model(*text->second);
      return true;
    };
    if (take(roots_[0])) return;
    if (g_.release->manifest->kind != Manifest::Kind::kModels) return;
    if (!m.id.empty() && unsafe_name(m.id).empty() && take(join_path(roots_[0], m.id))) return;
    if (!m.sample_path || !unsafe_name(*m.sample_path).empty()) return;
    for (const std::string& root : roots_) {
      const std::string sample = join_path(root, *m.sample_path);
      if (folder(sample) && (take(join_path(sample, "model")) || take(sample))) return;
    }
  }

  // What SHA256SUMS beside the manifest, or in a folder of one of its files, says of them.
  void add_listed() {
    std::unordered_map<std::string, Fact<std::string>> listed;
    for (const FileRecord* f : g_.checksums)
      for (const Manifest::Model& m : f->manifest->models)
        for (const Manifest::Asset& a : m.assets)
          listed.emplace(join_path(dir_name(sources_.real(f->id)), *a.filename), a.sha256);
    if (listed.empty()) return;
    for (auto& m : g_.release->models)
      for (ReleasedAsset& a : m->assets) {
        const std::string path = a.real.empty() ? join_path(g_.release->root, a.name) : a.real;
        if (const auto it = listed.find(path); it != listed.end()) a.listed_sha256 = it->second;
      }
  }

  // Records of runs name an asset by its id, "s:yolov5:s600/a.hbm", or by the path that it had.
  void add_evidence() {
    struct Known {
      const CompiledFile::Digest* digest;
      const CompiledModel* model;  // where the record is about one alone
    };
    std::unordered_map<std::string, Known> known;
    std::vector<Known> by_path;
    for (const auto& f : in_.run.files) {
      if (!f->compiled) continue;
      const auto& digests = f->compiled->digests;
      for (const CompiledFile::Digest& d : digests) {
        const Known k{&d, digests.size() == 1 ? only_model(*f) : nullptr};
        if (d.asset) known.emplace(*d.asset, k);
        if (!d.asset && d.path) by_path.push_back(k);
      }
    }
    if (known.empty() && by_path.empty()) return;
    const Manifest& manifest = *g_.release->manifest;
    const std::string platform = manifest.platform ? *manifest.platform : "";
    for (auto& m : g_.release->models)
      for (ReleasedAsset& a : m->assets) {
        const auto it = known.find(platform + ":" + m->stated->id + ":" + a.name);
        if (it != known.end()) recorded(a, it->second.digest->sha256, it->second.model);
        if (!m->stated->sample_path) continue;
        const std::string tail = "/" + *m->stated->sample_path + "/model/" + a.name;
        for (const Known& k : by_path)
          if (k.digest->path->ends_with(tail)) recorded(a, k.digest->sha256, k.model);
      }
  }

  // What ran is this asset while no other digest is stated.
  static void recorded(ReleasedAsset& a, const Fact<std::string>& sha256,
                       const CompiledModel* model) {
    a.evidence_sha256 = sha256;
    const Fact<std::string>& stated = a.stated->sha256;
    if (!a.content && (!stated || lower(*stated) == lower(*sha256))) a.content = model;
  }

  // First bytes and digests, on all threads; digests with the cache of each folder.
  void read_files() {
    std::vector<File> files;
    for (auto& m : g_.release->models) {
      const std::string key = g_.name + '\0' + "model:" + m->id;
      m->hashed = in_.digests;
      if (!owns(in_.shard, key)) continue;
      for (ReleasedAsset& a : m->assets)
        if (!a.real.empty()) files.push_back({reader_.stat(a.real), &a});
    }
    std::map<std::string, std::vector<size_t>> by_folder;
    for (size_t i = 0; i < files.size(); ++i)
      by_folder[dir_name(files[i].asset->real)].push_back(i);
    std::vector<std::unique_ptr<DigestCache>> caches;
    std::vector<DigestCache*> cache_of(files.size());
    std::vector<size_t> todo;
    for (const auto& [dir, members] : by_folder) {
      caches.push_back(std::make_unique<DigestCache>(
          reader_, in_.digests ? in_.data.cache_dir : std::string(), dir));
      for (const size_t i : members) {
        cache_of[i] = caches.back().get();
        const auto* known = cache_of[i]->find(base_name(files[i].asset->real), files[i].stat);
        if (known && in_.digests) files[i].asset->sha256 = hex_text(*known);
      }
    }
    // the largest first: the last one to be read shall not be the longest
    std::vector<size_t> order(files.size());
    for (size_t i = 0; i < order.size(); ++i) order[i] = i;
    std::stable_sort(order.begin(), order.end(),
                     [&](size_t a, size_t b) { return files[a].stat.size > files[b].stat.size; });
    std::vector<bool> cached(files.size());
    for (size_t i = 0; i < files.size(); ++i) cached[i] = !files[i].asset->sha256.empty();
    Progress progress(kHashed, order.size());
    parallel(order.size(), in_.data.jobs, [&](size_t i) {
      read_file(files[order[i]]);
      progress.tick();
    });
    for (size_t i = 0; i < files.size(); ++i) {
      const ReleasedAsset& a = *files[i].asset;
      if (cached[i] || a.sha256.empty()) continue;
      DataSet::Digest digest{};
      if (parse_digest(a.sha256, &digest))
        cache_of[i]->add(base_name(a.real), files[i].stat, digest);
    }
    for (const auto& cache : caches) cache->save();
  }

  void read_file(const File& f) const {
    ReleasedAsset& a = *f.asset;
    const auto file = reader_.open(a.real, &a.unread);
    if (!file) return;
    a.head.resize(std::min<uint64_t>(kHeadBytes, file->size()));
    a.head.resize(file->read(0, a.head.data(), a.head.size()));
    a.pointer = is_lfs_pointer(a.head);
    if (in_.digests && a.sha256.empty()) a.sha256 = sha256_hex(*file);
  }

  Group& g_;
  const ReleaseInput& in_;
  const FileReader& reader_;
  Sources& sources_;
  std::vector<std::string> roots_;
  std::unordered_map<std::string, bool> folders_;
  std::unordered_map<std::string, const FileRecord*> by_path_;
};

// What lies beside listed artifacts and no release lists.
void find_unlisted(std::vector<Group>& groups, const Run& run) {
  std::set<std::string> listed;
  std::map<std::string, Release*> of_folder;
  for (Group& g : groups) {
    if (!g.release) continue;
    for (const auto& m : g.release->models)
      for (const ReleasedAsset& a : m->assets) {
        if (a.real.empty()) continue;
        listed.insert(a.real);
        if (a.compiled) of_folder.emplace(dir_name(a.real), g.release.get());
      }
  }
  for (const auto& f : run.files) {
    if (!is_artifact(*f)) continue;
    const std::string& real = run.sources.real(f->id);
    const auto release = of_folder.find(dir_name(real));
    if (release != of_folder.end() && !listed.contains(real))
      release->second->unlisted.push_back(f->id);
  }
}

// One model a folder.
std::shared_ptr<Manifest> folder_manifest(const std::vector<const FileRecord*>& artifacts,
                                          const Sources& sources, const std::string& root) {
  auto out = std::make_shared<Manifest>();
  out->kind = Manifest::Kind::kFolder;
  std::map<std::string, Manifest::Model> models;
  for (const FileRecord* f : artifacts) {
    const std::string name = relative_path(sources.real(f->id), root);
    Manifest::Model& m = models[dir_name(name)];
    Manifest::Asset a;
    a.at = whole_file(f->id);
    a.filename = {name, a.at};
    if (m.assets.empty()) m.at = a.at;
    m.assets.push_back(std::move(a));
  }
  for (auto& [dir, m] : models) {
    m.id = dir == "." ? "" : dir;
    out->models.push_back(std::move(m));
  }
  return out;
}

bool below(const std::string& path, const std::string& dir) {
  return dir == "/" || path.starts_with(dir + "/");
}

// Folders that were given and hold artifacts, but nothing that lists them.
void add_folders(Loaded& l, const std::string& cwd) {
  for (const std::string& root : l.roots) {
    const auto lists = [&](const Group& g) {
      return g.manifest && below(l.run.sources.real(g.manifest->id), root);
    };
    if (std::any_of(l.groups.begin(), l.groups.end(), lists)) continue;
    std::vector<const FileRecord*> artifacts;
    for (const auto& f : l.run.files)
      if (is_artifact(*f) && below(l.run.sources.real(f->id), root)) artifacts.push_back(f.get());
    if (artifacts.empty()) continue;
    Group& g = l.groups.emplace_back();
    const std::string shown = relative_path(root, cwd);
    g.name = shown == "." ? "./" : shown + "/";
    g.release = std::make_shared<Release>();
    g.release->manifest = folder_manifest(artifacts, l.run.sources, root);
    g.release->root = root;
  }
  std::stable_sort(l.groups.begin(), l.groups.end(),
                   [](const Group& a, const Group& b) { return a.name < b.name; });
}

}  // namespace

void read_release(Group& group, const ReleaseInput& in) { ReleaseReader(group, in).read(); }

void read_releases(Loaded& l, const LoadOptions& options, const DataWants& wants, DataInput& data) {
  const bool strict = l.run.profile == Profile::kRelease;
  for (Group& g : l.groups) {
    const FileRecord* f = g.manifest ? g.manifest : g.benchmarks;
    if (!f) continue;
    g.release = std::make_shared<Release>();
    g.release->manifest = g.manifest ? g.manifest->manifest : nothing_listed();
    g.release->root = dir_name(l.run.sources.real(f->id));
  }
  if (strict) add_folders(l, options.cwd);
  std::optional<PlatformWords> words;
  for (Group& g : l.groups) {
    if (!g.release) continue;
    if (!words) words.emplace(l.run.platforms);
    const FileId anchor = g.manifest ? g.manifest->id : kNoFile;
    read_release(g, {data, l.run, *words, l.settings_for(anchor), options.shard,
                     wants.released_digests && strict, strict});
  }
  if (!words) return;
  find_unlisted(l.groups, l.run);
  for (Group& g : l.groups) {
    if (g.release) compare_names(*g.release, l.run.platforms);
  }
}

}  // namespace npulint
