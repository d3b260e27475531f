// Names of configs and artifacts against the march they are built for.
#include "lint/config.h"
#include "lint/files.h"
#include "lint/link_derived.h"

namespace npulint {
namespace {

class Names {
 public:
  Names(const PlatformWords& words, NameCheck::Side& side) : words_(words), side_(side) {}

  // A name that also states the right one is about something else.
  bool look(NameClash::Kind kind, std::string_view name, const Evidence& at) {
    const auto tokens = words_.in(name);
    for (const PlatformToken& t : tokens)
      if (t.fits(side_.march, words_.platforms())) return side_.confirmed = true;
    if (tokens.empty()) return false;
    const PlatformToken& t = tokens.front();
    Evidence place = at;
    if (at.has_range() && at.end - at.begin == name.size()) {
      place.begin = at.begin + t.begin;
      place.end = at.begin + t.end;
    }
    side_.clashes.push_back({kind, std::string(name), t.text, t.means(), place});
    return false;
  }

 private:
  const PlatformWords& words_;
  NameCheck::Side& side_;
};

}  // namespace

Fact<NameCheck> check_names(const Bundle& b, const PlatformWords& words,
                            const std::vector<std::pair<std::string, Evidence>>& artifacts) {
  NameCheck out;
  Evidence at;
  if (b.config_platform) {
    using Kind = NameClash::Kind;
    out.config.march = (*b.config_platform)->march;
    at = out.config.at = b.config_platform.at;
    Names names(words, out.config);
    for (const auto& [key, kind] : {std::pair("output_model_file_prefix", Kind::kPrefix),
                                    std::pair("working_dir", Kind::kWorkingDir)})
      for (const ListItem& item : setting_list(*b.config_record, "model_parameters", key)) {
        const bool absolute = item.text.starts_with('/');  // its folders are those of a machine
        names.look(kind, absolute ? base_name(item.text) : item.text, item.at);
      }
    const std::string path = b.config_path ? *b.config_path : "";
    names.look(Kind::kFile, base_name(path), whole_file(b.config_record->file));
    // the innermost folder that names a platform counts, if none around it names the right one
    const size_t before = out.config.clashes.size();
    bool right = false;
    for (std::string dir = dir_name(path); dir != "." && dir != "/"; dir = dir_name(dir))
      right = names.look(Kind::kFolder, base_name(dir), whole_file(b.config_record->file)) || right;
    out.config.clashes.resize(right ? before : std::min(before + 1, out.config.clashes.size()));
  }
  if (b.compiled_record) {
    const CompiledModel& m = *b.compiled_record;
    const Fact<std::string>& march = m.march ? m.march : m.chip;
    if (const Platform* p = march ? words.platforms().find(*march) : nullptr) {
      out.artifact.march = p->march;
      out.artifact.at = march.at;
      if (!at.known()) at = march.at;
      Names names(words, out.artifact);
      if (m.describes)
        names.look(NameClash::Kind::kArtifact, base_name(*m.describes), m.describes.at);
      for (const auto& [name, place] : artifacts)
        names.look(NameClash::Kind::kArtifact, name, place);
    }
  }
  if (!at.known()) return {};
  return {std::move(out), at};
}

}  // namespace npulint
