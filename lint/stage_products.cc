// Which stage files, and what else a step asks to keep, lie beside the files of a group.
#include <set>

#include "lint/config.h"
#include "lint/link_stages.h"
#include "lint/stages.h"

namespace npulint {

std::vector<std::string> stage_products(const Group& g, const Sources& sources,
                                        const FileReader* files) {
  const StageTable& table = StageTable::get();
  std::set<std::pair<std::string, std::string>> places;  // folder, stem
  const auto add = [&](const std::string& path) {
    if (const StageKind* k = table.of_file(path))
      places.emplace(dir_name(path), std::string(table.stem(*k, path)));
  };
  for (const auto* list : {&g.graphs, &g.binaries})
    for (const FileRecord* f : *list) add(sources.real(f->id));
  if (g.contract && g.contract->contract) {
    const std::string dir = dir_name(sources.real(g.contract->id));
    for (const Contract::Compare& c : g.contract->contract->compares)
      for (const Fact<std::string>* side : {&c.left, &c.right})
        if (*side) add(join_path(dir, **side));
  }
  if (g.config && g.config->config) {
    const Config& c = *g.config->config;
    const auto prefix = setting(c, "model_parameters", "output_model_file_prefix");
    const auto to = setting(c, "model_parameters", "working_dir");
    if (prefix && prefix->find('/') == std::string::npos)
      places.emplace(join_path(dir_name(sources.real(g.config->id)), to ? *to : "model_output"),
                     *prefix);
  }
  std::set<std::string> found;
  const auto look = [&](const std::string& path) {
    if (files->kind(path) == FileStat::Kind::kFile) found.insert(path);
  };
  std::string last;
  for (const auto& [dir, stem] : places) {
    if (!files || files->kind(dir) != FileStat::Kind::kDirectory) continue;
    for (const StageKind& k : table.kinds())
      for (const std::string& suffix : k.suffixes) look(join_path(dir, stem + suffix));
    if (dir == last) continue;
    last = dir;
    for (const KeptProduct& p : table.products())
      for (const std::string& file : p.files) look(join_path(dir, file));
  }
  for (const auto* list : {&g.graphs, &g.binaries})
    for (const FileRecord* f : *list)
      if (table.of_file(sources.real(f->id))) found.insert(sources.real(f->id));
  return {found.begin(), found.end()};
}

}  // namespace npulint
