// `hrt_model_exec model_info` text: libdnn 1.x (X3, Ultra, X5), UCP 3.x (S100, J6) and the newer
// UCP lines without trailing commas; further the dumps of libdnn sample programs that print the
// same properties as enum numbers. Lines are found by their first words, blocks by `input[0]:`; the
// order of keys and unknown lines do not matter.
#include "parsers/model_info.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <exception>
#include <string>

#include "parsers/guarded.h"
#include "parsers/json_facts.h"
#include "parsers/log_lines.h"
#include "parsers/model_info_lines.h"
#include "parsers/printed_lists.h"
#include "parsers/runtime_lines.h"
#include "parsers/tensor_words.h"

namespace npulint {
namespace {

constexpr Text kFails{"The model_info text cannot be read: {0}.",
                      "无法读取 model_info 文本：{0}。"};
constexpr size_t kHead = 256 * 1024;  // bytes that recognition looks at
constexpr size_t kMaxTensors = 5000;  // of one file
constexpr size_t kMaxModels = 200;
constexpr size_t kMaxProblems = 50;
constexpr size_t npos = std::string_view::npos;

using namespace model_info;  // NOLINT: the vocabulary of this one parser

class Reader {
 public:
  Reader(FileId file, std::string_view bytes, Parsed<CompiledFile>& out)
      : file_(file), bytes_(bytes), out_(out), facts_(file, out.problems) {}

  void read() {
    each_line(bytes_, [&](std::string_view s, size_t& next) {
      line(s, next);
      return !full_;
    });
    close_block(true);
    drop_empty();
    if (tensors_ == 0)
      problem({file_, 0, 0, {}}, Message{Text{"The text holds no input[…] or output[…] block.",
                                              "文本中没有任何 input[…] 或 output[…] 段。"}});
  }

 private:
  struct Field {
    std::string_view value;
    bool set = false;
  };

  uint64_t offset(std::string_view part) const {
    return static_cast<uint64_t>(part.data() - bytes_.data());
  }
  Evidence at(std::string_view part, std::string path = {}) const {
    return {file_, offset(part), offset(part) + part.size(), std::move(path)};
  }
  Message problem(Evidence where, Message what) {
    if (out_.problems.size() < kMaxProblems)
      out_.problems.push_back({Problem::Kind::kUnreadable, std::move(where), what});
    return what;
  }

  // `next`: where the next line begins; moved when a value holds line ends.
  void line(std::string_view line, size_t& next) {
    if (line.empty()) {
      blank_ = true;
      return;
    }
    if (in_block_) {
      const auto [key, value] = key_of(line);
      const bool known = key < kKeys;
      // After a blank line only a key that the block lacks goes on with it (texts copied with blank
      // lines between).
      if (known && !(blank_ && fields_[key].set)) {
        blank_ = false;
        field(key, value, next);
        return;
      }
      if (blank_ || line.starts_with("---")) close_block(false);
    }
    blank_ = false;
    if (const auto h = header_of(line)) {
      close_block(false);
      open_block(*h, line);
    } else if (line.starts_with("[model name]:")) {
      close_block(false);
      start_model(trim(line.substr(line.find(':') + 1)));
    } else if (line.starts_with("[model desc]:")) {
      description(trim(line.substr(line.find(':') + 1)));
    } else if (is_dump_line(line)) {
      close_block(false);
      dump(line);
    } else if (line.starts_with("model_name:")) {
      close_block(false);
      start_model(trim(line.substr(line.find(':') + 1)));
    } else if (preamble_.read(line, file_, offset(line))) {
      close_block(false);
    }
  }

  void field(Key key, std::string_view value, size_t& next) {
    Field& f = fields_[key];
    if (f.set) return;
    if (key == kZero) value = zero_region(value, next);
    f = {key == kZero ? value : trim(value), true};
    end_ = offset(f.value) + f.value.size();
  }

