// `npulint inspect --format json`: every fact of every file, "npulint-inspect/1". An absent fact
// has no key; why it is absent stands under "missing" when a parser said so.
#include "lint/config.h"
#include "lint/inspect_fields.h"
#include "lint/inspect_release.h"
#include "lint/inspect_script.h"
#include "lint/inspect_table.h"
#include "lint/json_writer.h"
#include "lint/recipe.h"
#include "lint/render.h"

namespace npulint {
namespace {

void write(JsonWriter& w, const std::string& v) { w.string(v); }
void write(JsonWriter& w, int64_t v) { w.number(v); }
void write(JsonWriter& w, bool v) { w.boolean(v); }
void write(JsonWriter& w, double v) { w.real(v); }
void write(JsonWriter& w, DType v) { w.string(dtype_name(v)); }
void write(JsonWriter& w, Decode v) { w.string(decode_name(v)); }

template <class T>
void write(JsonWriter& w, const std::vector<T>& v) {
  w.array();
  for (const T& x : v) write(w, x);
  w.end();
}

void write(JsonWriter& w, const Quantization& q) {
  w.object();
  switch (q.kind) {
    case Quantization::Kind::kNone:
      w.field("kind", "none");
      break;
    case Quantization::Kind::kScale:
      w.field("kind", "scale");
      break;
    case Quantization::Kind::kShift:
      w.field("kind", "shift");
      break;
  }
  w.key("axis");
  if (q.axis)
    w.number(*q.axis);
  else
    w.null();
  write(w.key("scales"), q.scales);
  write(w.key("zero_points"), q.zero_points);
  if (!q.shifts.empty()) write(w.key("shifts"), q.shifts);
  w.key("rounded").boolean(q.rounded).end();
}

void write(JsonWriter& w, const Normalization& n) {
  w.object().field("kind", n.kind);
  if (!n.mean.empty()) write(w.key("mean"), n.mean);
  if (!n.scale.empty()) write(w.key("scale"), n.scale);
  if (!n.std.empty()) write(w.key("std"), n.std);
  w.end();
}

class JsonInspector {
 public:
  JsonInspector(const Run& run, Lang lang) : run_(run), lang_(lang) {}

  std::string all() {
    w_.object(true).field("schema", "npulint-inspect/1");
    w_.key("tool").object().field("name", "npulint").field("version", NPULINT_VERSION).end();
    w_.key("files").array(true);
    for (const auto& f : run_.files) file(*f);
    w_.end().end();
    return w_.out + '\n';
  }

 private:
  void file(const FileRecord& f) {
    w_.object(true).field("path", run_.sources.shown(f.id)).field("kind", file_kind_name(f.kind));
    w_.key("bytes").size(f.size);
    if (!f.sha256.empty()) w_.field("sha256", f.sha256);
    if (!f.unread.empty()) w_.field("unread", f.unread);
    if (!f.problems.empty()) {
      w_.key("problems").array(true);
      for (const Problem& p : f.problems) {
        w_.object().field("kind",
                          p.kind == Problem::Kind::kUnknownKey ? "unknown_key" : "unreadable");
        w_.field("message", p.what.in(lang_));
        json_location(w_.key("location"), run_, p.at);
        w_.end();
      }
      w_.end();
    }
    if (f.compiled) {
      w_.key("models").array(true);
      for (const CompiledModel& m : f.compiled->models) model(m);
      w_.end();
    }
    if (f.log) log(*f.log);
    if (f.script) write_script(w_.key("commands"), *f.script, run_.sources);
    if (f.table) write_table(w_.key("table"), *f.table);
    if (f.manifest) write_manifest(w_.key("manifest"), *f.manifest);
    if (f.graph) graph(*f.graph);
    if (f.config) config(*f.config);
    if (f.contract) contract(*f.contract);
    w_.end();
  }

  // The facts of a record as keys of the open object.
  template <class Record>
  void facts(const Record& r) {
    std::vector<std::pair<std::string, std::string>> missing;
    fields(r, [&](std::string_view name, const auto& fact) {
      if (fact)
        write(w_.key(name), *fact);
      else if (!fact.missing.empty())
        missing.emplace_back(name, fact.missing.in(lang_));
    });
    if (missing.empty()) return;
    w_.key("missing").object();
    for (const auto& [name, why] : missing) w_.field(name, why);
    w_.end();
  }

  void memory(const MemoryLayout& m) {
    static constexpr std::string_view kNames[] = {"unknown", "dense", "padded", "caller"};
    w_.key("memory").object().field("kind", kNames[static_cast<size_t>(m.kind)]);
    if (!m.padding.empty()) {
      w_.key("padding").array();
      for (const StrideLevel& l : m.padding) {
        w_.object().key("dim");
        if (l.dim)
          w_.size(*l.dim);
        else
          w_.null();
        w_.key("valid_bytes").number(l.count * l.item).key("step_bytes").number(l.step).end();
      }
      w_.end();
    }
    if (!m.why.empty()) w_.field("why", m.why.in(lang_));
    w_.end();
  }

