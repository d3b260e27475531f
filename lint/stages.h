// The stages of a conversion and the steps between them, as data (lint/stages.toml): names of their
// files, what a step may change, which tool compares, what to keep.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "lint/model.h"

namespace npulint {

// A text of the table; lives as long as the program.
struct TableText {
  std::string en, zh;
  Text text() const { return {en, zh}; }
};

struct StageKind {
  std::string id;                     // "original_float"
  std::vector<std::string> suffixes;  // of its file: "_original_float_model.onnx"
  std::vector<std::string> words;     // how a contract may say it
  bool is_float = false;              // computed in floating point
};

struct StageStep {
  std::string from, to;
  TableText expect, next, structure;
  std::vector<std::string> tools, keep;  // keep: ids of stages ("a|b": one of them) and products
  std::string source;
};

struct KeptProduct {
  std::string id;
  std::vector<std::string> files;  // usual names; empty: it is not looked for
  TableText what;
};

class StageTable {
 public:
  static const StageTable& get();

  const StageKind* kind(std::string_view id) const;
  // By the name of a file; null when it is none of the tools' names.
  const StageKind* of_file(std::string_view path) const;
  // By a file's name, else by a word for the stage.
  const StageKind* of_word(std::string_view word) const;
  // The name without the stage's suffix: "det" of "det_quantized_model.bc".
  std::string_view stem(const StageKind& kind, std::string_view path) const;
  // The elementary steps that lead from one stage to a later one; empty when the order is not
  // known. A removed model stands where the quantised one does.
  std::vector<const StageStep*> steps(std::string_view toolchain, const StageKind& from,
                                      const StageKind& to) const;
  // Position in the chain of a toolchain; -1 when it has no such stage.
  int position(std::string_view toolchain, const StageKind& kind) const;
  const KeptProduct* product(std::string_view id) const;
  const std::vector<StageKind>& kinds() const { return kinds_; }
  const std::vector<StageStep>& all_steps() const { return steps_; }
  const std::vector<KeptProduct>& products() const { return products_; }

  bool is_preprocess(const GraphNode& node) const;
  bool passes_values(std::string_view op) const;
  bool is_softmax(std::string_view op) const;
  bool is_exact(std::string_view op) const;  // of a quantised stage: moves or converts values

 private:
  StageTable();
  struct Chain {
    std::string toolchain;
    std::vector<std::string> stages;
  };
  std::vector<StageKind> kinds_;
  std::vector<Chain> chains_;
  std::vector<StageStep> steps_;
  std::vector<KeptProduct> products_;
  std::vector<std::string> preprocess_ops_, preprocess_names_, pass_, softmax_, exact_;
};

// What a step may change, what it does to inputs and outputs, and what to do about a difference: a
// line each.
std::vector<Message> step_lines(const StageStep& step);

}  // namespace npulint
