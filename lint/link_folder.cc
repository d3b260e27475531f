#include "lint/link_folder.h"

#include <algorithm>
#include <cctype>

#include "lint/config.h"
#include "lint/config_check.h"
#include "lint/files.h"
#include "lint/name_tokens.h"
#include "lint/parallel.h"
#include "lint/platform.h"
#include "lint/seen_files.h"

namespace npulint {
namespace {

constexpr std::string_view kModel = "model_parameters", kCalibration = "calibration_parameters";
constexpr size_t kStem = 3;  // letters in which two words must agree to be about one thing

unsigned char byte(char c) { return static_cast<unsigned char>(c); }

// Stated, or certainly not stated.
bool decided(const Config& c, std::string_view section, std::string_view key) {
  const Entry* e = setting_entry(c, section, key);
  if (!e || !config_states(c, section, key)) return surely_absent(c, section, key);
  return e->value.kind == Node::Kind::kScalar && !e->value.placeholder;
}

// A key of model_parameters, or what the toolchain takes in its place; "" when that is not known.
std::string setting_or_default(const Config& c, std::string_view key, std::string_view toolchain) {
  if (const auto stated = setting(c, kModel, key)) return *stated;
  const KeySpec* spec = KeyTable::get().find(kModel, key);
  if (!spec || !decided(c, kModel, key)) return {};
  if (!toolchain.empty()) return spec->fallback(toolchain);
  return normal_path(spec->default_mapper) == normal_path(spec->default_compile)
             ? spec->default_mapper
             : std::string();
}

// A boolean of extra_params. False when it is stated in a way that says nothing.
bool flag(const Node& extra, std::string_view key, std::optional<bool>* to) {
  const Node* n = find(extra, key);
  if (!n || (n->kind == Node::Kind::kScalar && n->text.empty())) return true;
  if (n->kind != Node::Kind::kScalar || n->type != ScalarType::kBool || n->placeholder)
    return false;
  const char c = n->text[0];
  *to = c == 't' || c == 'T' || c == 'y' || c == 'Y' || n->text == "on" || n->text == "On" ||
        n->text == "ON";
  return true;
}

// What the compiler takes: an absent flag is false.
bool same_padding(const PaddingFlags& a, const PaddingFlags& b) {
  return a.input.value_or(false) == b.input.value_or(false) &&
         a.output.value_or(false) == b.output.value_or(false);
}

bool uses_calibration(const Config& c) {
  if (!decided(c, kCalibration, "calibration_type")) return false;
  const auto type = setting(c, kCalibration, "calibration_type");
  return !type || (*type != "skip" && *type != "load");
}

std::vector<std::string> words(std::string_view name) {
  std::vector<std::string> out;
  for (NameToken& t : name_tokens(name)) out.push_back(std::move(t.text));
  return out;
}

bool starts_alike(const std::string& a, const std::string& b) {
  return a.substr(0, kStem) == b.substr(0, kStem) && a.size() >= kStem;
}

// Both names are about one thing: the variants begin alike ("yolo11e", "yolo11n"), or another word
// stands in both ("convnext_atto", "convnext_femto"). "base" alone may mean something else.
bool one_subject(const std::vector<std::string>& a, const std::vector<std::string>& b,
                 const std::string& variant_a, const std::string& variant_b) {
  if (starts_alike(variant_a, variant_b)) return true;
  return std::any_of(a.begin(), a.end(), [&](const std::string& word) {
    return word.size() >= kStem && word != variant_a && !std::isdigit(byte(word[0])) &&
           std::find(b.begin(), b.end(), word) != b.end() && pixel_token(word).empty() &&
           precision_token(word).empty();
  });
}

// "yolo11n" and "yolo11s" are one name with two suffixes.
std::string_view suffix_of(const std::string& token, const VariantFamily& family) {
  std::string_view best;
  for (const std::string& s : family.suffixes)
    if (token.ends_with(s) && s.size() > best.size() && token.size() > s.size() &&
        std::isdigit(byte(token[token.size() - s.size() - 1])))
      best = s;
  return best;
}

}  // namespace

ConfigFolders::ConfigFolders(const Loaded& loaded, unsigned jobs)
    : run_(loaded.run), disk_(loaded.seen.get()) {
  std::vector<const FileRecord*> configs;
  const auto take = [&](const FileRecord& f) {
    if (f.config && f.config->dialect == Dialect::kOe) configs.push_back(&f);
  };
  for (const auto& f : loaded.run.files) take(*f);
  for (const auto& f : loaded.context) take(*f);
  std::vector<Member> members(configs.size());
  parallel(configs.size(), configs.size() < kBundlesWorthThreads ? 1 : jobs,
           [&](size_t i) { members[i] = member(*configs[i]); });
  for (Member& m : members) folders_[dir_name(m.path)].members.push_back(std::move(m));
  for (auto& [dir, folder] : folders_) {
    std::sort(folder.members.begin(), folder.members.end(),
              [](const Member& a, const Member& b) { return a.path < b.path; });
    for (size_t i = 0; i < folder.members.size(); ++i) {
      const Member& m = folder.members[i];
      if (!m.output.empty()) folder.by_output.emplace(product(m), i);  // the first one stays
      if (!m.graph.empty()) folder.by_graph[m.graph].push_back(i);
      for (const auto& [path, at] : m.calibration)
        folder.by_calibration[path].emplace(m.toolchain, i);
    }
  }
}

// The tools write files of different names: .bin and .hbm.
std::string ConfigFolders::product(const Member& m) { return m.output + '\n' + m.toolchain; }

ConfigFolders::Member ConfigFolders::member(const FileRecord& f) const {
  const Config& c = *f.config;
  Member m;
  m.file = f.id;
  m.path = run_.sources.real(f.id);
  const std::string dir = dir_name(m.path);
  if (const auto march = setting(c, kModel, "march"))
    if (const Platform* p = run_.platforms.find(*march)) m.toolchain = p->toolchain;
  const auto prefix = setting_or_default(c, "output_model_file_prefix", m.toolchain);
  const auto work = setting_or_default(c, "working_dir", m.toolchain);
  if (!prefix.empty() && !work.empty()) {
    m.output = join_path(join_path(dir, work), prefix);
    m.output_at = setting(c, kModel, "output_model_file_prefix").at;
    if (const Entry* section = find_entry(c.root, kModel); section && !m.output_at.known())
      m.output_at = {f.id, section->key.range.begin, section->key.range.end, {}};
  }
  if (const auto graph = setting(c, kModel, "onnx_model")) m.graph = join_path(dir, *graph);
  if (!m.toolchain.empty() && uses_calibration(c)) {
    const auto items = setting_list(c, kCalibration, "cal_data_dir");
    const auto types = setting_list(c, "input_parameters", "input_type_train");
    for (size_t i = 0; i < items.size(); ++i) {
      // both tools take the tensor of a featuremap as the graph does
      const bool featuremap = i < types.size() && types[i].text == "featuremap";
      if (!featuremap && !items[i].text.empty() && items[i].text != "None")
        m.calibration.emplace_back(join_path(dir, items[i].text), items[i].at);
    }
  }
  m.calibration_known = decided(c, kCalibration, "cal_data_dir");
  const Node* compiler = find(c.root, "compiler_parameters");
  const Node* extra = compiler ? find(*compiler, "extra_params") : nullptr;
  PaddingFlags flags;
  if (holds_no_more(c, &c.root) && holds_no_more(c, compiler) && holds_no_more(c, extra) &&
      (!extra || (flag(*extra, "input_no_padding", &flags.input) &&
                  flag(*extra, "output_no_padding", &flags.output)))) {
    m.padding = flags;
    m.padding_at = whole_file(f.id);
    for (const char* key : {"output_no_padding", "input_no_padding"})
      if (const Entry* k = extra ? find_entry(*extra, key) : nullptr)
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
    const Member& first = all.members[all.by_output.at(product(*self))];
    std::vector<ConfigClash> clashes;
    // a second name of one config is no second build
    if (first.file != self->file && !(disk_ && same_file(*disk_, first.path, self->path)))
      clashes.push_back(clash(first, relative_path(first.output, folder->first), first.output_at));
    b.output_clashes = {std::move(clashes), self->output_at};
  }

  if (self->calibration_known) {
    std::vector<ConfigClash> clashes;
    Evidence place = whole_file(self->file);
    for (const auto& [path, at] : self->calibration)
      for (const auto& [toolchain, i] : all.by_calibration.at(path)) {
        const Member& other = all.members[i];
        if (!clashes.empty() || toolchain == self->toolchain || other.path > self->path) continue;
        const auto same = std::find_if(other.calibration.begin(), other.calibration.end(),
                                       [&, p = &path](const auto& c) { return c.first == *p; });
        place = at;
        clashes.push_back(clash(other, toolchain, same->second));
      }
    b.calibration_peers = {std::move(clashes), place};
  }

  if (self->padding) {
    PaddingFlags flags = *self->padding;
    if (!self->graph.empty() && (flags.input || flags.output))
      for (const size_t i : all.by_graph.at(self->graph)) {
        const Member& m = all.members[i];
        const bool states = m.padding && (m.padding->input || m.padding->output);
        if (m.path >= self->path || !states || same_padding(*m.padding, flags)) continue;
        flags.others.push_back(clash(m, show(*m.padding), m.padding_at));
        break;
      }
    b.padding_flags = {std::move(flags), self->padding_at};
  }

  if (const auto graph = setting(*b.config_record, kModel, "onnx_model"))
    b.variant = {variant_clash(base_name(self->path), base_name(*graph)), graph.at};
}

VariantClash ConfigFolders::variant_clash(std::string_view config, std::string_view graph) const {
  const auto mine = words(config), theirs = words(graph);
  for (const VariantFamily& family : run_.platforms.variants()) {
    const auto a = family.only(mine), g = family.only(theirs);
    if (a.name.empty() || g.name.empty() || a.token == g.token) continue;
    const auto sa = suffix_of(a.token, family), sg = suffix_of(g.token, family);
    const bool sizes = !sa.empty() && !sg.empty() && sa != sg;
    if ((a.name != g.name || sizes) && one_subject(mine, theirs, a.token, g.token))
      return {a.token, g.token};
  }
  return {};
}

}  // namespace npulint
