#include "lint/graph_tail.h"

#include <algorithm>

namespace npulint {
namespace {

constexpr int kMostSteps = 4096;

using sv = std::string_view;

// The values of the first output are values of the first input.
constexpr sv kSameValues[] = {
    "Identity",       "Cast",         "Transpose",      "Reshape",
    "Flatten",        "Squeeze",      "Unsqueeze",      "Slice",
    "Split",          "Gather",       "GatherElements", "GatherND",
    "ReduceMax",      "ReduceMin",    "MaxPool",        "TopK",
    "Dropout",        "Expand",       "Tile",           "Clip",
    "QuantizeLinear", "DepthToSpace", "SpaceToDepth",   "DequantizeLinear"};

constexpr sv kActivations[] = {"Sigmoid",    "HardSigmoid", "Softmax",
                               "LogSoftmax", "ArgMax",      "ArgMin"};

// Operators that give new values, none of them an activation that a reader would apply.
constexpr sv kNewValues[] = {"Abs",
                             "Add",
                             "AveragePool",
                             "BatchNormalization",
                             "Ceil",
                             "Constant",
                             "ConstantOfShape",
                             "Conv",
                             "ConvInteger",
                             "ConvTranspose",
                             "Cos",
                             "CumSum",
                             "Div",
                             "Einsum",
                             "Elu",
                             "Equal",
                             "Erf",
                             "Exp",
                             "Floor",
                             "GRU",
                             "Gelu",
                             "Gemm",
                             "GlobalAveragePool",
                             "GlobalMaxPool",
                             "Greater",
                             "GridSample",
                             "HardSwish",
                             "InstanceNormalization",
                             "LRN",
                             "LSTM",
                             "LayerNormalization",
                             "LeakyRelu",
                             "Less",
                             "Log",
                             "LpNormalization",
                             "MatMul",
                             "MatMulInteger",
                             "Mish",
                             "Mod",
                             "Mul",
                             "Neg",
                             "NonMaxSuppression",
                             "NonZero",
                             "Not",
                             "OneHot",
                             "PRelu",
                             "Pad",
                             "Pow",
                             "QLinearConv",
                             "QLinearMatMul",
                             "RNN",
                             "Range",
                             "Reciprocal",
                             "ReduceL2",
                             "ReduceMean",
                             "ReduceSum",
                             "Relu",
                             "Resize",
                             "RoiAlign",
                             "Round",
                             "ScatterElements",
                             "ScatterND",
                             "Selu",
                             "Shape",
                             "Sign",
                             "Sin",
                             "Softplus",
                             "Softsign",
                             "Sqrt",
                             "Sub",
                             "Sum",
                             "Tanh",
                             "Upsample",
                             "Where"};

bool in(sv op, const sv* begin, const sv* end) { return std::find(begin, end, op) != end; }
bool standard(const GraphNode& n) { return n.domain.empty() || n.domain == "ai.onnx"; }

std::string shown(sv name, sv otherwise) { return std::string(name.empty() ? otherwise : name); }

}  // namespace

bool is_bounded(sv op) { return op == "Sigmoid" || op == "HardSigmoid" || op == "Softmax"; }

// The node that makes a value what it is, behind operators that only hand values on.
struct GraphTail::Step {
  const GraphNode* node = nullptr;  // null: an input, an initializer, or not known
  sv value;                         // its output
  bool known = true;
};

struct GraphTail::Branch {
  Step step;
  sv value;  // as the concatenation reads it
};

GraphTail::GraphTail(const Graph& graph) : graph_(graph), names_(names_of(graph)) {}

bool GraphTail::produces(sv value) const { return names_.producer_of(value) != GraphNames::kNone; }

const GraphNode* GraphTail::producer(sv value, size_t* output) const {
  const uint32_t i = names_.producer_of(value);
  if (i == GraphNames::kNone) return nullptr;
  const GraphNode& n = graph_.main.nodes[i];
  *output =
      static_cast<size_t>(std::find(n.outputs.begin(), n.outputs.end(), value) - n.outputs.begin());
  return &n;
}

GraphTail::Step GraphTail::source(sv value) const {
  Step s;
  s.value = value;
  for (int left = kMostSteps; left > 0; --left) {
    size_t output = 0;
    const GraphNode* n = producer(s.value, &output);
    if (!n) {
      s.known = !graph_.damaged;
      return s;
    }
    const bool passes = standard(*n) && in(n->op, std::begin(kSameValues), std::end(kSameValues)) &&
                        !n->inputs.empty() && (output == 0 || n->op == "Split");
    if (!passes) {
      s.node = n;
      return s;
    }
    s.value = n->inputs[0];
  }
  s.known = false;
  return s;
}

std::optional<TailActivation> GraphTail::activation(sv value, bool* in_part) const {
  int budget = kMostSteps;
  *in_part = false;
  return activation(value, in_part, &budget);
}

std::optional<TailActivation> GraphTail::activation(sv value, bool* in_part, int* budget) const {
  if (--*budget < 0) return std::nullopt;
  const Step s = source(value);
  if (!s.known) return std::nullopt;
  if (!s.node) return TailActivation{};
  const GraphNode& n = *s.node;
  if (!standard(n)) return std::nullopt;
  if (in(n.op, std::begin(kActivations), std::end(kActivations)))
    return TailActivation{std::string(n.op), shown(n.name, s.value)};
  if (n.op == "TopK") return TailActivation{};  // its indices
  if (n.op != "Concat" && n.op != "Max" && n.op != "Min") {
    if (in(n.op, std::begin(kNewValues), std::end(kNewValues))) return TailActivation{};
    return std::nullopt;
  }
  std::optional<TailActivation> all;
  for (const sv input : n.inputs) {
    const auto one = activation(input, in_part, budget);
    if (!one) return std::nullopt;
    if (!all) {
      all = one;
    } else if (all->op != one->op) {
      if (all->op.empty()) all = one;
      *in_part = true;
    }
  }
  return all ? *all : TailActivation{};
}

// False when not all of them can be told.
bool GraphTail::branches(sv value, std::vector<Branch>* out, int* budget) const {
  if (--*budget < 0) return false;
  const Step s = source(value);
  if (!s.node || s.node->op != "Concat" || !standard(*s.node)) {
    out->push_back({s, value});
    return s.known;
  }
  bool all = true;
  for (const sv input : s.node->inputs) all = branches(input, out, budget) && all;
  return all;
}

std::optional<MixedRange> GraphTail::mixture(sv value) const {
  const Step s = source(value);
  if (!s.known) return std::nullopt;
  if (!s.node) return MixedRange{};
  if (!standard(*s.node)) return std::nullopt;
  if (s.node->op != "Concat") return MixedRange{};
  std::vector<Branch> list;
  int budget = kMostSteps;
  bool all = branches(value, &list, &budget);
  MixedRange m;
  for (const Branch& b : list) {
    if (!b.step.node || b.step.node->op == "Constant") continue;
    const GraphNode& n = *b.step.node;
    all = all && standard(n);
    const bool bounded = standard(n) && is_bounded(n.op);
    std::string& name = bounded ? m.bounded : m.other;
    if (!name.empty()) continue;
    name = std::string(b.value);
    if (bounded) m.bounded_op = std::string(n.op);
  }
  if (!m.bounded.empty() && !m.other.empty()) {
    m.node = shown(s.node->name, s.value);
    return m;
  }
  if (!all) return std::nullopt;
  return MixedRange{};
}

}  // namespace npulint