  void recipe(const Recipe& r) {
    w_.key("recipe").object().field("kind", recipe_kind_name(r.kind));
    w_.field("direction", r.encode ? "encode" : "decode").field("words", recipe_words(r, lang_));
    if (!r.formula.empty()) w_.field("formula", r.formula);
    if (!r.address.empty()) w_.field("address", r.address);
    if (!r.function.empty()) {
      w_.field("function", r.function);
      write(w_.key("parameters"), r.parameters);
      w_.field("cpp", r.cpp).field("python", r.python);
    }
    w_.end();
  }

  void model(const CompiledModel& m) {
    w_.object(true).field("format", m.format);
    facts(m);
    versions(m);
    w_.key("tensors").array(true);
    for (const auto* list : {&m.inputs, &m.outputs}) {
      for (const CompiledTensor& t : *list) {
        w_.object().field("name", t.name).field("direction", t.is_input ? "input" : "output");
        w_.key("index").number(t.index);
        facts(t);
        if (t.quant && scale_is_factor(m.format, t.is_input))
          w_.key("scale_is_factor").boolean(true);
        memory(memory_layout(t));
        if (has_recipe(t)) recipe(recipe_of(t, m.format));
        json_location(w_.key("location"), run_, t.at);
        w_.end();
      }
    }
    w_.end();
    built(m);
    w_.end();
  }

  template <class Record>
  void versions(const Record& m) {
    w_.key("versions").object();
    for (const auto& [tool, version] : m.versions)
      if (version) w_.field(tool, *version);
    w_.end();
  }

  template <class Record>
  void built(const Record& m) {
    w_.key("removed_nodes").array();
    for (const auto& n : m.removed_nodes)
      if (n) w_.string(*n);
    w_.end().key("build").object(true);
    for (const auto& [key, value] : m.build)
      if (value) w_.field(key, *value);
    w_.end();
  }

  void log(const BuildLog& l) {
    w_.key("log").object(true);
    facts(l);
    versions(l);
    built(l);
    w_.key("calibration_files").array(true);
    for (const auto& f : l.calibration_files)
      if (f) w_.string(*f);
    w_.end();
    similarities("nodes", l.nodes);
    similarities("outputs", l.outputs);
    w_.key("inserted").array(true);
    for (const auto& op : l.inserted) {
      w_.object().key("input").number(op.input).field("op", op.op);
      if (!op.mode.empty()) w_.field("mode", op.mode);
      optional("divisor", op.divisor);
      if (!op.mean.empty()) write(w_.key("mean"), op.mean);
      if (!op.std.empty()) write(w_.key("std"), op.std);
      w_.field("arguments", op.arguments);
      json_location(w_.key("location"), run_, op.at);
      w_.end();
    }
    w_.end().end();
  }

  void optional(std::string_view key, const std::optional<double>& v) {
    if (v) w_.key(key).real(*v);
  }

  void similarities(std::string_view key, const std::vector<BuildLog::Similarity>& list) {
    w_.key(key).array(true);
    for (const auto& s : list) {
      w_.object().field("name", s.name);
      const auto text = [&](std::string_view k, const std::string& v) {
        if (!v.empty()) w_.field(k, v);
      };
      text("type", s.type);
      text("on", s.on);
      text("subgraph", s.subgraph);
      text("dtype", s.dtype);
      optional("cosine", s.cosine);
      optional("calibrated_cosine", s.calibrated);
      optional("threshold", s.threshold);
      optional("l1", s.l1);
      optional("l2", s.l2);
      optional("chebyshev", s.chebyshev);
      json_location(w_.key("location"), run_, s.at);
      w_.end();
    }
    w_.end();
  }

  void graph_tensors(std::string_view key, const std::vector<GraphTensor>& list) {
    w_.key(key).array(true);
    for (const GraphTensor& t : list) {
      w_.object().field("name", t.name).field("dtype", dtype_name(t.dtype));
      if (!t.is_tensor) w_.key("is_tensor").boolean(false);
      if (t.has_shape) {
        w_.key("shape").array();
        for (size_t i = 0; i < t.dims.size(); ++i) {
          if (t.dims[i] >= 0)
            w_.number(t.dims[i]);
          else if (i < t.dim_params.size() && !t.dim_params[i].empty())
            w_.string(t.dim_params[i]);
          else
            w_.null();
        }
        w_.end();
      }
      w_.end();
    }
    w_.end();
  }

  void body(const GraphBody& b) {
    graph_tensors("inputs", b.inputs);
    graph_tensors("outputs", b.outputs);
    graph_tensors("value_infos", b.value_infos);
    w_.key("initializers").array(true);
    for (const Initializer& i : b.initializers) {
      w_.object().field("name", i.name).field("dtype", dtype_name(i.dtype));
      write(w_.key("shape"), i.dims);
      if (i.bytes > 0) w_.key("offset").size(i.offset).key("bytes").size(i.bytes);
      if (i.external) w_.field("external", i.location);
      if (i.sparse) w_.key("sparse").boolean(true);
      w_.end();
    }
    w_.end().key("nodes").size(b.nodes.size());
  }

