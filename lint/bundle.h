// A bundle: the files of one build joined into rows of facts. Made by link, read by the engine
// through facts.h.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "lint/artifact_facts.h"
#include "lint/calibration_sample.h"
#include "lint/command.h"
#include "lint/data_set.h"
#include "lint/model.h"
#include "lint/need.h"
#include "lint/platform.h"
#include "lint/profile.h"

namespace npulint {

struct BenchmarkCheck;  // lint/benchmarks.h
struct Bundle;
struct CaliTable;           // lint/cali_table.h
struct CalibrationCounts;   // lint/calibration_counts.h
struct ComparedStage;       // lint/stage_chain.h
struct GraphLimitBreaches;  // lint/graph_limits.h
struct NearDuplicates;      // lint/near_duplicates.h
struct Release;             // lint/release.h
struct ReleaseDrift;        // lint/release_drift.h
struct ReleasedModel;       // lint/release.h
struct ReplayResult;        // lint/replay.h
struct StageChain;          // lint/stage_chain.h
struct VariantDrifts;       // lint/variant_drift.h

enum class FileKind {
  kUnknown,
  kConfig,
  kGraph,
  kCompiled,
  kContract,
  kSettings,
  kHbm,
  kBin,
  kBmodel,
  kLog,        // of hb_mapper, hb_compile, hb_model_modifier
  kQuantInfo,  // <prefix>_quant_info.json of hb_mapper
  kScript,     // shell script, or YAML of a model zoo, that calls the tools of TPU-MLIR
  kTable,      // calibration table or quantisation table of TPU-MLIR
  kManifest,   // of a release: models.yaml of a model zoo
  kChecksums,  // SHA256SUMS
  kBenchmarks  // benchmarks.yaml of a model zoo
};

// One file of the run (rules NPL001, NPL007, NPL008).
struct FileRow {
  const Bundle* bundle = nullptr;  // always null
  FileId file = kNoFile;
  std::string subject;
  Fact<std::vector<Problem>> unreadable, unknown_keys;
  Fact<bool> unrecognised;  // of files named on the command line or by settings
  // Suppressions in this file: inline comments, [[ignore]], baseline entries. Absent where the file
  // holds none; the last two are known only when all other rules have run.
  Fact<std::vector<Problem>> reasonless_ignores, unknown_codes, unused_ignores, stale_entries;
};

// The artifact's inputs, or its outputs, with their places; and how else a contract may name them.
struct Peers {
  bool is_input = false;
  std::vector<std::pair<std::string, Evidence>> tensors;
  std::vector<std::string> aliases;  // names in the config and in the original graph
};

// A dump of an output with one score a class, read both ways. Classes are flat indices.
struct DumpRanking {
  int64_t raw_class = 0, raw_q = 0;    // ranked first by the raw integers
  int64_t best_class = 0, best_q = 0;  // ranked first by the decoded scores
  double raw_value = 0, best_value = 0;
};

// Where an output has padding between its elements, so that reading it as one dense block drifts.
// Padding behind the last element, and steps of dims that hold one index, move nothing and do not
// count.
struct Padding {
  bool padded = false;
  // The innermost padded row: this many elements, in this many bytes, against the bytes that the
  // elements need.
  int64_t row_elements = 0, row_stored = 0, row_dense = 0;
};

// Another config of the same folder, and what it states.
struct ConfigClash {
  std::string other;  // its file name
  std::string value;
  Evidence at;
};

// input_no_padding and output_no_padding of compiler_parameters.extra_params.
struct PaddingFlags {
  std::optional<bool> input, output;
  std::vector<ConfigClash> others;  // configs of the folder with the same onnx_model, other flags
};

// A token of the config's name and the token that the name of its ONNX has in that place.
struct VariantClash {
  std::string config_token, graph_token;  // both empty: no contradiction
};

// A name whose march or board token contradicts what the thing is built for.
struct NameClash {
  enum class Kind { kPrefix, kWorkingDir, kFile, kFolder, kArtifact };
  Kind kind = Kind::kPrefix;
  std::string name, token;  // a file's name and its token of a march
  std::string means;        // the march; of a board "BOARD (MARCH)"
  Evidence at;              // the token; of file and folder names the file
};

// Names of a config against its march, names of a compiled model against the artifact's.
struct NameCheck {
  struct Side {
    std::string march;  // empty: unknown
    Evidence at;
    bool confirmed = false;  // another name states the right one
    std::vector<NameClash> clashes;
  };
  Side config, artifact;
  // Of a release: one for each model, with how many of its assets contradict; `at` of the first.
  struct Listed {
    std::string model, states;  // states: the march of the manifest
    NameClash clash;
    Evidence stated;
    size_t assets = 0;
  };
  std::vector<Listed> listed;
};

// The tool that converts, as --toolchain, [[bundle]] toolchain or an artifact states it.
struct ToolVersion {
  std::string tool, version;  // "horizon_tc_ui", "3.5.16"
};

// calibration_parameters.quant_config: the mapping in the config, or the JSON file that it names.
struct QuantConfig {
  FileId file = kNoFile;
  const Node* root = nullptr;    // null when the file cannot be read
  std::shared_ptr<Config> read;  // holds the tree of a JSON file
  Message unreadable;
};

// How the application steps through an output: as one dense block, or not.
struct Reading {
  bool dense = false;
  std::string states;  // "assume_contiguous = true", "bytes = 4000"
};

// How a statement of the conversion calls the parts of a normalisation: `scale_value`, `--scale`.
struct NormWords {
  std::string mean, scale, std, format;
};

// One input or output across all files: what config, graph, artifact and application say of it.
struct IoRow {
  const Bundle* bundle = nullptr;
  std::string subject;  // "output:logits"
  std::string name;
  bool is_input = false;
  Fact<std::string> row_name;  // `name` as a fact, for sentences
  Fact<Peers> peers;           // the tensors of the artifact in this direction

