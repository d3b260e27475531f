// Texts about a .bmodel. `model_tool --info`, `tpu_model --info`, the older `bm_model.bin --info`:
// lines `net 0: [name]  static`, `stage 0:`, `input: name, [1, 3], int8, scale: 0.1, zero point: 0`
// (sophgo/libsophon tpu-bmodel tools/tpu_model.cpp; wording of sophgo/tpu-mlir documents).
// `bmrt_test`: `NetName: n`, `---- stage 0 ----`, `Input 0) 'x' shape=[ 1 3 ] dtype=INT8 scale=1
// zero_point=0` (libsophon tpu-runtime bmruntime.cpp show_net_info), and of a run `net[n] stage[0],
// launch total time is 19590 us` with what follows it (app/bmrt_test.cpp). Numbers are printed with
// six digits.
#include "parsers/bmodel_info.h"

#include <algorithm>
#include <optional>
#include <string>
#include <utility>

#include "parsers/guarded.h"
#include "parsers/json_facts.h"
#include "parsers/log_lines.h"
#include "parsers/printed_lists.h"

namespace npulint {
namespace {

constexpr size_t kHead = 64 * 1024;  // bytes that recognition looks at
constexpr size_t kMaxStages = 2000;  // of one file
constexpr size_t kMaxTensors = 20'000;
constexpr size_t kMaxDims = 8;
constexpr size_t kMaxName = 1024;
constexpr size_t kMaxProblems = 50;
constexpr size_t npos = std::string_view::npos;

constexpr Text kBadTensor{
    "`{0}` is no whole line of a tensor: name, shape, type and scale are expected",
    "`{0}` 不是完整的张量行：应含名称、形状、类型和 scale"};
constexpr Text kNoNets{"the text lists no net with inputs or outputs",
                       "文本没有列出任何带输入或输出的网络"};
constexpr Text kTooMany{"more than {0} stages or {1} tensors are listed; the rest is not read",
                        "列出的 stage 超过 {0} 个或张量超过 {1} 个，其余未读取"};
constexpr Text kBadType{"the text prints the element type `{0}`, which is none",
                        "文本中的元素类型 `{0}` 不存在"};
constexpr Text kNoScale{"this text prints no scale", "该文本不含 scale"};
constexpr Text kNoImage{"a bmodel states no image format", "bmodel 不说明图像格式"};
constexpr Text kNoStrides{"this text prints no strides", "该文本不含步长"};

// `[BMRT][show_net_info:1475] INFO:` and the `# ` of texts that were copied as comments.
std::string_view strip(std::string_view line) {
  line = log_message(line);
  if (line.starts_with("# ")) line = trim(line.substr(1));
  for (int i = 0; i < 4 && line.starts_with('['); ++i) {
    const size_t end = line.find(']');
    if (end == npos) return line;
    line = trim(line.substr(end + 1));
  }
  for (std::string_view level : {"DEBUG:", "INFO:", "WARNING:", "WRONG:", "FATAL:"})
    if (line.starts_with(level)) return trim(line.substr(level.size()));
  return line;
}

// What follows is a remark that a document added.
bool is_remark(std::string_view rest) {
  rest = trim(rest);
  return rest.empty() || rest.starts_with('#') || rest.starts_with("//");
}

std::optional<std::string_view> after(std::string_view line, std::string_view word) {
  if (!line.starts_with(word)) return std::nullopt;
  return trim(line.substr(word.size()));
}

std::string_view first_word(std::string_view s) { return s.substr(0, s.find_first_of(" \t,")); }

// `Input 0) '`, `Output 12) '`.
std::optional<bool> runtime_tensor(std::string_view line) {
  const bool input = line.starts_with("Input ");
  if (!input && !line.starts_with("Output ")) return std::nullopt;
  const size_t at = line.find_first_not_of("0123456789", input ? 6 : 7);
  if (at == npos || at == (input ? 6u : 7u) || line.substr(at, 3) != ") '") return std::nullopt;
  return input;
}

// The runtime does not load what was built for another chip, and says for which.
constexpr std::string_view kArch = "with bmodel arch[";
bool is_refusal(std::string_view line) {
  return line.starts_with("Error: runtime arch[") && line.find(kArch) != npos;
}

// `net[vgg16] stage[0], launch total time is 19590 us (npu 19489 us, cpu 101 us)`; documents break
// the line before the number.
constexpr std::string_view kLaunch = "launch total time is";
bool is_launch(std::string_view line) {
  return line.starts_with("net[") && line.find(kLaunch) != npos;
}

// Figures of a run, and what they are called among the build settings.
struct Figure {
  std::string_view words, key;
};
constexpr Figure kFigures[] = {
    {"load input time(s):", "LOAD_INPUT_SECONDS"},
    {"calculate  time(s):", "CALCULATE_SECONDS"},
    {"get output time(s):", "GET_OUTPUT_SECONDS"},
    {"compare    time(s):", "COMPARE_SECONDS"},
};

bool is_net(std::string_view line) {
  return (line.starts_with("net ") && line.find(": [") != npos) || line.starts_with("net: [");
}

// The parts of one tensor's line.
struct Line {
  std::string_view name, shape, dtype, scale, zero;
};

constexpr int kMaxScaleWords = 16;  // of one line, names included

// `NAME, [SHAPE], TYPE, scale: S(, zero point: Z)`; the name may hold any of these characters, so
// from the right.
std::optional<Line> info_line(std::string_view s) {
  int tries = kMaxScaleWords;
  for (size_t at = s.rfind(", scale: "); at != npos && at > 0 && tries-- > 0;
       at = s.rfind(", scale: ", at - 1)) {
    Line out;
    std::string_view rest = s.substr(at + 9);
    out.scale = first_word(rest);
    rest = rest.substr(out.scale.size());
    for (std::string_view word : {", zero point: ", ", zero_point: "})
      if (rest.starts_with(word)) {
        rest = rest.substr(word.size());
        out.zero = first_word(rest);
        rest = rest.substr(out.zero.size());
        if (out.zero.empty()) return std::nullopt;
        break;
      }
    const std::string_view head = s.substr(0, at);
    const size_t comma = head.rfind("], ");
    if (comma == npos) return std::nullopt;
    const size_t open = comma == npos ? npos : head.rfind(", [", comma);
    if (open == npos || !is_remark(rest) || out.scale.empty()) continue;
    out.name = head.substr(0, open);
    out.shape = head.substr(open + 3, comma - open - 3);
    out.dtype = head.substr(comma + 3);
    return out;
  }
  return std::nullopt;
}

// `Input 0) 'NAME' shape=[ 1 3 ] dtype=INT8( scale=S)( zero_point=Z)( device_id=D)`
std::optional<Line> runtime_line(std::string_view s) {
  Line out;
  const size_t open = s.find('\''), close = s.rfind("' shape=[");
  if (open == npos || close == npos || close < open) return std::nullopt;
  out.name = s.substr(open + 1, close - open - 1);
  s = s.substr(close + 9);
  const size_t end = s.find(']');
  if (end == npos) return std::nullopt;
  out.shape = s.substr(0, end);
  s = s.substr(end + 1);
  const auto value = [&](std::string_view key) {
    const size_t at = s.find(key);
    return at == npos ? std::string_view{} : first_word(s.substr(at + key.size()));
  };
  out.dtype = value(" dtype=");
  out.scale = value(" scale=");
  out.zero = value(" zero_point=");
  if (out.dtype.empty() || (s.find(" scale=") != npos && out.scale.empty())) return std::nullopt;
  return out;
}

class Reader {
 public:
  Reader(FileId file, std::string_view bytes, Parsed<CompiledFile>& out)
      : file_(file), bytes_(bytes), out_(out) {}

