// What files state, as values: the records that parsers fill and that link joins. No behaviour
// here. A parser records what its file says; it knows no platform and no rule. Sizes are bytes
// unless said otherwise.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "lint/fact.h"
#include "lint/memo.h"
#include "lint/tensor.h"
#include "lint/tree.h"

namespace npulint {

// ---- problems of files
// ------------------------------------------------------------------------------------------

struct Problem {
  enum class Kind {
    kUnreadable,  // NPL001: the file, or the part named in `what`, cannot be read
    kUnknownKey,  // NPL008: a key that formats.md does not know
  };
  Kind kind = Kind::kUnreadable;
  Evidence at;
  Message what;  // a whole sentence: what is wrong, with values
};

template <class T>
struct Parsed {
  T record;
  std::vector<Problem> problems;
};

// ---- compiled models (metadata JSON, model_info text, later .bin .hbm .bmodel)
// ------------------------------------

struct Quantization {
  enum class Kind { kNone, kScale, kShift };
  Kind kind = Kind::kNone;
  std::optional<int> axis;  // as stated; absent or negative: per tensor
  std::vector<double> scales;
  std::vector<int64_t> zero_points;  // empty: all zero
  std::vector<int64_t> shifts;       // kind kShift: value = q / 2^shift
  bool rounded = false;  // printed with about six digits (text dumps): compare with 1e-4
};

struct CompiledTensor {
  std::string name;
  int index = 0;  // position among the inputs or outputs of its model
  bool is_input = false;
  Evidence at;        // the whole block
  Fact<DType> dtype;  // stored element type; absent for image types
  Fact<std::string>
      image;          // nv12, y, nv12_separate, yuv444, rgb, bgr: when the type is an image type
  Fact<Shape> shape;  // valid shape
  Fact<Shape> aligned_shape;           // with padding, elements
  Fact<std::vector<int64_t>> strides;  // bytes; 0 and -1: the caller decides
  Fact<int64_t> byte_size;             // aligned size, bytes; -1: the caller decides
  Fact<std::string> layout;            // NCHW, NHWC as labelled (unreliable for X5 outputs)
  Fact<std::string> source;            // pyramid, ddr, resizer
  Fact<Quantization> quant;            // kind kNone when the file says that there is none
};

// One model of a file.
struct CompiledModel {
  FileId file = kNoFile;
  std::string format;  // metadata | evidence | model_info | hbm_runtime | bin | hbm | bmodel …
  Evidence at;
  Fact<std::string> name;   // internal name
  Fact<std::string> march;  // as written: nash-e, NashE, bayes-e …
  Fact<std::string> chip;   // BM1684X …
  Fact<std::string>
      describes;  // the artifact's file that this text or JSON is about, when it says so
  std::vector<std::pair<std::string, Fact<std::string>>> versions;  // tool → version, in file order
  std::vector<CompiledTensor> inputs, outputs;
  std::map<std::string, Fact<std::string>>
      build;  // build settings by upper-case key (REMOVE_NODE_TYPE …)
  std::vector<Fact<std::string>> removed_nodes;  // node names that the artifact says were removed
};

// The log of a build: hb_mapper, hb_compile, hb_model_modifier.
struct BuildLog {
  FileId file = kNoFile;
  Fact<std::string> tool;   // hb_mapper | hb_compile | hb_model_modifier
  Fact<std::string> march;  // as written
  Fact<std::string> model;  // the ONNX that was converted, as written
  Fact<std::string> prefix;
  std::vector<std::pair<std::string, Fact<std::string>>> versions;  // tool → version
  // Settings of the config that the log dumps, by upper-case key, as CompiledModel::build has them.
  std::map<std::string, Fact<std::string>> build;
  std::vector<Fact<std::string>> removed_nodes;
  std::vector<Fact<std::string>> calibration_files;  // as written
  Fact<int64_t> calibration_count;                   // samples that the tool says it read
  // How thresholds were chosen, as the tool says: "max-percentile:percentile=0.99995".
  Fact<std::string> calibration_method;
  Fact<std::string> calibration_skipped;  // the line that says that there was none
  // A row of the table of nodes, of that of outputs or tensors, or an entry of quant_info.json.
  // Similarities are cosines against the float model; what a table has no column for is absent.
  struct Similarity {
    std::string name, type;            // type: of the operator
    std::string on;                    // BPU, CPU, JIT, NULL (fused); empty: not stated
    std::string subgraph, dtype;       // "id(0)"; as written: "int8/int32", "si8"
    std::optional<double> cosine;      // of the quantised model
    std::optional<double> calibrated;  // of the model with fake quantisation
    std::optional<double> threshold;   // the largest of the first input
    std::optional<double> l1, l2, chebyshev;
    Evidence at;
  };
  std::vector<Similarity> nodes, outputs;
  Evidence nodes_at, outputs_at;  // headers of the tables
  // Preprocessing that the build put before an input, a step each.
  struct InsertedOp {
    int64_t input = 0;      // index
    std::string op;         // insert_image_preprocess | insert_image_convert | insert_transpose …
    std::string arguments;  // as written
    std::string mode;       // "yuvbt601full2rgb", "nv12"; empty: none
    std::optional<double> divisor;
    std::vector<double> mean, std;
    Evidence at;
  };
  std::vector<InsertedOp> inserted;
  Fact<bool> finished;  // the tool's line of success is there
};

struct CompiledFile {
  std::vector<CompiledModel> models;
  // Digests of artifacts that the record of a run states, with how it calls them.
  struct Digest {
    Fact<std::string> path, asset, sha256;  // asset: "s:yolov5:s600/yolov5x_672x672_nv12.hbm"
  };
  std::vector<Digest> digests;
};

// ---- ONNX
// ---------------------------------------------------------------------------------------------------------

// Strings of a graph are views into `Graph::arena`. Payloads of tensors are never held.
struct GraphTensor {
  std::string_view name;
  DType dtype = DType::kUnknown;
  bool has_shape = false;
  Shape dims;                                // -1: symbolic or unknown
  std::vector<std::string_view> dim_params;  // empty, or one a dim ("" where the dim is a number)
  bool is_tensor = true;                     // false: sequence, map, optional
};

struct Initializer {
  std::string_view name;
  DType dtype = DType::kUnknown;
  Shape dims;  // of a sparse one: of the dense tensor
  uint64_t offset = 0,
           bytes = 0;  // payload in the file; offset 0: none, several pieces, or read from text
  uint64_t typed_elements = 0;  // entries of the typed field (float_data …) that holds the values
  uint8_t typed_field = 0;      // its number in TensorProto; 0: raw_data or no values
  bool counted = true;  // false: typed_elements is not known (a large field of varints, a segment)
  bool external = false;
  std::string_view location;  // external file, as written
  bool sparse = false;
  uint32_t index = 0;  // in its field of the graph: initializer or sparse_initializer
};

// A tensor that an attribute of a node holds (the value of a Constant).
struct AttributeTensor {
  uint32_t node = 0;  // index into the nodes beside it
  std::string_view attribute;
  Initializer tensor;
};

struct GraphBody;

struct GraphNode {
  std::string_view name, op, domain;
  std::vector<std::string_view> inputs, outputs;  // "" = optional one left out
  std::vector<uint32_t> subgraphs;                // indices into Graph::subgraphs
  uint64_t offset = 0;                            // of the message in the file
  bool training = false;                          // the attribute training_mode is 1
};

struct GraphBody {
  std::string_view name;
  std::string_view path;  // logical place in the file: "graph", "graph.node[3].attribute[0].g"
  std::vector<GraphTensor> inputs, outputs, value_infos;
  std::vector<Initializer> initializers;
  std::vector<GraphNode> nodes;
  std::vector<AttributeTensor> attribute_tensors;
};

enum class Stage { kUnknown, kOriginal, kOptimized, kCalibrated, kPtq, kQuantized };

struct Graph {
  FileId file = kNoFile;
  Stage stage = Stage::kUnknown;  // by the file's name; set by the loader
  int64_t ir_version = 0;
  std::string_view producer;                                 // "name version"
  std::vector<std::pair<std::string_view, int64_t>> opsets;  // domain ("" = ai.onnx) → version
  bool has_opset_import = false;
  bool has_graph = false;
  GraphBody main;
  std::vector<GraphBody> subgraphs;  // of control-flow attributes, any depth
  struct Function {
    std::string_view name, domain;
    std::vector<std::string_view> inputs, outputs;
    std::vector<GraphNode> nodes;
    std::vector<AttributeTensor> attribute_tensors;
    std::vector<std::pair<std::string_view, int64_t>> opsets;
  };
  std::vector<Function> functions;
  bool external_data = false;
  bool damaged = false;         // part of the file was not read: absence proves nothing
  bool text = false;            // read from a text proto: no payload offsets
  std::shared_ptr<void> arena;  // owns every string_view above
  Memo names;                   // of names_of (graph_names.h)
};

// ---- conversion config
// --------------------------------------------------------------------------------------------

enum class Dialect {
  kNone,      // no section that a tool knows
  kOe,        // hb_mapper / hb_compile: model_parameters …
  kFlatHbdk,  // flat hbdk-compile config: own keys
  kLlm,       // `model:` alone: recognised, not judged
};

struct DuplicateKey {
  std::string path;        // "model_parameters.node_info./stages.3/…"
  Evidence first, second;  // the two keys; no other one of that name stands between them
  bool values_differ = false;
  std::string first_value, second_value;
};

// A key or value that PyYAML reads as something else than what is written, or a list where a `;`
// string belongs.
struct YamlSurprise {
  enum class Kind {
    kBoolKey,
    kTypedKey,
    kDate,
    kOctal,
    kSexagesimal,
    kHex,
    kUnderscoreNumber,
    kBoolName,
    kList,
    kFullWidth,
    kMissingSpace,
    kStringNumber,
  };
  Kind kind = Kind::kBoolKey;
  Evidence at;
  std::string path;  // "model_parameters.node_info.ON"
  std::string written;
  std::string read_as;  // "True", "3", "datetime.date(2026, 9, 28)", "{'data:pyramid': None}"
};

struct Config {
  FileId file = kNoFile;
  Dialect dialect = Dialect::kNone;
  bool is_template = false;  // holds placeholders
  bool complete = true;  // false: a syntax error ended the reading, so an absent key says nothing
  Node root;
  std::vector<DuplicateKey> duplicates;
  std::vector<YamlSurprise> surprises;
  Memo inputs, lists;  // of config_inputs and input_lists
};

// ---- contract.toml (formats.md)
// -----------------------------------------------------------------------------------

enum class Decode { kNone, kPerTensor, kPerAxis, kRuntime };
std::string_view decode_name(Decode d);

// How values are normalised: by an application, by training, or compiled into a model.
struct Normalization {
  std::string kind;                      // none | scale | mean_scale | mean_std | mean | std
  std::vector<double> mean, scale, std;  // as stated; empty: not stated
};

struct AppTensor {
  Evidence at;  // the [[input]] or [[output]] header
  Fact<std::string> name;
  Fact<int64_t> index;
  // input
  Fact<std::string> pixel_format, protocol, color_range, resize, quantize;
  Fact<DType> dtype;
  Fact<int64_t> width, height, y_stride, uv_stride;  // pixels; bytes
  Fact<Normalization> normalize;
  // both
  Fact<std::string> layout;
  Fact<Shape> shape;
  Fact<int64_t> bytes, buffer_bytes;
  // output
  Fact<std::string> role, consumer, activation, from_node, scale_from, dump, decode_kind;
  Fact<int64_t> channels, classes, axis, zero_point;
  Fact<DType> read_as;
  Fact<Decode> decode;
  Fact<double> scale;
  Fact<bool> assume_contiguous;
  Fact<std::vector<int64_t>> strides_bytes;
};

struct Contract {
  FileId file = kNoFile;
  // [target]
  Fact<std::string> board, march, chip, ported_from;
  std::vector<std::pair<std::string, Fact<std::string>>> runtime;  // tool → version
  // [artifact]
  Fact<std::string> artifact_file, access;
  Fact<int64_t> artifact_output_count;
  // [conversion], [training], [data], [head]
  Fact<std::string> removed_nodes;
  Fact<Normalization> training;
  Fact<std::string> training_pixel_format, calibration, evaluation, calibration_resize, head_family,
      head_labels;
  Fact<std::string> overlap_reason;  // why both sets may share files
  Fact<int64_t> near_distance;       // bits of 64 below which two images count as one
  Fact<int64_t> head_classes, head_label_count, head_anchors_per_cell, head_output_count;
  std::vector<AppTensor> inputs, outputs;
  struct Run {
    Evidence at;
    Fact<std::string> model, runtime;
    Fact<bool> normalized_input;
  };
  struct Compare {
    Evidence at;
    Fact<std::string> left, right;
    Fact<bool> exact;
  };
  struct StageMetric {
    Evidence at;
    Fact<std::string> name, metric;
    Fact<double> value;
  };
  // Source images and the tensors that a pipeline made of them: a file each, or a folder each.
  struct Replay {
    Evidence at;
    Fact<std::string> source, tensor;
    Fact<std::string> input, feeds;  // name of the model's input; float | calibration | artifact
    Fact<std::string> layout, resize, pixel_format;
    Fact<DType> dtype;
    Fact<Shape> shape;  // of a raw file
  };
  std::vector<Run> runs;
  std::vector<Replay> replays;
  std::vector<Compare> compares;
  std::vector<StageMetric> stages;
};

}  // namespace npulint
