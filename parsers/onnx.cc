// ONNX models in binary form. Source: onnx.proto of the ONNX project (field numbers and wire types
// are those of ModelProto and its parts; element types up to IR version 12). A walk over the wire:
// no schema object is built, tensor payloads are passed over, unknown fields are skipped, no IR or
// opset version is refused.
#include "parsers/onnx.h"

#include <algorithm>
#include <limits>
#include <optional>
#include <string>
#include <unordered_set>
#include <vector>

#include "lint/name_table.h"
#include "parsers/wire_words.h"

namespace npulint {
namespace {

constexpr int kMaxGraphDepth = 32;           // graphs inside graphs
constexpr uint64_t kMaxRecords = 2'000'000;  // nodes, tensors and values, all graphs together
constexpr uint64_t kMaxEntries = 8'000'000;  // names in input and output lists, dims
constexpr uint64_t kMaxName = 65536;         // bytes
constexpr uint64_t kMaxCountedVarints =
    65536;  // bytes of a packed field whose entries are counted by reading it
constexpr size_t kMaxProblems = 20;
constexpr uint64_t kBytesARecord = 64,
                   kMostReserved = 32768;  // room made for nodes and for initializers
static_assert(kMaxName <= WireReader::kLargestWindow &&
              kMaxCountedVarints <= WireReader::kLargestWindow);

constexpr Text kEmpty{"the file is empty", "文件为空"};
constexpr Text kLfs{"the file is a Git LFS pointer (oid {0}, size {1}); run `git lfs pull`",
                    "该文件是 Git LFS 指针（oid {0}，大小 {1}）；请运行 `git lfs pull`"};
constexpr Text kForeign{"the file holds none of the fields of an ONNX model",
                        "文件中没有 ONNX 模型的任何字段"};
constexpr Text kWrongType{
    "field {0} of {1} has wire type {2} at byte {3}; an ONNX model has wire type {4} there",
    "第 {3} 字节处，{1} 的字段 {0} 的 wire type 为 {2}；ONNX 模型在此处应为 {4}"};
constexpr Text kLongName{"a name in {0} has {1} bytes; npulint reads names of up to {2}",
                         "{0} 中有一个长度为 {1} 字节的名称；npulint 最多读取 {2} 字节的名称"};
constexpr Text kTooDeep{"{0} is nested deeper than {1} graphs", "{0} 的子图嵌套超过 {1} 层"};
constexpr Text kTooMany{
    "the model has more than {0} nodes, tensors and values; the rest, from {1} on, is not read",
    "模型的节点、张量和值超过 {0} 个；从 {1} 起的其余部分未读取"};
constexpr Text kTooManyEntries{
    "the lists and shapes of the model have more than {0} entries; the rest, from {1} on, is not "
    "read",
    "模型的列表和形状超过 {0} 项；从 {1} 起的其余部分未读取"};
constexpr Text kTheModel{"the model", "模型"};

// TensorProto.DataType, up to IR version 12. Names without a DType of their own are unknown: no
// size is judged.
DType dtype_of(uint64_t number) {
  static constexpr DType kTable[] = {
      DType::kUnknown,    DType::kFloat32,  DType::kUint8,  DType::kInt8,   DType::kUint16,
      DType::kInt16,      DType::kInt32,    DType::kInt64,  DType::kString, DType::kBool,
      DType::kFloat16,    DType::kFloat64,  DType::kUint32, DType::kUint64, DType::kComplex64,
      DType::kComplex128, DType::kBFloat16, DType::kFloat8, DType::kFloat8, DType::kFloat8,
      DType::kFloat8,     DType::kUint4,    DType::kInt4,   DType::kFloat4,
      DType::kFloat8,  // E8M0
  };
  return number < std::size(kTable) ? kTable[number] : DType::kUnknown;
}

// Memory of the names of one graph.
class Arena {
 public:
  std::string_view keep(std::string_view s) {
    if (s.size() > left_) {
      const size_t n = std::max<size_t>(s.size(), kBlock);
      blocks_.emplace_back(new char[n]);
      at_ = blocks_.back().get();
      left_ = n;
    }
    char* to = at_;
    std::memcpy(to, s.data(), s.size());
    at_ += s.size();
    left_ -= s.size();
    return {to, s.size()};
  }

