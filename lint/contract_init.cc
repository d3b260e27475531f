#include "lint/contract_init.h"

#include <algorithm>

#include "lint/dequant.h"
#include "lint/link.h"
#include "lint/link_derived.h"
#include "lint/render.h"
#include "lint/show.h"
#include "lint/toml_write.h"
#include "lint/utf8.h"
#include "lint/words.h"

namespace npulint {
namespace {

constexpr size_t kCells = 100, kFormCells = 17;

constexpr Text kAbout{
    "What the application does with this model: npulint compares it with the artifact and with the "
    "conversion. Started by `npulint contract init`.",
    "应用如何使用该模型：npulint 会把它与产物和转换配置进行比较。由 `npulint contract init` "
    "生成。"};
constexpr Text kRule{
    "Nothing below is taken for true until you say so. A line that stays a comment is not stated, "
    "and a rule that needs it is \"not checked\", never passed.",
    "在确认之前，下面的内容都不作数。保持注释的行等于没有声明，需要它的规则为“未检查”，而不是通过"
    "。"};
constexpr Text kSureForm{"#: key = value", "#: 键 = 值"};
constexpr Text kSure{
    "the one right way for this artifact. Compare it with your code: where they agree, remove "
    "`#: `; where the code does something else, write that, and npulint says what follows.",
    "对该产物唯一正确的写法。请与代码核对：一致则去掉 `#: `；"
    "不一致则写代码的实际做法，由 npulint 指出后果。"};
constexpr Text kChoiceForm{"#? key = …", "#? 键 = …"};
constexpr Text kChoice{"the artifact does not decide it. Write what your code does, or leave it.",
                       "产物无法决定。请写代码的实际做法，或保持原样。"};
constexpr Text kCheck{"check against your code", "请与代码核对"};
constexpr Text kStates{"The artifact states:", "产物给出："};
constexpr Text kTensor{"{0}:", "{0}："};
constexpr Text kTwo{"One image in two tensors of the artifact.", "一幅图像，在产物中是两个张量。"};

constexpr Text kBuiltFor{"The artifact was built for {0}.", "产物针对 {0} 编译。"};
constexpr Text kBoards{"the board it runs on: {0}", "所运行的板卡：{0}"};
constexpr Text kBoard{"the board it runs on", "所运行的板卡"};
constexpr Text kMarch{"march or chip it runs on", "所运行的 march 或芯片"};
constexpr Text kRuntime{"versions on the board", "板上的版本"};
constexpr Text kFile{"the compiled model, or its metadata", "编译模型或其元数据"};
constexpr Text kAccess{"how the code finds a tensor: \"by_name\" or \"by_index\"",
                       "代码如何定位张量：\"by_name\" 或 \"by_index\""};
constexpr Text kRemoved{
    "Nodes that the artifact says were removed: {0}. Their work is the "
    "application's.",
    "产物记录的已删除节点：{0}。它们的工作由应用完成。"};
constexpr Text kTraining{
    "How images were normalised in training: none, scale, mean_scale, "
    "mean_std; with mean, scale or std.",
    "训练时图像的归一化方式：none、scale、mean_scale、mean_std；"
    "同时给出 mean、scale 或 std。"};
constexpr Text kTrainingFormat{"\"rgb\", \"bgr\" …", "\"rgb\"、\"bgr\" 等"};

constexpr Text kNormalize{
    "what the code does before the model: \"none\", \"scale\", \"mean_scale\", \"mean_std\"; with "
    "mean, scale or std",
    "代码在送入模型前的归一化：\"none\"、\"scale\"、\"mean_scale\"、\"mean_std\"；"
    "同时给出 mean、scale 或 std"};
constexpr Text kResize{"how the image gets this size: \"letterbox\", \"stretch\" …",
                       "图像如何缩放到该尺寸：\"letterbox\"、\"stretch\" 等"};
constexpr Text kRange{"\"full\" or \"video\"", "\"full\" 或 \"video\""};
constexpr Text kGray{"\"gray\", or \"nv12\" whose luma is handed over",
                     "\"gray\"，或仅送入亮度的 \"nv12\""};
constexpr Text kFormat{"when it is an image: \"rgb\", \"bgr\", \"gray\"; else \"featuremap\"",
                       "若为图像：\"rgb\"、\"bgr\"、\"gray\"；否则 \"featuremap\""};
constexpr Text kStride{"bytes from row to row, as the code sets it", "代码设置的行步长（字节）"};
constexpr Text kStrideOf{"bytes from row to row, as the code sets it; {0} takes multiples of {1}",
                         "代码设置的行步长（字节）；{0} 要求为 {1} 的倍数"};
constexpr Text kPrepared{"what the code prepares", "代码准备的字节数"};
constexpr Text kPreparedOf{"what the code prepares; without padding it is {0}",
                           "代码准备的字节数；不含填充时为 {0}"};
constexpr Text kAllocated{"what the code allocates", "代码分配的字节数"};
constexpr Text kAllocatedOf{"what the code allocates; at least {0}", "代码分配的字节数；至少 {0}"};
constexpr Text kQuantize{"\"none\", \"per_tensor\" or \"per_axis\"",
                         "\"none\"、\"per_tensor\" 或 \"per_axis\""};

constexpr Text kReadAs{"the type that the code reads", "代码读取的类型"};
constexpr Text kReadAsRuntime{
    "the type that the code reads: \"{0}\", or \"float32\" where the runtime decodes",
    "代码读取的类型：\"{0}\"；若由运行时反量化则为 \"float32\""};
constexpr Text kDecode{"\"none\", \"per_tensor\", \"per_axis\" or \"runtime\"",
                       "\"none\"、\"per_tensor\"、\"per_axis\" 或 \"runtime\""};
constexpr Text kDecodeOne{
    "\"per_tensor\"; \"none\" is right only where nothing but the order counts (argmax)",
    "\"per_tensor\"；只有仅关心大小顺序（argmax）时 \"none\" 才正确"};
constexpr Text kDecodeRuntime{"\"runtime\", or \"per_tensor\" where the code does it",
                              "\"runtime\"；若由代码完成则为 \"per_tensor\""};
constexpr Text kOwnScale{"only when the code carries its own constant",
                         "仅当代码使用自带常量时填写"};
constexpr Text kPadded{"rows of {0} elements are {1} bytes apart, not {2}",
                       "每行 {0} 个元素，行步长为 {1} 字节而不是 {2}"};
constexpr Text kDense{"the output is dense: true and false are both right",
                      "输出是紧凑的：true 和 false 都正确"};
constexpr Text kMemory{"true when the code reads it as one dense block",
                       "代码按紧凑内存整块读取时为 true"};
constexpr Text kCopied{"what the code copies", "代码拷贝的字节数"};
constexpr Text kCopiedOf{"what the code copies; all of it is {0}", "代码拷贝的字节数；全部为 {0}"};
constexpr Text kConsumer{"\"argmax\", \"threshold\", \"softmax\", \"class_map\" …",
                         "\"argmax\"、\"threshold\"、\"softmax\"、\"class_map\" 等"};
constexpr Text kActivation{"what the code applies: \"none\", \"sigmoid\" or \"softmax\"",
                           "代码施加的激活函数：\"none\"、\"sigmoid\" 或 \"softmax\""};
constexpr Text kRole{"\"box\", \"cls\", \"mask\" …", "\"box\"、\"cls\"、\"mask\" 等"};
constexpr Text kClasses{"number of classes, where there are any", "类别数（若有）"};
constexpr Text kDump{"a dump of it to measure: file or glob", "用于测量的转储：文件或通配符"};

constexpr std::string_view kString = "\"…\"", kNumber = "…";

bool valid_utf8(std::string_view s) {
  for (size_t i = 0; i < s.size();) {
    const CodePoint c = decode(s, i);
    if (!c.valid) return false;
    i += c.size;
  }
  return true;
}

// Width and height of an image, by where its channels stand.
std::optional<std::pair<int64_t, int64_t>> image_size(const Shape& s) {
  const auto channels = [](int64_t d) { return d == 1 || d == 3 || d == 4; };
  if (s.size() != 4 || channels(s[1]) == channels(s[3])) return std::nullopt;
  const int64_t h = channels(s[1]) ? s[2] : s[1], w = channels(s[1]) ? s[3] : s[2];
  if (w <= 0 || h <= 0) return std::nullopt;
  return std::pair(w, h);
}

class Start {
 public:
  Start(const CompiledModel& m, const Platforms& platforms, Lang lang)
      : m_(m), platforms_(platforms), lang_(lang) {
    for (const auto* f : {&m.march, &m.chip})
      if (*f && !platform_) platform_ = platforms.find(**f);
    bundle_.compiled_record = &m;
    link_rows(bundle_);
  }

