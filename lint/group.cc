#include "lint/group.h"

#include <algorithm>
#include <map>
#include <set>
#include <utility>

#include "lint/config.h"
#include "lint/expand_glob.h"
#include "lint/group_parts.h"
#include "lint/name_tokens.h"
#include "parsers/descriptions.h"
#include "parsers/detect.h"
#include "parsers/yaml_tree.h"

namespace npulint {
namespace {

// What hb_mapper and hb_compile write as <working_dir>/<prefix><suffix>, and the texts that people
// make of it.
constexpr std::string_view kProducts[] = {
    ".bin",
    ".hbm",
    ".metadata.json",
    ".model_info.txt",
    "_model_info.txt",
    "_original_float_model.onnx",
    "_optimized_float_model.onnx",
    "_calibrated_model.onnx",
    "_ptq_model.onnx",
    "_quantized_model.onnx",
    "_quant_info.json",
};

// Logs that the tools leave in <working_dir>.
constexpr std::string_view kLogs[] = {"hb_mapper_makertbin.log", "hb_compile.log"};

constexpr size_t kMostSiblings = 500, kMostSearches = 200;
constexpr const char* kArtifact = "[artifact] file";
constexpr const char* kDump = "[[output]] dump";
constexpr uint64_t kMaxQuantBytes = 1u << 20;

constexpr Text kQuantUnread{"the file `{0}` that quant_config names cannot be read: {1}",
                            "无法读取 quant_config 所指的文件 `{0}`：{1}"};
constexpr Text kQuantFaulty{"the file `{0}` that quant_config names is no JSON that can be read",
                            "quant_config 所指的文件 `{0}` 不是可读取的 JSON"};
constexpr Text kQuantNoMapping{"the file `{0}` that quant_config names holds no JSON object",
                               "quant_config 所指的文件 `{0}` 不是 JSON 对象"};

bool is_description(const FileRecord* f) { return f->kind == FileKind::kCompiled; }
bool is_binary(const FileRecord* f) {
  return f->kind == FileKind::kHbm || f->kind == FileKind::kBin || f->kind == FileKind::kBmodel;
}

bool is_compiled(const FileRecord* f) { return is_description(f) || is_binary(f); }

// What `f` is named as, when it is of another kind. Nothing is said of files that could not be
// read, nor of what may be the compiled model of another vendor.
std::optional<Input> not_of(Input as, const FileRecord* f, bool is) {
  const bool silent = is || !f->unread.empty() || !f->problems.empty() ||
                      (as == Input::kCompiled && f->kind == FileKind::kUnknown);
  return silent ? std::nullopt : std::optional(as);
}

template <class T>
void add_once(std::vector<T*>& list, T* item) {
  if (std::find(list.begin(), list.end(), item) == list.end()) list.push_back(item);
}

class Grouper {
 public:
  explicit Grouper(GroupInput& in) : in_(in) {}

  std::vector<Group> run() {
    for (const Settings& s : in_.settings)
      for (const BundleSpec& spec : s.bundles) take_spec(s, spec);
    std::map<std::string, std::vector<FileRecord*>> folders;
    for (FileRecord* f : in_.files) {
      if (f->kind == FileKind::kSettings || claimed_.contains(f)) continue;
      if (f->config || f->contract) named_[f] = references(f);
      if (f->script) find_tables(f);
      folders[dir_name(real(f))].push_back(f);
    }
    // a file that a config or contract of another folder names belongs there, not to the folder it
    // lies in
    for (const auto& [owner, refs] : named_)
      for (const Named& n : refs) {
        if (!n.file || is_compared_log(n)) continue;
        named_files_.insert(n.file);
        if (dir_name(real(n.file)) != dir_name(real(owner))) elsewhere_.insert(n.file);
      }
    for (auto& [dir, files] : folders) take_folder(files);
    for (Group& g : groups_) follow_names(g);
    join_descriptions(in_.sources, groups_);
    join_logs({in_.sources, logs_, quants_, named_files_, claimed_}, groups_);
    take_releases(in_.sources, releases_, groups_);
    return finish();
  }

 private:
  struct Named {
    Reference ref;
    FileRecord* file = nullptr;
  };

