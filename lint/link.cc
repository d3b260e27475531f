#include "lint/link.h"

#include <algorithm>
#include <mutex>
#include <set>
#include <tuple>

#include "lint/calibration_check.h"
#include "lint/calibration_counts.h"
#include "lint/config.h"
#include "lint/dequant.h"
#include "lint/link_derived.h"
#include "lint/link_folder.h"
#include "lint/link_memory.h"
#include "lint/link_release.h"
#include "lint/link_stages.h"
#include "lint/parallel.h"
#include "lint/shard.h"
#include "lint/variant_drift.h"
#include "lint/words.h"
#include "parsers/detect.h"

namespace npulint {
namespace {

constexpr Text kUnknownMarch{"`{0}` is no march that the platform table knows",
                             "平台表中没有 march `{0}`"};
constexpr Text kUnknownTarget{"`{0}` is no board, march or chip that the platform table knows",
                              "平台表中没有板卡、march 或芯片 `{0}`"};
constexpr Text kNearTarget{
    "`{0}` is no board, march or chip that the platform table knows; did you mean `{1}`?",
    "平台表中没有板卡、march 或芯片 `{0}`；是否应为 `{1}`？"};
constexpr Text kUnknownTool{
    "`{0}` is not the name of a tool that the platform table knows and its version; for example: "
    "{1}",
    "`{0}` 不是平台表所知的工具名加版本号；例如：{1}"};
constexpr Text kSeveralModels{
    "`{0}` holds {1} models, and nothing says which one this bundle is about",
    "`{0}` 含有 {1} 个模型，没有信息说明该组产物对应哪一个"};
constexpr Text kInPart{"`{0}` does not describe the artifact's inputs and outputs",
                       "`{0}` 没有描述产物的输入输出"};
constexpr Text kBinaryOnly{"`{0}` is there, but no metadata for it", "有 `{0}`，但没有它的元数据"};
constexpr Text kDamaged{"`{0}` cannot be read (NPL001)", "无法读取 `{0}`（NPL001）"};
constexpr Text kNoGraph{"`{0}` is not there or is no ONNX model", "`{0}` 不存在或不是 ONNX 模型"};
constexpr Text kNoFileThere{"`{0}` is not there", "`{0}` 不存在"};
constexpr Text kQuantList{"`quant_config` is a list; it takes a mapping or the path of a JSON file",
                          "`quant_config` 是列表；它应是映射或 JSON 文件路径"};

class Linker {
 public:
  Linker(Loaded& loaded, const LoadOptions& options, const DumpAccess& dumps)
      : l_(loaded),
        run_(loaded.run),
        o_(options),
        dumps_(dumps),
        folders_(loaded, options.jobs),
        scripts_(loaded),
        words_(loaded.run.platforms) {}

  void link() {
    if (o_.target)
      cli_target_ =
          target_statement(*o_.target, whole_file(run_.sources.add("--target", "")), "--target");
    if (o_.toolchain)
      cli_tool_ = tool_statement({*o_.toolchain, whole_file(run_.sources.add("--toolchain", ""))});
    run_.file_rows.reserve(run_.files.size());
    for (const auto& f : run_.files) file_row(*f);
    for (size_t i = 0; i < l_.groups.size(); ++i) run_.bundles.emplace_back();
    const unsigned jobs = l_.groups.size() < kBundlesWorthThreads ? 1 : o_.jobs;
    parallel(l_.groups.size(), jobs, [&](size_t i) { bundle(run_.bundles[i], l_.groups[i]); });
    std::sort(errors_.begin(), errors_.end(), [](const auto& a, const auto& b) {
      return std::tie(a.first.file, a.first.begin) < std::tie(b.first.file, b.first.begin);
    });
    for (auto& [at, what] : errors_) {
      const bool twice = !l_.errors.empty() && l_.errors.back().at &&
                         l_.errors.back().at->file == at.file &&
                         l_.errors.back().at->begin == at.begin;
      if (!twice) l_.errors.push_back({at, std::move(what)});
    }
  }

 private:
  // ---- files ----