  std::string text(const std::string& file) {
    prose(Message(kAbout));
    out_ += "#\n";
    prose(Message(kRule));
    out_ += "#\n";
    prose(Message(kSure), pad(kSureForm.in(lang_), kFormCells), std::string(kFormCells, ' '));
    prose(Message(kChoice), pad(kChoiceForm.in(lang_), kFormCells), std::string(kFormCells, ' '));
    target();
    artifact(file);
    training();
    for (size_t i = 0; i < bundle_.inputs.size(); ++i) input(bundle_.inputs[i], i);
    for (size_t i = 0; i < bundle_.outputs.size(); ++i) output(bundle_.outputs[i], i);
    return std::move(out_);
  }

 private:
  // ---- lines ----

  std::string say(const Message& m) const { return escape_terminal(m.in(lang_)); }

  void prose(const Message& m, std::string_view first = "", std::string_view rest = "") {
    const auto lines = wrap(say(m), kCells - 2 - rest.size());
    for (size_t i = 0; i < lines.size(); ++i)
      out_ += "# " + std::string(i == 0 ? first : rest) + lines[i] + '\n';
  }
  void sure(std::string_view key, const std::string& value, const Message& why = {}) {
    out_ += "#: " + std::string(key) + " = " + value + "  # " + std::string(kCheck.in(lang_)) +
            (why.empty() ? "" : (lang_ == Lang::kZh ? "：" : ": ") + say(why)) + '\n';
  }
  void choice(std::string_view key, std::string_view value, const Message& what) {
    out_ += "#? " + std::string(key) + " = " + std::string(value) + "  # " + say(what) + '\n';
  }
  void number(std::string_view key, int64_t value) { sure(key, std::to_string(value)); }

