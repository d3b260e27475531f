// Messages: `There are 201 samples in the data set.` (1.24; `calibration data set` 1.18, `dataset`
// hb_compile), `number of calibration data samples: 100` (1.1), `Select
// max-percentile:percentile=0.99995 method.`, `Run calibration model with kl method.` (a method
// that was set, not searched for), `The calibration dataset has not been specified, the calibration
// method is modified to skip` (hb_compile), `hbdk.insert_image_preprocess input kwargs {'index': 0,
// 'mode': 'yuvbt601full2rgb', 'divisor': 1, 'mean': [0.0, …], 'std': [255.0, …], …}`.
#include "parsers/log_steps.h"

#include <string>
#include <utility>

#include "parsers/printed_lists.h"
#include "parsers/python_repr.h"

namespace npulint {
namespace {

constexpr size_t kMaxText = 4096;      // bytes of a method or of arguments
constexpr size_t kMaxInserted = 1000;  // operators
constexpr size_t kMaxNodes = 4096;     // of the arguments of one
constexpr size_t kMaxSamples = 18;     // digits
constexpr int64_t kMaxInput = 1000;    // index
constexpr size_t npos = std::string_view::npos;

std::string_view between(std::string_view s, std::string_view before, std::string_view after) {
  if (!s.starts_with(before)) return {};
  s.remove_prefix(before.size());
  const size_t end = s.find(after);
  return end == npos ? std::string_view{} : trim(s.substr(0, end));
}

std::string_view samples(std::string_view s) {
  if (const auto n = between(s, "There are ", " samples in the "); !n.empty()) return n;
  static constexpr std::string_view kOld = "number of calibration data samples: ";
  return s.starts_with(kOld) ? trim(s.substr(kOld.size())) : std::string_view{};
}

// Words that say how a method is looked for.
bool is_search(std::string_view s) {
  return s.find("search") != npos || s.find("calibration") != npos || s == "default";
}

std::vector<double> list(const JsonNode* n) {
  return n && n->is(JsonNode::Kind::kNumbers) ? n->numbers : std::vector<double>{};
}

// `hbdk.insert_transpose input kwargs {'index': 0, 'permutes': [0, 3, 1, 2]}`
bool inserted(FileId file, std::string_view bytes, std::string_view s, BuildLog& log) {
  static constexpr std::string_view kTool = "hbdk.", kArguments = " input kwargs ";
  if (!s.starts_with("hbdk.insert_")) return false;
  const size_t at = s.find(kArguments);
  if (at == npos) return true;
  BuildLog::InsertedOp op;
  op.op = std::string(s.substr(kTool.size(), at - kTool.size()));
  const std::string_view arguments = trim(s.substr(at + kArguments.size()));
  op.arguments = std::string(arguments.substr(0, kMaxText));
  const auto begin = static_cast<uint64_t>(s.data() - bytes.data());
  op.at = {file, begin, begin + s.size(), {}};
  size_t budget = kMaxNodes;
  const auto tree = parse_python_repr(arguments, budget);
  const JsonNode* index = tree ? find(*tree, "index") : nullptr;
  // without its index it belongs to no input
  if (!index || !index->is(JsonNode::Kind::kNumber) || !(index->number >= 0) ||
      !(index->number < kMaxInput) || log.inserted.size() >= kMaxInserted)
    return true;
  op.input = static_cast<int64_t>(index->number);
  if (const JsonNode* mode = find(*tree, "mode"); mode && mode->is(JsonNode::Kind::kString))
    op.mode = mode->text;
  if (const JsonNode* d = find(*tree, "divisor"); d && d->is(JsonNode::Kind::kNumber))
    op.divisor = d->number;
  op.mean = list(find(*tree, "mean"));
  op.std = list(find(*tree, "std"));
  log.inserted.push_back(std::move(op));
  return true;
}

}  // namespace

bool take_log_step(FileId file, std::string_view bytes, std::string_view s, BuildLog& log) {
  const auto text = [&](std::string_view part) -> Fact<std::string> {
    const auto begin = static_cast<uint64_t>(part.data() - bytes.data());
    return {std::string(part.substr(0, kMaxText)), {file, begin, begin + part.size(), {}}};
  };
  if (const auto n = samples(s); !n.empty()) {
    const auto count = n.size() <= kMaxSamples ? printed_integer(n) : std::nullopt;
    if (count && *count >= 0) log.calibration_count = {*count, text(n).at};
    return count.has_value();
  }
  if (const auto method = between(s, "Select ", " method."); !method.empty()) {
    log.calibration_method = text(method);
    return true;
  }
  if (const auto method = between(s, "Run calibration model with ", " method."); !method.empty()) {
    if (!log.calibration_method && !is_search(method)) log.calibration_method = text(method);
    return true;
  }
  if (s.find("the calibration method is modified to skip") != npos) {
    log.calibration_skipped = text(s);
    return true;
  }
  return inserted(file, bytes, s, log);
}

}  // namespace npulint
