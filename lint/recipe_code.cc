// The code of a recipe. Names and comments are ASCII: nothing that a file says can act in them.
#include <algorithm>

#include "lint/recipe.h"

namespace npulint {
namespace {

struct CodeType {
  DType type;
  std::string_view stored, value;  // C++: what lies in memory, what the application gets as it is
  std::string_view numpy;          // of what lies in memory
};
constexpr CodeType kTypes[] = {
    {DType::kBool, "std::uint8_t", "bool", "<u1"},
    {DType::kInt8, "std::int8_t", "std::int8_t", "<i1"},
    {DType::kUint8, "std::uint8_t", "std::uint8_t", "<u1"},
    {DType::kInt16, "std::int16_t", "std::int16_t", "<i2"},
    {DType::kUint16, "std::uint16_t", "std::uint16_t", "<u2"},
    {DType::kInt32, "std::int32_t", "std::int32_t", "<i4"},
    {DType::kUint32, "std::uint32_t", "std::uint32_t", "<u4"},
    {DType::kInt64, "std::int64_t", "std::int64_t", "<i8"},
    {DType::kUint64, "std::uint64_t", "std::uint64_t", "<u8"},
    {DType::kFloat16, "std::uint16_t", "float", "<f2"},
    {DType::kBFloat16, "std::uint16_t", "float", "<u2"},
    {DType::kFloat32, "float", "float", "<f4"},
    {DType::kFloat64, "double", "double", "<f8"},
};

const CodeType* code_type(DType t) {
  for (const CodeType& c : kTypes)
    if (c.type == t) return &c;
  return nullptr;
}

constexpr std::string_view kHalf =
    "  const auto number = [](std::uint16_t half) {  // IEEE half precision\n"
    "    const int exponent = half >> 10 & 31, fraction = half & 1023;\n"
    "    const double v = exponent == 0    ? std::ldexp(double(fraction), -24)\n"
    "                     : exponent != 31 ? std::ldexp(double(fraction + 1024), exponent - 25)\n"
    "                     : fraction == 0  ? INFINITY\n"
    "                                      : NAN;\n"
    "    return static_cast<float>(half >> 15 ? -v : v);\n"
    "  };\n";
constexpr std::string_view kBrain =
    "  const auto number = [](std::uint16_t half) {  // bfloat16: the upper half of a float\n"
    "    const std::uint32_t bits = std::uint32_t{half} << 16;\n"
    "    float v;\n"
    "    std::memcpy(&v, &bits, sizeof v);\n"
    "    return v;\n"
    "  };\n";

std::string literal(double v) {
  std::string out = number_text(v);
  if (out.find_first_of(".e") == std::string::npos) out += ".0";
  return out;
}

std::string numbers(const RecipeNumbers& n, bool integers) {
  std::string out;
  for (double v : n.list)
    out += (out.empty() ? "" : ", ") + (integers ? number_text(v) : literal(v));
  return out;
}

class Writer {
 public:
  Writer(const RecipePlan& plan, Recipe& out)
      : p_(plan), out_(out), type_(*code_type(plan.dtype)), rank_(plan.shape.size()) {}

  void write() {
    out_.function = p_.name;
    for (const auto& [name, n] : vectors())
      if (n->parameter) out_.parameters.emplace_back(name);
    if (!p_.steps_known && rank_ > 0) out_.parameters.emplace_back("stride");
    cpp();
    python();
  }

 private:
  using Named = std::pair<std::string_view, const RecipeNumbers*>;
  std::vector<Named> vectors() const {
    std::vector<Named> all{
        {"scale", &p_.scale}, {"zero_point", &p_.zero_point}, {"shift", &p_.shift}};
    all.erase(std::remove_if(all.begin(), all.end(),
                             [](const Named& n) { return n.second->list.empty(); }),
              all.end());
    return all;
  }
  bool has(std::string_view parameter) const {
    return std::find(out_.parameters.begin(), out_.parameters.end(), parameter) !=
           out_.parameters.end();
  }
  bool as_is() const { return p_.kind == Recipe::Kind::kAsIs; }
  bool converts() const {
    return p_.dtype == DType::kFloat16 || p_.dtype == DType::kBFloat16 || p_.dtype == DType::kBool;
  }