  bool is_side(const FileRecord* f) const {
    return is_side_description(real(f), in_.sources.bytes(f->id).substr(0, kDetectBytes));
  }
  const std::string& real(const FileRecord* f) const { return in_.sources.real(f->id); }

  // ---- what a config or contract names ----

  Named resolve(std::string what, const Fact<std::string>& path, const FileRecord* from,
                bool open = true) {
    Named n;
    n.ref = {std::move(what), *path, join_path(dir_name(real(from)), *path), false, {}, path.at};
    const FileStat::Kind kind = in_.reader.kind(n.ref.resolved);
    n.ref.exists = kind == FileStat::Kind::kFile || kind == FileStat::Kind::kDirectory;
    if (kind == FileStat::Kind::kFile && open) n.file = in_.open(n.ref.resolved);
    if (n.file && n.ref.what == kArtifact) {
      as_artifact(n.file);
      n.ref.no = not_of(Input::kCompiled, n.file, is_compiled(n.file));
    }
    if (!n.ref.exists) n.ref.sibling = sibling(n.ref.resolved);
    return n;
  }

  // What a comparison names may be of another build.
  static bool is_compared_log(const Named& n) {
    return n.ref.what.starts_with("[[compare]]") &&
           (n.file->kind == FileKind::kLog || n.file->kind == FileKind::kQuantInfo);
  }

  // What is named as the artifact is one: a .bin that does not begin like a model is damaged.
  bool is_bin(const FileRecord* f) const { return extension(real(f)) == ".bin"; }
  void as_artifact(FileRecord* f) const {
    if (f->kind == FileKind::kUnknown && f->unread.empty() && is_bin(f)) f->kind = FileKind::kBin;
  }

  // A file of the same extension beside the absent one whose name is a small slip away.
  std::string sibling(const std::string& path) const {
    const std::string dir = dir_name(path), base = base_name(path), ext = extension(path);
    if (++searches_ > kMostSearches) return {};
    if (in_.reader.kind(dir) != FileStat::Kind::kDirectory) return {};
    std::vector<std::string> same;
    for (std::string& name : in_.reader.list(dir)) {
      if (name == base) return {};  // a link that leads nowhere, or nothing that can be read
      if (extension(name) == ext) same.push_back(std::move(name));
    }
    if (same.size() > kMostSiblings) return {};  // no slip can be told among so many names
    std::erase_if(same, [&](const std::string& name) { return !is_slip_of_name(base, name); });
    return nearest(base, same).value_or("");
  }

  std::vector<Named> references(const FileRecord* f) {
    std::vector<Named> out;
    if (f->config && f->config->dialect == Dialect::kOe) {
      const Config& c = *f->config;
      for (const char* key : {"onnx_model", "caffe_model", "prototxt"})
        if (auto path = setting(c, "model_parameters", key))
          out.push_back(resolve(std::string("model_parameters.") + key, path, f));
        else
          add_open(c, "model_parameters", key, out);
      for (const ListItem& item : setting_list(c, "calibration_parameters", "cal_data_dir"))
        if (!item.text.empty())
          out.push_back(resolve("calibration_parameters.cal_data_dir",
                                Fact<std::string>(item.text, item.at), f));
      add_open(c, "calibration_parameters", "cal_data_dir", out);
      add_products(c, f, out);
    } else if (f->contract) {
      const Contract& c = *f->contract;
      const auto take = [&](const char* what, const Fact<std::string>& path) {
        if (path) out.push_back(resolve(what, path, f));
      };
      take(kArtifact, c.artifact_file);
      take("[conversion] removed_nodes", c.removed_nodes);
      take("[data] calibration", c.calibration);
      take("[data] evaluation", c.evaluation);
      take("[head] labels", c.head_labels);
      for (const Contract::Run& r : c.runs) take("[[run]] model", r.model);
      for (const Contract::Compare& r : c.compares) {
        take("[[compare]] left", r.left);
        take("[[compare]] right", r.right);
      }
    }
    return out;
  }

  // A path with a placeholder names nothing yet.
  static void add_open(const Config& c, const char* section, const char* key,
                       std::vector<Named>& out) {
    const Entry* e = setting_entry(c, section, key);
    if (!e || !e->value.placeholder) return;
    const Evidence at{c.file, e->value.range.begin, e->value.range.end, ""};
    out.push_back({{std::string(section) + "." + key, e->value.text, "", false, {}, at}, nullptr});
  }

