#include "lint/recipe.h"

#include <algorithm>
#include <charconv>
#include <cmath>

#include "lint/dequant.h"

namespace npulint {
namespace {

constexpr size_t kMostConstants = 16;  // numbers of one kind that code holds
constexpr size_t kMostDims = 10;       // of code
constexpr int64_t kMostShift = 1000;
constexpr double kMostZero = 2147483648;  // 2^31, and its negative
constexpr size_t kMostName = 60;

// what it is
constexpr Text kFloat{
    "{0}: the values are floats, to be read as they are; nothing is to be decoded",
    "{0}：数值已是浮点，直接读取，无需反量化"};
constexpr Text kBool{"bool: a byte that is not 0 is true", "bool：字节非 0 即为真"};
constexpr Text kPlain{"{0} without quantisation: the integers are the values",
                      "{0}，未量化：整数本身就是值"};
constexpr Text kIdentity{
    "{0} with a quantisation that changes nothing: the integers are the values",
    "{0}，其量化参数不改变数值：整数本身就是值"};
constexpr Text kOneScale{"{0} with one scale, {1}", "{0}，单一 scale {1}"};
constexpr Text kScales{"{0} with {1} scales along axis {2}, {3} to {4}",
                       "{0}，沿第 {2} 轴有 {1} 个 scale，{3} 至 {4}"};
constexpr Text kOneShift{"{0} with one shift, {1}", "{0}，单一 shift {1}"};
constexpr Text kShifts{"{0} with {1} shifts along axis {2}, {3} to {4}",
                       "{0}，沿第 {2} 轴有 {1} 个 shift，{3} 至 {4}"};
constexpr Text kOneZero{"zero point {0}", "零点 {0}"};
constexpr Text kZeros{"{0} zero points along axis {1}, {2} to {3}",
                      "沿第 {1} 轴有 {0} 个零点，{2} 至 {3}"};

// what to do
constexpr Text kTimes{"multiply each integer by the scale", "每个整数乘以 scale"};
constexpr Text kTimesOwn{"multiply each integer by the scale of its own index on that axis",
                         "每个整数乘以其在该轴下标对应的 scale"};
constexpr Text kMinusTimes{"subtract the zero point from each integer, then multiply by the scale",
                           "每个整数先减零点，再乘以 scale"};
constexpr Text kMinusTimesOwn{
    "subtract the zero point from each integer, then multiply by the scale, each of its own index "
    "on the axis",
    "每个整数先减零点，再乘以 scale，均按其在该轴的下标取值"};
constexpr Text kShifted{"divide each integer by 2 to the power of the shift",
                        "每个整数除以 2 的 shift 次方"};
constexpr Text kShiftedOwn{
    "divide each integer by 2 to the power of the shift of its own index on that axis",
    "每个整数除以 2 的 shift 次方，shift 按其在该轴的下标取值"};
constexpr Text kDivide{"divide each value by the scale", "每个值除以 scale"};
constexpr Text kFactor{
    "of an input this format states the factor, q = x * scale: multiply each value by it",
    "该格式为输入给出的是乘数，q = x * scale：每个值乘以它"};
constexpr Text kPower{"multiply each value by 2 to the power of the shift",
                      "每个值乘以 2 的 shift 次方"};
constexpr Text kAddZero{"add the zero point", "加零点"};
constexpr Text kOwn{"each number of the value's own index on that axis",
                    "各参数按值在该轴的下标取"};
constexpr Text kRound{"round to the nearest integer and clamp to {0} … {1}",
                      "舍入到最近的整数，再截断到 {0} … {1}"};
constexpr Text kDeduced{"the file states no axis; only dim {0} has {1} indices",
                        "文件未声明轴；只有第 {0} 维有 {1} 个下标"};
constexpr Text kRounded{"the file prints about six digits, the runtime has all of them",
                        "文件只打印约六位数字，运行时有完整数值"};
constexpr Text kGaps{"the memory has padding: step by the strides, a dense read drifts",
                     "内存带有填充：按步长遍历，按紧凑方式读取会逐渐错位"};
constexpr Text kReordered{
    "the dims are stored in another order than the shape has: step by the "
    "strides",
    "维度的存放顺序与形状不同：按步长遍历"};
constexpr Text kTakes{"{0}: from the properties that the runtime reports",
                      "{0}：取自运行时给出的属性"};
constexpr Text kNoSteps{"the strides are not stated", "未声明步长"};

// why not
constexpr Text kNoType{"the element type is not known", "元素类型未知"};
constexpr Text kSilent{"{0}: the file does not say whether the integers are quantised",
                       "{0}：文件未说明这些整数是否经过量化"};
constexpr Text kReason{"{0}: what the integers mean is not known", "{0}：整数的含义未知"};
constexpr Text kScaledFloat{"{0} with a scale: the file does not say whether it is applied already",
                            "{0} 带有 scale：文件未说明是否已经应用"};
constexpr Text kNoAxis{
    "along which axis its {0} numbers go is not stated, and the shape does not settle it",
    "未声明 {0} 个参数沿哪个轴，且形状无法确定"};
constexpr Text kMisfit{"{0} numbers do not fit the {1} indices of axis {2}",
                       "{0} 个参数与第 {2} 轴的 {1} 个下标不符"};
constexpr Text kBadNumber{"a {0} is {1}", "有一个 {0} 为 {1}"};
constexpr Text kNoCode{"no code: {0}", "无代码：{0}"};
constexpr Text kUnheld{"the elements have no type of their own in C++ and numpy",
                       "该元素类型在 C++ 和 numpy 中没有对应类型"};
constexpr Text kUnfixed{"the shape is not fixed before run time", "形状在运行前不确定"};
constexpr Text kNothing{"the shape has no elements", "形状没有元素"};
constexpr Text kManyDims{"the shape has too many dims", "形状的维度过多"};
constexpr Text kNoStepping{"no stride steps through this layout", "该布局没有可逐步访问的步长"};
constexpr Text kBadSteps{"the strides contradict the shape", "步长与形状矛盾"};

// Six digits are enough for reading.
std::string number(double v) {
  const std::string digits = significant_text(v, 6);
  std::from_chars(digits.data(), digits.data() + digits.size(), v);
  return number_text(v);
}

// Letters, digits and single underscores; with the index where the name does not survive that.
std::string function_name(const CompiledTensor& t, std::string_view verb) {
  std::string out(verb);
  bool same = !t.name.empty() && t.name.size() <= kMostName;
  for (char c : std::string_view(t.name).substr(0, kMostName)) {
    const bool plain = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
    same = same && (plain || c == '_');
    if (plain)
      out += c;
    else if (out.back() != '_')
      out += '_';
  }
  if (out.back() == '_') out.pop_back();
  return same ? out : out + '_' + std::to_string(t.index);
}

// For a comment: what a file calls a tensor must not end the comment or hide in it.
std::string comment_text(std::string_view s) {
  std::string out;
  for (char c : s.substr(0, kMostName))
    out += c >= ' ' && c < '\x7f' && c != '\\' && c != '?' ? c : '.';
  return s.size() > kMostName ? out + "..." : out;
}

template <class T>
RecipeNumbers numbers(const std::vector<T>& list) {
  RecipeNumbers out;
  const bool same =
      std::adjacent_find(list.begin(), list.end(), std::not_equal_to<>()) == list.end();
  const size_t n = list.empty() ? 0 : same ? 1 : list.size();
  for (size_t i = 0; i < n; ++i) out.list.push_back(static_cast<double>(list[i]));
  out.parameter = n > kMostConstants;
  return out;
}

class Planner {
 public:
  Planner(const CompiledTensor& t, std::string_view format) : t_(t) {
    out_.encode = plan_.encode = t.is_input;
    plan_.factor = scale_is_factor(format, t.is_input);
  }