  // artifact
  std::vector<const CompiledTensor*> compiled;  // one; two for an nv12 input of planes (y, uv)
  Fact<DType> stored_dtype;
  Fact<Shape> stored_shape;                   // valid shape of the artifact
  Fact<Shape> known_shape;                    // artifact, else ONNX graph
  Fact<Shape> graph_shape;                    // of the converted graph; -1: dynamic
  Fact<std::vector<int64_t>> stored_strides;  // no sentinels
  Fact<Shape> aligned_shape;
  Fact<int64_t> stored_bytes;  // bytes in memory: aligned size or stride[0]*dim[0]
  Fact<Quantization> quant;    // kind kNone: the artifact says that there is none
  Fact<Padding> padding;       // between the elements of an output
  Fact<std::string> takes;     // what an image input takes: "split nv12", "packed nv12", "bgr" …
  Fact<int64_t> takes_bytes;   // bytes of all its tensors, without padding
  Fact<DType> takes_dtype;     // element type that the application must hand over

  // config
  Fact<std::string> type_rt, type_train, space_and_range;
  Fact<Shape> config_shape;
  Fact<std::vector<double>> config_mean, config_scale, config_std;  // as stated for this input
  Fact<Normalization>
      built_in_norm;  // normalisation compiled into the model; kind "none" when none
  // Normalisation that the conversion is told of, compiled in or not.
  Fact<Normalization> stated_norm;
  Fact<NormWords> norm_words;
  int config_index = -1;                // among the inputs of the config
  Fact<CalibrationSample> calibration;  // what its item of cal_data_dir holds
  Fact<std::string> built_color_range;  // full | video, as the conversion takes nv12; "" of another
                                        // format
  Fact<bool> no_padding;  // input_no_padding or output_no_padding, of the artifact, log or config