  // Older runtimes print int8 zero points as characters, one before each comma, line ends included.
  // When the bytes fit the number of scales they are taken as that, else the line is the value.
  std::string_view zero_region(std::string_view value, size_t& next) {
    const auto scales = fields_[kScale].set ? printed_numbers(fields_[kScale].value) : std::nullopt;
    const size_t colon = offset(value);
    size_t begin = colon;
    if (begin < bytes_.size() && bytes_[begin] == ' ') ++begin;
    const size_t n = scales ? scales->size() : 0;
    if (n > 0 && 2 * n <= bytes_.size() - begin) {
      bool fits = true;
      for (size_t i = 0; i < n && fits; ++i) fits = bytes_[begin + 2 * i + 1] == ',';
      const size_t end = begin + 2 * n;
      if (fits && (end == bytes_.size() || bytes_[end] == '\n' || bytes_[end] == '\r')) {
        next = std::max(next, std::min(bytes_.find('\n', end), bytes_.size()) + 1);
        return bytes_.substr(begin, 2 * n);
      }
    }
    return trim(value);
  }

  void open_block(const Header& h, std::string_view line) {
    header_ = h;
    in_block_ = true;
    begin_ = offset(line);
    end_ = begin_ + line.size();
    fields_ = {};
  }

  CompiledModel& model() {
    if (!open_model_) start_model({});
    return out_.record.models.back();
  }

  // Without a name: it begins with the block that is read.
  void start_model(std::string_view name) {
    if (out_.record.models.size() >= kMaxModels) {
      if (!full_)
        problem(name.data() ? at(name) : Evidence{file_, begin_, end_, {}},
                Message{Text{"More than {0} models are listed; the rest is not read.",
                             "列出的模型超过 {0} 个，其余未读取。"},
                        kMaxModels});
      full_ = true;
    }
    CompiledModel m;
    m.file = file_;
    m.format = "model_info";
    m.at = {file_, kNoOffset, kNoOffset, {}};
    if (!name.empty()) {
      m.name = {std::string(name), at(name)};
      m.at = at(name);
    }
    preamble_.copy_to(m);
    out_.record.models.push_back(std::move(m));
    open_model_ = true;
  }

  void drop_empty() {
    std::erase_if(out_.record.models, [&](const CompiledModel& m) {
      const bool empty = m.inputs.empty() && m.outputs.empty();
      if (empty && m.name)
        problem(m.name.at, Message{Text{"No input or output of the model `{0}` is listed.",
                                        "没有列出模型 `{0}` 的任何输入或输出。"},
                                   clip(*m.name)});
      return empty;
    });
  }

  // Adds a tensor; null when the file has too many.
  CompiledTensor* add(const Header& h, std::string_view word) {
    if (full_) return nullptr;
    if (tensors_ >= kMaxTensors) {
      problem(at(word), Message{Text{"More than {0} tensors are listed; the rest is not read.",
                                     "列出的张量超过 {0} 个，其余未读取。"},
                                kMaxTensors});
      full_ = true;
      return nullptr;
    }
    auto same = [&](const CompiledTensor& t) { return h.index && t.index == *h.index; };
    auto* list = h.is_input ? &model().inputs : &model().outputs;
    // the same tensor again: another transcript without its own [model name]
    if (std::any_of(list->begin(), list->end(), same)) {
      start_model({});
      if (full_) return nullptr;
      list = h.is_input ? &model().inputs : &model().outputs;
    }
    ++tensors_;
    CompiledTensor t;
    t.is_input = h.is_input;
    t.index = static_cast<int>(h.index.value_or(static_cast<int64_t>(list->size())));
    if (!h.index)
      problem(at(word),
              Message{Text{"The index of `{0}` is larger than {1}.", "`{0}` 的序号大于 {1}。"},
                      clip(word), kMaxIndex});
    list->push_back(std::move(t));
    return &list->back();
  }

  void cover(const Evidence& block) {
    Evidence& m = model().at;
    m.begin = m.has_range() ? std::min(m.begin, block.begin) : block.begin;
    m.end = m.end == kNoOffset ? block.end : std::max(m.end, block.end);
  }

