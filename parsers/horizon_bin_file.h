// The parts of a `.bin` of hb_mapper as they are written, for the files that make a model of them.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "lint/files.h"
#include "lint/model.h"

namespace npulint::horizon_bin {

inline constexpr uint64_t kMaxNames = 4096;  // inputs and outputs of the graph or of a node

inline constexpr Text kTooMany{"{0} has more than {1} entries; the rest is not read",
                               "{0} 超过 {1} 项；其余部分未读取"};

struct Node {
  std::string name, op;
  std::vector<std::string> inputs, outputs;
  Evidence at;
  bool bpu() const { return op == "BPU"; }
};

struct Value {
  std::string name;
  uint64_t type = 0;
  Shape dims;
  Evidence at;
};

struct Tensor {
  Value value;
  uint64_t floats = 0, float_end = 0;  // packed floats
  uint64_t raw = 0, raw_end = 0;
  uint64_t ints = 0, int_end = 0;  // packed varints
};

// The file as it is written.
struct File {
  std::string name;
  Evidence name_at, graph_at;
  std::vector<Node> nodes;
  std::vector<Value> inputs, outputs;
  std::vector<uint64_t> input_types, input_layouts;
  Evidence types_at, layouts_at;
  std::map<std::string, Tensor, std::less<>> tensors;
  std::map<std::string, Fact<std::string>, std::less<>> settings;
  const Fact<std::string>* setting(std::string_view key) const {
    const auto it = settings.find(key);
    return it == settings.end() ? nullptr : &it->second;
  }
  bool has_graph = false, has_settings = false;
  bool cut_off = false;  // what is there of each message is read, and it was said
};

// Problems of one file; a bounded number is kept.
class Report {
 public:
  Report(FileId file, std::vector<Problem>& to) : file_(file), to_(to) {}
  Message problem(Evidence where, Message what);  // gives `what` back, for facts to carry
  bool any() const { return any_; }

 private:
  FileId file_;
  std::vector<Problem>& to_;
  bool any_ = false;
};

// Payloads are kept as offsets and passed over. Damage is reported; what is behind it is read on.
void read_file(FileId file, RandomAccess& bytes, Report& report, File& to);

DType dtype_of(uint64_t number);  // the numbers are those of ONNX
std::string_view trim(std::string_view s);
// n bytes at `from` of the file; shorter when they cannot be read.
std::string bytes_at(RandomAccess& bytes, uint64_t from, uint64_t n);

// The scales that removed Dequantize nodes left in the file.
class RemovedScales {
 public:
  RemovedScales(FileId file, RandomAccess& bytes, const File& f, Report& report);
  // Sets t.quant, also to the reason why it is missing. False when the build settings do not speak
  // of the tensor. `former`: what it was called before nodes were removed.
  bool read(CompiledTensor& t, const std::string& former);
  size_t named() const { return named_; }  // tensors whose scales are named

 private:
  FileId file_;
  RandomAccess& bytes_;
  const File& f_;
  Report& report_;
  size_t named_ = 0;
  uint64_t read_ = 0;  // scales so far
};

}  // namespace npulint::horizon_bin
