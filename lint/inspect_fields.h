// The facts of records by name, once for the terminal and for JSON: f(name, fact) a fact.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "lint/model.h"

namespace npulint {

template <class F>
void fields(const CompiledTensor& t, F&& f) {
  f("dtype", t.dtype);
  f("image", t.image);
  f("shape", t.shape);
  f("aligned_shape", t.aligned_shape);
  f("strides_bytes", t.strides);
  f("byte_size", t.byte_size);
  f("layout", t.layout);
  f("source", t.source);
  f("quantization", t.quant);
}

template <class F>
void fields(const CompiledModel& m, F&& f) {
  f("name", m.name);
  f("march", m.march);
  f("chip", m.chip);
  f("describes", m.describes);
}

template <class F>
void fields(const BuildLog& l, F&& f) {
  f("tool", l.tool);
  f("march", l.march);
  f("model", l.model);
  f("prefix", l.prefix);
  f("finished", l.finished);
  f("calibration_method", l.calibration_method);
  f("calibration_samples", l.calibration_count);
  f("calibration_skipped", l.calibration_skipped);
}

// Keys as contract.toml has them.
template <class F>
void fields(const AppTensor& t, F&& f) {
  f("name", t.name);
  f("index", t.index);
  f("role", t.role);
  f("pixel_format", t.pixel_format);
  f("protocol", t.protocol);
  f("dtype", t.dtype);
  f("read_as", t.read_as);
  f("layout", t.layout);
  f("shape", t.shape);
  f("width", t.width);
  f("height", t.height);
  f("channels", t.channels);
  f("classes", t.classes);
  f("y_stride", t.y_stride);
  f("uv_stride", t.uv_stride);
  f("bytes", t.bytes);
  f("buffer_bytes", t.buffer_bytes);
  f("normalize", t.normalize);
  f("color_range", t.color_range);
  f("resize", t.resize);
  f("quantize", t.quantize);
  f("decode", t.decode);
  f("decode_kind", t.decode_kind);
  f("axis", t.axis);
  f("scale", t.scale);
  f("zero_point", t.zero_point);
  f("scale_from", t.scale_from);
  f("assume_contiguous", t.assume_contiguous);
  f("strides_bytes", t.strides_bytes);
  f("consumer", t.consumer);
  f("activation", t.activation);
  f("from_node", t.from_node);
  f("dump", t.dump);
}

// Everything of a contract but its lists, by dotted key.
template <class F>
void fields(const Contract& c, F&& f) {
  f("target.board", c.board);
  f("target.march", c.march);
  f("target.chip", c.chip);
  f("target.ported_from", c.ported_from);
  for (const auto& [tool, version] : c.runtime) f("target.runtime." + tool, version);
  f("artifact.file", c.artifact_file);
  f("artifact.access", c.access);
  f("artifact.output_count", c.artifact_output_count);
  f("conversion.removed_nodes", c.removed_nodes);
  f("training.normalize", c.training);
  f("training.pixel_format", c.training_pixel_format);
  f("data.calibration", c.calibration);
  f("data.calibration_resize", c.calibration_resize);
  f("data.evaluation", c.evaluation);
  f("data.overlap_reason", c.overlap_reason);
  f("data.near_distance", c.near_distance);
  f("head.family", c.head_family);
  f("head.classes", c.head_classes);
  f("head.labels", c.head_labels);
  f("head.label_count", c.head_label_count);
  f("head.anchors_per_cell", c.head_anchors_per_cell);
  f("head.output_count", c.head_output_count);
}

template <class F>
void fields(const Contract::Run& r, F&& f) {
  f("model", r.model);
  f("runtime", r.runtime);
  f("normalized_input", r.normalized_input);
}

template <class F>
void fields(const Contract::Compare& c, F&& f) {
  f("left", c.left);
  f("right", c.right);
  f("exact", c.exact);
}

template <class F>
void fields(const Contract::StageMetric& s, F&& f) {
  f("name", s.name);
  f("metric", s.metric);
  f("value", s.value);
}

template <class F>
void fields(const Contract::Replay& r, F&& f) {
  f("source", r.source);
  f("tensor", r.tensor);
  f("input", r.input);
  f("feeds", r.feeds);
  f("layout", r.layout);
  f("resize", r.resize);
  f("pixel_format", r.pixel_format);
  f("dtype", r.dtype);
  f("shape", r.shape);
}

std::string_view dialect_name(Dialect d);  // oe | flat_hbdk | llm | none

// Operators of the main graph, its subgraphs and its functions: "domain:op" or "op" → nodes.
std::map<std::string, size_t> op_counts(const Graph& graph);

// What a config writes, leaf by leaf: dotted path → text, with the node. Aliases and nulls too.
struct Leaf {
  std::string path;
  const Node* node;
};
std::vector<Leaf> leaves(const Node& root);

}  // namespace npulint