  void close_block(bool at_end) {
    if (!in_block_) return;
    in_block_ = false;
    const std::string_view head = bytes_.substr(begin_, bytes_.find(':', begin_) - begin_);
    CompiledTensor* t = add(header_, head);
    if (!t) return;
    path_ = std::string(t->is_input ? "input[" : "output[") + std::to_string(t->index) + "]";
    t->at = {file_, begin_, end_, path_};
    cover(t->at);
    const auto get = [&](Key k) { return fields_[k].value; };
    t->name = get(kName);
    if (fields_[kSource].set) t->source = {source_word(get(kSource)), place(kSource)};
    if (fields_[kLayout].set && layout_word(get(kLayout)) != "NONE")
      t->layout = {layout_word(get(kLayout)), place(kLayout)};
    t->shape = tuple(kShape, -1);
    t->aligned_shape = tuple(kAligned, -1);
    t->strides = tuple(kStride, -1);
    if (fields_[kBytes].set) {
      const auto n = printed_integer(get(kBytes));
      if (n && *n >= -1)
        t->byte_size = {*n, place(kBytes)};
      else
        t->byte_size = Fact<int64_t>::absent(wrong(kBytes, {"a number of bytes", "字节数"}));
    }
    if (fields_[kType].set) {
      if (auto image = image_type(get(kType)))
        t->image = {*image, place(kType)};
      else if (auto dtype = element_type(get(kType)))
        t->dtype = {*dtype, place(kType)};
      else
        t->dtype = Fact<DType>::absent(wrong(kType, {"a known tensor type", "已知的张量类型"}));
    }
    if (fields_[kQuanti].set) t->quant = quantization(at_end);
  }

  Evidence place(Key k) const { return at(fields_[k].value, path_ + "." + std::string(kWords[k])); }

  Message wrong(Key k, Text expected) {
    return problem(place(k), Message{Text{"{0}: `{1}` must be {2}, but it is `{3}`.",
                                          "{0}：`{1}` 应为{2}，实际为 `{3}`。"},
                                     path_, kWords[k], expected, clip(fields_[k].value)});
  }

  Fact<std::vector<int64_t>> tuple(Key k, int64_t least) {
    if (!fields_[k].set) return {};
    auto v = printed_tuple(fields_[k].value);
    if (v && std::all_of(v->begin(), v->end(), [&](int64_t n) { return n >= least; }))
      return {std::move(*v), place(k)};
    return Fact<std::vector<int64_t>>::absent(
        wrong(k, {"a list of integers in parentheses", "括号中的整数列表"}));
  }

  Fact<Quantization> quantization(bool at_end) {
    using F = Fact<Quantization>;
    Quantization q;
    q.rounded = true;
    const auto kind = quant_word(fields_[kQuanti].value);
    if (!kind) return F::absent(wrong(kQuanti, {"NONE, SCALE or SHIFT", "NONE、SCALE 或 SHIFT"}));
    q.kind = *kind;
    if (q.kind == Quantization::Kind::kNone) return {q, place(kQuanti)};
    const Key list = q.kind == Quantization::Kind::kScale ? kScale : kShift;
    if (!fields_[list].set) {
      return F::absent(problem(
          place(kQuanti), Message{Text{"{0}: the quanti type is {1}, but there is no line `{2}`.",
                                       "{0}：quanti type 为 {1}，但没有 `{2}` 一行。"},
                                  path_, fields_[kQuanti].value, kWords[list]}));
    }
    const std::string_view text = fields_[list].value;
    auto numbers = printed_numbers(text);
    // a list without its last comma or parenthesis, at the very end of the file
    const bool cut = at_end && numbers && numbers->size() > 1 && text.back() != ',' &&
                     text.back() != ')' && offset(text) + text.size() == bytes_.size();
    if (!numbers || cut)
      return F::absent(wrong(list, {"a complete list of numbers", "完整的数值列表"}));
    if (list == kScale) {
      q.scales = std::move(*numbers);
    } else {
      for (double d : *numbers) {
        if (!(d >= -64 && d <= 64) || d != std::floor(d))
          return F::absent(wrong(list, {"a list of shifts", "shift 列表"}));
        q.shifts.push_back(static_cast<int64_t>(d));
      }
    }
    if (fields_[kAxis].set) {
      const auto axis = printed_integer(fields_[kAxis].value);
      if (!axis || *axis < -kMaxIndex || *axis > kMaxIndex)
        return F::absent(wrong(kAxis, {"an axis number", "轴编号"}));
      q.axis = static_cast<int>(*axis);
    }
    if (fields_[kZero].set && !zero_points(fields_[kZero].value, q.scales.size(), q.zero_points))
      return F::absent(wrong(kZero, {"a list of integers, or of one character for each scale",
                                     "整数列表，或每个 scale 对应一个字符的列表"}));
    return {std::move(q), place(kQuanti)};
  }