  // graph
  Fact<std::string>
      graph_norm;  // operator that rescales the input first: "Div"; empty when none does
  Fact<TailActivation> tail_activation;
  Fact<MixedRange> mixed_range;

  // application
  const AppTensor* app = nullptr;
  Fact<std::string> app_name;  // how the contract names it; absent with access by index
  Fact<DType> read_as, app_dtype;
  Fact<Decode> decode;
  Fact<int64_t> app_axis, app_zero_point;
  Fact<double> app_scale;
  Fact<std::string> consumer;
  Fact<Shape> app_shape;  // declared shape; for image inputs from width and height
  Fact<int64_t> app_width, app_height;
  Fact<std::string> app_layout;
  Fact<std::string> pixel_format, protocol;
  Fact<int64_t> y_stride, uv_stride, app_bytes, app_buffer;
  Fact<std::vector<int64_t>> app_strides;
  Fact<bool> assume_contiguous;
  Fact<DumpRanking> dump;  // of a dump that the contract names
  Fact<std::vector<DumpSize>> dump_sizes;
  Fact<DumpMeasure> dump_measure;
  Fact<Reading> reading;
  Fact<Normalization> app_norm;
  Fact<std::string> app_role, app_activation, app_scale_from, app_decode_kind, app_quantize,
      app_color_range, app_resize;
  Fact<int64_t> app_channels, app_classes;
};

// One tensor of a compiled model, for what must hold within the artifact alone.
struct TensorRow {
  const Bundle* bundle = nullptr;
  std::string subject;  // "model/output:logits"
  const CompiledTensor* tensor = nullptr;
  Fact<std::string> name;
  Fact<DType> dtype;
  Fact<Shape> shape, aligned;
  Fact<std::vector<int64_t>> strides;
  Fact<int64_t> byte_size;
  Fact<Quantization> quant;
};

// One ONNX file.
struct StageRow {
  const Bundle* bundle = nullptr;
  std::string subject;  // "stage:det_calibrated_model.onnx"
  Fact<const Graph*> graph;
};

// One [[run]] of a contract: a stage that is evaluated.
struct RunRow {
  const Bundle* bundle = nullptr;
  std::string subject;  // "run[0]"
  Fact<std::string> model;
  Fact<std::string> runtime;
  Fact<bool> stock_runtime;                   // from the platform table
  Fact<std::vector<std::string>> vendor_ops;  // distinct, sorted; empty when none
  Fact<bool> normalized_input;                // what is fed is normalised
  Fact<std::string> preprocess_node;          // that the stage holds; "" when it holds none
};

// One [[compare]] of a contract: two stages, or two logs.
struct CompareRow {
  const Bundle* bundle = nullptr;
  std::string subject;  // "compare[0]"
  Fact<std::string> left, right;
  Fact<bool> exact;  // bit equality is demanded
  Fact<std::shared_ptr<const ComparedStage>> left_stage, right_stage;
  Fact<const BuildLog*> left_log, right_log;
};

// One [[replay]] of a contract: images and the tensors that a pipeline made of them.
struct ReplayRow {
  const Bundle* bundle = nullptr;
  std::string subject;  // "replay[0]"
  Fact<std::shared_ptr<const ReplayResult>> result;
};

// A calibration table or quantisation table.
struct TableRow {
  const Bundle* bundle = nullptr;
  std::string subject;  // "table:yolov8s_cali_table"
  Fact<std::shared_ptr<const CaliTable>> table;
  Fact<std::vector<std::string>> known_names;  // that its rows may name: of the graph's tensors
};

// What a manifest, a list of digests or a folder releases, as a whole; its benchmarks; and what
// changed against an older manifest. One row of each kind at most, told apart by scope.
struct ReleaseRow {
  const Bundle* bundle = nullptr;
  std::string subject;  // "release", "benchmarks", "against"
  Fact<std::shared_ptr<const Release>> release;
  Fact<std::shared_ptr<const BenchmarkCheck>> benchmarks;
  Fact<std::shared_ptr<const ReleaseDrift>> drift;
};

// One model of a release and its assets.
struct ReleasedModelRow {
  const Bundle* bundle = nullptr;
  std::string subject;  // "model:yolov8"
  Fact<std::shared_ptr<const ReleasedModel>> assets;
  Fact<std::shared_ptr<const ReleasedModel>> files;  // known when one of its assets lies here
};

// The calibration table that a command names.
struct TableUse {
  std::string written;
  bool exists = false;    // on disk
  bool produced = false;  // by a command of the same script
  Evidence at;
};

// What other commands of the script make of the model that a model_deploy compiles.
struct ModelOrigin {
  std::string model_def;         // of the model_transform that writes its --mlir; empty: not known
  std::optional<int64_t> batch;  // first dim of its first input
  Evidence at;
};

// One call of a conversion tool in a script.
struct CommandRow {
  const Bundle* bundle = nullptr;
  std::string subject;  // "command:model_deploy[1]"
  Fact<ToolCommand> command;
  Fact<TableUse> table;  // of a command that names one
  Fact<ModelOrigin> origin;
};

struct Reference {
  std::string what;               // "model_parameters.onnx_model"
  std::string written, resolved;  // resolved is empty when the path holds a placeholder
  bool exists = false;
  std::string sibling;  // near name of the same extension beside it
  Evidence at;
  bool by_settings = false;      // a text of the repository, not weights kept elsewhere
  std::optional<Input> no = {};  // what it is named as, when it is of another kind
};

struct TargetStatement {
  Target target;
  std::string who;  // "--target", "[[bundle]] target", "contract [target] march"
  Evidence at;
};

// The march or chip that something was built for.
struct Built {
  std::string written, canonical;  // canonical empty when no table knows it
  bool by_artifact = false;        // else by the config
};

// A statement that does not go with the strongest declared target.
struct TargetClash {
  enum class Kind {
    kConfig,     // the config compiles for another one, and no artifact shows otherwise
    kArtifact,   // the artifact was compiled for another one
    kStatement,  // a weaker declaration names another one
  };
  Kind kind = Kind::kConfig;
  bool tolerated = false;  // a source says that it runs
  Evidence at;             // the statement that a human can edit
  std::string states;      // the march; of a declaration "BOARD (MARCH)"
  std::string who;         // of a declaration: "contract [target] board"
  std::vector<std::pair<Evidence, std::string>> others;  // other declarations and what they state
};

struct TargetCheck {
  std::string wanted,
      who;  // the strongest declaration: "BOARD (MARCH)", "contract [target] board"
  std::vector<TargetClash> clashes;
};

struct TensorNames {
  std::vector<std::string> inputs, outputs;
};

struct Bundle {
  const Bundle* bundle = this;
  std::string name;
  std::string subject;      // ""
  FileId anchor = kNoFile;  // the file that stands for the bundle
  std::vector<FileId> files;
  const Config* config_record = nullptr;
  const Contract* contract_record = nullptr;
  const CompiledModel* compiled_record = nullptr;
  Message compiled_missing;  // why there is none, when something better than "none" is known
  const BuildLog* log_record = nullptr;
  const BuildLog* quant_info_record = nullptr;  // of quant_info.json: nodes and outputs only
  bool by_script = false;                       // a script converts the model, not a config
  bool is_release = false;                      // files that are published, not one build
  std::vector<const Graph*> graphs;