  void file_row(const FileRecord& f) {
    FileRow row;
    row.file = f.id;
    row.subject = "file:" + run_.sources.shown(f.id);
    std::vector<Problem> unreadable, unknown;
    for (const Problem& p : f.problems)
      (p.kind == Problem::Kind::kUnreadable ? unreadable : unknown).push_back(p);
    if (f.contract) misspelt_targets(*f.contract, unknown);
    if (f.kind != FileKind::kUnknown || !f.unread.empty())
      row.unreadable = {std::move(unreadable), whole_file(f.id)};
    if (f.kind == FileKind::kContract || f.kind == FileKind::kCompiled ||
        f.kind == FileKind::kManifest)
      row.unknown_keys = {std::move(unknown), whole_file(f.id)};
    if (f.named)
      row.unrecognised = {f.kind == FileKind::kUnknown && f.unread.empty(), whole_file(f.id)};
    run_.file_rows.push_back(std::move(row));
  }

  // A board that no table knows may be new; one that is a slip away from a known name is misspelt.
  void misspelt_targets(const Contract& c, std::vector<Problem>& problems) const {
    for (const auto* f : {&c.march, &c.chip, &c.board})
      if (*f && !run_.platforms.target(**f) && run_.platforms.near_target(**f))
        problems.push_back({Problem::Kind::kUnknownKey, f->at, unknown_target(**f)});
  }

  // ---- bundles ----

  // Bundles are independent of each other: this runs on several threads.
  void bundle(Bundle& b, const Group& g) {
    Fact<std::string> march;  // of the config
    b.name = g.name;
    if (g.release) return link_release(b, g, run_, words_);
    const auto take = [&](const FileRecord* f) {
      if (!f) return;
      b.files.push_back(f->id);
      if (b.anchor == kNoFile) b.anchor = f->id;
    };
    take(g.config);
    take(g.script);
    take(g.contract);
    for (const auto* list : {&g.compiled, &g.binaries, &g.graphs})
      for (const FileRecord* f : *list) take(f);
    take(g.log);
    take(g.quant_info);
    for (const FileRecord* f : g.table_files) take(f);
    if (b.anchor == kNoFile) b.anchor = g.settings;
    if (!owns(o_.shard, g.name)) return;
    if (g.log) b.log_record = g.log->log.get();
    if (b.log_record) b.build_log = {b.log_record, whole_file(g.log->id)};
    if (g.quant_info) b.quant_info_record = g.quant_info->log.get();
    for (const FileRecord* f : g.graphs)
      if (f->graph) b.graphs.push_back(f->graph.get());
    if (g.contract) b.contract_record = g.contract->contract.get();
    if (b.contract_record) b.contract = {b.contract_record, whole_file(g.contract->id)};
    if (b.contract_record && nothing_read(*g.contract))
      b.contract =
          Fact<const Contract*>::absent(Message(kDamaged, run_.sources.shown(g.contract->id)));
    if (g.config) march = link_config(b, *g.config);
    const auto* script = g.script ? g.script->script.get() : nullptr;
    if (script) march = script_chip(*script);
    if (b.config_record) link_quant(b, g);
    link_data(b, g);
    link_compiled(b, g);
    link_tool(b, g);
    b.references = {g.references, whole_file(b.anchor)};
    b.profile = {run_.profile, whole_file(b.anchor)};
    b.purpose = g.purpose;
    link_declared(b, g);
    link_platform(b, run_.platforms, built_for(b, g), march);
    link_names(b, g);
    link_removal_request(b);
    if (b.contract_record) {
      const Contract& c = *b.contract_record;
      b.training = c.training;
      b.calibration_resize = c.calibration_resize;
      b.access = c.access;
      b.app_outputs = c.artifact_output_count ? c.artifact_output_count : c.head_output_count;
    }
    link_rows(b);
    if (script) link_commands(b, *script, g.tables);
    if (script) scripts_.link(b, g.script->id);
    link_tables(b, g, run_);
    for (IoRow& r : b.inputs)
      if (const auto i = static_cast<size_t>(r.config_index);
          r.config_index >= 0 && i < g.calibration.size())
        link_calibration(r, g.calibration[i]);
    link_calibration_counts(b, g.calibration, g.datasets);
    link_chip_memory(b);
    link_artifact_name(b, g, run_.sources, words_);
    for (auto* rows : {&b.inputs, &b.outputs})
      for (IoRow& r : *rows) r.no_padding = no_padding_of(b, r);
    link_dumps(b, g, run_.sources, dumps_);
    link_graphs(b, g, run_);
    link_compares(b, g, run_);
    link_compared_stages(b, g, run_);
    link_stage_chain(b, g, run_, dumps_.files);
    link_stage_inputs(b, g, run_);
    b.removed = removed_of(b);
    b.target_check = compare_target(b, run_.platforms);
    link_artifact(b, g);
    for (IoRow& r : b.inputs) r.graph_norm = graph_norm_of(b, r.name);
    link_replays(b, g);
    for (IoRow& r : b.outputs) {
      r.padding = padding_of(r);
      r.reading = reading_of(r);
    }
    for (auto* rows : {&b.inputs, &b.outputs})
      for (IoRow& r : *rows) r.bundle = &b;
    for (RunRow& r : b.runs) r.bundle = &b;
    for (CompareRow& r : b.compares) r.bundle = &b;
    for (ReplayRow& r : b.replays) r.bundle = &b;
    for (CommandRow& r : b.commands) r.bundle = &b;
    for (TableRow& r : b.tables) r.bundle = &b;
    for (StageRow& r : b.stages) r.bundle = &b;
    for (TensorRow& r : b.tensors) r.bundle = &b;
  }