 private:
  static constexpr size_t kBlock = 65536;
  std::vector<std::unique_ptr<char[]>> blocks_;
  char* at_ = nullptr;
  size_t left_ = 0;
};

// Older opsets say otherwise that an operator works as in training.
constexpr int64_t kBatchNormHasMode = 14, kDropoutHasMode = 12, kIsTestGone = 7;

// Sets GraphNode::training of the main graph where the walk alone could not tell: what the operator
// set, the readers of an output or a constant decide.
class TrainingMode {
 public:
  // `off_test`: offsets of the nodes that state is_test = 0. `yes`: names of constants that hold
  // one true.
  TrainingMode(Graph& graph, const std::vector<uint64_t>& off_test,
               const std::vector<std::string_view>& yes)
      : graph_(graph), off_test_(off_test), yes_(yes) {}

  void mark() {
    int64_t opset = 0;
    for (const auto& [domain, version] : graph_.opsets)
      if (domain.empty()) opset = version;
    if (opset <= 0) return;
    for (GraphNode& n : graph_.main.nodes) {
      if (!n.domain.empty() || n.training) continue;
      const bool norm = n.op == "BatchNormalization", dropout = n.op == "Dropout";
      if (!norm && !dropout) continue;
      if (opset < kIsTestGone)
        n.training = std::binary_search(off_test_.begin(), off_test_.end(), n.offset);
      if (norm && opset < kBatchNormHasMode) n.training = n.training || reads_statistics(n);
      if (dropout && opset >= kDropoutHasMode && n.inputs.size() > 2)
        n.training = is_yes(n.inputs[2]);
    }
  }

 private:
  // The running mean and the like are outputs in training only.
  bool reads_statistics(const GraphNode& n) {
    if (n.outputs.size() < 2) return false;
    if (read_.empty()) {
      for (const GraphTensor& t : graph_.main.outputs) read_.insert(t.name);
      const auto take = [&](const std::vector<GraphNode>& nodes) {
        for (const GraphNode& reader : nodes)
          read_.insert(reader.inputs.begin(), reader.inputs.end());
      };
      take(graph_.main.nodes);
      for (const GraphBody& body : graph_.subgraphs) take(body.nodes);
    }
    return std::any_of(n.outputs.begin() + 1, n.outputs.end(), [&](std::string_view name) {
      return !name.empty() && read_.count(name) > 0;
    });
  }

  // An initializer that is an input too may be given another value.
  bool is_yes(std::string_view name) const {
    return std::find(yes_.begin(), yes_.end(), name) != yes_.end() &&
           std::none_of(graph_.main.inputs.begin(), graph_.main.inputs.end(),
                        [&](const GraphTensor& t) { return t.name == name; });
  }

  Graph& graph_;
  const std::vector<uint64_t>& off_test_;
  const std::vector<std::string_view>& yes_;
  std::unordered_set<std::string_view> read_;
};

class Walk {
 public:
  Walk(FileId file, RandomAccess& bytes, Graph& graph, std::vector<Problem>& problems)
      : file_(file),
        reader_(bytes),
        graph_(graph),
        problems_(problems),
        arena_(std::make_shared<Arena>()) {
    graph_.file = file;
    graph_.arena = arena_;
  }

  void run() {
    const std::string_view head = reader_.view(0, 512);
    if (reader_.size() == 0) return problem(Message(kEmpty));
    if (is_lfs_pointer(head)) return lfs(head);
    graph_.main.path = keep("graph");
    std::string_view producer, version;
    bool known = false;
    fields(0, reader_.size(), [&](const WireField& f) {
      switch (f.number) {
        case 1:
          if (is(f, kVarint)) graph_.ir_version = static_cast<int64_t>(f.value);
          break;
        case 2:
          producer = name(f);
          break;
        case 3:
          version = name(f);
          break;
        case 7:
          if (is(f, kBytes)) {
            graph_.has_graph = true;
            Inside in(*this, "graph");
            graph(f, graph_.main);
          }
          break;
        case 8:
          if (is(f, kBytes)) {
            graph_.has_opset_import = true;
            Inside in(*this, "opset_import", graph_.opsets.size());
            opset(f, graph_.opsets);
          }
          break;
        case 25:
          if (is(f, kBytes) && room()) function(f);
          break;
        default:
          return;
      }
      known = true;
    });
    std::string both(producer);
    if (!both.empty() && !version.empty()) both += ' ';
    graph_.producer = keep(both.append(version));
    std::sort(off_test_.begin(), off_test_.end());
    TrainingMode(graph_, off_test_, yes_).mark();
    if (!known && problems_.empty()) problem(Message(kForeign));
  }

