// The properties of hbm_runtime (S100, S600) as the Python samples of the RDK model zoo print them:
// sections `=== Input Tensor Shapes ===`, in each the models as `NAME:` and below them one line a
// tensor, `  NAME -> shape: [1, 1000]`, or a block of `quanti_type:`, `quantize_axis:`,
// `scale_data:`, `zero_point_data:` (hbDNN pages of the D-Robotics documentation). The names come
// in the order of the model, the other sections in any order. Long arrays are wrapped, and
// shortened by numpy.
#include "parsers/runtime_dump.h"

#include <algorithm>
#include <optional>
#include <string>

#include "parsers/guarded.h"
#include "parsers/json_facts.h"
#include "parsers/log_lines.h"
#include "parsers/printed_lists.h"
#include "parsers/python_repr.h"
#include "parsers/runtime_lines.h"
#include "parsers/tensor_words.h"

namespace npulint {
namespace {

constexpr size_t kHead = 64 * 1024;  // bytes that recognition looks at
constexpr size_t kMaxModels = 100;
constexpr size_t kMaxTensors = 5000;         // of one file
constexpr size_t kMaxLookups = 50'000;       // lines that speak of a tensor
constexpr size_t kMaxWrapped = 128u << 10;   // bytes of one printed array
constexpr size_t kMaxReprNodes = 1'000'000;  // of all printed values together
constexpr size_t kMaxProblems = 50;
constexpr size_t npos = std::string_view::npos;

constexpr Text kNothing{"the text names no tensor", "文本没有给出任何张量名称"};
constexpr Text kBroken{"the printed {0} of `{1}` is cut off or broken",
                       "打印的 `{1}` 的 {0} 被截断或不完整"};
constexpr std::string_view kQuant = "quantisation";
constexpr Text kUnnamed{"`{0}` has a {1}, but is not among the names of its model",
                        "`{0}` 有 {1}，但不在其模型的名称中"};
constexpr Text kTooMany{"more than {0} models or {1} tensors are listed; the rest is not read",
                        "列出的模型超过 {0} 个或张量超过 {1} 个，其余未读取"};

enum class Part { kNone, kModels, kNames, kShapes, kTypes, kQuants, kStrides };
struct Section {
  std::string_view title;
  bool is_input;
  Part part;
};
constexpr Section kSections[] = {
    {"Model Name List", true, Part::kModels},
    {"Input Names", true, Part::kNames},
    {"Input Tensor Shapes", true, Part::kShapes},
    {"Input Tensor Types", true, Part::kTypes},
    {"Input Quantization Info", true, Part::kQuants},
    {"Input Tensor Stride", true, Part::kStrides},
    {"Output Names", false, Part::kNames},
    {"Output Tensor Shapes", false, Part::kShapes},
    {"Output Tensor Types", false, Part::kTypes},
    {"Output Quantization Info", false, Part::kQuants},
    {"Output Tensor Stride", false, Part::kStrides},
};

// `=== Output Names ===`; none for another line, an unknown title has no part.
std::optional<Section> section(std::string_view s) {
  if (!s.starts_with("===") || !s.ends_with("===") || s.size() < 6) return std::nullopt;
  const size_t a = s.find_first_not_of("= "), b = s.find_last_not_of("= ");
  Section out{{}, false, Part::kNone};
  if (a == npos) return out;
  for (const Section& known : kSections)
    if (s.substr(a, b - a + 1) == known.title) out = known;
  return out;
}

class Reader {
 public:
  Reader(FileId file, std::string_view bytes, Parsed<CompiledFile>& out)
      : file_(file), bytes_(bytes), out_(out), facts_(file, out.problems) {}

  void read() {
    each_line(bytes_, [&](std::string_view s, size_t& next) {
      line(s, next);
      return !full_;
    });
    close_quant();
    for (CompiledModel& m : out_.record.models) preamble_.copy_to(m);
    std::erase_if(out_.record.models,
                  [](const CompiledModel& m) { return m.inputs.empty() && m.outputs.empty(); });
    if (out_.record.models.empty() && out_.problems.empty())
      problem(whole_file(file_), Message(kNothing));
  }

 private:
  Evidence at(std::string_view part, std::string path = {}) const {
    const auto begin = static_cast<uint64_t>(part.data() - bytes_.data());
    return {file_, begin, begin + part.size(), std::move(path)};
  }
  void problem(Evidence where, Message what) {
    if (out_.problems.size() < kMaxProblems)
      out_.problems.push_back({Problem::Kind::kUnreadable, std::move(where), std::move(what)});
  }