  Recipe recipe() {
    if (!t_.dtype) {
      say(kNoType);
      return std::move(out_);
    }
    plan_.dtype = *t_.dtype;
    meaning();
    if (t_.shape) plan_.shape = *t_.shape;
    if (out_.kind != Recipe::Kind::kUnknown && settle_axis()) act();
    out_.kind = plan_.kind;
    layout();
    return std::move(out_);
  }

 private:
  template <class... A>
  void say(Text text, A&&... args) {
    out_.words.emplace_back(text, std::forward<A>(args)...);
  }
  void unknown() { out_.kind = plan_.kind = Recipe::Kind::kUnknown; }

  // Kind and numbers.
  void meaning() {
    const auto type = dtype_name(plan_.dtype);
    out_.kind = plan_.kind = Recipe::Kind::kAsIs;
    const bool scaled = t_.quant && carries_scale(*t_.quant);
    if (is_float(plan_.dtype)) {
      say(scaled ? kScaledFloat : kFloat, type);
      if (scaled) unknown();
    } else if (plan_.dtype == DType::kBool) {
      say(kBool);
    } else if (!is_integer(plan_.dtype)) {
      say(kNoCode, kUnheld);
      unknown();
    } else if (!t_.quant) {
      say(t_.quant.missing.empty() ? kSilent : kReason, type);
      if (!t_.quant.missing.empty()) out_.words.push_back(t_.quant.missing);
      unknown();
    } else if (!scaled) {
      say(t_.quant->kind == Quantization::Kind::kNone ? kPlain : kIdentity, type);
    } else {
      quantised(*t_.quant);
    }
  }