 private:
  // Where the walk is, for the logical path of a problem; written out only when there is one.
  struct Step {
    const char* name;
    size_t index;
  };
  static constexpr size_t kNoIndex = std::numeric_limits<size_t>::max();
  struct Inside {
    Walk& walk;
    Inside(Walk& w, const char* name, size_t index = kNoIndex) : walk(w) {
      walk.steps_.push_back({name, index});
    }
    ~Inside() { walk.steps_.pop_back(); }
    Inside(const Inside&) = delete;
    Inside& operator=(const Inside&) = delete;
  };

  // The names of one list, gathered on a stack that the lists of nested nodes share, so that a
  // node's own vector is made once and with the right size.
  struct Names {
    std::vector<std::string_view>& stack;
    size_t base;
    explicit Names(std::vector<std::string_view>& s) : stack(s), base(s.size()) {}
    std::vector<std::string_view> take() {
      std::vector<std::string_view> out(stack.begin() + static_cast<std::ptrdiff_t>(base),
                                        stack.end());
      stack.resize(base);
      return out;
    }
  };

  std::string path() const {
    std::string out;
    for (const Step& s : steps_) {
      if (!out.empty()) out += '.';
      out += s.name;
      if (s.index != kNoIndex) out += "[" + std::to_string(s.index) + "]";
    }
    return out;
  }
  Arg place() const { return steps_.empty() ? Arg(kTheModel) : Arg(path()); }

  void problem(Message what) {
    graph_.damaged = true;
    if (problems_.size() >= kMaxProblems) return;
    Problem p;
    p.at.file = file_;
    p.at.path = path();
    p.what = std::move(what);
    problems_.push_back(std::move(p));
  }

  // Calls on(field) for each field of a message. Damage ends the message, not the walk: the
  // messages around it have their own ends. Where the file itself is cut off, what is there of each
  // message is still read; said once.
  template <class F>
  void fields(uint64_t begin, uint64_t end, F&& on) {
    for (uint64_t pos = begin; pos < end && !stop_;) {
      WireField f;
      const uint64_t at = pos;
      const WireFault fault = reader_.next(&pos, end, &f);
      if (fault == WireFault::kNone) {
        on(static_cast<const WireField&>(f));
        continue;
      }
      const bool at_end = end == reader_.size();
      if (at_end && cut_off_) {
        if (fault == WireFault::kLength) on(static_cast<const WireField&>(f));
        return;
      }
      problem(wire_message(fault, f, at, end, at_end, place()));
      const bool cut = at_end && (fault == WireFault::kLength || fault == WireFault::kCut);
      cut_off_ = cut_off_ || cut;
      stop_ = stop_ || fault == WireFault::kUnread;
      if (cut && fault == WireFault::kLength) on(static_cast<const WireField&>(f));
      return;
    }
  }
  template <class F>
  void fields(const WireField& message, F&& on) {
    fields(message.begin, message.end, std::forward<F>(on));
  }

  bool is(const WireField& f, WireType type) {
    if (f.type == type) return true;
    problem(Message(kWrongType, f.number, place(), int{f.type}, f.at, int{type}));
    return false;
  }

  // False, once with a problem, when the model holds more than is read.
  bool room() { return count(&records_, kMaxRecords, kTooMany); }
  bool entry() { return count(&entries_, kMaxEntries, kTooManyEntries); }
  bool count(uint64_t* n, uint64_t most, Text text) {
    if (stop_) return false;
    if (++*n <= most) return true;
    stop_ = true;
    problem(Message(text, most, place()));
    return false;
  }

  std::string_view keep(std::string_view s) {
    // Names are not shared: a copy costs less than the cache miss of looking for the first one.
    return s.empty() ? std::string_view{} : arena_->keep(s);
  }
  // A string field; empty when it is none or is cut off.
  std::string_view name(const WireField& f) {
    if (!is(f, kBytes) || f.end - f.begin < f.value) return {};
    if (f.value > kMaxName) {
      problem(Message(kLongName, place(), f.value, kMaxName));
      return {};
    }
    const std::string_view s = reader_.view(f.begin, static_cast<size_t>(f.value));
    if (s.size() == f.value) return keep(s);
    stop_ = true;
    problem(Message(kUnreadBytes, f.begin, place()));
    return {};
  }
  std::string_view domain(const WireField& f) {
    const std::string_view d = name(f);
    return d == "ai.onnx" ? std::string_view{} : d;
  }