  std::string parameter_comment(std::string_view mark) const {
    std::string out;
    for (const auto& [name, n] : vectors())
      if (n->parameter)
        out += std::string(mark) + std::string(name) + ": " + std::to_string(n->list.size()) +
               " numbers, which the runtime reports for the tensor\n";
    if (has("stride"))
      out += std::string(mark) + "stride: " + std::to_string(rank_) +
             " numbers, bytes a step of each dim, which the runtime reports or the caller chose\n";
    return out;
  }

  // ---- C++

  std::string cpp_parameters() const {
    std::string out =
        p_.encode ? "const float* in, void* data"
                  : "const void* data, " + std::string(as_is() ? type_.value : "float") + "* out";
    if (has("scale")) out += ", const float* scale";
    if (has("zero_point")) out += ", const std::int32_t* zero_point";
    if (has("shift")) out += ", const std::uint8_t* shift";
    if (has("stride")) out += ", const std::int64_t* stride";
    return out;
  }

  std::string cpp_offset() const {
    std::string out;
    for (size_t i = 0; i < rank_; ++i) {
      if (p_.shape[i] == 1) continue;
      const std::string n = 'i' + std::to_string(i),
                        step = p_.steps_known ? std::to_string(p_.memory.steps[i])
                                              : "stride[" + std::to_string(i) + ']';
      out += (out.empty() ? "" : " + ") + (step == "1" ? n : step + " * " + n);
    }
    return out.empty() ? "bytes" : "bytes + (" + out + ')';
  }

  std::string cpp_term(const RecipeNumbers& n, const char* name) const {
    return n.per_index() ? name + ("[i" + std::to_string(*p_.axis)) + ']' : literal(n.list[0]);
  }
  std::string cpp_zero(const char* sign) const {
    return p_.zero_point.list.empty() ? "" : sign + cpp_term(p_.zero_point, "zero_point");
  }
  std::string cpp_shift(bool negative) const {
    if (p_.shift.per_index()) return (negative ? "-" : "") + cpp_term(p_.shift, "shift");
    return number_text(negative && p_.shift.list[0] != 0 ? -p_.shift.list[0] : p_.shift.list[0]);
  }

  std::string cpp_value() const {
    if (p_.dtype == DType::kBool) return "q != 0";
    if (converts()) return "number(q)";
    if (as_is()) return "q";
    const std::string q = "static_cast<double>(q)";
    if (p_.kind == Recipe::Kind::kShift)
      return "static_cast<float>(std::ldexp(" + q + ", " + cpp_shift(true) + "))";
    const std::string zero = cpp_zero(" - ");
    return "static_cast<float>(" + (zero.empty() ? q : '(' + q + zero + ')') + " * " +
           cpp_term(p_.scale, "scale") + ')';
  }

  std::string cpp_body(const std::string& pad) const {
    const std::string stored(type_.stored), at = cpp_offset();
    if (!p_.encode)
      return pad + stored + " q;\n" + pad + "std::memcpy(&q, " + at + ", sizeof q);\n" + pad +
             "*out++ = " + cpp_value() + ";\n";
    const IntegerRange r = integer_range(p_.dtype);
    const std::string low = literal(static_cast<double>(r.low)),
                      high = literal(static_cast<double>(r.high)), x = "static_cast<double>(*in++)";
    const std::string scaled = p_.kind == Recipe::Kind::kShift
                                   ? "std::ldexp(" + x + ", " + cpp_shift(false) + ')'
                                   : x + (p_.factor ? " * " : " / ") + cpp_term(p_.scale, "scale");
    return pad + "const double v = std::nearbyint(" + scaled + cpp_zero(" + ") + ");\n" + pad +
           "const auto q = static_cast<" + stored + ">(v > " + low + " ? (v < " + high +
           " ? v : " + high + ") : " + low + ");\n" + pad + "std::memcpy(" + at +
           ", &q, sizeof q);\n";
  }

