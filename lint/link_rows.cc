// Inputs and outputs across config, graph, artifact and contract. Matched by name, by position only
// when counts agree; an ambiguous match is a missing fact, never a guess.
#include <algorithm>

#include "lint/config.h"
#include "lint/graph.h"
#include "lint/link.h"
#include "lint/link_derived.h"
#include "parsers/detect.h"

namespace npulint {
namespace {

constexpr Text kCallerDecides{"the artifact leaves the strides of `{0}` to the caller",
                              "产物把 `{0}` 的步长交由调用方决定"};
constexpr Text kNotInArtifact{"the artifact has no tensor `{0}`", "产物中没有张量 `{0}`"};
constexpr Text kTaken{"another table of the contract describes `{0}` already",
                      "契约中已有另一个表描述 `{0}`"};
constexpr Text kNotInContract{"the contract says nothing of `{0}`", "应用契约没有提到 `{0}`"};
constexpr Text kTwoTensors{"`{0}` is two tensors in the artifact", "`{0}` 在产物中是两个张量"};

constexpr Text kNoScaleSource{"the artifact has no output `{0}` that a scale could come from",
                              "产物没有可提供 scale 的输出 `{0}`"};
constexpr Text kNoParameters{"the parameters of `{0}` or of `{1}` are not known",
                             "`{0}` 或 `{1}` 的量化参数未知"};

// What the rows of one direction are made from.
struct Sides {
  bool is_input = false;
  const std::vector<CompiledTensor>* compiled = nullptr;
  std::vector<const GraphTensor*> graph;
  const Graph* graph_of = nullptr;
  std::vector<ConfigInput> config, built;  // built: of the artifact's build settings
  const std::vector<AppTensor>* app = nullptr;
  bool app_by_index = false;
};

std::string pair_stem(std::string_view name, std::string_view suffix) {
  if (name == suffix.substr(1)) return "";  // "y", "uv"
  return name.ends_with(suffix) ? std::string(name.substr(0, name.size() - suffix.size()))
                                : std::string("\1");
}

// The words of a contract for an image type of the runtime.
std::string image_name(const std::string& type) {
  if (type == "nv12") return "packed nv12";
  if (type == "nv12_separate") return "split nv12";
  return type == "y" ? "gray" : type;
}

bool same_parameters(const Quantization& a, const Quantization& b) {
  const auto points = [](const Quantization& q) {
    const bool zero =
        std::all_of(q.zero_points.begin(), q.zero_points.end(), [](int64_t z) { return z == 0; });
    return zero ? std::vector<int64_t>() : q.zero_points;
  };
  return a.kind == b.kind && a.scales == b.scales && a.shifts == b.shifts && points(a) == points(b);
}

class Rows {
 public:
  Rows(Bundle& bundle, const Sides& s, std::vector<IoRow>& out) : b_(bundle), s_(s), rows_(out) {}

  void make() {
    if (s_.compiled) add_compiled();
    add_graph();
    if (s_.is_input) add_config();
    if (s_.is_input) add_built();
    if (s_.app) add_app();
    for (IoRow& r : rows_) finish(r);
    if (s_.compiled)
      for (IoRow& r : rows_)
        if (r.app_scale_from) settle_scale_source(r);
  }

 private:
  IoRow& add(std::string name) {
    IoRow& r = rows_.emplace_back();
    r.is_input = s_.is_input;
    r.name = std::move(name);
    graph_.push_back(nullptr);
    config_.push_back(nullptr);
    built_.push_back(nullptr);
    return r;
  }

  // An nv12 input may be one tensor, or two (`_y`, `_uv`): then they share a row.
  void add_compiled() {
    const auto& list = *s_.compiled;
    for (size_t i = 0; i < list.size(); ++i) {
      const std::string stem = pair_stem(list[i].name, "_y");
      const bool pair = s_.is_input && stem != "\1" && i + 1 < list.size() &&
                        pair_stem(list[i + 1].name, "_uv") == stem;
      IoRow& r = add(pair && !stem.empty() ? stem : list[i].name);
      r.compiled.push_back(&list[i]);
      if (pair) r.compiled.push_back(&list[++i]);
    }
  }

  size_t by_name(std::string_view name) const {
    for (size_t i = 0; i < rows_.size(); ++i)
      if (rows_[i].name == name) return i;
    return rows_.size();
  }

