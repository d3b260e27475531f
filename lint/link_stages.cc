// The outputs of the ONNX stages of one build, and those of the artifact.
#include <algorithm>

#include "lint/config.h"
#include "lint/files.h"
#include "lint/link_derived.h"
#include "lint/show.h"

namespace npulint {
namespace {

constexpr Text kOneSide{
    "there is no second description of the same build's outputs to compare with",
    "没有同一次构建的另一份输出描述可供比较"};

struct Output {
  std::string name;
  std::optional<Shape> shape;
  Evidence at;
};

struct Side {
  std::string name;  // of the file
  std::vector<Output> outputs;
  Evidence at;
  bool artifact = false;
  std::string of(const std::string& what) const { return what + " (`" + name + "`)"; }
};

Side of_graph(const StageFile& f) {
  Side s{f.name, {}, whole_file(f.graph->file), false};
  for (const GraphTensor& t : f.graph->main.outputs) {
    Output o{std::string(t.name), std::nullopt, s.at};
    if (t.has_shape) o.shape = t.dims;
    o.at.path = "graph.output[" + o.name + "]";
    s.outputs.push_back(std::move(o));
  }
  return s;
}

Side of_artifact(const CompiledModel& m, const std::string& file) {
  Side s{file, {}, m.at, true};
  for (const CompiledTensor& t : m.outputs) {
    Output o{t.name, std::nullopt, t.at};
    if (t.shape) o.shape = *t.shape;
    s.outputs.push_back(std::move(o));
  }
  return s;
}

// The name of the artifact may carry `_<Op>` and a type behind that of the graph.
bool same_name(const std::string& graph, const std::string& other) {
  if (graph == other) return true;
  const size_t n = graph.size();
  return other.starts_with(graph + "_") && other.size() > n + 2 && other[n + 1] >= 'A' &&
         other[n + 1] <= 'Z';
}

const Output* named(const Side& s, const std::string& graph_name) {
  const Output* found = nullptr;
  for (const Output& o : s.outputs)
    if (o.name == graph_name) return &o;
  for (const Output& o : s.outputs)
    if (same_name(graph_name, o.name)) {
      if (found) return nullptr;  // two of them: not certain
      found = &o;
    }
  return found;
}

// Elements without the batch, which a conversion may set. None when some dim is not known.
std::optional<int64_t> elements(const Shape& s) {
  if (s.empty()) return std::nullopt;
  return element_count(Shape(s.begin() + 1, s.end()));
}

// Each dim, in any order, is that of `a` or fills it up to a multiple of 4 … 64.
bool is_padded(Shape a, Shape b) {
  if (a.size() != b.size()) return false;
  std::sort(a.begin(), a.end());
  std::sort(b.begin(), b.end());
  return std::equal(a.begin(), a.end(), b.begin(), [](int64_t x, int64_t y) {
    return x == y || (y > x && y % 4 == 0 && y - x < std::min<int64_t>(y & -y, 64));
  });
}

// Transposes, reshapes and dims of 1 that are left out change no count; a batch and rows that are
// filled up do.
bool same_elements(const Output& a, const Output& b) {
  if (!a.shape || !b.shape || a.shape->size() < 2 || b.shape->size() < 2) return true;
  const auto x = elements(*a.shape), y = elements(*b.shape);
  const auto all_x = element_count(*a.shape), all_y = element_count(*b.shape);
  return !x || !y || *x == *y || (all_x && all_x == all_y) || is_padded(*a.shape, *b.shape);
}

std::string names_of(const Side& s) {
  std::vector<std::string> names;
  for (const Output& o : s.outputs) names.push_back(o.name);
  return show(names);
}

// A removal of nodes at the outputs is on record.
bool is_removed(const Bundle& b) {
  if (b.contract_record && b.contract_record->removed_nodes) return true;
  if (b.log_record && !b.log_record->removed_nodes.empty()) return true;
  if (b.config_record)
    for (const char* key : {"remove_node_type", "remove_node_name"})
      if (setting_count(*b.config_record, "model_parameters", key) > 0) return true;
  return b.compiled_record && !b.compiled_record->removed_nodes.empty();
}

// An artifact that nobody keeps such a record of.
bool is_silent(const Bundle& b) {
  return !b.config_record && b.compiled_record && b.compiled_record->build.empty();
}

// The model as it was given may have other outputs than what was cut out of it.
bool is_cut(const Bundle& b) {
  if (b.config_record && setting_entry(*b.config_record, "model_parameters", "output_nodes"))
    return true;
  if (!b.compiled_record) return false;
  const auto it = b.compiled_record->build.find("OUTPUT_NODES");
  return it != b.compiled_record->build.end() && it->second &&
         it->second->find_first_not_of("[]; ") != std::string::npos && *it->second != "None";
}

// What no removal of nodes explains: of a recorded one the number of outputs, and that none goes
// on; of one that nobody would have recorded also the elements of outputs that have kept their
// names.
enum class Depth { kElements, kShapes, kNames };

bool is_known(const Output& o) { return o.shape && o.shape->size() > 1 && element_count(*o.shape); }

// The nodes that can be removed keep all elements. An output of `a` that goes on under its name as
// something else; or the first one, when none can be an output of `b`: what renames an output
// begins with its name. Null: removals explain all.
const Output* beyond_removal(const Side& a, const Side& b) {
  for (const Output& o : a.outputs)
    if (const Output* p = named(b, o.name);
        p && is_known(o) && is_known(*p) && !same_elements(o, *p))
      return &o;
  if (a.outputs.empty() || !std::all_of(a.outputs.begin(), a.outputs.end(), is_known) ||
      !std::all_of(b.outputs.begin(), b.outputs.end(), is_known))
    return nullptr;
  for (const Output& o : a.outputs)
    for (const Output& p : b.outputs)
      if (o.name.starts_with(p.name) || p.name.starts_with(o.name) || same_elements(o, p))
        return nullptr;
  return &a.outputs[0];
}

void compare(const Side& a, const Side& b, Depth depth, std::vector<StageDrift>* out) {
  const auto add = [&](StageDrift::Kind kind, const std::string& tensor,
                       const std::string& in_stage, const std::string& in_next, const Evidence& at,
                       const Evidence& next_at) {
    out->push_back({kind, a.name, tensor, a.of(in_stage), b.of(in_next), at, next_at});
  };
  if (a.outputs.size() != b.outputs.size()) {
    add(StageDrift::Kind::kCount, "", std::to_string(a.outputs.size()),
        std::to_string(b.outputs.size()), a.at, b.at);
    return;
  }
  if (depth == Depth::kElements) {
    if (const Output* o = beyond_removal(a, b)) {
      const Output* same = named(b, o->name);
      std::vector<std::string> shapes;
      for (const Output& p : b.outputs)
        if (!same || same == &p) shapes.push_back(shape_text(*p.shape));
      add(StageDrift::Kind::kShape, o->name, shape_text(*o->shape), show(shapes), o->at,
          same ? same->at : b.at);
    }
    return;
  }
  const bool any = std::any_of(a.outputs.begin(), a.outputs.end(),
                               [&](const Output& o) { return named(b, o.name) != nullptr; });
  for (size_t i = 0; i < a.outputs.size(); ++i) {
    const Output& o = a.outputs[i];
    const Output* other = named(b, o.name);
    if (other && !same_elements(o, *other))
      add(StageDrift::Kind::kShape, o.name, shape_text(*o.shape), shape_text(*other->shape), o.at,
          other->at);
    // no name goes on: a scheme of the tool, if the tensors are the same in order
    else if (!other && depth == Depth::kNames && (any || !same_elements(o, b.outputs[i])))
      add(StageDrift::Kind::kName, o.name, o.name, names_of(b), o.at, b.at);
  }
}

}  // namespace

Fact<std::vector<StageDrift>> compare_stages(const Bundle& b, const std::vector<StageFile>& stages,
                                             const std::string& artifact) {
  std::vector<Side> sides;
  for (const StageFile& f : stages)
    if (f.graph->has_graph && !f.graph->damaged && !f.graph->main.outputs.empty() &&
        !(f.graph->stage <= Stage::kOriginal && is_cut(b)))
      sides.push_back(of_graph(f));
  if (sides.empty() && b.graphs.empty()) return {};
  const CompiledModel* m = b.compiled_record;
  if (m && !m->outputs.empty()) sides.push_back(of_artifact(*m, artifact));
  if (sides.size() < 2) return Fact<std::vector<StageDrift>>::absent(Message(kOneSide));
  std::vector<StageDrift> out;
  const bool removed = is_removed(b), silent = is_silent(b);
  for (size_t i = 0; i + 1 < sides.size(); ++i)
    compare(sides[i], sides[i + 1],
            removed                           ? Depth::kElements
            : silent && sides[i + 1].artifact ? Depth::kShapes
                                              : Depth::kNames,
            &out);
  return {std::move(out), sides[0].at};
}

}  // namespace npulint
