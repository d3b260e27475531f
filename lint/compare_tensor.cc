#include "lint/compare_tensor.h"

#include <algorithm>
#include <cmath>
#include <optional>

#include "lint/dequant.h"
#include "lint/link.h"
#include "lint/shapes.h"
#include "lint/words.h"

namespace npulint {
namespace {

// Relative: what a float32 loses when it is printed and read again; and a text of six digits.
constexpr double kExact = 1e-6, kRounded = 1e-4;

constexpr Text kInputPair{"input {0} (`{1}`, `{2}`)", "输入 {0}（`{1}`、`{2}`）"};
constexpr Text kOutputPair{"output {0} (`{1}`, `{2}`)", "输出 {0}（`{1}`、`{2}`）"};
constexpr Text kNoScale{"{0} without a scale", "{0}，无 scale"};
constexpr Text kScale{"{0} with scale {1}", "{0}，scale 为 {1}"};
constexpr Text kScaleZero{"{0} with scale {1} and zero point {2}", "{0}，scale 为 {1}，零点为 {2}"};
constexpr Text kAxis{"{0} with {1} scales on axis {2}", "{0}，第 {2} 轴上有 {1} 个 scale"};
constexpr Text kScales{"{0} with {1} scales", "{0}，有 {1} 个 scale"};
constexpr Text kShifts{"{0} with {1} shifts", "{0}，有 {1} 个 shift"};
constexpr Text kDecodesA{"code that decodes A's must not decode B's",
                         "对 A 做反量化的代码不能对 B 做反量化"};
constexpr Text kDecodesB{"code that takes A's as it is must decode B's",
                         "直接使用 A 的代码必须对 B 做反量化"};
constexpr Text kDecodesOther{"code that decodes A's decodes B's wrongly",
                             "对 A 做反量化的代码用于 B 会得到错误的值"};
constexpr Text kReads{"code that reads A's type takes B's bytes for other values",
                      "按 A 的类型读取的代码会把 B 的字节读成其他值"};
constexpr Text kConstants{
    "constants copied from one are wrong for the other; code that takes them from the model is "
    "right for both",
    "从一个产物抄出的常量不适用于另一个；从模型读取参数的代码对两者都正确"};
constexpr Text kQuantisesA{"code that quantises for A must not do so for B",
                           "为 A 做量化的代码不能为 B 做量化"};
constexpr Text kQuantisesB{"code that feeds A as it is must quantise for B",
                           "直接送入 A 的代码必须为 B 做量化"};
constexpr Text kQuantisesOther{"what is prepared for A has other values in B",
                               "为 A 准备的数据在 B 中表示其他值"};
constexpr Text kFeeds{"what is prepared for A is no valid input of B",
                      "为 A 准备的数据不是 B 的有效输入"};
constexpr Text kIndices{"indices and sizes worked out for A do not hold for B",
                        "按 A 算出的下标和大小不适用于 B"};
constexpr Text kAToNhwc{"A is NCHW and B the same in NHWC: indices of A take other elements of B",
                        "A 为 NCHW，B 为对应的 NHWC：按 A 的下标会取到 B 的其他元素"};
constexpr Text kAToNchw{"A is NHWC and B the same in NCHW: indices of A take other elements of B",
                        "A 为 NHWC，B 为对应的 NCHW：按 A 的下标会取到 B 的其他元素"};
constexpr Text kSwapped{"height and width are exchanged", "高和宽互换了"};
constexpr Text kStrides{"strides {0}", "步长 {0}"};
constexpr Text kSteps{"code that steps through A's bytes takes other elements of B",
                      "按 A 的步长遍历的代码会取到 B 的其他元素"};
constexpr Text kBytes{"{0} bytes", "{0} 字节"};
constexpr Text kBuffers{"buffers and copies of a fixed size do not fit both",
                        "固定大小的缓冲区和拷贝无法同时适用于两者"};
constexpr Text kSource{"source {0}", "来源 {0}"};
constexpr Text kResizer{"the input of one is set by a region of interest, that of the other is not",
                        "一个的输入由感兴趣区域给出，另一个不是"};
constexpr Text kGap{"`{0}`: only {1} states its {2}", "`{0}`：只有 {1} 给出了 {2}"};
constexpr Text kNobody{"`{0}`: neither states its {1}", "`{0}`：两者都没有给出 {1}"};

std::string type_of(const CompiledTensor& t) {
  return t.image ? *t.image : t.dtype ? std::string(dtype_name(*t.dtype)) : "";
}

bool carries(const CompiledTensor& t) {
  const auto q = quant_of(t);
  return q && carries_scale(*q);
}

size_t parameters(const Quantization& q) {
  return q.kind == Quantization::Kind::kShift ? q.shifts.size() : q.scales.size();
}

bool zero(const std::vector<int64_t>& v) {
  return std::all_of(v.begin(), v.end(), [](int64_t z) { return z == 0; });
}

std::string zero_text(const std::vector<int64_t>& v) {
  if (v.empty()) return "0";
  const auto [lo, hi] = std::minmax_element(v.begin(), v.end());
  return *lo == *hi ? std::to_string(*lo) : std::to_string(*lo) + " … " + std::to_string(*hi);
}

// "int32 with 255 scales on axis 3"
Message type_and_quant(const CompiledTensor& t) {
  const std::string type = type_of(t);
  const auto q = quant_of(t);
  if (!q || !carries_scale(*q))
    return q && t.dtype && is_integer(*t.dtype) ? Message(kNoScale, type) : Message(kPlain, type);
  const size_t n = parameters(*q);
  if (q->kind == Quantization::Kind::kShift) return Message(kShifts, type, n);
  if (n > 1) return q->axis ? Message(kAxis, type, n, *q->axis) : Message(kScales, type, n);
  if (zero(q->zero_points)) return Message(kScale, type, number_text(q->scales[0]));
  return Message(kScaleZero, type, number_text(q->scales[0]), zero_text(q->zero_points));
}

// Lists of one item hold for every index.
template <class T, class Same>
bool same_list(const std::vector<T>& a, const std::vector<T>& b, const Same& same) {
  if (a.empty() || b.empty()) return a.size() == b.size();
  if (a.size() != b.size() && a.size() != 1 && b.size() != 1) return false;
  for (size_t i = 0; i < std::max(a.size(), b.size()); ++i)
    if (!same(a[a.size() == 1 ? 0 : i], b[b.size() == 1 ? 0 : i])) return false;
  return true;
}

bool same_zero_points(const Quantization& a, const Quantization& b) {
  if (zero(a.zero_points) || zero(b.zero_points)) return zero(a.zero_points) && zero(b.zero_points);
  return same_list(a.zero_points, b.zero_points, [](int64_t x, int64_t y) { return x == y; });
}

bool same_scales(const Quantization& a, const Quantization& b) {
  const double within = a.rounded || b.rounded ? kRounded : kExact;
  return same_list(a.scales, b.scales, [&](double x, double y) {
    return x == y || std::fabs(x - y) <= within * std::max(std::fabs(x), std::fabs(y));
  });
}

bool same_values(const Quantization& a, const Quantization& b) {
  return a.kind == b.kind && same_scales(a, b) && same_zero_points(a, b) &&
         same_list(a.shifts, b.shifts, [](int64_t x, int64_t y) { return x == y; });
}

// Decoding by the form of one is right for the other, whatever the values.
bool same_form(const Quantization& a, const Quantization& b) {
  if (a.kind != b.kind) return false;
  if (is_uniform(a) && is_uniform(b)) return true;
  return parameters(a) == parameters(b) && (parameters(a) == 1 || a.axis == b.axis);
}

// The bytes from one index to the next, also where only an aligned shape or a size tells.
struct Steps {
  std::vector<int64_t> bytes;
  bool stated = false;
};
std::optional<Steps> steps_of(const CompiledTensor& t) {
  if (t.strides) return Steps{*t.strides, true};
  if (!t.dtype || !t.shape) return std::nullopt;
  std::optional<std::vector<int64_t>> dense;
  if (t.aligned_shape)
    dense = dense_strides(*t.aligned_shape, *t.dtype);
  else if (t.byte_size && t.byte_size.value == dense_bytes(*t.shape, *t.dtype))
    dense = dense_strides(*t.shape, *t.dtype);
  if (!dense) return std::nullopt;
  return Steps{*dense, false};
}

Agreement compare_steps(const CompiledTensor& a, const std::vector<int64_t>& x,
                        const std::vector<int64_t>& y) {
  if (x == y) return Agreement::kSame;
  bool open = x.size() != y.size();  // the shapes say whether more than dims of 1 is missing
  for (size_t i = 0; i < std::min(x.size(), y.size()); ++i) {
    // the step of a dim with one index moves nothing
    if (x[i] == y[i] || (a.shape && i < a.shape->size() && (*a.shape)[i] == 1)) continue;
    if (x[i] > 0 && y[i] > 0) return Agreement::kDiffers;
    open = true;
  }
  return open ? Agreement::kOpen : Agreement::kSame;
}

// One pair of tensors: its facts, and what follows from them.
class TensorPair {
 public:
  TensorPair(ComparedTensor& t, std::vector<Ranked>& differences, std::vector<Message>& gaps)
      : t_(t), a_(*t.a), b_(*t.b), out_(differences), gaps_(gaps) {}

