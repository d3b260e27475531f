// The ONNX files of a bundle as stages, the evaluations of its contract, and what the stages say of
// its outputs.
#include <algorithm>
#include <set>

#include "lint/config.h"
#include "lint/link.h"
#include "lint/link_derived.h"
#include "lint/link_stages.h"
#include "parsers/detect.h"

namespace npulint {
namespace {

constexpr Text kUnknownRuntime{"the platform table does not know the runtime `{0}`",
                               "平台表中没有运行时 `{0}`"};
constexpr Text kNoGraph{"`{0}` is not there or is no ONNX model", "`{0}` 不存在或不是 ONNX 模型"};

std::vector<std::string> vendor_ops(const Graph& g, const Platforms& platforms) {
  std::set<std::string> ops;
  const auto look = [&](const std::vector<GraphNode>& nodes) {
    for (const GraphNode& n : nodes)
      if (platforms.is_vendor_op(n.domain, n.op)) ops.emplace(n.op);
  };
  look(g.main.nodes);
  for (const GraphBody& body : g.subgraphs) look(body.nodes);
  for (const Graph::Function& f : g.functions) look(f.nodes);
  return {ops.begin(), ops.end()};
}

void link_stages(Bundle& b, const Group& g, const Run& run) {
  for (const FileRecord* f : g.graphs) {
    if (!f->graph) continue;
    StageRow row;
    row.subject = "stage:" + run.sources.shown(f->id);
    row.graph = {f->graph.get(), whole_file(f->id)};
    b.stages.push_back(std::move(row));
  }
  if (!b.contract_record) return;
  const Contract& c = *b.contract_record;
  for (size_t i = 0; i < c.runs.size(); ++i) {
    const Contract::Run& r = c.runs[i];
    RunRow row;
    row.subject = "run[" + std::to_string(i) + "]";
    row.model = r.model;
    row.runtime = r.runtime;
    if (r.runtime) {
      if (const Runtime* rt = run.platforms.runtime(*r.runtime))
        row.stock_runtime = {rt->stock, rt->at};
      else
        row.stock_runtime.missing = Message(kUnknownRuntime, *r.runtime);
    }
    if (r.model) {
      const std::string path = join_path(dir_name(run.sources.real(c.file)), *r.model);
      for (const FileRecord* f : g.graphs)
        if (f->graph && !f->graph->damaged && run.sources.real(f->id) == path)
          row.vendor_ops = {vendor_ops(*f->graph, run.platforms), whole_file(f->id)};
      if (!row.vendor_ops) row.vendor_ops.missing = Message(kNoGraph, *r.model);
    }
    b.runs.push_back(std::move(row));
  }
}

// The ONNX that the artifact says it was built from, or that has its name. A config says it better,
// and what no build settings explain may have been cut off.
bool is_source(const Bundle& b, const std::string& path, const std::set<std::string>& stems) {
  if (!b.compiled_record || b.converted_graph || !b.converted_graph.missing.empty()) return false;
  const auto& build = b.compiled_record->build;
  if (build.empty()) return false;
  const std::string stem(stage_stem(path));
  const auto it = build.find("ONNX_MODEL");
  return stems.contains(stem) ||
         (it != build.end() && it->second && stage_stem(*it->second) == stem);
}

// The ONNX files that are stages of this build for certain: tied by settings, converted by the
// config, or products that carry the build's name. In the order of the build. Then those that have
// its name and no stage, and those that nothing ties to it.
struct StageFiles {
  std::vector<StageFile> stages, sources, beside;  // sources: those of `stages` that is_source ties
};
StageFiles stage_files(const Bundle& b, const Group& g, const Run& run) {
  StageFiles out;
  std::set<std::string> stems;
  if (b.config_record)
    if (auto prefix = setting(*b.config_record, "model_parameters", "output_model_file_prefix"))
      stems.insert(*prefix);
  for (const FileRecord* f : g.binaries) stems.emplace(stage_stem(run.sources.real(f->id)));
  if (b.compiled_record && b.compiled_record->name) stems.insert(*b.compiled_record->name);
  for (const FileRecord* f : g.compiled) stems.emplace(stage_stem(run.sources.real(f->id)));
  for (const FileRecord* f : g.graphs) {
    if (!f->graph) continue;
    const std::string& path = run.sources.real(f->id);
    const bool product =
        f->graph->stage != Stage::kUnknown && stems.contains(std::string(stage_stem(path)));
    const bool converted = b.converted_graph && *b.converted_graph == f->graph.get();
    const bool tied = product || converted || g.settings != kNoFile;
    const bool source = !tied && f->graph->stage == Stage::kUnknown && is_source(b, path, stems);
    const StageFile file{f->graph.get(), base_name(path)};
    const bool whole = f->graph->has_graph && !f->graph->damaged;
    if (tied || source)
      out.stages.push_back(file);
    else if (whole && f->graph->stage == Stage::kUnknown)
      out.beside.push_back(file);
    if (source && whole) out.sources.push_back(file);
  }
  std::stable_sort(
      out.stages.begin(), out.stages.end(),
      [](const StageFile& x, const StageFile& y) { return x.graph->stage < y.graph->stage; });
  return out;
}

}  // namespace

void link_graphs(Bundle& b, const Group& g, const Run& run) {
  link_stages(b, g, run);
  link_outputs(b);
  b.output_order = check_order(b);
  b.class_clashes = check_classes(b, g.labels);
  if (b.output_order && b.class_clashes)  // what the classes say, no order need say again
    std::erase_if(*b.output_order.value, [&](const OrderClash& c) {
      return !c.fits && std::any_of(b.class_clashes->begin(), b.class_clashes->end(),
                                    [&](const ClassClash& k) { return k.expected == c.expected; });
    });
  StageFiles files = stage_files(b, g, run);
  b.stage_drift =
      compare_stages(b, files.stages,
                     b.compiled_record ? base_name(run.sources.real(b.compiled_record->file)) : "");
  link_described(b, g, run, files.sources, files.beside);
}

}  // namespace npulint