  void quantised(const Quantization& q) {
    plan_.zero_point = numbers(q.zero_points);
    if (q.kind == Quantization::Kind::kShift) {
      plan_.kind = Recipe::Kind::kShift;
      plan_.shift = numbers(q.shifts);
      plan_.zero_point = {};
    } else {
      plan_.kind = Recipe::Kind::kScale;
      plan_.scale = numbers(q.scales);
      if (plan_.zero_point.list == std::vector<double>{0}) plan_.zero_point = {};
    }
    out_.kind = plan_.kind;
    out_.words.emplace_back();  // the sentence about the numbers needs the axis
    const auto bad = [&](const RecipeNumbers& n, const char* what, auto&& is_bad) {
      const auto it = std::find_if(n.list.begin(), n.list.end(), is_bad);
      if (it == n.list.end() || out_.kind == Recipe::Kind::kUnknown) return;
      out_.words = {Message(kReason, dtype_name(plan_.dtype)),
                    Message(kBadNumber, what, number_text(*it))};
      unknown();
    };
    bad(plan_.scale, "scale", [](double v) { return !std::isfinite(v) || v <= 0; });
    bad(plan_.zero_point, "zero point", [](double v) { return v < -kMostZero || v > kMostZero; });
    bad(plan_.shift, "shift",
        [](double v) { return v < -static_cast<double>(kMostShift) || v > kMostShift; });
  }

  // The axis of the numbers; false, with the reason said, when there is none.
  bool settle_axis() {
    size_t n = 1;
    for (const RecipeNumbers* list : {&plan_.scale, &plan_.zero_point, &plan_.shift})
      n = std::max(n, list->list.size());
    if (n == 1) return true;
    const auto fail = [&](Message why) {
      out_.words = {Message(kReason, dtype_name(plan_.dtype)), std::move(why)};
      unknown();
      return false;
    };
    if (!t_.shape) return fail(Message(kNoAxis, n));
    const auto size = static_cast<int64_t>(n);
    const auto& shape = plan_.shape;
    if (t_.quant->axis && *t_.quant->axis >= 0) {
      const auto axis = static_cast<size_t>(*t_.quant->axis);
      const int64_t indices = axis < shape.size() ? shape[axis] : 0;
      if (indices != size && indices != -1) return fail(Message(kMisfit, n, indices, axis));
      plan_.axis = axis;
    } else {
      if (std::count(shape.begin(), shape.end(), size) != 1 ||
          std::count(shape.begin(), shape.end(), -1) != 0)
        return fail(Message(kNoAxis, n));
      plan_.axis = static_cast<size_t>(std::find(shape.begin(), shape.end(), size) - shape.begin());
      deduced_ = true;
    }
    for (const RecipeNumbers* list : {&plan_.scale, &plan_.zero_point, &plan_.shift})
      if (list->per_index() && list->list.size() != n)
        return fail(Message(kMisfit, list->list.size(), n, *plan_.axis));
    return true;
  }