  Fact<std::string> link_config(Bundle& b, const FileRecord& f) const {
    b.config_record = f.config.get();
    if (!b.config_record) return {};
    b.config = {b.config_record, whole_file(f.id)};
    Fact<std::string> march = b.config_record->dialect == Dialect::kFlatHbdk
                                  ? setting(*b.config_record, "", "march")
                                  : setting(*b.config_record, "model_parameters", "march");
    // without a place: its value depends on what was given, and is no evidence of a finding
    b.config_path = {path_below_root(run_.sources.real(f.id)), Evidence{}};
    folders_.link(b);
    link_converted_graph(b);
    if (!march) {
      b.config_platform.missing = b.toolchain.missing = march.missing;
      return march;
    }
    if (const Platform* p = run_.platforms.find(*march)) {
      b.config_platform = {p, march.at};
      b.toolchain = {p->toolchain, march.at};
    } else {
      b.config_platform.missing = b.toolchain.missing = Message(kUnknownMarch, *march);
      if (auto t = run_.platforms.target(*march); t && !t->board.empty() && !t->marches.empty())
        b.march_meant = {std::move(*t), march.at};
    }
    return march;
  }

  // A contract that is no TOML: it may say all that is missed in it.
  static bool nothing_read(const FileRecord& f) {
    return f.contract->inputs.empty() && f.contract->outputs.empty() &&
           std::any_of(f.problems.begin(), f.problems.end(),
                       [](const Problem& p) { return p.kind == Problem::Kind::kUnreadable; });
  }

  // Below what no invocation changes: the settings' folder, else what was given.
  std::string path_below_root(const std::string& path) const {
    const auto below = [&](const std::string& dir) {
      return dir == "/" || path.starts_with(dir + "/");
    };
    const auto settings = l_.settings_of_dir.find(dir_name(path));
    if (settings != l_.settings_of_dir.end() && settings->second && below(settings->second->dir))
      return relative_path(path, settings->second->dir);
    std::string root;
    for (const std::string& dir : l_.roots)
      if (below(dir) && dir.size() > root.size()) root = dir;
    if (root.empty() && !o_.cwd.empty() && below(o_.cwd)) root = o_.cwd;
    return root.empty() ? base_name(path) : relative_path(path, root);
  }

  void link_quant(Bundle& b, const Group& g) const {
    const Config& c = *b.config_record;
    const Entry* e = setting_entry(c, "calibration_parameters", "quant_config");
    if (!e) return;
    const Evidence at{c.file, e->value.range.begin, e->value.range.end, ""};
    if (e->value.kind == Node::Kind::kMapping) {
      b.quant_config = {{c.file, &e->value, nullptr, {}}, at};
    } else if (e->value.kind == Node::Kind::kSequence) {
      b.quant_config = {{kNoFile, nullptr, nullptr, Message(kQuantList)}, at};
    } else if (g.quant) {
      b.quant_config = {*g.quant, at};
    } else {
      const auto path = setting(c, "calibration_parameters", "quant_config");
      b.quant_config.missing = path ? Message(kNoFileThere, *path) : path.missing;
    }
  }

  void link_converted_graph(Bundle& b) const {
    const Config& c = *b.config_record;
    const auto named = setting(c, "model_parameters", "onnx_model");
    if (!named) {
      b.converted_graph.missing = named.missing;
      return;
    }
    const std::string path = join_path(dir_name(run_.sources.real(c.file)), *named);
    for (const Graph* g : b.graphs)
      if (run_.sources.real(g->file) == path && g->has_graph && !g->damaged)
        b.converted_graph = {g, whole_file(g->file)};
    if (!b.converted_graph) b.converted_graph.missing = Message(kNoGraph, *named);
  }