  // Numbers, or characters whose codes are the zero points. Nothing between the commas: NUL
  // characters that copying lost, so zero.
  static bool zero_points(std::string_view s, size_t scales, std::vector<int64_t>& to) {
    auto numbers = printed_numbers(s);
    if (numbers) {
      for (double d : *numbers) {
        if (!(d >= -2147483648.0 && d <= 2147483647.0) || d != std::floor(d)) return false;
        to.push_back(static_cast<int64_t>(d));
      }
      return true;
    }
    if (s.find_first_not_of(", ") == npos) return true;
    if (s.size() != 2 * scales) return false;
    for (size_t i = 0; i < s.size(); i += 2) {
      if (s[i + 1] != ',') return false;
      to.push_back(static_cast<signed char>(s[i]));
    }
    return true;
  }

  void description(std::string_view text) {
    if (!text.starts_with("{")) return;
    const JsonTree tree = parse_json(text, offset(text));
    if (tree.ok) {
      facts_.build(tree.root, "model desc", bytes_, model());
      removed_by_settings(model());
    } else {
      problem({file_, tree.error_at.begin, tree.error_at.end, "model desc"}, tree.error);
    }
  }

  // One or more tensors on a line, as libdnn sample programs print them.
  void dump(std::string_view line) {
    if (const auto types = after(line, "Tensor data type:"); !types.empty()) {
      tutorial(line, types);
      return;
    }
    std::string_view name = after(line, "model_name:");
    name = trim(name.substr(0, name.find("Input count")));
    if (const size_t info = line.find("] Model Info:"); name.empty() && info != npos) {
      const size_t open = line.rfind('[', info);
      if (open != npos) name = line.substr(open + 1, info - open - 1);
    }
    if (!name.empty()) start_model(name);
    struct Part {
      Header header;
      size_t begin, body;
    };
    std::vector<Part> parts;
    for (size_t i = 0; i < line.size(); ++i) {
      size_t n = 0;
      if (std::string_view("iIoO").find(line[i]) == npos) continue;
      if (const auto h = tensor_word(line.substr(i), &n)) parts.push_back({*h, i, i + n});
    }
    for (size_t k = 0; k < parts.size(); ++k) {
      const size_t end = k + 1 < parts.size() ? parts[k + 1].begin : line.size();
      const std::string_view word = line.substr(parts[k].begin, parts[k].body - parts[k].begin);
      const std::string_view body = line.substr(parts[k].body, end - parts[k].body);
      if (body.find("validShape") == npos) continue;
      CompiledTensor* t = add(parts[k].header, word);
      if (!t) return;
      path_ = clip(word);
      t->at = {file_, offset(word), offset(body) + body.size(), path_};
      cover(t->at);
      t->shape = dumped(parenthesised(after(body, "validShape")), word, true);
      t->aligned_shape = dumped(parenthesised(after(body, "alignedShape")), word, true);
      enums(*t, digits(after(body, "tensorType:")), digits(after(body, "tensorLayout:")), word);
    }
  }