  // ---- tables ----

  void target() {
    out_ += "\n[target]\n";
    const auto& built = m_.march ? m_.march : m_.chip;
    if (!built) {
      choice("march", kString, Message(kMarch));
      choice("board", kString, Message(kBoard));
    } else {
      prose(Message(kBuiltFor, *built));
      if (platform_)
        sure(m_.march ? "march" : "chip", toml_string(platform_->march));
      else
        choice(m_.march ? "march" : "chip", kString, Message(kMarch));
      const std::string boards = candidates();
      choice("board", kString, boards.empty() ? Message(kBoard) : Message(kBoards, boards));
    }
    choice("runtime", "{ hbrt = \"…\" }", Message(kRuntime));
  }

  std::string candidates() const {
    std::vector<std::string> names;
    for (const Board& b : platforms_.boards())
      if (platform_ && holds(b.marches, platform_->march)) names.push_back(toml_string(b.name));
    return joined(names);
  }

  void artifact(const std::string& file) {
    out_ += "\n[artifact]\n";
    if (file.empty() || !valid_utf8(file))
      choice("file", kString, Message(kFile));
    else
      out_ += "file = " + toml_string(file) + '\n';
    if (!m_.outputs.empty()) number("output_count", static_cast<int64_t>(m_.outputs.size()));
    choice("access", kString, Message(kAccess));
    std::vector<std::string> removed;
    for (const auto& n : m_.removed_nodes)
      if (n) removed.push_back(*n);
    if (!removed.empty()) prose(Message(kRemoved, show(removed)));
  }

  void training() {
    out_ += '\n';
    prose(Message(kTraining));
    out_ += "#? [training]\n#? normalize = \"…\"\n";
    choice("pixel_format", kString, Message(kTrainingFormat));
  }