  void line(std::string_view s, size_t& next) {
    if (s.empty()) return;
    if (const auto heading = section(s)) {
      close_quant();
      // another dump begins: models of the same name are others
      if (heading->part == Part::kModels) first_ = out_.record.models.size();
      now_ = *heading;
      model_ = npos;
      return;
    }
    if (now_.part == Part::kNone || now_.part == Part::kModels) {
      preamble_.read(s, file_, at(s).begin);
      return;
    }
    if (now_.part == Part::kNames) return name(s);
    if (now_.part == Part::kQuants) return quant(s, next);
    property(s);
  }

  // `resnet18:`: of which model the next lines speak.
  bool open_model(std::string_view s) {
    if (!s.ends_with(':')) return false;
    const std::string_view name = trim(s.substr(0, s.size() - 1));
    auto& models = out_.record.models;
    for (size_t i = first_; i < models.size(); ++i)
      if (*models[i].name == name) {
        model_ = i;
        return true;
      }
    if (now_.part != Part::kNames) return false;  // a tensor's block
    if (models.size() >= kMaxModels) {
      fill(s);
      return true;
    }
    CompiledModel m;
    m.file = file_;
    m.format = "hbm_runtime";
    m.name = {std::string(name), at(name)};
    m.at = at(name);
    models.push_back(std::move(m));
    model_ = models.size() - 1;
    return true;
  }

  void fill(std::string_view s) {
    full_ = true;
    problem(at(s), Message(kTooMany, kMaxModels, kMaxTensors));
  }

  void name(std::string_view s) {
    if (open_model(s)) return;
    if (!s.starts_with("- ") || model_ == npos) return;
    if (++tensors_ > kMaxTensors) return fill(s);
    CompiledModel& m = out_.record.models[model_];
    auto& list = now_.is_input ? m.inputs : m.outputs;
    CompiledTensor t;
    t.is_input = now_.is_input;
    t.index = static_cast<int>(list.size());
    const std::string_view word = trim(s.substr(2));
    t.name = word;
    t.at =
        at(word, std::string(now_.is_input ? "input[" : "output[") + std::to_string(t.index) + "]");
    m.at.end = std::max(m.at.end, t.at.end);
    list.push_back(std::move(t));
  }

  // Of the model that the lines speak of.
  CompiledTensor* known(std::string_view name) {
    CompiledModel& m = out_.record.models[model_];
    for (CompiledTensor& t : now_.is_input ? m.inputs : m.outputs)
      if (t.name == name) return &t;
    return nullptr;
  }

  CompiledTensor* tensor(std::string_view name, std::string_view property, std::string_view line) {
    if (++looked_up_ > kMaxLookups) full_ = true;
    if (CompiledTensor* t = model_ == npos ? nullptr : known(name)) return t;
    problem(at(line), Message(kUnnamed, clip(name), std::string(property)));
    return nullptr;
  }

  // `input_y -> shape: [1, 224, 224, 1]`
  void property(std::string_view s) {
    static constexpr std::string_view kArrow = " -> ";
    const size_t arrow = s.rfind(kArrow);
    if (arrow == npos) return (void)open_model(s);
    const std::string_view rest = s.substr(arrow + kArrow.size());
    const size_t colon = rest.find(':');
    if (colon == npos) return;
    const std::string_view word = rest.substr(0, colon), value = trim(rest.substr(colon + 1));
    CompiledTensor* t = tensor(s.substr(0, arrow), word, s);
    if (!t) return;
    if (now_.part == Part::kTypes) {
      if (const auto image = image_type(enumerator(value)))
        t->image = {*image, at(value, t->at.path)};
      else if (const auto dtype = element_type(value))
        t->dtype = {*dtype, at(value, t->at.path)};
      else
        t->dtype = Fact<DType>::absent(broken(*t, word, value));
      return;
    }
    auto numbers = integers(value);
    Fact<std::vector<int64_t>> fact;
    if (numbers)
      fact = {std::move(*numbers), at(value, t->at.path)};
    else
      fact = Fact<std::vector<int64_t>>::absent(broken(*t, word, value));
    (now_.part == Part::kShapes ? t->shape : t->strides) = std::move(fact);
  }

  Message broken(const CompiledTensor& t, std::string_view word, std::string_view where) {
    const Message m(kBroken, std::string(word), clip(t.name));
    problem(at(where), m);
    return m;
  }

  // `[1, 224]`, `(1, 224)`; -1 where the caller decides.
  static std::optional<std::vector<int64_t>> integers(std::string_view s) {
    if (s.size() < 2 || (s.front() != '[' && s.front() != '(') ||
        (s.back() != ']' && s.back() != ')'))
      return std::nullopt;
    auto v = printed_tuple("(" + std::string(s.substr(1, s.size() - 2)) + ")");
    if (v && std::any_of(v->begin(), v->end(), [](int64_t n) { return n < -1; }))
      return std::nullopt;
    return v;
  }