  // `Tensor data type:1, Tensor layout: 2, shape:1x3x773x329, aligned shape:1x3x773x336`: input
  // tensors of no model.
  void tutorial(std::string_view line, std::string_view types) {
    if (!tutorial_) {
      preamble_ = {};
      start_model({});
      tutorial_ = true;
    }
    CompiledTensor* t =
        add({true, static_cast<int64_t>(std::min<size_t>(model().inputs.size(), kMaxIndex))}, line);
    if (!t) return;
    path_ = "input[" + std::to_string(t->index) + "]";
    t->at = at(line, path_);
    cover(t->at);
    auto upto = [](std::string_view s) { return trim(s.substr(0, s.find(','))); };
    t->shape = dumped(upto(after(line, " shape:")), line, false);
    t->aligned_shape = dumped(upto(after(line, "aligned shape:")), line, false);
    enums(*t, digits(types), digits(after(line, "Tensor layout:")), line);
  }

  Fact<Shape> dumped(std::string_view text, std::string_view word, bool parentheses) {
    auto v = parentheses ? printed_tuple(text) : printed_dims(text);
    if (v && std::all_of(v->begin(), v->end(), [](int64_t n) { return n >= -1; }))
      return {std::move(*v), at(text, path_)};
    return Fact<Shape>::absent(problem(
        at(word),
        Message{Text{"{0}: a shape is missing or broken.", "{0}：形状缺失或不完整。"}, path_}));
  }

  // These programs print alignedShape and tensorLayout, which only libdnn has: its numbering holds.
  void enums(CompiledTensor& t, std::string_view type, std::string_view layout,
             std::string_view word) {
    const auto number = printed_integer(type);
    const auto known = number ? libdnn_type(*number) : std::nullopt;
    if (!known) {
      t.dtype = Fact<DType>::absent(
          problem(at(word), Message{Text{"{0}: `{1}` is no tensor type of libdnn.",
                                         "{0}：`{1}` 不是 libdnn 的张量类型。"},
                                    path_, clip(type)}));
    } else if (known->image.empty()) {
      t.dtype = {known->dtype, at(type, path_)};
    } else {
      t.image = {std::string(known->image), at(type, path_)};
    }
    const auto l = printed_integer(layout);
    if (const auto name = l ? libdnn_layout(*l) : std::nullopt)
      t.layout = {*name, at(layout, path_)};
    t.quant = Fact<Quantization>::absent(
        Message{Text{"this dump prints no quantisation", "该输出不含量化信息"}});
  }

  FileId file_;
  std::string_view bytes_;
  Parsed<CompiledFile>& out_;
  JsonFacts facts_;
  RuntimePreamble preamble_;
  bool open_model_ = false, full_ = false, tutorial_ = false;
  size_t tensors_ = 0;
  // the open block
  bool in_block_ = false, blank_ = false;
  Header header_;
  uint64_t begin_ = 0, end_ = 0;
  std::array<Field, kKeys> fields_;
  std::string path_;  // of the tensor that is being made
};

}  // namespace

bool looks_like_model_info(std::string_view bytes) {
  try {
    bool named = false, in_block = false, found = false;
    int telling = 0;
    each_line(bytes.substr(0, kHead), [&](std::string_view line, size_t&) {
      if (line.starts_with("[model name]:")) {
        named = true;
      } else if (header_of(line)) {
        in_block = true;
        telling = 0;
        found = named;
      } else if (in_block) {
        telling += is_telling(key_of(line).first) ? 1 : 0;
        found = found || telling >= 2;
      }
      size_t n = 0;
      if (!found && is_dump_line(line)) {
        found = line.find("Tensor data type:") != npos;
        for (size_t i = 0; i < line.size() && !found; ++i)
          found = tensor_word(line.substr(i), &n).has_value();
      }
      return !found;
    });
    return found;
  } catch (const std::exception&) {
    return false;
  }
}

Parsed<CompiledFile> parse_model_info(FileId file, std::string_view bytes) {
  return guarded<CompiledFile>(file, kFails,
                               [&](Parsed<CompiledFile>& out) { Reader(file, bytes, out).read(); });
}

}  // namespace npulint