  void add_graph() {
    const bool by_position = rows_.size() == s_.graph.size();
    const size_t before = rows_.size();
    for (size_t i = 0; i < s_.graph.size(); ++i) {
      size_t at = by_name(s_.graph[i]->name);
      // by position only where no name fits any row: a partial fit is no order
      if (at == rows_.size() && by_position && before && none_named()) at = i;
      if (at == rows_.size()) {
        if (before)
          continue;  // the artifact's rows are the truth; a graph that does not fit adds none
        add(std::string(s_.graph[i]->name));
      }
      graph_[at] = s_.graph[i];
    }
  }
  bool none_named() const {
    return std::none_of(s_.graph.begin(), s_.graph.end(),
                        [&](const GraphTensor* g) { return by_name(g->name) < rows_.size(); });
  }

  void add_config() {
    const bool by_position = rows_.size() == s_.config.size();
    const size_t before = rows_.size();
    for (size_t i = 0; i < s_.config.size(); ++i) {
      const ConfigInput& c = s_.config[i];
      size_t at = c.name ? by_name(*c.name) : rows_.size();
      if (at == rows_.size() && by_position && before) at = i;
      if (at == rows_.size()) {
        if (before) continue;
        add(c.name ? *c.name : "");
      }
      config_[at] = &c;
    }
  }

  // Build settings add no rows: they speak of the inputs that are there.
  void add_built() {
    for (size_t i = 0; i < s_.built.size(); ++i) {
      const ConfigInput& c = s_.built[i];
      size_t at = c.name ? by_name(*c.name) : rows_.size();
      if (at == rows_.size() && rows_.size() == s_.built.size()) at = i;
      if (at < rows_.size()) built_[at] = &c;
    }
  }

  // True when the contract's `name` may mean row r: its own name, a tensor of its pair, or the pair
  // by another stem.
  bool means(const IoRow& r, std::string_view name) const {
    if (r.name == name) return true;
    for (const CompiledTensor* t : r.compiled)
      if (t->name == name) return true;
    if (!s_.is_input) return false;
    for (std::string_view suffix : {"_y", "_uv"})
      if (name.ends_with(suffix) && r.compiled.size() != 1 &&
          name.substr(0, name.size() - suffix.size()) == r.name)
        return true;
    return false;
  }

  // The name of row k in the graph or the config, which a contract may use too.
  bool named_elsewhere(size_t k, std::string_view name) const {
    return (graph_[k] && graph_[k]->name == name) ||
           (config_[k] && config_[k]->name && *config_[k]->name == name);
  }

  void add_app() {
    const size_t before = rows_.size();
    // without an artifact nothing contradicts the order of equally many
    const bool by_position = before == s_.app->size() && (s_.app_by_index || !s_.compiled);
    for (size_t i = 0; i < s_.app->size(); ++i) {
      const AppTensor& a = (*s_.app)[i];
      size_t at = rows_.size();
      if (a.name)
        for (size_t k = 0; k < before && at == rows_.size(); ++k)
          if (means(rows_[k], *a.name)) at = k;
      if (a.name)
        for (size_t k = 0; k < before && at == rows_.size(); ++k)
          if (named_elsewhere(k, *a.name)) at = k;
      if (at == rows_.size() && a.index && *a.index >= 0 &&
          static_cast<uint64_t>(*a.index) < before && (!a.name || s_.app_by_index))
        at = static_cast<size_t>(*a.index);
      const bool only = before == 1 && s_.app->size() == 1 && !a.name && !a.index;
      if (at == rows_.size() && (by_position || only)) at = i;
      Message why;
      if (at < before && rows_[at].app && !(a.name && rows_[at].compiled.size() == 2)) {
        why = Message(kTaken, rows_[at].name);
        at = rows_.size();
      }
      if (at == rows_.size()) {
        add(a.name ? *a.name : a.index ? std::to_string(*a.index) : "");
        lost_.emplace_back(at, std::move(why));
      }
      if (rows_[at].app && at < before) {  // the second tensor of an nv12 pair
        fill_app(rows_[at], a);
        continue;
      }
      if (rows_[at].name.empty() && a.name) rows_[at].name = *a.name;
      rows_[at].app = &a;
      fill_app(rows_[at], a);
    }
  }

  template <class T>
  static void take(Fact<T>& to, const Fact<T>& from) {
    if (!to) to = from;
  }

