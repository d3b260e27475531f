// Dumps of one output: how many bytes they should have, and what their values say of two readings.
// Each is read once, front to back, through a buffer of fixed size.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "lint/artifact_facts.h"
#include "lint/bundle.h"
#include "lint/files.h"
#include "parsers/npy.h"

namespace npulint {

// Text forms of a dump (.txt, .csv …), whose size says nothing, and archives.
bool is_raw_dump(std::string_view path);

class DumpReader {
 public:
  // None, with the reason in `why`, when nothing can be said of dumps of this output.
  static std::optional<DumpReader> of(const IoRow& row, Message* why);

  // The size of one dump, and of a .npy its header, against the tensor. `bytes`: of the file.
  struct Sized {
    DumpSize size;
    uint64_t begin = 0;    // of the values in the file
    bool strided = false;  // they lie as the artifact has them, with its padding
    bool values = true;    // the stored values themselves, one tensor: they can be measured
  };
  Sized size_of(std::string shown, const Evidence& at, RandomAccess& file, uint64_t bytes) const;

  // Whether values can be measured at all: the application decodes or misreads stored integers.
  bool measures() const { return ranks_ || wrong_type_; }
  // Reads the values of a dump whose size fits. False when the file ends early.
  bool measure(const Sized& dump, RandomAccess& file);

  DumpMeasure total;  // `files`: that were measured
  // The first dump whose first rank changes, else the first one.
  std::optional<DumpRanking> example;
  Evidence example_at;

 private:
  explicit DumpReader(const IoRow& row);
  void strided_sizes(const IoRow& row);
  void read_header(const NpyHeader& header, uint64_t bytes, Sized& to) const;
  bool same_type(DType header, bool* values) const;
  bool same_shape(const Shape& header, Sized& to) const;

  DType type_ = DType::kUnknown;
  Shape shape_;
  std::optional<Quantization> quant_;
  std::vector<int64_t> dense_steps_;
  std::optional<std::vector<int64_t>> steps_;  // where the artifact has padding between elements
  std::vector<int64_t> stored_sizes_;          // that the layout with padding may have
  std::optional<Shape> aligned_;
  std::optional<DType> decoded_;  // the runtime decodes: what it returns
  bool may_be_decoded_ = true;    // a float .npy of an integer tensor may hold decoded values
  int64_t count_ = 0, dense_ = 0;
  std::optional<int64_t> stored_;
  bool ranks_ = false;
  std::optional<DType> wrong_type_;
};

}  // namespace npulint