  // Products need not exist: a config is linted before it is built.
  void add_products(const Config& c, const FileRecord* f, std::vector<Named>& out) {
    const auto prefix = setting(c, "model_parameters", "output_model_file_prefix");
    if (!prefix || prefix->find('/') != std::string::npos) return;
    const auto dir = setting(c, "model_parameters", "working_dir");
    const std::string at = join_path(dir_name(real(f)), dir ? *dir : "model_output");
    if (in_.reader.kind(at) != FileStat::Kind::kDirectory) return;
    for (std::string_view suffix : kProducts) {
      const std::string path = join_path(at, *prefix + std::string(suffix));
      if (in_.reader.kind(path) != FileStat::Kind::kFile) continue;
      out.push_back({{"", base_name(path), path, true, {}, prefix.at}, in_.open(path)});
    }
    if (at == dir_name(real(f))) return;  // with the other files of that folder
    for (std::string_view name : kLogs) {
      const std::string path = join_path(at, name);
      if (in_.reader.kind(path) != FileStat::Kind::kFile) continue;
      FileRecord* log = in_.open(path);
      if (log->log && belongs(*log->log, c) != Belongs::kNo)
        out.push_back({{"", base_name(path), path, true, {}, prefix.at}, log});
    }
  }

  // ---- [[bundle]] ----

  void take_spec(const Settings& s, const BundleSpec& spec) {
    Group g;
    g.settings = s.file;
    g.target = spec.target;
    g.toolchain = spec.toolchain;
    g.purpose = spec.purpose;
    // A file of another kind than the key's stays for itself.
    const auto file = [&](const char* key, const Fact<std::string>& path,
                          std::optional<Input> as = {},
                          bool (*is)(const FileRecord*) = nullptr) -> FileRecord* {
      if (!path) return nullptr;
      Reference ref{
          std::string("[[bundle]] ") + key, *path, join_path(s.dir, *path), false, {}, path.at};
      const FileStat st = in_.reader.stat(ref.resolved);
      ref.exists = st.kind == FileStat::Kind::kFile || st.kind == FileStat::Kind::kDirectory;
      if (!ref.exists) ref.sibling = sibling(ref.resolved);
      FileRecord* f = st.kind == FileStat::Kind::kFile ? in_.open(ref.resolved) : nullptr;
      if (f) f->named = true;
      ref.by_settings = as == Input::kConfig || as == Input::kContract;
      if (f && as == Input::kCompiled) as_artifact(f);
      if (f && is) ref.no = not_of(*as, f, is(f));
      if (ref.no) f = nullptr;
      g.references.push_back(std::move(ref));
      if (f) claimed_.insert(f);
      return f;
    };
    FileRecord* config = file("config", spec.config, Input::kConfig,
                              [](const FileRecord* f) { return f->config || f->script; });
    FileRecord* contract = file("contract", spec.contract, Input::kContract,
                                [](const FileRecord* f) { return f->contract != nullptr; });
    if (config && config->config) g.config = config;
    if (config && config->script) {
      find_tables(config);
      take_script(g, config);
    }
    if (contract && contract->contract) g.contract = contract;
    for (FileRecord* f : {file("metadata", spec.metadata, Input::kCompiled, is_compiled),
                          file("compiled", spec.compiled, Input::kCompiled, is_compiled)}) {
      if (!f) continue;
      if (is_description(f))
        add_once(g.compiled, f);
      else
        add_once(g.binaries, f);
    }
    for (const auto& [stage, path] : spec.graphs)
      if (FileRecord* f = file(("graphs." + stage).c_str(), path, Input::kGraph,
                               [](const FileRecord* r) { return r->kind == FileKind::kGraph; }))
        add_once(g.graphs, f);
    FileRecord* log =
        file("log", spec.log, Input::kLog, [](const FileRecord* f) { return f->log != nullptr; });
    if (log && log->log) g.log = log;
    file("calibration", spec.calibration);
    file("evaluation", spec.evaluation);
    g.calibration_path = spec.calibration;
    g.evaluation_path = spec.evaluation;
    for (const FileRecord* f : {g.config, g.contract})
      if (f && !named_.contains(f)) named_[f] = references(f);
    g.name = spec.name ? *spec.name : "";
    groups_.push_back(std::move(g));
    named_by_settings_.insert(groups_.size() - 1);
  }