  void fill_app(IoRow& r, const AppTensor& a) {
    take(r.app_name, a.name);
    take(r.read_as, a.read_as);
    take(r.app_dtype, a.dtype);
    take(r.decode, a.decode);
    take(r.app_axis, a.axis);
    take(r.app_zero_point, a.zero_point);
    // a shift is no factor: value = q / 2^shift
    if (!a.decode_kind || *a.decode_kind != "shift") take(r.app_scale, a.scale);
    take(r.consumer, a.consumer);
    take(r.app_shape, a.shape);
    take(r.app_width, a.width);
    take(r.app_height, a.height);
    take(r.app_layout, a.layout);
    take(r.pixel_format, a.pixel_format);
    take(r.protocol, a.protocol);
    take(r.y_stride, a.y_stride);
    take(r.uv_stride, a.uv_stride);
    take(r.app_bytes, of_pair(r, a, &AppTensor::bytes));
    take(r.app_buffer, of_pair(r, a, &AppTensor::buffer_bytes));
    take(r.app_strides, a.strides_bytes);
    take(r.assume_contiguous, a.assume_contiguous);
    take(r.app_norm, a.normalize);
    take(r.app_role, a.role);
    take(r.app_activation, a.activation);
    take(r.app_scale_from, a.scale_from);
    take(r.app_decode_kind, a.decode_kind);
    take(r.app_quantize, a.quantize);
    take(r.app_color_range, a.color_range);
    take(r.app_resize, a.resize);
    take(r.app_channels, a.channels);
    take(r.app_classes, a.classes);
  }

  // Bytes of one tensor of a pair are not those of the input; those of both are, when both are
  // stated.
  Fact<int64_t> of_pair(const IoRow& r, const AppTensor& a, Fact<int64_t> AppTensor::*bytes) const {
    const auto named = [](const CompiledTensor* t) {
      return [t](const AppTensor& x) { return x.name && *x.name == t->name; };
    };
    if (r.compiled.size() != 2 || !(named(r.compiled[0])(a) || named(r.compiled[1])(a)))
      return a.*bytes;
    int64_t sum = 0;
    for (const CompiledTensor* t : r.compiled) {
      const auto part = std::find_if(s_.app->begin(), s_.app->end(), named(t));
      if (part == s_.app->end() || !((*part).*bytes)) return {};
      sum += *((*part).*bytes);
    }
    return {sum, (a.*bytes).at};
  }

  // ---- the facts of one row ----

  void finish(IoRow& r) {
    const size_t i = static_cast<size_t>(&r - rows_.data());
    const Evidence at = r.app                            ? r.app->at
                        : !r.compiled.empty()            ? r.compiled[0]->at
                        : config_[i] && config_[i]->name ? config_[i]->name.at
                        : graph_[i] && s_.graph_of       ? whole_file(s_.graph_of->file)
                                                         : Evidence{};  // no file names it
    const std::string shown = r.name.empty() ? std::to_string(i) : r.name;
    r.subject = (s_.is_input ? "input:" : "output:") + shown;
    r.row_name = {shown, at};
    if (s_.compiled) fill_peers(r);
    fill_compiled(r);
    if (graph_[i] && !r.known_shape && graph_[i]->has_shape && s_.graph_of) {
      Evidence e = whole_file(s_.graph_of->file);
      e.path = std::string("graph.") + (s_.is_input ? "input" : "output") + "[" + shown + "]";
      r.known_shape = {graph_[i]->dims, e};
    }
    if (const ConfigInput* c = config_[i]) {
      r.config_index = static_cast<int>(c - s_.config.data());
      r.config_shape = c->shape;
    }
    if (s_.is_input) {
      link_built(r, built_[i], config_[i]);
      r.stated_norm = r.built_in_norm;
      if (r.stated_norm)
        r.norm_words = {{"mean_value", "scale_value", "std_value", "input_type_train"},
                        r.stated_norm.at};
      fill_takes(r, config_[i]);
      shape_from_size(r);
      shape_of_pair(r, graph_[i]);
    }
    if (!r.app && b_.contract_record) silent_contract(r, Message(kNotInContract, shown));
    for (const auto& [lost, why] : lost_)
      if (lost == i && s_.compiled)
        silent_artifact(r, why.empty() ? Message(kNotInArtifact, shown) : why);
  }

  void fill_peers(IoRow& r) {
    Peers p;
    p.is_input = s_.is_input;
    for (const CompiledTensor& t : *s_.compiled) p.tensors.emplace_back(t.name, t.at);
    for (const GraphTensor* g : s_.graph) p.aliases.emplace_back(g->name);
    for (const ConfigInput& c : s_.config)
      if (c.name) p.aliases.push_back(*c.name);
    r.peers = {std::move(p), b_.compiled_record->at};
  }

