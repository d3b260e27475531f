#include "lint/fingerprint.h"

#include <algorithm>
#include <numeric>

#include "lint/digest.h"
#include "lint/logical_path.h"

namespace npulint {
namespace {

constexpr size_t kDigits = 16;
constexpr size_t kMostWritten = 200;  // bytes of what stands at a place without a path

std::string digest(const std::string& s) { return sha256_hex(s).substr(0, kDigits); }

void add(std::string& to, std::string_view part) {
  to += part;
  to += '\0';
}

}  // namespace

Fingerprints::Fingerprints(const Loaded& l, std::function<std::string(FileId)> base_of)
    : l_(l), base_of_(std::move(base_of)) {
  for (const Bundle& b : l.run.bundles) bundles_[b.name] = &b;
  for (const Settings& s : l.settings)
    for (const BundleSpec& spec : s.bundles)
      if (spec.name) named_[*spec.name] = true;
  for (const auto& f : l.run.files) shown_[l.run.sources.shown(f->id)] = f->id;
  for (const auto& f : l.context) shown_[l.run.sources.shown(f->id)] = f->id;
}

FileId Fingerprints::file_of(const Finding& f) const {
  if (f.at.known()) return f.at.file;
  const auto b = bundles_.find(f.bundle);
  return b == bundles_.end() ? kNoFile : b->second->anchor;
}

std::string Fingerprints::relative(FileId file, const std::string& base) const {
  if (file == kNoFile) return "";
  const std::string& real = l_.run.sources.real(file);
  return real.empty() ? l_.run.sources.shown(file) : relative_path(real, base);
}

std::string Fingerprints::place_of(const Finding& f) {
  const Sources& sources = l_.run.sources;
  // the subject of a file is its path
  const std::string subject = f.subject.starts_with("file:") ? "" : f.subject;
  std::string place = f.at.path;
  if (f.at.known() && f.at.has_range() && sources.has_text(f.at.file)) {
    const std::string_view bytes = sources.bytes(f.at.file);
    const uint64_t end = f.at.end == kNoOffset ? f.at.begin : f.at.end;
    const FileRecord* r = l_.run.record(f.at.file);
    if (r && r->config) {
      place = logical_path(r->config->root, bytes, f.at.begin, end);
    } else if (r && (r->contract || r->kind == FileKind::kSettings)) {
      place = contracts_.try_emplace(f.at.file, bytes).first->second.at(f.at.begin, end);
    } else if (place.empty() && f.at.begin < bytes.size()) {
      place = bytes.substr(f.at.begin, std::min<uint64_t>(end - f.at.begin, kMostWritten));
    }
  }
  if (subject.empty()) return place;
  // the subject says which of a list; what is left is the key
  if (const size_t list = place.rfind('['); list != place.npos && place.ends_with(']'))
    place.resize(list);
  if (const size_t key = place.rfind("]."); key != place.npos) place.erase(0, key + 2);
  return place.empty() ? subject : subject + " " + place;
}

// A path of the run is told from the base.
std::string Fingerprints::value(const std::string& v, const std::string& base) const {
  const auto file = shown_.find(v);
  return file == shown_.end() ? v : relative(file->second, base);
}

Fingerprint Fingerprints::one(const Finding& f) {
  Fingerprint p;
  const FileId file = file_of(f);
  const std::string base = base_of_(file);
  if (named_.contains(f.bundle))
    p.bundle = f.bundle;
  else
    p.path = relative(file, base);
  p.at = place_of(f);
  std::string key;
  add(key, f.rule->code);
  add(key, p.bundle.empty() ? "path" : "bundle");
  add(key, p.bundle.empty() ? p.path : p.bundle);
  add(key, p.at);
  p.id = digest(key);
  // sentences about what cannot be read tell lines and offsets
  if (f.rule->code == "NPL001") {
    p.evidence = digest(key);
    return p;
  }
  const auto plain = [&](const Message& m) {
    for (const Arg& a : m.args)
      if (a.text.empty()) add(key, value(a.plain, base));
  };
  plain(f.message);
  for (const Related& r : f.related) {
    add(key, value(r.value, base));
    plain(r.note);
  }
  p.evidence = digest(key);
  return p;
}

std::vector<Fingerprint> Fingerprints::of(const std::vector<Finding>& findings) {
  std::vector<Fingerprint> out;
  for (const Finding& f : findings) out.push_back(one(f));
  number_repeats(out);
  return out;
}

void number_repeats(std::vector<Fingerprint>& out) {
  std::vector<size_t> order(out.size());
  std::iota(order.begin(), order.end(), size_t{0});
  std::stable_sort(order.begin(), order.end(), [&](size_t a, size_t b) {
    return std::tie(out[a].id, out[a].evidence) < std::tie(out[b].id, out[b].evidence);
  });
  for (size_t i = 0, n = 0; i < order.size(); ++i) {
    const bool again = i > 0 && out[order[i]].id == out[order[i - 1]].id.substr(0, kDigits);
    n = again ? n + 1 : 1;
    if (n > 1) out[order[i]].id += ":" + std::to_string(n);
  }
}

}  // namespace npulint
