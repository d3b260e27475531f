#include "lint/group_parts.h"

#include <map>
#include <unordered_map>
#include <utility>

#include "lint/config.h"
#include "lint/release.h"
#include "parsers/detect.h"

namespace npulint {
namespace {

// The log of a build says more than that of hb_model_modifier, a finished one more than another.
bool better_log(const FileRecord* f, const FileRecord* than) {
  const auto rank = [](const BuildLog& log) {
    return (log.build.empty() ? 0 : 2) + (log.finished && *log.finished ? 1 : 0);
  };
  return !than || rank(*f->log) > rank(*than->log);
}

class LogJoin {
 public:
  LogJoin(const LogFiles& files, std::vector<Group>& groups) : files_(files), groups_(groups) {
    for (size_t i = 0; i < groups.size(); ++i) {
      std::set<std::string> dirs;
      for (const FileRecord* f : {groups[i].config, groups[i].contract})
        if (f) dirs.insert(dir(f));
      for (const auto* list : {&groups[i].binaries, &groups[i].compiled})
        for (const FileRecord* f : *list) dirs.insert(dir(f));
      for (const std::string& d : dirs) beside_[d].push_back(i);
    }
  }

  void run() {
    std::map<std::string, size_t> per_folder;
    for (const FileRecord* f : files_.logs) ++per_folder[dir(f)];
    for (FileRecord* f : files_.logs) {
      if (files_.named.contains(f)) continue;
      if (f->log->tool && *f->log->tool == "hb_mapper checker") {  // builds nothing
        groups_.emplace_back().log = f;
        continue;
      }
      Group* of = group_of(f, per_folder[dir(f)] == 1);
      if (!of)
        groups_.emplace_back().log = f;
      else if (better_log(f, of->log) && !files_.claimed.contains(of->log))
        of->log = f;
    }
    for (FileRecord* f : files_.quants) {
      if (files_.named.contains(f)) continue;
      for (const size_t i : beside_[dir(f)])
        if (!groups_[i].quant_info && holds_stem(groups_[i], build_stem(real(f)), dir(f)))
          groups_[i].quant_info = f;
    }
  }

 private:
  const std::string& real(const FileRecord* f) const { return files_.sources.real(f->id); }
  std::string dir(const FileRecord* f) const { return dir_name(real(f)); }

  Group* group_of(const FileRecord* f, bool only_log) {
    const std::string at = dir(f);
    Group *sure = nullptr, *open = nullptr;
    size_t builds = 0;
    for (const size_t i : beside_[at]) {
      Group& g = groups_[i];
      const bool configured = g.config && g.config->config && dir(g.config) == at;
      builds += configured;
      const Belongs is = configured ? belongs(*f->log, *g.config->config) : Belongs::kNo;
      if (is == Belongs::kYes || (!g.config && holds_product(g, *f->log, at))) sure = &g;
      if (is == Belongs::kOpen || contract_alone(g, at)) open = &g;
      builds += contract_alone(g, at);
    }
    return sure ? sure : builds == 1 && only_log ? open : nullptr;
  }

  // A contract with nothing that would tell which build it is about.
  bool contract_alone(const Group& g, const std::string& at) const {
    return g.contract && !g.config && !g.script && g.compiled.empty() && g.binaries.empty() &&
           dir(g.contract) == at;
  }
  bool holds_stem(const Group& g, const std::string& stem, const std::string& at) const {
    for (const auto* list : {&g.binaries, &g.compiled})
      for (const FileRecord* b : *list)
        if (dir(b) == at && build_stem(real(b)) == stem) return true;
    return false;
  }
  bool holds_product(const Group& g, const BuildLog& log, const std::string& at) const {
    return log.prefix && holds_stem(g, *log.prefix, at);
  }

  const LogFiles& files_;
  std::vector<Group>& groups_;
  std::unordered_map<std::string, std::vector<size_t>> beside_;  // folder → groups with files there
};

// Lists of data have the same form.
bool lists_models(const Manifest& m) {
  for (const Manifest::Model& model : m.models)
    for (const Manifest::Asset& a : model.assets)
      for (std::string_view ext : {".bin", ".hbm", ".bmodel", ".onnx"})
        if (extension(*a.filename) == ext) return true;
  return false;
}

}  // namespace

void join_descriptions(const Sources& sources, std::vector<Group>& groups) {
  const auto place = [&](const FileRecord* f) {
    const std::string& real = sources.real(f->id);
    return join_path(dir_name(real), build_stem(real));
  };
  std::unordered_map<std::string, std::vector<size_t>>
      owners;  // of artifacts that nothing describes
  for (size_t i = 0; i < groups.size(); ++i)
    if (groups[i].compiled.empty() && (groups[i].contract || groups[i].settings != kNoFile))
      for (const FileRecord* f : groups[i].binaries) owners[place(f)].push_back(i);
  if (owners.empty()) return;
  for (Group& g : groups) {
    if (g.compiled.empty() || g.config || g.contract || g.script || g.log ||
        g.settings != kNoFile || !g.binaries.empty() || !g.graphs.empty())
      continue;
    std::erase_if(g.compiled, [&](FileRecord* f) {
      const auto of = owners.find(place(f));
      if (of == owners.end()) return false;
      for (const size_t i : of->second) groups[i].compiled.push_back(f);
      return true;
    });
  }
}

std::string build_stem(const std::string& path) {
  const std::string base = base_name(path);
  for (std::string_view s : {".contract.toml", ".metadata.json", ".meta.json", ".model_info.txt",
                             "_model_info.txt", ".info.txt", "_quant_info.json"})
    if (base.ends_with(s)) return base.substr(0, base.size() - s.size());
  return std::string(stage_stem(path));
}

Belongs belongs(const BuildLog& log, const Config& c) {
  const auto prefix = setting(c, "model_parameters", "output_model_file_prefix");
  if (log.prefix && prefix) return *log.prefix == *prefix ? Belongs::kYes : Belongs::kNo;
  const auto onnx = setting(c, "model_parameters", "onnx_model");
  const bool other = log.model && onnx && base_name(*log.model) != base_name(*onnx);
  return other ? Belongs::kNo : Belongs::kOpen;
}

void join_logs(const LogFiles& files, std::vector<Group>& groups) { LogJoin(files, groups).run(); }

void take_releases(const Sources& sources, const std::vector<FileRecord*>& files,
                   std::vector<Group>& groups) {
  const auto dir = [&](const FileRecord* f) { return dir_name(sources.real(f->id)); };
  std::vector<FileRecord*> sums;
  std::map<std::string, FileRecord*> benchmarks;
  std::map<std::string, size_t> manifests;  // of each folder
  for (FileRecord* f : files) {
    if (f->kind == FileKind::kChecksums && f->manifest && lists_models(*f->manifest))
      sums.push_back(f);
    if (f->kind == FileKind::kBenchmarks) benchmarks[dir(f)] = f;
    manifests[dir(f)] += f->kind == FileKind::kManifest;
  }
  for (FileRecord* f : files) {
    if (f->kind != FileKind::kManifest || !f->manifest) continue;
    Group& g = groups.emplace_back();
    g.manifest = f;
    g.checksums = sums;
    if (manifests[dir(f)] == 1) g.benchmarks = std::exchange(benchmarks[dir(f)], nullptr);
  }
  for (FileRecord* f : sums) groups.emplace_back().manifest = f;
  for (const auto& [at, f] : benchmarks)
    if (f) groups.emplace_back().benchmarks = f;
}

}  // namespace npulint