  void fill_compiled(IoRow& r) {
    if (r.compiled.size() == 2) {
      const Message two(kTwoTensors, r.name);
      r.stored_dtype.missing = r.stored_shape.missing = r.stored_strides.missing =
          r.stored_bytes.missing = r.quant.missing = two;
      r.known_shape = r.compiled[0]->shape;
      return;
    }
    if (r.compiled.empty()) return;
    const CompiledTensor& t = *r.compiled[0];
    r.stored_dtype = t.dtype;
    r.stored_shape = r.known_shape = t.shape;
    r.aligned_shape = t.aligned_shape;
    r.quant = quant_of(t);
    if (t.strides &&
        std::all_of(t.strides->begin(), t.strides->end(), [](int64_t s) { return s > 0; }))
      r.stored_strides = t.strides;
    else if (t.strides)
      r.stored_strides.missing = Message(kCallerDecides, t.name);
    else
      r.stored_strides.missing = t.strides.missing;
    if (t.byte_size && *t.byte_size > 0) {
      r.stored_bytes = t.byte_size;
    } else if (r.stored_strides && t.shape && !t.shape->empty() &&
               t.shape->size() == t.strides->size()) {
      if (auto n = checked_mul((*t.strides)[0], (*t.shape)[0]); n && *n > 0)
        r.stored_bytes = {*n, t.strides.at};
    }
  }

  // What the application must hand over: from the artifact's tensors when they tell, else from the
  // config.
  void fill_takes(IoRow& r, const ConfigInput* c) {
    if (r.compiled.size() == 2) {
      r.takes = {"split nv12", r.compiled[0]->at};
      bytes_of_image(r, r.compiled[0]->shape, "nv12");
    } else if (r.compiled.size() == 1 && r.compiled[0]->image) {
      const CompiledTensor& t = *r.compiled[0];
      r.takes = {image_name(*t.image), t.image.at};
      bytes_of_image(r, t.shape, t.image->starts_with("nv12") ? "nv12" : *t.image);
    } else if (r.type_rt) {
      const std::string& type = *r.type_rt;
      std::string what = type;
      if (what == "nv12" && b_.platform && (*b_.platform)->nv12_tensors)
        what = (*b_.platform)->nv12_tensors->value == 2 ? "split nv12" : "packed nv12";
      r.takes = {what, r.type_rt.at};
      if (what != "featuremap")
        bytes_of_image(r, c && c->shape && !r.stored_shape ? c->shape : r.known_shape, type);
    }
    if (!r.takes) r.takes.missing = r.compiled.empty() ? Message() : r.compiled[0]->image.missing;
    if (r.compiled.size() == 1 && r.compiled[0]->dtype)
      r.takes_dtype = r.compiled[0]->dtype;
    else if (r.takes && *r.takes != "featuremap" && !r.takes->ends_with("_128"))
      r.takes_dtype = {DType::kUint8, r.takes.at};
  }

  // Images are one byte an element on the board; nv12 has half a byte of chroma a pixel more.
  void bytes_of_image(IoRow& r, const Fact<Shape>& shape, std::string_view format) {
    if (!shape || shape->size() != 4) return;
    const Shape& s = *shape;
    if (std::any_of(s.begin(), s.end(), [](int64_t d) { return d <= 0; })) return;
    std::optional<int64_t> n;
    if (format == "nv12") {
      const bool last =
          s[3] == 1 || s[3] == 3;  // [1,H,W,1] of a y tensor, [1,H,W,3], else [1,3,H,W]
      n = last ? checked_mul(s[1], s[2]) : checked_mul(s[2], s[3]);
      if (n) n = checked_mul(*n, 3);
      if (n) n = checked_mul(*n / 2, s[0]);
    } else {
      n = element_count(s);
    }
    if (n) r.takes_bytes = {*n, shape.at};
  }

  // A width and height that the application states, in the layout of the known shape; -1 elsewhere.
  void shape_from_size(IoRow& r) {
    if (r.app_shape || !r.app_width || !r.app_height || !r.known_shape ||
        r.known_shape->size() != 4)
      return;
    const auto channels = [](int64_t d) { return d == 1 || d == 3 || d == 4; };
    const Shape& s = *r.known_shape;
    if (channels(s[1]) == channels(s[3])) return;
    const int64_t w = *r.app_width, h = *r.app_height;
    r.app_shape = {channels(s[1]) ? Shape{-1, -1, h, w} : Shape{-1, h, w, -1}, r.app_width.at};
  }