  void opset(const WireField& message, std::vector<std::pair<std::string_view, int64_t>>& to) {
    std::pair<std::string_view, int64_t> out;
    fields(message, [&](const WireField& f) {
      if (f.number == 1)
        out.first = domain(f);
      else if (f.number == 2 && is(f, kVarint))
        out.second = static_cast<int64_t>(f.value);
    });
    if (entry()) to.push_back(out);
  }

  void graph(const WireField& message, GraphBody& to) {
    uint32_t dense = 0, sparse_ones = 0;
    // room that is not used is not touched; growing would touch twice as much
    const auto likely =
        static_cast<size_t>(std::min((message.end - message.begin) / kBytesARecord, kMostReserved));
    to.nodes.reserve(likely);
    to.initializers.reserve(likely);
    fields(message, [&](const WireField& f) {
      switch (f.number) {
        case 1:
          if (is(f, kBytes) && room()) {
            Inside in(*this, "node", to.nodes.size());
            node(f, to.nodes, to.attribute_tensors);
          }
          break;
        case 2:
          to.name = name(f);
          break;
        case 5:
          if (is(f, kBytes) && room()) {
            Inside in(*this, "initializer", dense);
            Initializer t;
            t.index = dense++;
            tensor(f, &t);
            if (holds_yes_ && &to == &graph_.main) yes_.push_back(t.name);
            to.initializers.push_back(std::move(t));
          }
          break;
        case 11:
          value(f, "input", to.inputs);
          break;
        case 12:
          value(f, "output", to.outputs);
          break;
        case 13:
          value(f, "value_info", to.value_infos);
          break;
        case 15:
          if (is(f, kBytes) && room()) {
            Inside in(*this, "sparse_initializer", sparse_ones);
            Initializer t = sparse(f);
            t.index = sparse_ones++;
            to.initializers.push_back(std::move(t));
          }
          break;
        default:
          break;
      }
    });
  }

  void node(const WireField& message, std::vector<GraphNode>& nodes,
            std::vector<AttributeTensor>& tensors) {
    GraphNode out;
    out.offset = message.at;
    const auto index = static_cast<uint32_t>(nodes.size());
    size_t attributes = 0;
    const bool main = &nodes == &graph_.main.nodes;
    bool yes = false;  // an attribute holds one true
    Names inputs(inputs_), outputs(outputs_);
    fields(message, [&](const WireField& f) {
      switch (f.number) {
        case 1:
          if (entry()) inputs_.push_back(name(f));
          break;
        case 2:
          if (entry()) outputs_.push_back(name(f));
          break;
        case 3:
          out.name = name(f);
          break;
        case 4:
          out.op = name(f);
          break;
        case 5:
          if (is(f, kBytes)) {
            Inside in(*this, "attribute", attributes++);
            holds_yes_ = false;
            attribute(f, index, out, tensors);
            yes = yes || holds_yes_;
          }
          break;
        case 7:
          out.domain = domain(f);
          break;
        default:
          break;
      }
    });
    out.inputs = inputs.take();
    out.outputs = outputs.take();
    if (main && yes && out.op == "Constant" && !out.outputs.empty()) yes_.push_back(out.outputs[0]);
    nodes.push_back(std::move(out));
  }

  void attribute(const WireField& message, uint32_t node, GraphNode& to,
                 std::vector<AttributeTensor>& tensors) {
    std::string_view label;
    const size_t first = tensors.size();
    size_t graphs = 0, list = 0;
    std::optional<uint64_t> number;
    fields(message, [&](const WireField& f) {
      switch (f.number) {
        case 1:
          label = name(f);
          break;
        case 3:
          if (is(f, kVarint)) number = f.value;
          break;
        case 5:
          attribute_tensor(f, "t", kNoIndex, node, tensors);
          break;
        case 6:
          subgraph(f, "g", kNoIndex, to);
          break;
        case 10:
          attribute_tensor(f, "tensors", list++, node, tensors);
          break;
        case 11:
          subgraph(f, "graphs", graphs++, to);
          break;
        default:
          break;
      }
    });
    for (size_t i = first; i < tensors.size(); ++i) tensors[i].attribute = label;
    if (number == 1u && label == "training_mode") to.training = true;
    if (number == 0u && label == "is_test") off_test_.push_back(to.offset);
  }

  void attribute_tensor(const WireField& f, const char* step, size_t index, uint32_t node,
                        std::vector<AttributeTensor>& tensors) {
    if (!is(f, kBytes) || !room()) return;
    Inside in(*this, step, index);
    AttributeTensor t;
    t.node = node;
    tensor(f, &t.tensor);
    tensors.push_back(std::move(t));
  }