  // ---- folders ----

  void take_folder(const std::vector<FileRecord*>& files) {
    std::vector<FileRecord*> configs, contracts, descriptions, sides, binaries, graphs, scripts,
        tables;
    for (FileRecord* f : files) {
      if (elsewhere_.contains(f)) continue;
      if (f->config)
        configs.push_back(f);
      else if (f->contract)
        contracts.push_back(f);
      else if (f->kind == FileKind::kScript)
        scripts.push_back(f);
      else if (is_description(f))
        (is_side(f) ? sides : descriptions).push_back(f);
      else if (is_binary(f))
        binaries.push_back(f);
      else if (f->kind == FileKind::kGraph)
        graphs.push_back(f);
      else if (f->kind == FileKind::kQuantInfo)
        quants_.push_back(f);
      else if (f->log)
        logs_.push_back(f);
      else if (f->kind == FileKind::kTable)
        tables.push_back(f);
      else if (f->kind == FileKind::kManifest || f->kind == FileKind::kChecksums ||
               f->kind == FileKind::kBenchmarks)
        releases_.push_back(f);
      else
        alone(f);
    }
    // the only way of converting that the folder tells; other scripts stand for themselves
    const bool by_script = configs.empty() && scripts.size() == 1;
    const bool any = !configs.empty() || !contracts.empty() || !descriptions.empty() ||
                     !binaries.empty() || by_script;
    const bool one = configs.size() <= 1 && contracts.size() <= 1 && descriptions.size() <= 1 &&
                     binaries.size() <= 1;
    if (one && (any || sides.size() == 1)) {
      Group g;
      if (!configs.empty()) g.config = configs[0];
      if (!contracts.empty()) g.contract = contracts[0];
      if (by_script) take_script(g, std::exchange(scripts, {})[0]);
      g.compiled = descriptions;
      for (FileRecord* f : sides) add_once(g.compiled, f);
      g.binaries = binaries;
      join_graphs(g, graphs);
      groups_.push_back(std::move(g));
    } else {
      join_by_stem(configs, contracts, descriptions, sides, binaries);
    }
    for (FileRecord* f : scripts) take_script(groups_.emplace_back(), f);
    for (FileRecord* f : tables)
      if (!read_tables_.contains(f)) groups_.emplace_back().table_files.push_back(f);
    std::map<std::string, Group>
        by_stem;  // graphs that belong to nobody: the stages of one build together
    for (FileRecord* f : graphs) {
      if (joined_.contains(f) || is_named(f)) continue;
      by_stem[stage_of(real(f)) == Stage::kUnknown ? base_name(real(f)) : build_stem(real(f)) + "/"]
          .graphs.push_back(f);
    }
    for (auto& [stem, g] : by_stem) groups_.push_back(std::move(g));
  }

  // The graphs of a folder whose stage is plain; of those with no stage, the only one, unless
  // another is named.
  void join_graphs(Group& g, const std::vector<FileRecord*>& graphs) {
    std::map<Stage, std::vector<FileRecord*>> stages;
    for (FileRecord* f : graphs) stages[stage_of(real(f))].push_back(f);
    bool names_one = false;
    if (g.config)
      for (const Named& n : named_[g.config])
        names_one =
            names_one || (n.file && n.file->kind == FileKind::kGraph && !n.ref.what.empty());
    for (auto& [stage, list] : stages) {
      if (list.size() != 1 || (stage == Stage::kUnknown && names_one)) continue;
      g.graphs.push_back(list[0]);
      joined_.insert(list[0]);
    }
  }

  bool is_named(const FileRecord* f) const { return named_files_.contains(f); }