  // scale_from as a name of the artifact. The output itself where its parameters are the same.
  void settle_scale_source(IoRow& own) {
    const std::string from = *own.app_scale_from;
    const auto named = [&](size_t k) {
      const IoRow& r = rows_[k];
      return !r.compiled.empty() &&
             (means(r, from) || named_elsewhere(k, from) || (r.app_name && *r.app_name == from));
    };
    const auto index = static_cast<size_t>(&own - rows_.data());
    size_t at = named(index) ? index : 0;
    while (at < rows_.size() && !named(at)) ++at;
    for (size_t k = 0; k < rows_.size() && at == rows_.size(); ++k)
      if (!rows_[k].compiled.empty() && from == std::to_string(k)) at = k;
    const IoRow* other = at < rows_.size() ? &rows_[at] : nullptr;
    if (!other)
      own.app_scale_from = Fact<std::string>::absent(Message(kNoScaleSource, from));
    else if (other != &own && !(other->quant && own.quant))
      own.app_scale_from = Fact<std::string>::absent(Message(kNoParameters, from, own.name));
    else
      own.app_scale_from.value =
          other == &own || same_parameters(*other->quant, *own.quant) ? own.name : other->name;
  }

  // A shape that the contract gives an nv12 pair as a whole is that of the image, not of its luma.
  void shape_of_pair(IoRow& r, const GraphTensor* g) const {
    if (r.compiled.size() != 2 || !r.app || !r.app->shape) return;
    if (r.app->name && (r.compiled[0]->name == *r.app->name || r.compiled[1]->name == *r.app->name))
      return;
    if (r.config_shape)
      r.known_shape = r.config_shape;
    else if (g && g->has_shape && s_.graph_of)
      r.known_shape = {g->dims, whole_file(s_.graph_of->file)};
    else
      r.known_shape = Fact<Shape>::absent(Message(kTwoTensors, r.name));
  }

  static void silent_contract(IoRow& r, const Message& why) {
    r.app_name.missing = r.read_as.missing = r.app_dtype.missing = r.decode.missing =
        r.app_scale.missing = r.consumer.missing = r.app_shape.missing = r.pixel_format.missing =
            r.protocol.missing = r.app_bytes.missing = r.app_buffer.missing = r.app_norm.missing =
                r.y_stride.missing = r.app_role.missing = r.app_activation.missing =
                    r.app_scale_from.missing = r.app_decode_kind.missing = r.app_quantize.missing =
                        r.app_color_range.missing = r.app_resize.missing = r.app_channels.missing =
                            r.app_classes.missing = r.app_layout.missing =
                                r.app_zero_point.missing = r.app_axis.missing =
                                    r.app_strides.missing = why;
  }
  static void silent_artifact(IoRow& r, const Message& why) {
    r.stored_dtype.missing = r.stored_shape.missing = r.stored_strides.missing =
        r.stored_bytes.missing = r.quant.missing = r.aligned_shape.missing = why;
    if (!r.known_shape) r.known_shape.missing = why;
    if (!r.takes) r.takes.missing = r.takes_bytes.missing = r.takes_dtype.missing = why;
  }

  Bundle& b_;
  const Sides& s_;
  std::vector<IoRow>& rows_;
  std::vector<const GraphTensor*> graph_;   // by row
  std::vector<const ConfigInput*> config_;  // by row
  std::vector<const ConfigInput*> built_;   // by row
  // Rows that only the contract knows, and why where it is not that the artifact has no such
  // tensor.
  std::vector<std::pair<size_t, Message>> lost_;
};

// The graph that states the names of inputs and outputs: the earliest stage.
const Graph* io_graph(const Bundle& b) {
  const Graph* best = nullptr;
  for (const Graph* g : b.graphs)
    if (g->has_graph && (!best || static_cast<int>(g->stage) < static_cast<int>(best->stage)))
      best = g;
  return best;
}

}  // namespace

void link_rows(Bundle& b) {
  Sides in, out;
  in.is_input = true;
  if (const CompiledModel* m = b.compiled_record) {
    in.compiled = &m->inputs;
    out.compiled = &m->outputs;
  }
  if (const Graph* g = io_graph(b)) {
    in.graph_of = out.graph_of = g;
    in.graph = fed_inputs(*g);
    for (const GraphTensor& t : g->main.outputs) out.graph.push_back(&t);
  }
  if (b.config_record && b.config_record->dialect == Dialect::kOe)
    in.config = config_inputs(*b.config_record, b.toolchain ? *b.toolchain : "");
  in.built = built_inputs(b);
  if (const Contract* c = b.contract_record) {
    in.app = &c->inputs;
    out.app = &c->outputs;
    in.app_by_index = out.app_by_index = c->access && *c->access == "by_index";
  }
  Rows(b, in, b.inputs).make();
  Rows(b, out, b.outputs).make();
}

}  // namespace npulint
