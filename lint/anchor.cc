#include "lint/anchor.h"

#include <algorithm>

#include "lint/files.h"

namespace npulint {
namespace {

bool is_editable(const Run& run, FileId file) {
  const FileRecord* r = run.record(file);
  return r && (r->kind == FileKind::kConfig || r->kind == FileKind::kContract ||
               r->kind == FileKind::kSettings || r->kind == FileKind::kScript);
}

Anchor at(const Run& run, const Evidence& e, bool exact) {
  Anchor a;
  a.file = e.file;
  a.exact = exact;
  a.begin = a.end = {1, 1};
  if (const Place p = run.sources.place(e); p.line > 0) {
    a.begin = p;
    a.end = run.sources.end_place(e);
  }
  return a;
}

// Bundles stand in the order of their names; there may be as many as findings.
const Bundle* find_bundle(const Run& run, std::string_view name) {
  const auto it = std::lower_bound(run.bundles.begin(), run.bundles.end(), name,
                                   [](const Bundle& b, std::string_view n) { return b.name < n; });
  return it != run.bundles.end() && it->name == name ? &*it : nullptr;
}

}  // namespace

Anchor anchor_of(const Run& run, std::string_view bundle) {
  const Bundle* b = find_bundle(run, bundle);
  if (!b) return {};
  for (const FileId f : b->files)
    if (is_editable(run, f)) return at(run, whole_file(f), false);
  return at(run, whole_file(b->anchor), false);
}

Anchor anchor_of(const Run& run, const Finding& f) {
  const bool placed = f.at.known();
  if (placed && (run.sources.place(f.at).line > 0 || is_editable(run, f.at.file) ||
                 run.sources.has_text(f.at.file)))
    return at(run, f.at, true);
  for (const Related& r : f.related)
    if (r.at.known() && is_editable(run, r.at.file) && run.sources.place(r.at).line > 0)
      return at(run, r.at, false);
  if (const Anchor a = anchor_of(run, f.bundle); a.file != kNoFile && is_editable(run, a.file))
    return a;
  if (placed) return at(run, f.at, true);
  return anchor_of(run, f.bundle);
}

std::string repository_path(const Run& run, FileId file, const RenderOptions& o) {
  const std::string& real = run.sources.real(file);
  if (!o.root.empty() && real.starts_with(o.root + "/")) return real.substr(o.root.size() + 1);
  return normal_path(run.sources.shown(file));
}

std::string repository_uri(const Run& run, FileId file, const RenderOptions& o) {
  const std::string path = repository_path(run, file, o);
  std::string out = path.starts_with('/') ? "file://" : "";
  static constexpr char kHex[] = "0123456789ABCDEF";
  for (const char c : path) {
    const auto u = static_cast<unsigned char>(c);
    const bool plain = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
                       std::string_view("-._~/").find(c) != std::string_view::npos;
    if (plain) {
      out += c;
    } else {
      out += '%';
      out += kHex[u >> 4];
      out += kHex[u & 15];
    }
  }
  return out;
}

}  // namespace npulint