  // What there is, and what is to be done.
  void act() {
    if (plan_.kind == Recipe::Kind::kAsIs) return;
    const auto type = dtype_name(plan_.dtype);
    const RecipeNumbers &main = plan_.kind == Recipe::Kind::kScale ? plan_.scale : plan_.shift,
                        &zero = plan_.zero_point;
    const bool scale = plan_.kind == Recipe::Kind::kScale;
    const auto ends = [](const RecipeNumbers& n) {
      const auto [low, high] = std::minmax_element(n.list.begin(), n.list.end());
      return std::pair(number(*low), number(*high));
    };
    out_.words.pop_back();
    if (main.per_index()) {
      const auto [low, high] = ends(main);
      say(scale ? kScales : kShifts, type, main.list.size(), *plan_.axis, low, high);
    } else {
      say(scale ? kOneScale : kOneShift, type, number(main.list[0]));
    }
    if (zero.per_index()) {
      const auto [low, high] = ends(zero);
      say(kZeros, zero.list.size(), *plan_.axis, low, high);
    } else if (!zero.list.empty()) {
      say(kOneZero, number(zero.list[0]));
    }
    if (plan_.encode) {
      say(!scale ? kPower : plan_.factor ? kFactor : kDivide);
      if (!zero.list.empty()) say(kAddZero);
      if (plan_.axis) say(kOwn);
      const IntegerRange r = integer_range(plan_.dtype);
      if (r.low < r.high) say(kRound, r.low, r.high);
    } else if (!scale) {
      say(main.per_index() ? kShiftedOwn : kShifted);
    } else if (zero.list.empty()) {
      say(main.per_index() ? kTimesOwn : kTimes);
    } else {
      say(plan_.axis ? kMinusTimesOwn : kMinusTimes);
    }
    if (deduced_) say(kDeduced, *plan_.axis, plan_.shape[*plan_.axis]);
    if (t_.quant->rounded) say(kRounded);
  }

  void layout() {
    if (!t_.shape) return;
    plan_.memory = memory_layout(t_);
    MemoryLayout& m = plan_.memory;
    const Shape& shape = plan_.shape;
    if (m.gaps()) say(m.reordered ? kReordered : kGaps);
    if (plan_.kind == Recipe::Kind::kUnknown) return;
    plan_.steps_known = m.kind == MemoryLayout::Kind::kDense || m.gaps();
    for (size_t i = 0; i < m.steps.size(); ++i)
      if (shape[i] == 1 && m.steps[i] == -1) m.steps[i] = 0;  // never stepped
    formula();
    const auto count = element_count(shape);
    if (!code_can_hold(plan_.dtype, plan_.encode)) return say(kNoCode, kUnheld);
    if (std::find(shape.begin(), shape.end(), -1) != shape.end()) return say(kNoCode, kUnfixed);
    if (!count || *count == 0) return say(kNoCode, kNothing);
    if (shape.size() > kMostDims) return say(kNoCode, kManyDims);
    if (!plan_.steps_known) {
      if (t_.strides && m.kind != MemoryLayout::Kind::kCaller) return say(kNoCode, kBadSteps);
      if (m.blocked) return say(kNoCode, kNoStepping);
      if (m.kind == MemoryLayout::Kind::kUnknown) say(kNoSteps);
    }
    if (!plan_.steps_known && t_.byte_size && *t_.byte_size > 0)
      plan_.least = *t_.byte_size;  // steps come at run time; the memory is at least this
    if (plan_.steps_known) {
      plan_.bytes = t_.byte_size ? *t_.byte_size : 0;
      for (size_t i = 0; i < shape.size(); ++i)
        plan_.bytes = std::max(plan_.bytes, m.steps[i] * shape[i]);
      plan_.bytes = std::max(plan_.bytes, m.extent);
    }
    plan_.name = function_name(t_, plan_.kind == Recipe::Kind::kAsIs ? "read_"
                                   : plan_.encode                    ? "encode_"
                                                                     : "decode_");
    plan_.title = std::string(plan_.encode ? "input " : "output ") + std::to_string(t_.index) +
                  " \"" + comment_text(t_.name) + "\": " + std::string(dtype_name(plan_.dtype)) +
                  ' ' + shape_text(shape);
    write_code(plan_, out_);
    std::string needs;
    for (const std::string& p : out_.parameters) needs += (needs.empty() ? "" : ", ") + p;
    if (!needs.empty()) say(kTakes, needs);
  }