  void compare() {
    if (a_.name != b_.name) add("name", a_.name, b_.name, Agreement::kDiffers);
    if (a_.index != b_.index)
      add("index", std::to_string(a_.index), std::to_string(b_.index), Agreement::kDiffers);
    type();
    quantisation();
    shape();
    aligned();
    memory();
    text("layout", shown_fact(a_.layout), shown_fact(b_.layout));
    source();
  }

 private:
  Agreement add(const char* name, std::string a, std::string b, Agreement how) {
    if (!a.empty() || !b.empty()) t_.facts.push_back({name, std::move(a), std::move(b), how});
    return how;
  }
  Agreement text(const char* name, std::string a, std::string b) {
    const Agreement how = agreement_of(a, b);
    return add(name, std::move(a), std::move(b), how);
  }

  Message subject() const {
    if (a_.name == b_.name) return Message(t_.is_input ? kInputNamed : kOutputNamed, a_.name);
    return Message(t_.is_input ? kInputPair : kOutputPair, a_.index, a_.name, b_.name);
  }
  void differ(Rank rank, Message a, Message b, Text so) {
    out_.push_back({rank, {subject(), std::move(a), std::move(b), so}});
  }
  void need(bool a, bool b, const char* what) {
    if (a && b) return;
    gaps_.push_back(a || b ? Message(kGap, a_.name, a ? "A" : "B", what)
                           : Message(kNobody, a_.name, what));
  }