  // What the table is about; of an unnamed or doubtful name, the position.
  void about(const std::vector<IoRow>& rows, const IoRow& r, size_t position) {
    out_ += r.is_input ? "\n[[input]]\n" : "\n[[output]]\n";
    const auto same = [&](const IoRow& o) { return o.name == r.name; };
    if (!r.name.empty() && valid_utf8(r.name) && std::count_if(rows.begin(), rows.end(), same) == 1)
      out_ += "name = " + toml_string(r.name) + '\n';
    else
      out_ += "index = " + std::to_string(position) + '\n';
    if (r.compiled.size() == 2) prose(Message(kTwo));
    for (const CompiledTensor* t : r.compiled) facts(*t, r.compiled.size() == 2);
  }

  void facts(const CompiledTensor& t, bool named) {
    std::vector<std::vector<std::string>> rows;
    const auto add = [&](Text label, const std::string& value) {
      if (!value.empty()) rows.push_back({std::string(label.in(lang_)), escape_terminal(value)});
    };
    add({"type", "类型"}, t.image ? *t.image : t.dtype ? show(*t.dtype) : "");
    add({"shape", "形状"}, t.shape ? shape_text(*t.shape) : "");
    add({"aligned shape", "对齐形状"}, t.aligned_shape ? shape_text(*t.aligned_shape) : "");
    add({"strides (bytes)", "步长（字节）"}, t.strides ? list_text(*t.strides) : "");
    add({"bytes", "字节"}, t.byte_size ? std::to_string(*t.byte_size) : "");
    add({"layout", "布局"}, t.layout ? *t.layout : "");
    add({"source", "来源"}, t.source ? *t.source : "");
    add({"quantisation", "量化"}, t.quant ? show(*t.quant) : "");
    prose(named ? Message(kTensor, t.name) : Message(kStates));
    out_ += table(rows, "#   ");
  }

  // ---- inputs ----

  void input(const IoRow& r, size_t position) {
    about(bundle_.inputs, r, position);
    constexpr std::string_view kImages[] = {"packed nv12", "split nv12", "rgb",
                                            "bgr",         "yuv444",     "gray"};
    const std::string takes = r.takes ? *r.takes : "";
    const bool image =
        std::find(std::begin(kImages), std::end(kImages), takes) != std::end(kImages);
    const bool nv12 = takes.ends_with("nv12");
    if (image)
      feed_image(r, takes, nv12);
    else
      feed_tensor(r);
    choice("bytes", kNumber,
           r.takes_bytes ? Message(kPreparedOf, *r.takes_bytes) : Message(kPrepared));
    choice("buffer_bytes", kNumber,
           r.stored_bytes ? Message(kAllocatedOf, *r.stored_bytes) : Message(kAllocated));
    choice("normalize", kString, Message(kNormalize));
    if (nv12 || takes == "yuv444") choice("color_range", kString, Message(kRange));
    if (image) choice("resize", kString, Message(kResize));
  }

  void feed_image(const IoRow& r, const std::string& takes, bool nv12) {
    if (takes == "gray")
      choice("pixel_format", kString, Message(kGray));
    else
      sure("pixel_format", toml_string(nv12 ? "nv12" : takes));
    if (nv12) sure("protocol", toml_string(takes == "split nv12" ? "split_nv12" : "packed_nv12"));
    if (r.takes_dtype && dtype_bits(*r.takes_dtype) > 0)
      sure("dtype", toml_string(dtype_name(*r.takes_dtype)));
    if (r.known_shape)
      if (const auto size = image_size(*r.known_shape)) {
        number("width", size->first);
        number("height", size->second);
      }
    if (!nv12) return;
    const Message stride = platform_ && platform_->nv12_stride
                               ? Message(kStrideOf, platform_->march, platform_->nv12_stride->value)
                               : Message(kStride);
    choice("y_stride", kNumber, stride);
    choice("uv_stride", kNumber, stride);
  }

