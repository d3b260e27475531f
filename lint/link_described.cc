// What lies beside an artifact and claims to be about it: texts and metadata that describe it, and
// the ONNX that it was built from.
#include <algorithm>
#include <cmath>

#include "lint/dequant.h"
#include "lint/files.h"
#include "lint/graph.h"
#include "lint/group_parts.h"
#include "lint/layout.h"
#include "lint/link.h"
#include "lint/link_stages.h"
#include "lint/shapes.h"
#include "lint/show.h"
#include "lint/words.h"

namespace npulint {
namespace {

constexpr Text kBeside{
    "nothing says that the artifact was built from the ONNX beside it, so they are not compared: "
    "{0} has the outputs {1}, the artifact {2}",
    "没有信息说明产物由旁边的 ONNX 编译，因此不比较：{0} 的输出为 {1}，产物的输出为 {2}"};

constexpr double kRounded = 1e-4;  // relative; what a text of six digits may lose

// ---- what describes the artifact ----

bool same_values(const Quantization& a, const Quantization& b) {
  if (a.kind != b.kind || a.scales.size() != b.scales.size() || a.shifts != b.shifts) return false;
  for (size_t i = 0; i < a.scales.size(); ++i)
    if (std::fabs(a.scales[i] - b.scales[i]) > kRounded * std::fabs(b.scales[i])) return false;
  return true;
}

std::string type_text(const CompiledTensor& t, const Quantization& q) {
  return std::string(dtype_name(*t.dtype)) + (carries_scale(q) ? ", " + show(q) : "");
}

// What one file says and the artifact contradicts.
struct Contradictions {
  const std::string file, artifact;  // names
  std::vector<StageDrift>& out;
  void add(const std::string& what, const std::string& said, const std::string& is,
           const Evidence& at, const Evidence& is_at) const {
    out.push_back({StageDrift::Kind::kDType, file, what, said + " (`" + file + "`)",
                   is + " (`" + artifact + "`)", at, is_at});
  }
};

// An image may be given as its two planes.
std::string image_stem(const std::string& name) {
  for (std::string_view plane : {"_y", "_uv"})
    if (name.size() > plane.size() && name.ends_with(plane))
      return name.substr(0, name.size() - plane.size());
  return name;
}

// The artifact is the truth; an image has as many spellings as tools print it, of which only height
// and width are compared.
void describe(const CompiledModel& text, const CompiledModel& m, const Contradictions& found) {
  for (const auto list : {&CompiledModel::inputs, &CompiledModel::outputs}) {
    const bool in = list == &CompiledModel::inputs;
    const auto names = [&](const CompiledModel& of) {
      std::vector<std::string> all;
      for (const CompiledTensor& t : of.*list) all.push_back(in ? image_stem(t.name) : t.name);
      std::sort(all.begin(), all.end());
      all.erase(std::unique(all.begin(), all.end()), all.end());
      return all;
    };
    const auto said = names(text), is = names(m);
    if (said.empty() || is.empty() || holds(said, "") || holds(is, "")) continue;
    if (said != is) {
      found.add(in ? "inputs" : "outputs", show(said), show(is), text.at, m.at);
      continue;
    }
    for (const CompiledTensor& t : text.*list)
      for (const CompiledTensor& u : m.*list) {
        if (t.name != u.name) continue;
        const std::string what = (in ? "input:" : "output:") + t.name;
        const auto q = quant_of(t), r = quant_of(u);
        if (t.image || u.image) {
          const auto a = t.shape ? image_size(*t.shape) : std::nullopt;
          const auto b = u.shape ? image_size(*u.shape) : std::nullopt;
          if (a && b && !(*a == *b))
            found.add(what, shape_text(*t.shape), shape_text(*u.shape), t.shape.at, u.shape.at);
        } else if (t.shape && u.shape &&
                   difference(*u.shape, *t.shape).kind != ShapeDifference::Kind::kNone) {
          found.add(what, shape_text(*t.shape), shape_text(*u.shape), t.shape.at, u.shape.at);
        } else if (t.dtype && u.dtype && q && r &&
                   (*t.dtype != *u.dtype ||
                    ((carries_scale(*q) || carries_scale(*r)) && !same_values(*q, *r)))) {
          found.add(what, type_text(t, *q), type_text(u, *r), t.dtype.at, u.dtype.at);
        }
        break;
      }
  }
}

// ---- inputs of a graph ----

// The artifact may have them as two planes, and as an image of another form.
void compare_inputs(const Graph& g, const CompiledModel& m, const Contradictions& found) {
  const auto graph = fed_inputs(g);
  std::vector<std::string> names, there;
  for (const CompiledTensor& t : m.inputs) there.push_back(t.name);
  if (graph.empty() || there.empty() || holds(there, "")) return;
  Evidence at = whole_file(g.file);
  at.path = "graph.input";
  bool any = false;
  for (const GraphTensor* t : graph) {
    names.emplace_back(t->name);
    for (const CompiledTensor& u : m.inputs) {
      any = any || u.name == t->name || u.name.starts_with(std::string(t->name) + "_");
      if (u.name != t->name || !t->has_shape || !u.shape) continue;
      const auto a = image_size(t->dims), b = image_size(*u.shape);
      if (a && b && a->height > 0 && a->width > 0 && b->height > 0 && b->width > 0 && !(*a == *b))
        found.add("input:" + u.name, shape_text(t->dims), shape_text(*u.shape), at, u.shape.at);
    }
  }
  if (!any) found.add("inputs", show(names), show(there), at, m.at);
}

// What a runtime printed, kept under the artifact's name, is of the model that ran.
bool is_of_another(const CompiledFile& text, const std::string& path, const CompiledModel& m,
                   const std::string& artifact) {
  if (text.models.size() != 1 || build_stem(path) != build_stem(artifact)) return false;
  const CompiledModel& d = text.models[0];
  return d.format == "model_info" && d.name && m.name && *d.name != *m.name;
}

// What says that it describes the artifact: by its file's name, else by the model's.
bool is_about(const CompiledModel& d, const CompiledModel& m, const std::string& artifact) {
  if (d.outputs.empty() || d.format == "bc" || d.format == "hb_perf" || d.format == "arrays")
    return false;
  if (d.describes && base_name(*d.describes) == artifact) return true;
  return d.name && m.name ? *d.name == *m.name : !d.describes;
}

template <class T>
std::string names_of(const std::vector<T>& tensors) {
  std::vector<std::string> names;
  for (const T& t : tensors) names.emplace_back(t.name);
  return show(names);
}

}  // namespace

void link_described(Bundle& b, const Group& g, const Run& run,
                    const std::vector<StageFile>& sources, const std::vector<StageFile>& beside) {
  const CompiledModel* m = b.compiled_record;
  if (!m) return;
  const std::string artifact = base_name(run.sources.real(m->file));
  std::vector<StageDrift> out;
  bool described = false;
  for (const FileRecord* f : g.compiled) {
    if (!f->compiled || f->id == m->file) continue;
    const std::string& path = run.sources.real(f->id);
    const Contradictions found{base_name(path), artifact, out};
    if (is_of_another(*f->compiled, path, *m, artifact)) {
      const CompiledModel& d = f->compiled->models[0];
      described = true;
      found.add("model", *d.name, *m->name, d.name.at, m->name.at);
    }
    for (const CompiledModel& d : f->compiled->models) {
      if (!is_about(d, *m, artifact)) continue;
      described = true;
      describe(d, *m, found);
    }
  }
  Fact<std::vector<StageDrift>>& drift = b.stage_drift;
  const bool drifts = drift && !drift->empty();
  if (!drifts)  // else the outputs show it already
    for (const StageFile& f : sources) compare_inputs(*f.graph, *m, {f.name, artifact, out});
  if (!out.empty() || (described && b.graphs.empty())) {
    if (!drift) drift = {{}, m->at};
    drift.value->insert(drift.value->end(), out.begin(), out.end());
  }
  if (!beside.empty() && !drift && !m->outputs.empty())
    drift.missing = Message(kBeside, "`" + beside[0].name + "`",
                            names_of(beside[0].graph->main.outputs), names_of(m->outputs));
}

}  // namespace npulint
