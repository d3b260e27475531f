// Derived facts that join a compiled artifact with its config, its log, its graphs and the
// application: what link works out once, so that rules only compare and word. Every list is in the
// order of the files that it comes from; an empty list of a known fact says "looked, and nothing
// differs".
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "lint/model.h"

namespace npulint {

// ---- identity and versions

// One of the ways in which a compiled artifact states what it was built for.
struct IdentityStatement {
  std::string who;        // "MARCH", "magic of the embedded .hbm", "compile options"
  std::string written;    // "X2A"
  std::string canonical;  // as the table spells it; empty when none knows it
  Evidence at;
};

// Two versions that do not go together.
struct VersionSkew {
  enum class Kind {
    kRuntimeSays,   // the runtime itself printed that model and library do not fit
    kOlderRuntime,  // the runtime is older than what built the model
    kSeveral,       // descriptions of one release state different versions
  };
  Kind kind = Kind::kOlderRuntime;
  std::string tool, version;              // "hbrt", "3.14.5": the older one
  std::string other_tool, other_version;  // "hbdk", "3.49.15"
  Evidence at, other_at;
};

// A version of a compiler that a source names as faulty.
struct KnownBadTool {
  std::string tool, version, source;
  Message what;  // what it does wrong, a clause
  Evidence at;
};

// ---- build settings

// A setting that the artifact, or the log of its build, states differently from the config.
struct SettingDrift {
  std::string key;               // as in the config: "model_parameters.march"
  std::string artifact, config;  // both values as written; empty: not set
  Evidence artifact_at, config_at;
  bool by_log = false;  // `artifact` is what the log says
};

// A removed node against the outputs and inputs of the artifact, and against what was asked for.
struct RemovedNode {
  enum class Kind {
    kMapped,      // belongs to an input or output of the artifact
    kUnmapped,    // removed, but no input or output of the artifact is its neighbour
    kNotRemoved,  // asked for, but the artifact records no such removal
    kAfterBuild,  // removed, but the build did not ask for it: hb_model_modifier
  };
  Kind kind = Kind::kMapped;
  std::string node, tensor;  // tensor: of a mapped one
  Evidence at;
};

// ---- inputs and outputs

// A role that the contract gives an index, against the channels that the artifact has there.
struct OrderClash {
  int64_t index = 0;
  std::string role;      // "cls"
  int64_t expected = 0;  // channels that the contract states for it
  std::string name;      // of the artifact's tensor at that index
  Shape shape;
  std::optional<int64_t> fits;  // index of the tensor that has these channels, when only one has
  Evidence at, artifact_at;
};

// The classes that the application counts on, against the channels of a head.
struct ClassClash {
  int64_t expected = 0, found = 0;
  std::string who;  // "[head] classes", "labels.txt (lines)"
  std::string how;  // how `found` follows: "24 / 3 - 5", "channels of axis 3"
  std::string tensor;
  Evidence at, artifact_at;
};

// What an ONNX stage and the artifact say of one output, or of their number.
struct StageDrift {
  enum class Kind { kCount, kName, kShape, kDType };
  Kind kind = Kind::kCount;
  std::string stage;  // shown path
  std::string tensor;
  std::string in_stage, in_artifact;
  Evidence at, artifact_at;
};

// The activation that a graph ends with on the way to an output.
struct TailActivation {
  std::string op, node;  // "Sigmoid", "/head/Sigmoid"; op is empty when there is none
};

// An output that concatenates values of different ranges.
struct MixedRange {
  std::string node;                 // the Concat; empty: the output is no such mixture
  std::string bounded, bounded_op;  // the branch within 0..1 and its operator
  std::string other;                // a branch that is not
};

// ---- memory

// The size of a dump that the contract names, against the layouts of its tensor.
struct DumpSize {
  std::string file;
  int64_t bytes = 0;
  std::optional<int64_t> dense, stored;  // bytes of the dense and of the strided layout
  enum class Fits { kDense, kStored, kBoth, kNeither };
  Fits fits = Fits::kNeither;
  std::string header;  // of a .npy: what its own header says and the tensor contradicts; else empty
  Evidence at;
};

// All dumps of one output, read raw and decoded.
struct DumpMeasure {
  int64_t files = 0, changed = 0;  // dumps whose first rank is another when decoded
  std::vector<std::string> changed_files;
  // Read as the float type that the application declares, though the artifact stores integers.
  std::optional<DType> wrong_type;
  int64_t elements = 0, not_finite = 0;  // of all files
};

}  // namespace npulint