  // The command line, else the [[bundle]], else what an artifact states of its build.
  void link_tool(Bundle& b, const Group& g) {
    b.tool_version = cli_tool_;
    if (!b.tool_version && g.toolchain) b.tool_version = tool_statement(g.toolchain);
    if (b.tool_version || !b.compiled_record) return;
    for (const auto& [tool, version] : b.compiled_record->versions)
      if (version && !b.tool_version)
        if (const auto t = run_.platforms.tool(tool + " " + *version); t.tool)
          b.tool_version = {{t.tool->name, t.version}, version.at};
  }

  void error(const Evidence& at, Message what) {
    const std::lock_guard<std::mutex> lock(mutex_);
    errors_.emplace_back(at, std::move(what));
  }

  Fact<ToolVersion> tool_statement(const Fact<std::string>& written) {
    const auto t = run_.platforms.tool(*written);
    if (t.tool) return {{t.tool->name, t.version}, written.at};
    std::string known;
    for (const Tool& tool : run_.platforms.tools())
      known += (known.empty() ? "" : ", ") + tool.name + " " + tool.versions[0];
    error(written.at, Message(kUnknownTool, *written, known));
    return {};
  }

  // Strongest first: the artifact itself (of several, the one that the contract names), then what
  // describes it.
  static std::vector<const FileRecord*> compiled_files(const Group& g) {
    std::vector<const FileRecord*> out;
    for (const auto* list : {&g.binaries, &g.compiled})
      for (const FileRecord* f : *list)
        if (f->compiled)
          out.insert(f == g.artifact && list == &g.binaries ? out.begin() : out.end(), f);
    // what lists tensors says more than what lists settings
    std::stable_partition(out.begin(), out.end(), [](const FileRecord* f) {
      const auto& models = f->compiled->models;
      return std::any_of(models.begin(), models.end(), [](const CompiledModel& m) {
        return describes_artifact(m) && !(m.inputs.empty() && m.outputs.empty());
      });
    });
    return out;
  }

  // False for what is about an earlier stage, about the speed alone, about arrays in no known
  // order, or about nothing that can be compared.
  static bool describes_artifact(const CompiledModel& m) {
    if (m.format == "bc" || m.format == "hb_perf" || m.format == "arrays") return false;
    return !m.inputs.empty() || !m.outputs.empty() || !m.removed_nodes.empty() || m.march || m.chip;
  }

  // The model that the bundle is about. Several models in one file are told apart by the config's
  // prefix or the names of the contract's outputs; an ambiguous match is a missing fact.
  void link_compiled(Bundle& b, const Group& g) {
    Message why;
    const auto files = compiled_files(g);
    const auto describing = std::count_if(files.begin(), files.end(), [](const FileRecord* f) {
      const auto& models = f->compiled->models;
      return std::any_of(models.begin(), models.end(), describes_artifact);
    });
    for (const FileRecord* f : files) {
      const auto& models = f->compiled->models;
      if (std::none_of(models.begin(), models.end(), describes_artifact)) {
        if (why.empty() && !models.empty()) why = Message(kInPart, run_.sources.shown(f->id));
        continue;
      }
      for (const CompiledModel& m : models) add_tensors(b, m, models.size() > 1 || describing > 1);
      if (b.compiled_record) continue;
      b.compiled_record = models.size() == 1 ? &models[0] : pick(b, models);
      if (!b.compiled_record)
        why = Message(kSeveralModels, run_.sources.shown(f->id), models.size());
    }
    if (!b.compiled_record && why.empty() && !g.binaries.empty())
      why = Message(g.binaries[0]->compiled ? kDamaged : kBinaryOnly,
                    run_.sources.shown(g.binaries[0]->id));
    if (!b.compiled_record) {
      b.artifact_names.missing = b.artifact_outputs.missing = b.compiled_missing = why;
      return;
    }
    const CompiledModel& m = *b.compiled_record;
    TensorNames names;
    for (const CompiledTensor& t : m.inputs) names.inputs.push_back(t.name);
    for (const CompiledTensor& t : m.outputs) names.outputs.push_back(t.name);
    // settings alone, and dumps that number the tensors, name none
    const bool named = !(names.inputs.empty() && names.outputs.empty()) &&
                       !holds(names.inputs, "") && !holds(names.outputs, "");
    if (named) b.artifact_names = {names, m.at};
    // a description without outputs is cut off or partial: their number is not known
    if (!m.outputs.empty()) b.artifact_outputs = {static_cast<int64_t>(m.outputs.size()), m.at};
    std::vector<std::string> quantised;
    bool all_known = true;
    for (const auto* list : {&m.inputs, &m.outputs})
      for (const CompiledTensor& t : *list) {
        if (t.dtype && is_integer(*t.dtype) && t.quant && carries_scale(*t.quant))
          quantised.push_back(t.name);
        all_known = all_known && (t.image || (t.dtype && (!is_integer(*t.dtype) || t.quant)));
      }
    if (all_known || !quantised.empty()) b.quantised_io = {std::move(quantised), m.at};
  }