  void subgraph(const WireField& f, const char* step, size_t index, GraphNode& to) {
    if (!is(f, kBytes) || !room()) return;
    Inside in(*this, step, index);
    if (depth_ >= kMaxGraphDepth) return problem(Message(kTooDeep, path(), kMaxGraphDepth));
    const auto id = static_cast<uint32_t>(graph_.subgraphs.size());
    to.subgraphs.push_back(id);
    graph_.subgraphs.emplace_back();
    GraphBody body;  // the vector may move while its own subgraphs are read
    body.path = arena_->keep(path());
    ++depth_;
    graph(f, body);
    --depth_;
    graph_.subgraphs[id] = std::move(body);
  }

  void function(const WireField& message) {
    Inside in(*this, "functions", graph_.functions.size());
    Graph::Function out;
    fields(message, [&](const WireField& f) {
      switch (f.number) {
        case 1:
          out.name = name(f);
          break;
        case 4:
          if (entry()) out.inputs.push_back(name(f));
          break;
        case 5:
          if (entry()) out.outputs.push_back(name(f));
          break;
        case 7:
          if (is(f, kBytes) && room()) {
            Inside at(*this, "node", out.nodes.size());
            node(f, out.nodes, out.attribute_tensors);
          }
          break;
        case 9:
          if (is(f, kBytes)) opset(f, out.opsets);
          break;
        case 10:
          out.domain = domain(f);
          break;
        default:
          break;
      }
    });
    graph_.functions.push_back(std::move(out));
  }

  void value(const WireField& message, const char* step, std::vector<GraphTensor>& to) {
    if (!is(message, kBytes) || !room()) return;
    Inside in(*this, step, to.size());
    GraphTensor out;
    fields(message, [&](const WireField& f) {
      if (f.number == 1)
        out.name = name(f);
      else if (f.number == 2 && is(f, kBytes))
        type(f, &out);
    });
    to.push_back(std::move(out));
  }

  void type(const WireField& message, GraphTensor* to) {
    fields(message, [&](const WireField& f) {
      if (f.number == 1 || f.number == 8) {  // tensor_type, sparse_tensor_type
        if (!is(f, kBytes)) return;
        fields(f, [&](const WireField& t) {
          if (t.number == 1 && is(t, kVarint))
            to->dtype = dtype_of(t.value);
          else if (t.number == 2 && is(t, kBytes))
            shape(t, to);
        });
      } else if (f.number == 4 || f.number == 5 || f.number == 7 || f.number == 9) {
        to->is_tensor = false;
      }
    });
  }

  void shape(const WireField& message, GraphTensor* to) {
    to->has_shape = true;
    fields(message, [&](const WireField& f) {
      if (f.number != 1 || !is(f, kBytes) || !entry()) return;
      int64_t dim = -1;
      std::string_view param;
      fields(f, [&](const WireField& d) {
        if (d.number == 1 && is(d, kVarint))
          dim = static_cast<int64_t>(d.value);
        else if (d.number == 2)
          param = name(d);
      });
      if (!param.empty() && to->dim_params.empty()) to->dim_params.resize(to->dims.size());
      to->dims.push_back(dim < 0 ? -1 : dim);
      if (!param.empty() || !to->dim_params.empty()) to->dim_params.push_back(param);
    });
  }

  // One entry, or several packed ones.
  void dims(const WireField& f, Shape& to) {
    if (f.type != kBytes) {
      if (is(f, kVarint) && entry()) to.push_back(static_cast<int64_t>(f.value));
      return;
    }
    for (uint64_t pos = f.begin; pos < f.end && entry();) {
      uint64_t v = 0;
      if (reader_.varint(&pos, f.end, &v) != WireFault::kNone)
        return problem(Message(kBrokenField, pos, place()));
      to.push_back(static_cast<int64_t>(v));
    }
  }

