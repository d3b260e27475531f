#include "lint/link_folder.h"

#include <algorithm>

#include "lint/config.h"
#include "lint/files.h"
#include "lint/platform.h"

namespace npulint {
namespace {

constexpr std::string_view kModel = "model_parameters";

bool states(const Node* n) {
  return n && n->kind == Node::Kind::kScalar && n->type != ScalarType::kNull && !n->placeholder &&
         !n->text.empty();
}

bool open_value(const Config& c, std::string_view section, std::string_view key) {
  const Entry* e = setting_entry(c, section, key);
  return e && e->value.placeholder;
}

std::optional<bool> flag(const Node& extra, std::string_view key) {
  const Node* n = find(extra, key);
  if (!states(n) || n->type != ScalarType::kBool) return std::nullopt;
  return n->text[0] == 't' || n->text[0] == 'T' || n->text[0] == 'y' || n->text[0] == 'Y' ||
         n->text == "on" || n->text == "On" || n->text == "ON";
}

std::vector<std::string> name_tokens(std::string_view name) {
  std::vector<std::string> out(1);
  for (const char c : name) {
    const bool alnum = (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
    if (!alnum)
      out.emplace_back();
    else
      out.back() += static_cast<char>(c >= 'A' && c <= 'Z' ? c - 'A' + 'a' : c);
  }
  std::erase(out, "");
  return out;
}

}  // namespace

ConfigFolders::ConfigFolders(const Loaded& loaded) : run_(loaded.run) {
  const auto take = [&](const FileRecord& f) {
    if (f.config && f.config->dialect == Dialect::kOe)
      folders_[dir_name(run_.sources.real(f.id))].members.push_back(member(f));
  };
  for (const auto& f : loaded.run.files) take(*f);
  for (const auto& f : loaded.context) take(*f);
  for (auto& [dir, folder] : folders_) {
    std::sort(folder.members.begin(), folder.members.end(),
              [](const Member& a, const Member& b) { return a.path < b.path; });
    for (size_t i = 0; i < folder.members.size(); ++i) {
      const Member& m = folder.members[i];
      if (!m.output.empty()) folder.by_output.emplace(m.output, i);  // the first one stays
      if (!m.graph.empty()) folder.by_graph[m.graph].push_back(i);
      for (const auto& [path, at] : m.calibration)
        folder.by_calibration[path].emplace(m.toolchain, i);
    }
  }
}

ConfigFolders::Member ConfigFolders::member(const FileRecord& f) const {
  const Config& c = *f.config;
  Member m;
  m.file = f.id;
  m.path = run_.sources.real(f.id);
  const std::string dir = dir_name(m.path);
  if (const auto march = setting(c, kModel, "march"))
    if (const Platform* p = run_.platforms.find(*march)) m.toolchain = p->toolchain;
  const auto prefix = setting(c, kModel, "output_model_file_prefix");
  const auto work = setting(c, kModel, "working_dir");
  if (prefix && !open_value(c, kModel, "working_dir")) {
    m.output = join_path(join_path(dir, work ? *work : "model_output"), *prefix);
    m.output_at = prefix.at;
  }
  if (const auto graph = setting(c, kModel, "onnx_model")) m.graph = join_path(dir, *graph);
  if (!m.toolchain.empty())
    for (const ListItem& item : setting_list(c, "calibration_parameters", "cal_data_dir"))
      if (!item.text.empty() && item.text != "None")
        m.calibration.emplace_back(join_path(dir, item.text), item.at);
  if (const Entry* e = setting_entry(c, "compiler_parameters", "extra_params")) {
    m.input_no_padding = flag(e->value, "input_no_padding");
    m.output_no_padding = flag(e->value, "output_no_padding");
    for (const char* key : {"output_no_padding", "input_no_padding"})
      if (const Entry* k = find_entry(e->value, key))
        m.padding_at = {f.id, k->key.range.begin, k->value.range.end, {}};
  }
  return m;
}

void ConfigFolders::link(Bundle& b) const {
  if (!b.config_record || b.config_record->dialect != Dialect::kOe) return;
  const auto folder = folders_.find(dir_name(run_.sources.real(b.config_record->file)));
  if (folder == folders_.end()) return;
  const Folder& all = folder->second;
  const auto self = std::find_if(all.members.begin(), all.members.end(),
                                 [&](const Member& m) { return m.file == b.config_record->file; });
  if (self == all.members.end()) return;
  const auto clash = [&](const Member& m, std::string value, const Evidence& at) {
    return ConfigClash{base_name(m.path), std::move(value), at};
  };

  if (!self->output.empty()) {
    const Member& first = all.members[all.by_output.at(self->output)];
    std::vector<ConfigClash> clashes;
    if (first.file != self->file)
      clashes.push_back(clash(first, relative_path(first.output, folder->first), first.output_at));
    b.output_clashes = {std::move(clashes), self->output_at};
  }

  if (!self->calibration.empty() && !self->toolchain.empty()) {
    std::vector<ConfigClash> clashes;
    Evidence place = self->calibration[0].second;
    for (const auto& [path, at] : self->calibration)
      for (const auto& [toolchain, i] : all.by_calibration.at(path)) {
        const Member& other = all.members[i];
        if (toolchain == self->toolchain || other.path > self->path) continue;
        const auto same = std::find_if(other.calibration.begin(), other.calibration.end(),
                                       [&, p = &path](const auto& c) { return c.first == *p; });
        if (clashes.empty()) place = at;
        clashes.push_back(clash(other, toolchain, same->second));
      }
    b.calibration_peers = {std::move(clashes), place};
  }

  if (self->input_no_padding || self->output_no_padding) {
    PaddingFlags flags{self->input_no_padding, self->output_no_padding, {}};
    if (!self->graph.empty())
      for (const size_t i : all.by_graph.at(self->graph)) {
        const Member& m = all.members[i];
        if (m.path >= self->path || !m.padding_at.known()) continue;
        const PaddingFlags theirs{m.input_no_padding, m.output_no_padding, {}};
        if (theirs.input == flags.input && theirs.output == flags.output) continue;
        flags.others.push_back(clash(m, show(theirs), m.padding_at));
        break;
      }
    b.padding_flags = {std::move(flags), self->padding_at};
  }

  if (const auto graph = setting(*b.config_record, kModel, "onnx_model")) {
    VariantClash v;
    const auto mine = name_tokens(base_name(self->path)), theirs = name_tokens(base_name(*graph));
    for (const VariantFamily& family : run_.platforms.variants()) {
      const auto a = family.only(mine), g = family.only(theirs);
      if (a.name.empty() || g.name.empty() || a.name == g.name) continue;
      v = {a.token, g.token};
      break;
    }
    b.variant = {std::move(v), graph.at};
  }
}

}  // namespace npulint