  void join_by_stem(const std::vector<FileRecord*>& configs,
                    const std::vector<FileRecord*>& contracts,
                    const std::vector<FileRecord*>& descriptions,
                    const std::vector<FileRecord*>& sides,
                    const std::vector<FileRecord*>& binaries) {
    std::vector<Group> own;
    std::map<std::string, size_t> stems;
    const auto group_of = [&](FileRecord* f) -> Group& {
      const auto [it, fresh] = stems.emplace(build_stem(real(f)), own.size());
      if (fresh) own.emplace_back();
      return own[it->second];
    };
    for (FileRecord* f : configs) {
      Group* g = &group_of(f);
      if (g->config) g = &own.emplace_back();  // a.yaml beside a.yml
      g->config = f;
      if (auto prefix = setting(*f->config, "model_parameters", "output_model_file_prefix"))
        stems.emplace(*prefix, static_cast<size_t>(g - own.data()));
    }
    for (FileRecord* f : contracts) {
      Group& g = group_of(f);
      if (g.contract)
        own.emplace_back().contract = f;
      else
        g.contract = f;
    }
    for (FileRecord* f : descriptions)
      if (!is_named(f)) add_once(group_of(f).compiled, f);
    for (FileRecord* f : binaries)
      if (!is_named(f)) add_once(group_of(f).binaries, f);
    // what describes in part makes no bundle, unless it was asked for
    for (FileRecord* f : sides)
      if (!is_named(f) && (f->named || stems.contains(build_stem(real(f)))))
        add_once(group_of(f).compiled, f);
    for (Group& g : own) groups_.push_back(std::move(g));
  }

  void alone(FileRecord* f) {
    Group g;
    g.graphs.push_back(f);
    groups_.push_back(std::move(g));
  }

  // ---- scripts and their tables ----

  // The tables that commands of a script name, seen from its folder.
  void find_tables(FileRecord* script) {
    for (const ToolCommand& c : *script->script)
      for (const char* flag : {"--calibration_table", "--quantize_table"}) {
        const ShellWord* w = c.value(flag);
        if (!w) continue;
        const std::string path = join_path(dir_name(real(script)), w->text);
        if (in_.reader.kind(path) != FileStat::Kind::kFile) continue;
        FileRecord* table = in_.open(path);
        if (table->kind != FileKind::kTable) continue;
        add_once(script_tables_[script], table);
        read_tables_.insert(table);
      }
  }

  void take_script(Group& g, FileRecord* script) {
    g.script = script;
    g.table_files = script_tables_[script];
  }

  // ---- finish ----

  // Files that the config and the contract of a group name join it; what the contract names
  // describes the artifact best.
  void follow_names(Group& g) {
    for (const FileRecord* owner :
         {static_cast<const FileRecord*>(g.contract), static_cast<const FileRecord*>(g.config)}) {
      if (!owner) continue;
      for (const Named& n : named_[owner]) {
        if (!n.ref.what.empty()) g.references.push_back(n.ref);
        if (!n.file) continue;
        if (is_compared_log(n)) {
          add_once(g.compared_logs, n.file);
          continue;
        }
        if (n.ref.what == kArtifact) g.artifact = n.file;
        if (is_description(n.file)) {
          if (n.ref.what == kArtifact) {
            std::erase(g.compiled, n.file);
            g.compiled.insert(g.compiled.begin(), n.file);
          } else {
            add_once(g.compiled, n.file);
          }
        } else if (is_binary(n.file)) {
          add_once(g.binaries, n.file);
        } else if (n.file->kind == FileKind::kGraph) {
          add_once(g.graphs, n.file);
        } else if (n.file->kind == FileKind::kQuantInfo) {
          g.quant_info = n.file;
        } else if (n.file->log && !g.log) {
          g.log = n.file;
        }
      }
    }
  }

  // Which files they are; link opens them when a rule needs it.
  void find_dumps(Group& g) {
    if (!g.contract) return;
    const std::string dir = dir_name(real(g.contract)),
                      shown = dir_name(in_.sources.shown(g.contract->id));
    for (const AppTensor& t : g.contract->contract->outputs) {
      if (!t.dump) continue;
      std::vector<std::string> paths;
      if (is_glob(*t.dump)) {
        paths = expand_glob(in_.reader, dir, *t.dump);
        g.references.push_back(
            {kDump, *t.dump, join_path(dir, *t.dump), !paths.empty(), {}, t.dump.at});
      } else {
        Named n = resolve(kDump, t.dump, g.contract, false);
        if (n.ref.exists) paths.push_back(n.ref.resolved);
        g.references.push_back(std::move(n.ref));
      }
      for (const std::string& path : paths)
        if (in_.reader.kind(path) == FileStat::Kind::kFile)
          g.dumps.push_back(
              {&t, in_.sources.add(join_path(shown, relative_path(path, dir)), path), {}});
    }
  }