  void cpp() {
    std::string& s = out_.cpp;
    const bool dense = as_is() && !converts() && p_.memory.kind == MemoryLayout::Kind::kDense;
    const auto count = element_count(p_.shape);
    const std::string values = std::to_string(count ? *count : 0);
    s = "// " + p_.title + "\n// " + out_.formula + '\n';
    if (!out_.address.empty() && !dense) s += "// " + out_.address + '\n';
    if (p_.encode)
      s += "// in: " + values + " values, row by row; data: " +
           (p_.bytes > 0 ? std::to_string(p_.bytes) + " bytes" : "the memory of the tensor") +
           ", of which padding is not written\n";
    else
      s += "// data: the memory of the tensor; out: " + values + " values, row by row\n";
    s += parameter_comment("// ");
    if (p_.encode || p_.kind == Recipe::Kind::kShift || p_.dtype == DType::kFloat16)
      s += "#include <cmath>\n";
    s += "#include <cstdint>\n#include <cstring>\n\nvoid " + p_.name + '(' + cpp_parameters() +
         ") {\n";
    if (dense) {
      s += "  std::memcpy(out, data, " + values + " * sizeof *out);\n}\n";
      return;
    }
    if (p_.dtype == DType::kFloat16) s += kHalf;
    if (p_.dtype == DType::kBFloat16) s += kBrain;
    for (const auto& [name, n] : vectors())
      if (n->per_index() && !n->parameter)
        s += "  constexpr " + std::string(name == "shift" ? "int " : "double ") +
             std::string(name) + "[] = {" + numbers(*n, name == "shift") + "};\n";
    s += p_.encode ? "  auto* bytes = static_cast<unsigned char*>(data);\n"
                   : "  const auto* bytes = static_cast<const unsigned char*>(data);\n";
    std::string pad = "  ";
    for (size_t i = 0; i < rank_; ++i, pad += "  ") {
      const std::string n = 'i' + std::to_string(i);
      s += pad + "for (std::int64_t " + n + " = 0; " + n + " < " + std::to_string(p_.shape[i]) +
           "; ++" + n + ")" + (i + 1 == rank_ ? " {\n" : "\n");
    }
    s += cpp_body(pad);
    if (rank_ > 0) s += pad.substr(2) + "}\n";
    s += "}\n";
  }

  // ---- Python

  static std::string tuple(const std::vector<int64_t>& v) {
    std::string out = "(";
    for (size_t i = 0; i < v.size(); ++i) out += (i ? ", " : "") + std::to_string(v[i]);
    return out + (v.size() == 1 ? ",)" : ")");
  }

  std::string py_term(const RecipeNumbers& n, std::string_view name) const {
    return n.per_index()   ? std::string(name)
           : n.list[0] < 0 ? '(' + number_text(n.list[0]) + ')'
                           : number_text(n.list[0]);
  }

  // An array that lines up with the axis.
  std::string py_vector(std::string_view name, const RecipeNumbers& n) const {
    Shape along(rank_, 1);
    along[*p_.axis] = p_.shape[*p_.axis];
    const bool shift = name == "shift";
    const std::string list = n.parameter ? std::string(name) : '[' + numbers(n, shift) + ']';
    return "    " + std::string(name) + " = np.array(" + list + ", np." +
           (shift ? "int64" : "float64") + ").reshape" + tuple(along) + '\n';
  }