  // What the artifact says of its own build.
  void link_artifact(Bundle& b, const Group& g) {
    std::vector<const CompiledModel*> models;
    const auto files = compiled_files(g);
    if (b.compiled_record) models.push_back(b.compiled_record);
    for (const FileRecord* f : files)
      for (const CompiledModel& m : f->compiled->models)
        if (&m != b.compiled_record) models.push_back(&m);
    if (models.empty() && !g.binaries.empty())
      b.identity.missing = b.compiled_missing;
    else
      b.identity = identity_of(models, run_.platforms);
    link_cores(b, models, run_.platforms);
    link_versions(b, models, run_.platforms);
    b.drift = drift_of(b, run_.platforms);
  }

  static const CompiledModel* pick(const Bundle& b, const std::vector<CompiledModel>& models) {
    Fact<std::string> prefix;
    if (b.config_record)
      prefix = setting(*b.config_record, "model_parameters", "output_model_file_prefix");
    const Contract* c = b.contract_record;
    std::vector<const CompiledModel*> fits;
    for (const CompiledModel& m : models)
      if ((prefix && m.name && *m.name == *prefix) || (c && holds_outputs(m, *c)))
        fits.push_back(&m);
    // stages of one net have the same tensors in other sizes
    const bool one_net = std::all_of(models.begin(), models.end(), [&](const CompiledModel& m) {
      return m.name && models[0].name && *m.name == *models[0].name;
    });
    if (fits.empty() && one_net)
      for (const CompiledModel& m : models) fits.push_back(&m);
    if (fits.size() > 1 && c)
      std::erase_if(fits, [&](const CompiledModel* m) {
        return !same_shapes(m->inputs, c->inputs) || !same_shapes(m->outputs, c->outputs);
      });
    return fits.size() == 1 ? fits[0] : nullptr;
  }

  static bool holds_outputs(const CompiledModel& m, const Contract& c) {
    const auto has = [&](const AppTensor& a) {
      return a.name && std::any_of(m.outputs.begin(), m.outputs.end(),
                                   [&](const CompiledTensor& t) { return t.name == *a.name; });
    };
    return !c.outputs.empty() && std::all_of(c.outputs.begin(), c.outputs.end(), has);
  }

  // No shape that the contract states contradicts the tensor it names.
  static bool same_shapes(const std::vector<CompiledTensor>& tensors,
                          const std::vector<AppTensor>& app) {
    for (const AppTensor& a : app)
      for (const CompiledTensor& t : tensors) {
        const bool meant = a.name    ? t.name == *a.name
                           : a.index ? t.index == *a.index
                                     : tensors.size() == 1;
        if (meant && a.shape && t.shape && *a.shape != *t.shape) return false;
      }
    return true;
  }

  static void link_data(Bundle& b, const Group& g) {
    const Contract* c = b.contract_record;
    DataSets sets;
    sets.calibration = g.calibration_path || (c && c->calibration) || g.calibration_set;
    sets.evaluation = g.evaluation_path || (c && c->evaluation);
    sets.missing = g.data_missing;
    sets.overlap = g.overlap;
    if (c && c->overlap_reason && real_reason(*c->overlap_reason)) sets.waiver = c->overlap_reason;
    b.data_sets = {std::move(sets), whole_file(b.anchor)};
    b.near_duplicates = g.near_duplicates;
  }

  static void link_calibration(IoRow& r, const Fact<CalibrationSample>& sample) {
    r.calibration = sample;
    const auto& shape = r.config_shape ? r.config_shape : r.known_shape;
    if (sample && shape) r.calibration.value->misfit = misfits(*sample, *shape);
  }

  std::string label(const CompiledModel& m) const {
    const std::string name = m.name ? *m.name : run_.sources.shown(m.file);
    const auto stage = m.build.find("STAGE");
    return stage == m.build.end() || !stage->second ? name : name + "/stage " + *stage->second;
  }