  // An image type says what the bytes are; uint8 says only that they are bytes.
  void type() {
    const std::string a = type_of(a_), b = type_of(b_);
    Agreement how = agreement_of(a, b);
    const bool bytes = (a_.image && !b_.image && b_.dtype && *b_.dtype == DType::kUint8) ||
                       (b_.image && !a_.image && a_.dtype && *a_.dtype == DType::kUint8);
    if (how == Agreement::kDiffers && bytes) how = Agreement::kOneSide;
    other_type_ = how == Agreement::kDiffers;
    add("dtype", a, b, how);
    need(!a.empty(), !b.empty(), "dtype");
  }

  void quantisation() {
    const auto a = quant_of(a_), b = quant_of(b_);
    facts_of_quant(a, b);
    const bool known = a && b, in = t_.is_input;
    const auto with = [&](Text so) {
      differ(Rank::kType, type_and_quant(a_), type_and_quant(b_), so);
    };
    if (known && carries(a_) && !carries(b_)) return with(in ? kQuantisesA : kDecodesA);
    if (known && !carries(a_) && carries(b_)) return with(in ? kQuantisesB : kDecodesB);
    const bool both = known && carries(a_) && carries(b_);
    if (other_type_)
      return with(both ? in ? kQuantisesOther : kDecodesOther : in ? kFeeds : kReads);
    if (!known) {
      const auto integer = [](const CompiledTensor& t) { return t.dtype && is_integer(*t.dtype); };
      // what an image input is quantised with is no concern of who hands over the image
      if (!in && (integer(a_) || integer(b_)))
        need(a.value.has_value(), b.value.has_value(), "quantization");
      return;
    }
    if (!both) return;
    if (!same_form(*a, *b)) return with(in ? kQuantisesOther : kDecodesOther);
    if (!same_values(*a, *b))
      differ(Rank::kValues, Message(kPlain, show(*a)), Message(kPlain, show(*b)), kConstants);
  }

  void facts_of_quant(const Fact<Quantization>& a, const Fact<Quantization>& b) {
    if (!a && !b) return;
    const auto kind = [](const Fact<Quantization>& q) -> std::string {
      return !q                                      ? ""
             : q->kind == Quantization::Kind::kScale ? "scale"
             : q->kind == Quantization::Kind::kShift ? "shift"
                                                     : "none";
    };
    text("quantization", kind(a), kind(b));
    const bool known = a && b;
    const auto parameter = [&](const char* name, const auto& of, bool same) {
      std::string x = a && parameters(*a) > 0 ? of(*a) : "",
                  y = b && parameters(*b) > 0 ? of(*b) : "";
      if (x == "-" || y == "-") x = x == "-" ? "" : x, y = y == "-" ? "" : y;
      const Agreement how = !known                           ? Agreement::kOneSide
                            : same && x.empty() == y.empty() ? Agreement::kSame
                                                             : Agreement::kDiffers;
      add(name, std::move(x), std::move(y), how);
    };
    const bool values = known && same_scales(*a, *b);
    parameter(
        "count", [](const Quantization& q) { return std::to_string(parameters(q)); },
        known && parameters(*a) == parameters(*b));
    parameter(
        "axis",
        [](const Quantization& q) {
          return q.axis && parameters(q) > 1 ? std::to_string(*q.axis) : std::string("-");
        },
        known && a->axis == b->axis);
    parameter(
        "range",
        [](const Quantization& q) {
          if (q.kind == Quantization::Kind::kShift) return zero_text(q.shifts);
          const auto [lo, hi] = std::minmax_element(q.scales.begin(), q.scales.end());
          return *lo == *hi ? number_text(*lo) : number_text(*lo) + " … " + number_text(*hi);
        },
        values && known && a->shifts == b->shifts);
    parameter(
        "zero_points", [](const Quantization& q) { return zero_text(q.zero_points); },
        known && same_zero_points(*a, *b));
    if (known && parameters(*a) > 1 && parameters(*a) == parameters(*b) && !values)
      text("scales", list_text(a->scales), list_text(b->scales));
  }

