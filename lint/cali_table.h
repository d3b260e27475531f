// Calibration tables and quantisation tables of TPU-MLIR as data: what the file states, and which
// of its lines the tool does not read.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "lint/fact.h"

namespace npulint {

struct CaliTable {
  enum class Kind { kCalibration, kQuantisation };
  // `#` lines switch what the lines below them are.
  enum class Section { kThresholds, kWeightScales, kInt4, kFp8, kAsymmetricOps, kInt4Ops };
  struct Row {
    std::string name;
    double threshold = 0, min = 0, max = 0;
    Section section = Section::kThresholds;
    Evidence at, name_at, threshold_at, min_at;
  };
  struct Mode {
    std::string name, mode;  // mode as written
    Evidence at, name_at, mode_at;
  };
  // A line that is no comment and that the tool passes over, or stops at.
  struct Dropped {
    enum class Why {
      kNotFinite,   // nan or inf
      kPlusSign,    // the tool's pattern knows no `+`
      kExponent,    // `E` where the pattern knows `e` only
      kBlankAtEnd,  // spaces behind the last column
      kBlankAtStart,
      kColumns,    // another number of columns
      kNoMode,     // a name alone, in a quantisation table
      kCharacter,  // something else than a number where one belongs
      kNumber,     // fits the pattern and is no number: the tool stops
    };
    Why why = Why::kCharacter;
    std::string name, text;  // the first word; the line, cut
    Evidence at;
  };
  // A command of a script that reads the table.
  struct Use {
    std::string command;  // model_deploy
    Fact<std::string> mlir, chip, quantize;
    std::string model_def;                     // that its MLIR is made of; empty: not known
    std::shared_ptr<const CaliTable> partner;  // of the same command: the other kind of table
    Evidence at;
  };

  FileId file = kNoFile;
  Kind kind = Kind::kCalibration;
  Fact<std::string> mlir, version, method, time, chip, mix_mode;
  Fact<int64_t> samples, histogram, tune;
  std::vector<Row> rows;         // of a calibration table
  std::vector<Mode> modes;       // of a quantisation table
  std::vector<Dropped> dropped;  // blank lines are not among them
  std::vector<std::pair<Section, Evidence>> switches;
  uint64_t other_lines = 0;  // of the sections that hold no thresholds
  bool complete = true;      // false: a limit ended the reading
  std::vector<Use> uses;     // filled by link
};

std::string_view section_name(CaliTable::Section s);  // thresholds | weight_scales | int4 | …

// The header facts with their names.
template <class F>
void table_fields(const CaliTable& t, F use) {
  use("mlir", t.mlir);
  use("version", t.version);
  use("method", t.method);
  use("generated", t.time);
  use("chip", t.chip);
  use("mix_mode", t.mix_mode);
  use("samples", t.samples);
  use("histogram", t.histogram);
  use("tune", t.tune);
}

}  // namespace npulint