  Fact<const Config*> config;
  Fact<const Contract*> contract;
  Fact<const BuildLog*> build_log;
  Fact<std::string> toolchain;            // of the config, by its march
  Fact<const Platform*> config_platform;  // of the config's march
  Fact<Target> march_meant;               // the board that the config names as its march
  // The config's path below its npulint.toml, else below the folder that was given, else below the
  // working directory, else its name alone.
  Fact<std::string> config_path;
  Fact<ToolVersion> tool_version;
  Fact<Profile> profile;               // of the run
  Fact<std::string> purpose;           // [[bundle]] purpose: release | performance
  Fact<const Graph*> converted_graph;  // the ONNX that the config names
  Fact<QuantConfig> quant_config;
  // Against the other configs of the folder, whether they were named or not.
  Fact<std::vector<ConfigClash>> output_clashes;     // earlier ones that write the same product
  Fact<std::vector<ConfigClash>> calibration_peers;  // of another toolchain, same cal_data_dir
  Fact<PaddingFlags> padding_flags;
  Fact<VariantClash> variant;
  Fact<NameCheck> name_check;                   // absent when neither march is known
  Fact<const Platform*> platform;               // artifact, else config, else declared target
  Fact<int64_t> nv12_alignment;                 // bytes
  Fact<std::vector<TargetStatement>> declared;  // all statements, strongest first
  Fact<Built> built;                            // artifact, else config
  Fact<std::vector<Built>> all_built;  // artifact and config, with their places in built_at
  std::vector<Evidence> built_at;
  Fact<TargetCheck> target_check;  // absent when nothing can be compared
  Fact<std::vector<Reference>> references;
  Fact<TensorNames> artifact_names;
  Fact<std::string> access;                     // by_name | by_index, of the contract
  Fact<int64_t> artifact_outputs, app_outputs;  // counts
  // Quantisation nodes whose removal the config asks for, else the artifact's build information
  // records, with the place of the request; "" when they ask for none, absent when neither of them
  // could.
  Fact<std::string> removal_request;
  // Inputs and outputs of the artifact that are integers with a quantisation; absent while one of
  // them is unknown.
  Fact<std::vector<std::string>> quantised_io;
  Fact<Normalization> training;
  Fact<DataSets> data_sets;
  Fact<std::shared_ptr<const NearDuplicates>> near_duplicates;
  Fact<std::shared_ptr<const CalibrationCounts>> calibration_counts;
  Fact<std::shared_ptr<const StageChain>> stage_chain;
  Fact<std::shared_ptr<const GraphLimitBreaches>> graph_limits;  // of the converted graph
  Fact<std::shared_ptr<const VariantDrifts>> variant_drift;      // scripts of one model
  Fact<std::string> calibration_resize;  // geometry of the calibration images, as a recipe states