  void feed_tensor(const IoRow& r) {
    const bool typed = r.stored_dtype && dtype_bits(*r.stored_dtype) > 0;
    const bool scaled = typed && is_integer(*r.stored_dtype) && r.quant && carries_scale(*r.quant);
    // the runtime of a TPU may take floats for an integer input
    if (typed && !(scaled && runtime_converts()))
      sure("dtype", toml_string(dtype_name(*r.stored_dtype)));
    else
      choice("dtype", kString, Message(kPrepared));
    if (r.stored_shape && !r.stored_shape->empty()) sure("shape", list_text(*r.stored_shape));
    choice("pixel_format", kString, Message(kFormat));
    if (typed && is_float(*r.stored_dtype) && !(r.quant && carries_scale(*r.quant)))
      sure("quantize", "\"none\"");
    else if (scaled && !runtime_converts() && count(*r.quant) == 1)
      sure("quantize", "\"per_tensor\"");
    else if (scaled && !runtime_converts() && !is_uniform(*r.quant) && r.quant->axis)
      sure("quantize", "\"per_axis\"");
    else
      choice("quantize", kString, Message(kQuantize));
  }

  // ---- outputs ----

  static size_t count(const Quantization& q) {
    return q.kind == Quantization::Kind::kShift ? q.shifts.size() : q.scales.size();
  }
  bool runtime_converts() const { return platform_ ? platform_->vendor == "sophgo" : !!m_.chip; }

  void output(const IoRow& r, size_t position) {
    about(bundle_.outputs, r, position);
    read(r);
    if (r.stored_shape && !r.stored_shape->empty()) sure("shape", list_text(*r.stored_shape));
    memory(r);
    choice("consumer", kString, Message(kConsumer));
    choice("activation", kString, Message(kActivation));
    choice("role", kString, Message(kRole));
    choice("classes", kNumber, Message(kClasses));
    choice("dump", kString, Message(kDump));
  }

  void read(const IoRow& r) {
    if (!r.stored_dtype || dtype_bits(*r.stored_dtype) == 0) {
      choice("read_as", kString, Message(kReadAs));
      return choice("decode", kString, Message(kDecode));
    }
    const std::string type(dtype_name(*r.stored_dtype));
    const bool scaled = r.quant && carries_scale(*r.quant);
    if (scaled && runtime_converts()) {
      choice("read_as", kString, Message(kReadAsRuntime, type));
      return choice("decode", kString, Message(kDecodeRuntime));
    }
    sure("read_as", toml_string(type));
    if (!scaled) {
      if (r.quant || !is_integer(*r.stored_dtype)) return sure("decode", "\"none\"");
      return choice("decode", kString, Message(kDecode));
    }
    const Quantization& q = *r.quant;
    if (count(q) > 1 && !is_uniform(q) && q.axis) {
      sure("decode", "\"per_axis\"");
      number("axis", *q.axis);
    } else if (count(q) == 1 || is_uniform(q)) {
      choice("decode", kString, Message(kDecodeOne));
    } else {
      choice("decode", kString, Message(kDecode));
    }
    sure("decode_kind", q.kind == Quantization::Kind::kShift ? "\"shift\"" : "\"scale\"");
    if (count(q) == 1 && q.kind == Quantization::Kind::kScale) {
      choice("scale", kNumber, Message(kOwnScale));
      choice("zero_point", kNumber, Message(kOwnScale));
    }
  }

  void memory(const IoRow& r) {
    const Fact<Padding> p = padding_of(r);
    if (p && p->padded)
      sure("assume_contiguous", "false",
           Message(kPadded, p->row_elements, p->row_stored, p->row_dense));
    else
      choice("assume_contiguous", kNumber, Message(p ? kDense : kMemory));
    choice("bytes", kNumber,
           r.stored_bytes ? Message(kCopiedOf, *r.stored_bytes) : Message(kCopied));
    choice("buffer_bytes", kNumber,
           r.stored_bytes ? Message(kAllocatedOf, *r.stored_bytes) : Message(kAllocated));
  }

  const CompiledModel& m_;
  const Platforms& platforms_;
  const Platform* platform_ = nullptr;
  Lang lang_;
  Bundle bundle_;
  std::string out_;
};

}  // namespace

std::string contract_start(const CompiledModel& model, const Platforms& platforms,
                           const std::string& file, Lang lang) {
  return Start(model, platforms, lang).text(file);
}

}  // namespace npulint