  void add_tensors(Bundle& b, const CompiledModel& m, bool qualify) {
    for (const auto* list : {&m.inputs, &m.outputs}) {
      for (const CompiledTensor& t : *list) {
        TensorRow row;
        row.tensor = &t;
        row.subject = std::string(t.is_input ? "input:" : "output:") + t.name;
        if (qualify) row.subject = label(m) + "/" + row.subject;
        row.name = {t.name, t.at};
        row.dtype = t.dtype;
        row.shape = t.shape;
        row.aligned = t.aligned_shape;
        row.strides = t.strides;
        row.byte_size = t.byte_size;
        row.quant = quant_of(t);
        b.tensors.push_back(std::move(row));
      }
    }
  }

  // ---- target and platform ----

  std::optional<TargetStatement> target_statement(const std::string& written, const Evidence& at,
                                                  const char* who) {
    auto t = run_.platforms.target(written);
    if (t) return TargetStatement{*t, who, at};
    error(at, unknown_target(written));
    return std::nullopt;
  }

  Message unknown_target(const std::string& written) const {
    const auto near = run_.platforms.near_target(written);
    return near ? Message(kNearTarget, written, *near) : Message(kUnknownTarget, written);
  }

  // Strongest first: --target, [[bundle]], then the contract.
  void link_declared(Bundle& b, const Group& g) {
    std::vector<TargetStatement> all;
    if (cli_target_) all.push_back(*cli_target_);
    if (g.target)
      if (auto t = target_statement(*g.target, g.target.at, "[[bundle]] target")) all.push_back(*t);
    if (b.contract_record) {
      const Contract& c = *b.contract_record;
      const auto add = [&](const Fact<std::string>& f, const char* who) {
        if (!f) return;
        if (auto t = run_.platforms.target(*f))
          all.push_back({*t, who, f.at});
        else if (all.empty())
          b.declared.missing = unknown_target(*f);
      };
      add(c.march, "[target] march");
      add(c.chip, "[target] chip");
      add(c.board, "[target] board");
    }
    if (!all.empty()) {
      const Evidence at = all[0].at;
      b.declared = {std::move(all), at};
    }
  }

  // Of the bundle's model; of several that cannot be told apart, what all of them state.
  static Fact<std::string> built_for(const Bundle& b, const Group& g) {
    const auto of = [](const CompiledModel& m) -> const Fact<std::string>& {
      return m.march ? m.march : m.chip;
    };
    if (b.compiled_record) return of(*b.compiled_record);
    for (const FileRecord* f : compiled_files(g)) {
      const auto& models = f->compiled->models;
      if (models.empty() || !of(models[0])) continue;
      const bool one = std::all_of(models.begin(), models.end(), [&](const CompiledModel& m) {
        return of(m) && *of(m) == *of(models[0]);
      });
      return one ? of(models[0]) : Fact<std::string>{};
    }
    return {};
  }

  void link_names(Bundle& b, const Group& g) {
    std::vector<std::pair<std::string, Evidence>> artifacts;
    for (const FileRecord* f : g.binaries)
      artifacts.emplace_back(base_name(run_.sources.real(f->id)), whole_file(f->id));
    if (artifacts.empty() && b.compiled_record)
      artifacts.emplace_back(base_name(run_.sources.real(b.compiled_record->file)),
                             whole_file(b.compiled_record->file));
    b.name_check = check_names(b, words_, artifacts);
  }

  Loaded& l_;
  Run& run_;
  const LoadOptions& o_;
  const DumpAccess& dumps_;
  const ConfigFolders folders_;
  const ScriptFolders scripts_;
  const PlatformWords words_;
  std::optional<TargetStatement> cli_target_;
  Fact<ToolVersion> cli_tool_;
  std::mutex mutex_;
  std::vector<std::pair<Evidence, Message>> errors_;
};

}  // namespace

Fact<Quantization> quant_of(const CompiledTensor& t) {
  if (t.quant || !t.quant.missing.empty()) return t.quant;
  if (t.dtype && is_float(*t.dtype)) return {Quantization{}, t.dtype.at};
  if (t.image) return {Quantization{}, t.image.at};
  return t.quant;
}

void link(Loaded& loaded, const LoadOptions& options, const DumpAccess& dumps) {
  Linker(loaded, options, dumps).link();
}

}  // namespace npulint