  void graph(const Graph& g) {
    w_.key("onnx")
        .object(true)
        .key("ir_version")
        .number(g.ir_version)
        .field("producer", g.producer);
    w_.key("text").boolean(g.text);
    w_.key("opsets").array();
    for (const auto& [domain, version] : g.opsets)
      w_.object()
          .field("domain", domain.empty() ? "ai.onnx" : domain)
          .key("version")
          .number(version)
          .end();
    w_.end().key("external_data").boolean(g.external_data).field("graph", g.main.name);
    body(g.main);
    w_.key("operators").array(true);
    for (const auto& [op, n] : op_counts(g)) {
      const size_t colon = op.rfind(':');
      const std::string domain = colon == std::string::npos ? "" : op.substr(0, colon);
      const std::string name = colon == std::string::npos ? op : op.substr(colon + 1);
      w_.object()
          .field("domain", domain.empty() ? "ai.onnx" : domain)
          .field("op", name)
          .key("nodes")
          .size(n);
      w_.key("vendor").boolean(run_.platforms.is_vendor_op(domain, name)).end();
    }
    w_.end().key("subgraphs").array(true);
    for (const GraphBody& b : g.subgraphs) {
      w_.object().field("name", b.name);
      body(b);
      w_.end();
    }
    w_.end().key("functions").array(true);
    for (const auto& f : g.functions)
      w_.object()
          .field("domain", f.domain)
          .field("name", f.name)
          .key("nodes")
          .size(f.nodes.size())
          .end();
    w_.end().end();
  }

  void config(const Config& c) {
    w_.key("config")
        .object(true)
        .field("dialect", dialect_name(c.dialect))
        .key("template")
        .boolean(c.is_template);
    std::string toolchain;
    if (const auto march = setting(c, "model_parameters", "march")) {
      w_.field("march", *march);
      if (const Platform* p = run_.platforms.find(*march))
        w_.field("toolchain", toolchain = p->toolchain);
    }
    w_.key("inputs").array(true);
    if (c.dialect == Dialect::kOe)
      for (const ConfigInput& i : config_inputs(c, toolchain)) config_input(i);
    w_.end().key("settings").array(true);
    for (const Leaf& l : leaves(c.root)) {
      w_.object().field("path", l.path).key("value");
      if (l.node->kind == Node::Kind::kScalar || l.node->kind == Node::Kind::kAlias)
        w_.string(l.node->text);
      else if (l.node->kind == Node::Kind::kMapping)
        w_.object().end();
      else
        w_.array().end();
      if (l.node->kind == Node::Kind::kAlias) w_.key("alias").boolean(true);
      if (l.node->placeholder) w_.key("placeholder").boolean(true);
      json_location(w_.key("location"), run_, {c.file, l.node->range.begin, l.node->range.end, ""});
      w_.end();
    }
    w_.end().key("duplicates").array(true);
    for (const DuplicateKey& d : c.duplicates)
      w_.object()
          .field("path", d.path)
          .field("first", d.first_value)
          .field("second", d.second_value)
          .end();
    w_.end().key("yaml_surprises").array(true);
    for (const YamlSurprise& s : c.surprises)
      w_.object()
          .field("path", s.path)
          .field("written", s.written)
          .field("read_as", s.read_as)
          .end();
    w_.end().end();
  }

  void config_input(const ConfigInput& i) {
    w_.object();
    const auto put = [&](std::string_view name, const auto& fact) {
      if (fact) write(w_.key(name), *fact);
    };
    put("name", i.name);
    put("type_rt", i.type_rt);
    put("type_train", i.type_train);
    put("layout_rt", i.layout_rt);
    put("layout_train", i.layout_train);
    put("space_and_range", i.space_and_range);
    put("source", i.source);
    put("shape", i.shape);
    put("normalisation", i.norm);
    w_.end();
  }

  template <class Record>
  void records(std::string_view key, const std::vector<Record>& list) {
    w_.key(key).array(true);
    for (const Record& r : list) {
      w_.object();
      facts(r);
      json_location(w_.key("location"), run_, r.at);
      w_.end();
    }
    w_.end();
  }

  void contract(const Contract& c) {
    w_.key("contract").object(true);
    facts(c);
    records("inputs", c.inputs);
    records("outputs", c.outputs);
    records("runs", c.runs);
    records("compares", c.compares);
    records("stages", c.stages);
    records("replays", c.replays);
    w_.end();
  }

  const Run& run_;
  Lang lang_;
  JsonWriter w_;
};

}  // namespace

std::string inspect_json(const Run& run, const RenderOptions& o) {
  return JsonInspector(run, o.lang).all();
}

}  // namespace npulint