  void formula() {
    const Shape& shape = plan_.shape;
    std::string index;
    for (size_t i = 0; i < shape.size(); ++i) index += (i ? ", i" : "[i") + std::to_string(i);
    if (!index.empty()) index += ']';
    const bool indexed = plan_.axis || plan_.memory.gaps();
    const std::string at = indexed ? index : "";
    const auto term = [&](const RecipeNumbers& n, const char* name) {
      return n.per_index() ? name + ("[i" + std::to_string(*plan_.axis)) + ']'
                           : number_text(n.list[0]);
    };
    const auto plus = [&](const char* sign, const char* opposite) -> std::string {
      const RecipeNumbers& z = plan_.zero_point;
      if (z.list.empty()) return "";
      if (z.per_index() || z.list[0] >= 0) return sign + term(z, "zero_point");
      return opposite + number_text(-z.list[0]);
    };
    const std::string q = "q" + at;
    std::string x;
    if (plan_.kind == Recipe::Kind::kAsIs) {
      out_.formula = "value" + at + " = " + q;
    } else if (plan_.encode) {
      const IntegerRange r = integer_range(plan_.dtype);
      x = "x" + at +
          (plan_.kind == Recipe::Kind::kShift ? " * 2^" + term(plan_.shift, "shift")
           : plan_.factor                     ? " * " + term(plan_.scale, "scale")
                                              : " / " + term(plan_.scale, "scale"));
      const std::string rounded = "round(" + x + plus(" + ", " - ") + ")";
      out_.formula = q + " = " +
                     (r.low < r.high ? "clamp(" + rounded + ", " + std::to_string(r.low) + ", " +
                                           std::to_string(r.high) + ")"
                                     : rounded);
    } else if (plan_.kind == Recipe::Kind::kShift) {
      out_.formula = "value" + at + " = " + q + " / 2^" + term(plan_.shift, "shift");
    } else {
      const std::string minus = plus(" - ", " + ");
      out_.formula = "value" + at + " = " + (minus.empty() ? q : "(" + q + minus + ")") + " * " +
                     term(plan_.scale, "scale");
    }
    if (!plan_.steps_known) return;
    std::string byte;
    for (size_t i = 0; i < shape.size(); ++i)
      if (shape[i] != 1)
        byte += (byte.empty() ? "" : " + ") +
                (plan_.memory.steps[i] == 1 ? "i" : std::to_string(plan_.memory.steps[i]) + "*i") +
                std::to_string(i);
    out_.address = "q" + index + " = " + std::string(dtype_name(plan_.dtype)) + " at byte " +
                   (byte.empty() ? "0" : byte);
  }

  const CompiledTensor& t_;
  RecipePlan plan_;
  Recipe out_;
  bool deduced_ = false;
};

}  // namespace

std::string_view recipe_kind_name(Recipe::Kind k) {
  switch (k) {
    case Recipe::Kind::kAsIs:
      return "as_is";
    case Recipe::Kind::kScale:
      return "scale";
    case Recipe::Kind::kShift:
      return "shift";
    case Recipe::Kind::kUnknown:
      break;
  }
  return "unknown";
}

bool has_recipe(const CompiledTensor& t) {
  if (!t.is_input) return true;
  // the hardware fills and quantises what comes from a camera
  if (t.source && (*t.source == "pyramid" || *t.source == "resizer")) return false;
  return t.dtype && is_integer(*t.dtype) && t.quant && carries_scale(*t.quant);
}

bool scale_is_factor(std::string_view format, bool is_input) {
  return is_input && format.starts_with("bmodel");  // the file, and the texts about it
}

Recipe recipe_of(const CompiledTensor& t, std::string_view format) {
  return Planner(t, format).recipe();
}

std::string recipe_words(const Recipe& r, Lang lang) {
  std::string out;
  for (const Message& m : r.words)
    out += (out.empty() ? "" : lang == Lang::kZh ? "；" : "; ") + m.in(lang);
  return out;
}

}  // namespace npulint