  void tensor(const WireField& message, Initializer* to) {
    bool raw = false, segment = false;
    uint64_t pieces = 0, location = 0;
    std::optional<uint64_t> single_entry;  // of a field of varints
    size_t entries = 0;
    holds_yes_ = false;
    // `width`: bytes of an entry, 0 for varints
    const auto typed = [&](const WireField& f, unsigned width, WireType single) {
      if (raw) return;
      to->typed_field = static_cast<uint8_t>(f.number);
      ++pieces;
      to->offset = 0;
      if (f.type != kBytes) {
        if (!is(f, single)) return;
        to->bytes += width ? width : 1;
        ++to->typed_elements;
        if (!width) single_entry = f.value;
        return;
      }
      const uint64_t n = f.end - f.begin;
      to->bytes += n;
      if (pieces == 1) to->offset = f.begin;
      if (width && n % width) return problem(Message(kBrokenField, f.begin, place()));
      if (width) {
        to->typed_elements += n / width;
      } else if (n <= kMaxCountedVarints) {
        for (const char c : reader_.view(f.begin, static_cast<size_t>(n))) {
          if (static_cast<unsigned char>(c) < 0x80) ++to->typed_elements;
          single_entry = static_cast<unsigned char>(c);
        }
      } else {
        to->counted = false;
      }
    };
    fields(message, [&](const WireField& f) {
      switch (f.number) {
        case 1:
          dims(f, to->dims);
          break;
        case 2:
          if (is(f, kVarint)) to->dtype = dtype_of(f.value);
          break;
        case 3:
          segment = true;
          break;
        case 4:
          typed(f, 4, kFixed32);
          break;
        case 5:
        case 7:
        case 11:
          typed(f, 0, kVarint);
          break;
        case 10:
          typed(f, 8, kFixed64);
          break;
        case 6:
          if (!is(f, kBytes)) break;
          to->typed_field = 6;
          ++to->typed_elements;
          break;
        case 8:
          to->name = name(f);
          break;
        case 9:
          if (!is(f, kBytes)) break;
          raw = true;
          to->offset = f.begin;
          to->bytes = f.end - f.begin;
          to->typed_field = 0;
          to->typed_elements = 0;
          break;
        case 13:
          if (is(f, kBytes)) {
            Inside in(*this, "external_data", entries++);
            external(f, to);
          }
          break;
        case 14:
          if (is(f, kVarint)) location = f.value;
          break;
        default:
          break;
      }
    });
    if (segment) to->counted = false;
    to->external = location == 1 || (!to->location.empty() && !raw && pieces == 0);
    if (to->external) graph_.external_data = true;
    if (to->dtype != DType::kBool || to->bytes != 1 || to->external || segment) return;
    if (const auto byte = raw ? reader_.view(to->offset, 1) : std::string_view(); !byte.empty())
      single_entry = static_cast<unsigned char>(byte[0]);
    holds_yes_ = single_entry == 1u;
  }

  void external(const WireField& message, Initializer* to) {
    std::string_view key, text;
    fields(message, [&](const WireField& f) {
      if (f.number == 1)
        key = name(f);
      else if (f.number == 2)
        text = name(f);
    });
    if (key == "location") to->location = text;
  }

  Initializer sparse(const WireField& message) {
    Initializer out;
    Shape dense;
    fields(message, [&](const WireField& f) {
      if (f.number == 1 && is(f, kBytes)) {
        Inside in(*this, "values");
        tensor(f, &out);
      } else if (f.number == 2 && is(f, kBytes)) {
        Inside in(*this, "indices");
        Initializer indices;
        tensor(f, &indices);
      } else if (f.number == 3) {
        dims(f, dense);
      }
    });
    out.sparse = true;
    out.dims = std::move(dense);
    return out;
  }

  // "oid sha256:… \n size N" behind the version line.
  void lfs(std::string_view head) {
    const auto value = [&](std::string_view key) {
      const size_t at = head.find(key);
      if (at == std::string_view::npos) return std::string("?");
      const size_t begin = at + key.size();
      return std::string(head.substr(begin, head.find_first_of("\r\n", begin) - begin));
    };
    problem(Message(kLfs, value("\noid "), value("\nsize ")));
  }

  FileId file_;
  WireReader reader_;
  Graph& graph_;
  std::vector<Problem>& problems_;
  std::shared_ptr<Arena> arena_;
  std::vector<Step> steps_;
  std::vector<std::string_view> inputs_, outputs_;
  std::vector<std::string_view> yes_;  // constants of the main graph that hold one true
  std::vector<uint64_t> off_test_;     // nodes that state is_test = 0
  bool holds_yes_ = false;             // the tensor that was read last does
  uint64_t records_ = 0, entries_ = 0;
  int depth_ = 0;
  bool cut_off_ = false, stop_ = false;
};

}  // namespace

Parsed<std::unique_ptr<Graph>> parse_onnx(FileId file, RandomAccess& bytes) {
  Parsed<std::unique_ptr<Graph>> out;
  out.record = std::make_unique<Graph>();
  Walk(file, bytes, *out.record, out.problems).run();
  return out;
}

}  // namespace npulint