  // YAML holds all of JSON, and the `#` comments that people write into it.
  void read_quant(Group& g) {
    if (!g.config || g.config->config->dialect != Dialect::kOe) return;
    const auto path = setting(*g.config->config, "calibration_parameters", "quant_config");
    if (!path || path->find('{') != std::string::npos) return;
    Named n = resolve("calibration_parameters.quant_config", path, g.config, false);
    g.references.push_back(n.ref);
    if (!n.ref.exists) return;
    QuantConfig& quant = g.quant.emplace();
    std::string bytes, why;
    if (!in_.reader.read_all(n.ref.resolved, kMaxQuantBytes, &bytes, &why)) {
      quant.unreadable = Message(kQuantUnread, *path, why);
      return;
    }
    const std::string shown = join_path(dir_name(in_.sources.shown(g.config->id)), *path);
    quant.file = in_.sources.add(shown, n.ref.resolved);
    quant.read = std::make_shared<Config>();
    quant.read->file = quant.file;
    YamlFile yaml = parse_yaml(quant.file, bytes);
    in_.sources.set_text(quant.file, std::move(bytes));
    quant.read->root = std::move(yaml.root);
    if (!yaml.problems.empty())
      quant.unreadable = Message(kQuantFaulty, *path);
    else if (quant.read->root.kind != Node::Kind::kMapping)
      quant.unreadable = Message(kQuantNoMapping, *path);
    else
      quant.root = &quant.read->root;
  }

  const FileRecord* anchor(const Group& g) const {
    if (g.config) return g.config;
    if (g.script) return g.script;
    if (g.contract) return g.contract;
    for (const auto* list : {&g.compiled, &g.binaries, &g.graphs, &g.table_files})
      if (!list->empty()) return list->front();
    if (g.manifest) return g.manifest;
    return g.benchmarks ? g.benchmarks : g.log;
  }

  std::vector<Group> finish() {
    std::vector<Group> out;
    for (size_t i = 0; i < groups_.size(); ++i) {
      Group& g = groups_[i];
      bool wanted = false;
      const auto look = [&](const FileRecord* f) { wanted = wanted || (f && in_.wanted(f)); };
      look(g.config);
      look(g.contract);
      look(g.log);
      look(g.quant_info);
      look(g.script);
      look(g.manifest);
      look(g.benchmarks);
      for (const auto* list : {&g.compiled, &g.binaries, &g.graphs, &g.table_files})
        for (const FileRecord* f : *list) look(f);
      if (named_by_settings_.contains(i))
        for (const FileRecord* f : in_.files)
          wanted = wanted || (f->id == g.settings && in_.wanted(f));
      const FileRecord* a = anchor(g);
      if (!wanted || (!a && !named_by_settings_.contains(i))) continue;
      find_dumps(g);
      read_quant(g);
      read_group_data(g, in_);
      if (g.name.empty()) g.name = a ? in_.sources.shown(a->id) : in_.sources.shown(g.settings);
      out.push_back(std::move(g));
    }
    std::stable_sort(out.begin(), out.end(),
                     [](const Group& a, const Group& b) { return a.name < b.name; });
    return out;
  }

  GroupInput& in_;
  mutable size_t searches_ = 0;
  std::vector<Group> groups_;
  std::set<size_t> named_by_settings_;
  std::set<const FileRecord*> claimed_, elsewhere_, joined_, named_files_;
  std::vector<FileRecord*> releases_;       // manifests, lists of digests, benchmarks
  std::vector<FileRecord*> logs_, quants_;  // that no config of another folder names
  std::map<const FileRecord*, std::vector<Named>> named_;
  std::map<const FileRecord*, std::vector<FileRecord*>> script_tables_;
  std::set<const FileRecord*> read_tables_;  // that a script names
};

}  // namespace

std::vector<Group> group_files(GroupInput& in) { return Grouper(in).run(); }

}  // namespace npulint