  Fact<std::vector<IdentityStatement>> identity;  // of the artifact
  Fact<std::vector<VersionSkew>> version_skew;
  Fact<int64_t> core_num, core_limit;  // of the artifact; of the declared target, else its platform
  Fact<std::vector<KnownBadTool>> known_bad;  // among the versions that built the artifact
  Fact<std::vector<SettingDrift>> drift;      // artifact, else log, against the config
  Fact<std::vector<RemovedNode>> removed;
  Fact<std::vector<OrderClash>> output_order;  // access by index
  Fact<std::vector<ClassClash>> class_clashes;
  Fact<std::vector<StageDrift>> stage_drift;
  Fact<std::string> internal_name, artifact_stem;  // of the model in its file; of the file's name
  Fact<int64_t> image_alignment;  // bytes; rows of images that the chip's own resizer writes

  std::vector<IoRow> inputs, outputs;
  std::vector<TensorRow> tensors;
  std::vector<StageRow> stages;
  std::vector<RunRow> runs;
  std::vector<CompareRow> compares;
  std::vector<ReplayRow> replays;
  std::vector<CommandRow> commands;
  std::vector<TableRow> tables;
  std::vector<ReleaseRow> releases, benchmarks, drifts;
  std::vector<ReleasedModelRow> released;

  Bundle() = default;
  Bundle(const Bundle&) = delete;  // rows point back here
  Bundle& operator=(const Bundle&) = delete;
};

}  // namespace npulint
