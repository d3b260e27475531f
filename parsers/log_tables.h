// Tables that hb_mapper and hb_compile print into their logs.
#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "lint/model.h"

namespace npulint {

// A line at a time. Nodes of hb_mapper, below `The main quantized node information:`, in columns
// that are two blanks apart:
//   Node  ON  Subgraph  Type  Cosine Similarity  Threshold  DataType       (1.24)
//   Node  ON  Subgraph  Type  Cosine Similarity  Threshold  In/Out DataType  (1.18, 1.23)
//   Node  ON  Subgraph  Type                                               (checker)
// its outputs, `Output` or (1.18) `Node` with Cosine Similarity and the distances L1, L2 and
// Chebyshev; and hb_compile's between bars, each line with a time stamp:
//   | Node | NodeType | ON | Threshold | Calibrated Cosine | Quantized Cosine | Output Data Type |
//   | TensorName | Calibrated Cosine | Quantized Cosine |
// A cell that is empty, `--`, cut off by the end of the file or no number states nothing. A table
// replaces the one that was printed before it.
class LogTables {
 public:
  LogTables(FileId file, std::string_view bytes, BuildLog& log)
      : file_(file), bytes_(bytes), log_(log) {}

  // True when the line belongs to a table. `s`: a part of `bytes`, without blanks at its ends and
  // not empty. `stamped`: a time stamp stood before it.
  bool take(std::string_view s, bool stamped);
  void end() { kind_ = Kind::kNone; }

 private:
  enum class Kind { kNone, kText, kBars };
  enum class What {
    kName,
    kOn,
    kSubgraph,
    kType,
    kDType,
    kCosine,
    kCalibrated,
    kThreshold,
    kL1,
    kL2,
    kChebyshev,
    kOther
  };
  struct Column {
    What what = What::kOther;
    size_t begin = 0;  // code points before it
  };
  using Cells = std::vector<std::string_view>;  // one a column, or fewer

  static What what_of(std::string_view title);
  bool title(std::string_view s);
  bool bar_title(const Cells& cells);
  void start(std::string_view s, Kind kind);
  bool bars(std::string_view s);
  bool text_row(std::string_view s);
  std::optional<Cells> by_position(std::string_view s) const;
  std::optional<Cells> by_blanks(std::string_view s) const;
  bool keep(std::string_view row, const Cells& cells, bool cut);
  bool at_end(std::string_view s) const {
    return s.data() + s.size() == bytes_.data() + bytes_.size();
  }

  FileId file_;
  std::string_view bytes_;
  BuildLog& log_;
  Kind kind_ = Kind::kNone;
  bool nodes_ = false;  // else outputs
  std::vector<Column> columns_;
};

}  // namespace npulint