  // `output:` opens a block, then `quanti_type: SCALE` and so on, down to the next tensor.
  void quant(std::string_view s, size_t& next) {
    const size_t colon = s.find(": ");
    if (s.ends_with(':')) {
      const std::string_view word = trim(s.substr(0, s.size() - 1));
      for (std::string_view key : {"scale_data", "zero_point_data"})
        if (word == key) return;  // nothing follows: cut off, or an empty value
      close_quant();
      // the first such line of a section names a model; later ones a tensor, even of the same name
      if ((model_ != npos && known(word)) || !open_model(s)) block_ = tensor(word, kQuant, s);
      return;
    }
    if (!block_ || colon == npos) return;
    const std::string_view key = trim(s.substr(0, colon));
    std::string_view value = trim(s.substr(colon + 2));
    if (value.starts_with('[')) value = wrapped(value, next);
    JsonEntry e;
    e.key = key;
    e.value.range = {at(value).begin, at(value).end};
    if (key == "scale_data" || key == "zero_point_data") {
      auto list = array(value);
      if (!list) {
        block_->quant = Fact<Quantization>::absent(broken(*block_, key, value));
        block_ = nullptr;
        return;
      }
      if (key == "scale_data") by_numpy_ = value.find(',') == npos;
      list->range = e.value.range;
      e.value = std::move(*list);
    } else if (const auto n = printed_integer(value)) {
      e.value.kind = JsonNode::Kind::kNumber;
      e.value.number = static_cast<double>(*n);
    } else {
      e.value.kind = JsonNode::Kind::kString;
      e.value.text = value;
    }
    if (pairs_.entries.empty()) pairs_.range.begin = at(s).begin;
    pairs_.range.end = e.value.range.end;
    pairs_.entries.push_back(std::move(e));
  }

  // An array goes on over the next lines up to its bracket.
  std::string_view wrapped(std::string_view value, size_t& next) const {
    const size_t begin = static_cast<size_t>(value.data() - bytes_.data());
    const std::string_view rest = bytes_.substr(begin, kMaxWrapped);
    const size_t end = rest.find(']');
    if (end == npos || rest.substr(0, end).find('=') != npos) return value;
    next = std::max(next, std::min(bytes_.find('\n', begin + end), bytes_.size()) + 1);
    return rest.substr(0, end + 1);
  }

  // `[0.1, 0.2]` of a list, `[0.1 0.2 ... 0.9]` of a numpy array.
  std::optional<JsonNode> array(std::string_view s) {
    if (!s.starts_with('[') || !s.ends_with(']')) return std::nullopt;
    if (s.find(',') != npos) return parse_python_repr(s, budget_);
    std::string with_commas;
    bool gap = false;
    for (char c : s.substr(1, s.size() - 2)) {
      const bool space = c == ' ' || c == '\t' || c == '\r' || c == '\n';
      if (!space && gap && !with_commas.empty()) with_commas += ',';
      if (!space) with_commas += c;
      gap = space;
    }
    return parse_python_repr("[" + with_commas + "]", budget_);
  }

  void close_quant() {
    if (block_ && !pairs_.entries.empty()) {
      block_->quant = facts_.quantization(pairs_, block_->at.path + ".quantization", false);
      if (block_->quant) block_->quant.value->rounded = by_numpy_;
    }
    block_ = nullptr;
    pairs_ = {};
    pairs_.kind = JsonNode::Kind::kObject;
  }

  FileId file_;
  std::string_view bytes_;
  Parsed<CompiledFile>& out_;
  JsonFacts facts_;
  RuntimePreamble preamble_;
  Section now_{{}, false, Part::kNone};
  size_t first_ = 0;                 // model of this dump
  size_t model_ = npos;              // that the lines speak of
  CompiledTensor* block_ = nullptr;  // whose quantisation is being read
  JsonNode pairs_;
  size_t tensors_ = 0, looked_up_ = 0, budget_ = kMaxReprNodes;
  bool by_numpy_ = false;  // the scales were printed by numpy: with eight digits
  bool full_ = false;
};

}  // namespace

bool looks_like_runtime_listing(std::string_view bytes) {
  bool names = false, found = false;
  each_line(bytes.substr(0, kHead), [&](std::string_view s, size_t&) {
    const auto heading = section(s);
    if (!heading || heading->part == Part::kNone || heading->part == Part::kModels) return true;
    found = names && heading->part != Part::kNames;
    names = names || heading->part == Part::kNames;
    return !found;
  });
  return found;
}

Parsed<CompiledFile> parse_runtime_listing(FileId file, std::string_view bytes) {
  return guarded<CompiledFile>(file, kTextFails,
                               [&](Parsed<CompiledFile>& out) { Reader(file, bytes, out).read(); });
}

}  // namespace npulint
