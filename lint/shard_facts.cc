#include "lint/shard_facts.h"

#include "lint/check.h"
#include "lint/digest.h"

namespace npulint {
namespace {

// Lengths keep apart what is written behind each other.
class Words {
 public:
  void add(std::string_view s) { text_ += std::to_string(s.size()) + ':' + std::string(s); }
  void add(bool b) { text_ += b ? 'y' : 'n'; }
  void add(const std::optional<std::string>& s) {
    add(s.has_value());
    add(std::string_view(s ? *s : std::string()));
  }
  void add(const std::vector<std::string>& list) {
    text_ += std::to_string(list.size()) + '*';
    for (const std::string& s : list) add(std::string_view(s));
  }
  std::string digest() const { return sha256_hex(std::string_view(text_)); }

 private:
  std::string text_;
};

}  // namespace

std::string options_digest(const CheckOptions& o) {
  Words w;
  const LoadOptions& l = o.load;
  w.add(l.paths);
  for (const auto* s : {&l.target, &l.toolchain, &l.settings_file, &l.against, &o.baseline.file})
    w.add(*s);
  for (const bool b : {l.isolated, l.force_exclude, l.skip_unrecognised, l.digests, o.review,
                       o.no_ignores, o.baseline.off})
    w.add(b);
  for (const auto* list : {&l.exclude, &o.select, &o.ignore}) w.add(*list);
  w.add(std::string_view(l.stdin_filename));
  w.add(std::string_view(l.stdin_bytes));
  w.add(o.profile ? profile_name(*o.profile) : "");
  w.add(o.fail_on ? fail_on_name(*o.fail_on) : "");
  w.add(severity_name(o.least));
  return w.digest();
}

std::string files_digest(const Loaded& l, const std::string& today) {
  Words w;
  const Sources& sources = l.run.sources;
  for (const auto& f : l.run.files) {
    w.add(std::string_view(sources.shown(f->id)));
    w.add(file_kind_name(f->kind));
    w.add(std::string_view(std::to_string(f->size)));
    w.add(std::string_view(f->unread));
  }
  for (const Bundle& b : l.run.bundles) {
    w.add(std::string_view(b.name));
    for (const FileId f : b.files) w.add(std::string_view(sources.shown(f)));
  }
  for (const Settings& s : l.settings) {
    w.add(sources.bytes(s.file));
    for (const IgnoreSpec& i : s.ignores) w.add(!i.expires.empty() && i.expires < today);
  }
  for (const Baseline& b : l.baselines) w.add(sources.bytes(b.file));
  return w.digest();
}

}  // namespace npulint