  std::string py_decoded() const {
    if (p_.dtype == DType::kBool) return "q != 0";
    if (p_.dtype == DType::kFloat16) return "q.astype(np.float32)";
    if (p_.dtype == DType::kBFloat16) return "(q.astype(np.uint32) << 16).view(np.float32)";
    if (as_is()) return "q.copy()";
    const std::string q = "q.astype(np.float64)";
    if (p_.kind == Recipe::Kind::kShift)
      return "np.ldexp(" + q + ", -" + py_term(p_.shift, "shift") + ").astype(np.float32)";
    const std::string scaled =
        (p_.zero_point.list.empty()
             ? q
             : '(' + q + " - " + py_term(p_.zero_point, "zero_point") + ')') +
        " * " + py_term(p_.scale, "scale");
    return '(' + scaled + ").astype(np.float32)";
  }

  void python() {
    std::string& s = out_.python;
    const std::string shape = tuple(p_.shape), numpy(type_.numpy);
    std::string parameters = p_.encode ? "x" : "data";
    for (const std::string& p : out_.parameters) parameters += ", " + p;
    s = "# " + p_.title + "\n# " + out_.formula + '\n';
    if (!out_.address.empty()) s += "# " + out_.address + '\n';
    s += parameter_comment("# ");
    s += "import numpy as np\n\n\ndef " + p_.name + '(' + parameters + "):\n";
    s += p_.encode ? "    \"\"\"x: values of the shape " + shape +
                         ". Returns the bytes of the tensor.\"\"\"\n"
                   : "    \"\"\"data: the bytes of the tensor. Returns an array of the shape " +
                         shape + ".\"\"\"\n";
    for (const auto& [name, n] : vectors())
      if (n->per_index()) s += py_vector(name, *n);
    const std::string strides = has("stride")    ? "tuple(stride)"
                                : rank_ == 0     ? "()"
                                : p_.steps_known ? tuple(p_.memory.steps)
                                                 : "()";
    const std::string view =
        "np.ndarray(" + shape + ", \"" + numpy + "\", data, 0, " + strides + ")";
    if (!p_.encode) {
      s += "    q = " + view + "\n    return " + py_decoded() + '\n';
      return;
    }
    const std::string x = "np.asarray(x, np.float64).reshape" + std::string(rank_ ? "" : "(") +
                          shape + (rank_ ? "" : ")");
    const std::string scaled = p_.kind == Recipe::Kind::kShift
                                   ? "np.ldexp(" + x + ", " + py_term(p_.shift, "shift") + ')'
                                   : x + (p_.factor ? " * " : " / ") + py_term(p_.scale, "scale");
    const std::string zero =
        p_.zero_point.list.empty() ? "" : " + " + py_term(p_.zero_point, "zero_point");
    const IntegerRange r = integer_range(p_.dtype);
    s += "    data = bytearray(" +
         (p_.bytes > 0 ? std::to_string(p_.bytes)
                       : "max(" + (p_.least > 0 ? std::to_string(p_.least) + ", " : "") +
                             (p_.least > 0 ? "*(" : "") + "n * s for n, s in zip(" + shape +
                             ", stride)" + (p_.least > 0 ? "))" : ")")) +
         ")\n    q = " + view + "\n    q[...] = np.clip(np.rint(" + scaled + zero + "), " +
         std::to_string(r.low) + ", " + std::to_string(r.high) + ")\n    return bytes(data)\n";
  }

  const RecipePlan& p_;
  Recipe& out_;
  const CodeType& type_;
  const size_t rank_;
};

}  // namespace

IntegerRange integer_range(DType t) {
  const int bits = dtype_bits(t);
  if (!is_integer(t) || bits > 32) return {};
  if (is_signed(t)) return {-(int64_t{1} << (bits - 1)), (int64_t{1} << (bits - 1)) - 1};
  return {0, (int64_t{1} << bits) - 1};
}

bool code_can_hold(DType t, bool encode) {
  const CodeType* c = code_type(t);
  return c && (!encode || integer_range(t).low < integer_range(t).high);
}

void write_code(const RecipePlan& plan, Recipe& out) { Writer(plan, out).write(); }

}  // namespace npulint
