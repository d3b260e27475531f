// Training mode of ONNX operators. Source: the operators' versions in ONNX's Operators.md and
// Changelog.md: `is_test` of BatchNormalization and Dropout went in opset 7, the input
// `training_mode` of Dropout came in 12, the attribute of BatchNormalization in 14.
#include "parsers/onnx_training.h"

#include <algorithm>
#include <optional>
#include <unordered_set>

namespace npulint {
namespace {

// Older opsets say otherwise that an operator works as in training.
constexpr int64_t kBatchNormHasMode = 14, kDropoutHasMode = 12, kIsTestGone = 7;

class TrainingMode {
 public:
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
  bool is_yes(std::string_view name) {
    if (!fixed_) {
      fixed_.emplace(yes_.begin(), yes_.end());
      for (const GraphTensor& t : graph_.main.inputs) fixed_->erase(t.name);
    }
    return fixed_->count(name) > 0;
  }

  Graph& graph_;
  const std::vector<uint64_t>& off_test_;
  const std::vector<std::string_view>& yes_;
  std::unordered_set<std::string_view> read_;
  std::optional<std::unordered_set<std::string_view>> fixed_;  // true, and no input
};

}  // namespace

void mark_training(Graph& graph, const std::vector<uint64_t>& off_test,
                   const std::vector<std::string_view>& yes) {
  TrainingMode(graph, off_test, yes).mark();
}

}  // namespace npulint