  void read() {
    for (size_t pos = 0; pos < bytes_.size() && !full_;) {
      const size_t end = std::min(bytes_.find('\n', pos), bytes_.size());
      line(strip(bytes_.substr(pos, end - pos)));
      pos = end + 1;
    }
    close_net();
    auto& models = out_.record.models;
    // the runtime refused the file: what it said of the chip is all there is
    if (models.empty() && head_.chip && head_.describes) models.push_back(head_);
    std::erase_if(models, [](const CompiledModel& m) {
      return m.inputs.empty() && m.outputs.empty() && !m.describes &&
             !m.build.contains("LAUNCH_US");
    });
    if (models.empty() && out_.problems.empty()) problem(whole_file(file_), Message(kNoNets));
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
  Fact<std::string> text(std::string_view s, std::string path = {}) const {
    return {std::string(s.substr(0, kMaxName)), at(s, std::move(path))};
  }
  void set(CompiledModel& m, const char* key, std::string_view s) const { m.build[key] = text(s); }

  void line(std::string_view s) {
    if (const auto version = after(s, "bmodel version:")) {
      begin();
      std::string_view v = first_word(*version);
      if (const size_t dot = v.find('.'); dot == 1) v = v.substr(2);  // the type, "B."
      const size_t plus = v.find('+');
      head_.versions.emplace_back("bmodel", text(v.substr(0, plus)));
      if (plus != npos) head_.versions.emplace_back("tpu-mlir", text(v.substr(plus + 1)));
    } else if (const auto chip = after(s, "chip:"); chip && !first_word(*chip).empty()) {
      head_.chip = text(first_word(*chip));
    } else if (const auto processor = after(s, "processor:");
               processor && !first_word(*processor).empty()) {
      head_.chip = text(first_word(*processor));
    } else if (const auto time = after(s, "create time:")) {
      set(head_, "CREATED", trim(time->substr(0, std::min(time->find("  "), time->size()))));
    } else if (const auto file = after(s, "Loading bmodel from [")) {
      begin();
      if (const size_t end = file->find(']'); end != npos)
        head_.describes = text(file->substr(0, end));
    } else if (is_refusal(s)) {
      const std::string_view v = s.substr(s.find(kArch) + kArch.size());
      if (const size_t end = v.find(']'); end != npos && end > 0)
        head_.chip = text(v.substr(0, end));
    } else if (is_net(s)) {
      const size_t open = s.find('['), close = s.rfind(']');
      net(close == npos || close < open ? std::string_view{}
                                        : s.substr(open + 1, close - open - 1));
      dynamic_ = close != npos && s.substr(close).find("dynamic") != npos;
    } else if (const auto name = after(s, "NetName:")) {
      const size_t end = std::min({name->find(", Index="), name->find(", Cascade"), name->size()});
      net(name->substr(0, end));
      if (const size_t cores = name->find("CoreNum="); cores != npos)
        set(net_, "CORE_NUM", first_word(name->substr(cores + 8)));
    } else if (s.starts_with("stage ") || s.starts_with("---- stage ")) {
      stage(s);
    } else if (s.starts_with("input: ") || s.starts_with("output: ")) {
      const bool input = s[0] == 'i';
      tensor(s, input, info_line(s.substr(input ? 7 : 8)));
    } else if (const auto input = runtime_tensor(s)) {
      tensor(s, *input, runtime_line(s));
    } else {
      run(s);
    }
  }

  // The figures of one run: of the net that was listed last, or of one that is not listed.
  void run(std::string_view s) {
    auto& models = out_.record.models;
    if (is_launch(s)) {
      const size_t close = s.find(']');
      if (close == npos) return;
      const std::string_view name = s.substr(4, close - 4);
      const auto same = [&](const CompiledModel& m) { return m.name && *m.name == name; };
      const auto known = std::find_if(models.rbegin(), models.rend(), same);
      if (known == models.rend()) {
        net(name);
        stage(s);
        run_ = models.empty() ? npos : models.size() - 1;
      } else {
        run_ = models.size() - 1 - static_cast<size_t>(known - models.rbegin());
      }
      const std::string_view us = trim(s.substr(s.find(kLaunch) + kLaunch.size()));
      if (run_ != npos && !us.empty()) set(models[run_], "LAUNCH_US", first_word(us));
      return;
    }
    if (run_ == npos || run_ >= models.size()) return;
    CompiledModel& m = models[run_];
    for (const Figure& f : kFigures)
      if (const auto value = after(s, f.words); value && !value->empty())
        m.build.insert_or_assign(std::string(f.key), text(first_word(*value)));
    if (const auto us = s.find(" us (npu "); us != npos && !m.build.contains("LAUNCH_US"))
      set(m, "LAUNCH_US", first_word(s));
    if (s.starts_with("+++ The network[") && s.ends_with("+++"))
      for (std::string_view result : {"cmp success", "cmp failed"})
        if (const size_t at = s.find(result); at != npos)
          set(m, "COMPARED", s.substr(at + 4, result.size() - 4));
    // what was computed: shapes without names or types
    if (const auto output = after(s, "output data #")) {
      const size_t open = output->find(" shape: ["), close = output->find(']');
      if (open == npos || close == npos || close < open) return;
      const std::string_view dims = trim(output->substr(open + 9, close - open - 9));
      auto [it, fresh] = m.build.try_emplace("RUN_OUTPUT_SHAPES", text(dims));
      if (!fresh && it->second.value->size() < kMaxName)
        it->second.value->append(";").append(dims.substr(0, kMaxName));
    }
  }

  // The text about another file begins.
  void begin() {
    close_net();
    head_ = {};
    head_.file = file_;
    head_.format = "bmodel_info";
  }

  void net(std::string_view name) {
    close_net();
    if (head_.format.empty()) begin();
    net_ = head_;
    if (!name.empty()) net_.name = text(name);
    dynamic_ = false;
    first_ = out_.record.models.size();
    in_net_ = true;
  }

  void close_net() {
    auto& models = out_.record.models;
    const size_t n = models.size() - std::min(first_, models.size());
    for (size_t i = 0; n > 1 && i < n; ++i) {
      CompiledModel& m = models[first_ + i];
      m.build["STAGE"] = {std::to_string(i) + " of " + std::to_string(n), m.at};
    }
    in_net_ = false;
    first_ = models.size();
  }

  void stage(std::string_view s) {
    if (!in_net_) net({});
    if (out_.record.models.size() >= kMaxStages) return fill(s);
    out_.record.models.push_back(net_);
    CompiledModel& m = out_.record.models.back();
    m.at = at(s);
    if (const size_t cores = s.find("core num:"); cores != npos)
      set(m, "CORE_NUM", first_word(trim(s.substr(cores + 9))));
  }

  void fill(std::string_view s) {
    full_ = true;
    problem(at(s), Message(kTooMany, kMaxStages, kMaxTensors));
  }

  void tensor(std::string_view s, bool input, const std::optional<Line>& parts) {
    std::optional<std::pair<Shape, bool>> dims;
    if (parts) dims = shape(parts->shape);
    Quantization q;
    const bool scaled = parts && !parts->scale.empty();
    if (!parts || !dims || parts->name.size() > kMaxName || (scaled && !numbers(*parts, q)))
      return problem(at(s), Message(kBadTensor, clip(s)));
    // tensors without a heading: lines that were copied out of a transcript
    if (!in_net_ || out_.record.models.size() == first_) stage(s);
    if (full_) return;
    if (++tensors_ > kMaxTensors) return fill(s);
    CompiledModel& m = out_.record.models.back();
    auto& list = input ? m.inputs : m.outputs;
    const std::string path =
        std::string(input ? "input[" : "output[") + std::to_string(list.size()) + "]";
    CompiledTensor t;
    t.is_input = input;
    t.index = static_cast<int>(list.size());
    t.name = std::string(parts->name);
    t.at = at(s, path);
    m.at.end = std::max(m.at.end, t.at.end);
    const auto dtype = parse_dtype(parts->dtype);
    if (dtype)
      t.dtype = {*dtype, at(parts->dtype, path)};
    else
      t.dtype = Fact<DType>::absent(Message(kBadType, clip(parts->dtype)));
    // of a dynamic net the largest shape is printed: `max:` where it may vary, all of an output
    if (dynamic_ && !input) std::fill(dims->first.begin(), dims->first.end(), -1);
    t.shape = {std::move(dims->first), at(parts->shape, path)};
    if (!scaled)
      t.quant = Fact<Quantization>::absent(Message(kNoScale));
    else
      t.quant = {dtype && is_float(*dtype) && is_plain(q) ? Quantization{} : q,
                 at(parts->scale, path)};
    t.image.missing = Message(kNoImage);
    t.strides.missing = Message(kNoStrides);
    list.push_back(std::move(t));
  }

  static bool is_plain(const Quantization& q) {
    return q.scales[0] == 1 && (q.zero_points.empty() || q.zero_points[0] == 0);
  }

  static bool numbers(const Line& parts, Quantization& q) {
    const auto scale = printed_numbers(parts.scale);
    if (!scale || scale->size() != 1) return false;
    q.kind = Quantization::Kind::kScale;
    q.rounded = true;
    q.scales = *scale;
    if (parts.zero.empty()) return true;
    const auto zero = printed_integer(parts.zero);
    if (zero) q.zero_points = {*zero};
    return zero.has_value();
  }

  // `1, max:3, 640` or ` 1 3 640 `; `max:` is not known before run time.
  static std::optional<std::pair<Shape, bool>> shape(std::string_view s) {
    Shape out;
    bool varies = false;
    for (size_t i = s.find_first_not_of(" ,"); i != npos; i = s.find_first_not_of(" ,", i)) {
      const size_t end = std::min(s.find_first_of(" ,", i), s.size());
      std::string_view word = s.substr(i, end - i);
      const bool most = word.starts_with("max:");
      if (most) word = word.substr(4);
      const auto n = printed_integer(word);
      if (!n || *n < 0 || out.size() == kMaxDims) return std::nullopt;
      out.push_back(most ? -1 : *n);
      varies = varies || most;
      i = end;
    }
    return std::pair{std::move(out), varies};
  }

  FileId file_;
  std::string_view bytes_;
  Parsed<CompiledFile>& out_;
  CompiledModel head_, net_;  // what holds for all nets, for all stages of this net
  bool in_net_ = false, dynamic_ = false, full_ = false;
  size_t first_ = 0;   // stage of this net, in the models
  size_t run_ = npos;  // the model whose run the lines speak of
  size_t tensors_ = 0;
};

}  // namespace

bool looks_like_bmodel_info(std::string_view bytes) {
  const std::string_view head = bytes.substr(0, kHead);
  bool version = false, loading = false;
  for (size_t pos = 0; pos < head.size();) {
    const size_t end = std::min(head.find('\n', pos), head.size());
    const std::string_view s = strip(head.substr(pos, end - pos));
    pos = end + 1;
    if (s.starts_with("bmodel version:")) version = true;
    if (version && (s.starts_with("chip:") || s.starts_with("processor:") || is_net(s)))
      return true;
    if (s.starts_with("Loading bmodel from [")) loading = true;
    if (loading && is_refusal(s)) return true;
    if (is_launch(s)) return true;
    if (runtime_tensor(s) && s.find("' shape=[") != npos && s.find(" dtype=") != npos) return true;
  }
  return false;
}

Parsed<CompiledFile> parse_bmodel_info(FileId file, std::string_view bytes) {
  return guarded<CompiledFile>(file, kTextFails,
                               [&](Parsed<CompiledFile>& out) { Reader(file, bytes, out).read(); });
}

}  // namespace npulint
