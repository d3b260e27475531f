#include "lint/shard.h"

#include <charconv>

namespace npulint {
namespace {

// FNV-1a, then mixed: its low bits alone depend on the low bits of the bytes alone.
uint64_t hash(std::string_view key) {
  uint64_t h = 0xcbf29ce484222325u;
  for (const char c : key) {
    h ^= static_cast<unsigned char>(c);
    h *= 0x100000001b3u;
  }
  h ^= h >> 32;
  h *= 0x9e3779b97f4a7c15u;
  return h ^ (h >> 32);
}

}  // namespace

std::optional<Shard> parse_shard(std::string_view text) {
  Shard s;
  const char* const end = text.data() + text.size();
  const auto index = std::from_chars(text.data(), end, s.index);
  if (index.ec != std::errc() || index.ptr == end || *index.ptr != '/') return std::nullopt;
  const auto of = std::from_chars(index.ptr + 1, end, s.of);
  if (of.ec != std::errc() || of.ptr != end) return std::nullopt;
  if (s.index < 1 || s.index > s.of || s.of > kMostShards) return std::nullopt;
  return s;
}

bool owns(const Shard& shard, std::string_view key) {
  return shard.of < 2 || hash(key) % shard.of == shard.index - 1;
}

std::vector<FileRecord*> files_of(const Group& g) {
  std::vector<FileRecord*> out;
  for (FileRecord* f :
       {g.config, g.contract, g.log, g.quant_info, g.script, g.manifest, g.benchmarks})
    if (f) out.push_back(f);
  for (const auto* list :
       {&g.compiled, &g.binaries, &g.graphs, &g.compared_logs, &g.table_files, &g.checksums})
    out.insert(out.end(), list->begin(), list->end());
  return out;
}

Parts::Parts(const Shard& shard, const std::vector<Group>& groups, const Sources& sources)
    : shard_(shard), sources_(sources) {
  if (whole()) return;
  for (const Group& g : groups)
    for (const FileRecord* f : files_of(g)) files_.try_emplace(f->id, bundle(g.name));
}

bool Parts::file(FileId id) const {
  if (whole()) return true;
  const auto known = files_.find(id);
  return known != files_.end() ? known->second : owns(shard_, sources_.shown(id));
}

bool Parts::released(const Bundle& b, std::string_view subject) const {
  return whole() || owns(shard_, b.name + '\0' + std::string(subject));
}

}  // namespace npulint
