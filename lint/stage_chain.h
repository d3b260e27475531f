// The stage files of one build, what is absent of them, where they disagree; and the two sides of a
// comparison. Filled by link (link_stage_chain.cc, link_compared.cc).
#pragma once

#include <string>
#include <vector>

#include "lint/artifact_facts.h"
#include "lint/stages.h"

namespace npulint {

// A stage file that is there.
struct StageProduct {
  const StageKind* kind = nullptr;
  std::string name;              // of the file
  const Graph* graph = nullptr;  // null: a .bc or a compiled model; or not read
  Evidence at;
};

// What a step asks to keep and is not there.
struct StageGap {
  const StageStep* step = nullptr;
  TableText absent;  // lists of file names, and of products by what they are
};

// Two stage files, one behind the other, that one build cannot have written.
struct StageClash {
  enum class Kind { kInputNames, kInputShape, kProducer, kOpset };
  Kind kind = Kind::kInputNames;
  std::string what;  // the input, the domain
  std::string a, b;  // both values
  std::string a_file, b_file;
  Evidence a_at, b_at;
};

struct StageChain {
  std::string toolchain;               // hb_mapper | hb_compile; empty: not known
  std::vector<StageProduct> products;  // of one name, in the order of the build
  bool compared = false;               // the contract compares or measures stages
  std::string first, last;             // ids of the outermost stages that are there or named
  std::vector<StageGap> gaps;
  std::vector<StageClash> clashes;
};

// One side of a [[compare]].
struct ComparedStage {
  std::string name;  // as the contract names it
  const StageKind* kind = nullptr;
  const Graph* graph = nullptr;
  bool is_float = false;  // all of it is computed in floating point
  struct Tail {
    std::string output;
    TailActivation activation;
    Evidence at;
  };
  std::vector<Tail> tails;  // of the outputs of which it is known
  size_t outputs = 0;       // of the graph
  // Operators of a quantised stage that are computed in floating point or on the CPU.
  struct Inexact {
    std::string op;
    Text why;
    Evidence at;
  };
  std::vector<Inexact> inexact;
  bool looked = false;  // something lists the operators, so that an empty list says something
};

}  // namespace npulint