  void shape() {
    const std::string a = a_.shape ? shape_text(*a_.shape) : "",
                      b = b_.shape ? shape_text(*b_.shape) : "";
    need(!a.empty(), !b.empty(), "shape");
    Agreement how = agreement_of(a, b);
    if (how != Agreement::kDiffers) {
      add("shape", a, b, how);
      return;
    }
    using Kind = ShapeDifference::Kind;
    const auto kind = difference(*a_.shape, *b_.shape).kind;
    if (kind == Kind::kNone) {  // dims that are not known before run time, or 1 at the end
      add("shape", a, b, Agreement::kOpen);
      return;
    }
    other_shape_ = true;
    add("shape", a, b, how);
    differ(Rank::kShape, Message(kPlain, a), Message(kPlain, b),
           kind == Kind::kChannelsLast    ? kAToNhwc
           : kind == Kind::kChannelsFirst ? kAToNchw
           : kind == Kind::kHeightWidth   ? kSwapped
                                          : kIndices);
  }

  void aligned() {
    const std::string a = a_.aligned_shape ? shape_text(*a_.aligned_shape) : "",
                      b = b_.aligned_shape ? shape_text(*b_.aligned_shape) : "";
    Agreement how = agreement_of(a, b);
    if (how == Agreement::kDiffers &&
        difference(*a_.aligned_shape, *b_.aligned_shape).kind == ShapeDifference::Kind::kNone)
      how = Agreement::kOpen;
    add("aligned_shape", a, b, how);
  }

  void memory() {
    const auto a = steps_of(a_), b = steps_of(b_);
    const auto written = [](const std::optional<Steps>& s) -> std::string {
      if (!s) return "";
      return s->stated ? list_text(s->bytes) : "(" + list_text(s->bytes) + ")";
    };
    Agreement how = Agreement::kOneSide;
    if (a && b) how = compare_steps(a_, a->bytes, b->bytes);
    add("strides_bytes", written(a), written(b), how);
    // of another shape or width, other strides are no news
    const bool news =
        !other_shape_ && !(a_.dtype && b_.dtype && dtype_bits(*a_.dtype) != dtype_bits(*b_.dtype));
    const bool moved = how == Agreement::kDiffers && news;
    if (moved)
      differ(Rank::kMemory, Message(kStrides, list_text(a->bytes)),
             Message(kStrides, list_text(b->bytes)), kSteps);
    const std::string x = shown_fact(a_.byte_size), y = shown_fact(b_.byte_size);
    how = agreement_of(x, y);
    const bool caller =
        (a_.byte_size && *a_.byte_size <= 0) || (b_.byte_size && *b_.byte_size <= 0);
    if (how == Agreement::kDiffers && caller) how = Agreement::kOpen;
    add("byte_size", x, y, how);
    if (how == Agreement::kDiffers && news && !moved)
      differ(Rank::kMemory, Message(kBytes, x), Message(kBytes, y), kBuffers);
  }

  void source() {
    const std::string a = shown_fact(a_.source), b = shown_fact(b_.source);
    if (text("source", a, b) == Agreement::kDiffers && (a == "resizer" || b == "resizer"))
      differ(Rank::kType, Message(kSource, a), Message(kSource, b), kResizer);
  }

  ComparedTensor& t_;
  const CompiledTensor &a_, &b_;
  std::vector<Ranked>& out_;
  std::vector<Message>& gaps_;
  bool other_type_ = false, other_shape_ = false;
};

}  // namespace

Agreement agreement_of(const std::string& a, const std::string& b) {
  return a.empty() != b.empty() ? Agreement::kOneSide
         : a == b               ? Agreement::kSame
                                : Agreement::kDiffers;
}

void compare_tensors(ComparedTensor& t, std::vector<Ranked>& differences,
                     std::vector<Message>& gaps) {
  TensorPair(t, differences, gaps).compare();
}

}  // namespace npulint
