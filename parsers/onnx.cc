// ONNX models in binary form. Source: onnx.proto of the ONNX project (field numbers and wire types
// are those of ModelProto and its parts; element types up to IR version 12). A walk over the wire:
// no schema object is built, tensor payloads are passed over, unknown fields are skipped, no IR or
// opset version is refused.
#include "parsers/onnx.h"

#include <algorithm>
#include <optional>
#include <string>
#include <vector>

#include "parsers/onnx_tensors.h"
#include "parsers/onnx_training.h"

namespace npulint {
namespace {

using namespace onnx_wire;

constexpr int kMaxGraphDepth = 32;  // graphs inside graphs
constexpr uint64_t kBytesARecord = 64,
                   kMostReserved = 32768;  // room made for nodes and for initializers

constexpr Text kEmpty{"the file is empty", "文件为空"};
constexpr Text kLfs{"the file is a Git LFS pointer (oid {0}, size {1}); run `git lfs pull`",
                    "该文件是 Git LFS 指针（oid {0}，大小 {1}）；请运行 `git lfs pull`"};
constexpr Text kForeign{"the file holds none of the fields of an ONNX model",
                        "文件中没有 ONNX 模型的任何字段"};
constexpr Text kTooDeep{"{0} is nested deeper than {1} graphs", "{0} 的子图嵌套超过 {1} 层"};

class Walk : TensorWalk {
 public:
  using TensorWalk::TensorWalk;

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
    mark_training(graph_, off_test_, yes_);
    if (!known && !graph_.damaged) problem(Message(kForeign));
  }

 private:
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

  std::vector<std::string_view> inputs_, outputs_;
  std::vector<std::string_view> yes_;  // constants of the main graph that hold one true
  std::vector<uint64_t> off_test_;     // nodes that state is_test = 0
  int depth_ = 0;
};

}  // namespace

Parsed<std::unique_ptr<Graph>> parse_onnx(FileId file, RandomAccess& bytes) {
  Parsed<std::unique_ptr<Graph>> out;
  out.record = std::make_unique<Graph>();
  Walk(file, bytes, *out.record, out.problems).run();
  return out;
}

}  // namespace npulint
