// The name of the model inside an artifact, and of its file. Words for target, precision, batch and
// cores that follow the internal name in the file's name make no difference: they are left out.
#include <algorithm>
#include <unordered_set>

#include "lint/embedded.h"
#include "lint/link_memory.h"
#include "lint/toml_read.h"
#include "lint/words.h"

namespace npulint {
namespace {

constexpr Text kNoArtifact{
    "the artifact's own file is not there or cannot be read, nor does anything name it",
    "产物文件本身不在或无法读取，也没有信息给出其文件名"};
constexpr size_t kDigest = 8;  // hex digits: a digest that a downloader appended

const std::unordered_set<std::string>& suffixes() {
  static const auto kAll = [] {
    std::unordered_set<std::string> out;
    const TomlTree tree = parse_toml(embedded_artifact_names_toml);
    for (const TomlNode& n : toml_items(tree.root, "suffix"))
      for (std::string& token : toml_texts(n, "tokens")) out.insert(std::move(token));
    return out;
  }();
  return kAll;
}

std::string plain(std::string_view name) {
  std::string out = lower(name);
  std::replace(out.begin(), out.end(), '-', '_');
  return out;
}

bool is_digest(std::string_view token) {
  return token.size() >= kDigest &&
         token.find_first_not_of("0123456789abcdef") == std::string_view::npos &&
         token.find_first_of("0123456789") != std::string_view::npos;
}

// `stem` is `name` and words that state nothing of another model.
bool extends(const std::string& stem, const std::string& name, const PlatformWords& words) {
  const std::string whole = plain(stem), inner = plain(name);
  if (inner.empty() || !whole.starts_with(inner)) return false;
  const std::string rest = stem.substr(inner.size());
  if (rest.empty()) return true;
  if (rest[0] != '_' && rest[0] != '-' && rest[0] != '.') return false;
  const std::vector<PlatformToken> targets = words.in(rest);
  for (const NameToken& t : name_tokens(rest)) {
    const bool target = std::any_of(targets.begin(), targets.end(), [&](const PlatformToken& p) {
      return p.begin <= t.begin && t.end <= p.end;
    });
    if (!target && !suffixes().contains(t.text) && !is_digest(t.text)) return false;
  }
  return true;
}

}  // namespace

void link_artifact_name(Bundle& b, const Group& g, const Sources& sources,
                        const PlatformWords& words) {
  const FileRecord* file = nullptr;  // that says how its models are called
  std::string path;
  Evidence at;
  for (const auto* list : {&g.binaries, &g.compiled})
    for (const FileRecord* f : *list) {
      if (file || !f->compiled || f->compiled->models.empty()) continue;
      const CompiledModel& m = f->compiled->models[0];
      if (list == &g.binaries) {
        path = sources.real(f->id);
        at = whole_file(f->id);
      } else if (m.describes) {
        path = *m.describes;
        at = m.describes.at;
      } else {
        continue;
      }
      file = f;
    }
  if (!file) {
    b.internal_name.missing = b.artifact_stem.missing = Message(kNoArtifact);
    return;
  }
  std::replace(path.begin(), path.end(), '\\', '/');
  std::string stem = base_name(path);
  stem = stem.substr(0, stem.size() - extension(stem).size());
  std::vector<std::string> names;
  Evidence first;
  for (const CompiledModel& m : file->compiled->models) {
    if (!m.name || m.name->empty()) continue;
    if (names.empty()) first = m.name.at;
    if (extends(stem, *m.name, words)) {  // one of several is enough
      b.internal_name = {*m.name, m.name.at};
      b.artifact_stem = {*m.name, at};
      return;
    }
    if (!holds(names, *m.name)) names.push_back(*m.name);
  }
  b.artifact_stem = {stem, at};
  if (!names.empty()) b.internal_name = {joined(names), first};
}

}  // namespace npulint
