#include "lint/tensor.h"

#include "lint/words.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <limits>

namespace npulint {
namespace {

struct DTypeRow {
  DType type;
  std::string_view name;
  int bits;
  char kind;  // i signed, u unsigned, f float, other
};

constexpr DTypeRow kDTypes[] = {
    {DType::kUnknown, "unknown", 0, '-'},
    {DType::kBool, "bool", 8, 'b'},
    {DType::kInt4, "int4", 4, 'i'},
    {DType::kUint4, "uint4", 4, 'u'},
    {DType::kInt8, "int8", 8, 'i'},
    {DType::kUint8, "uint8", 8, 'u'},
    {DType::kInt16, "int16", 16, 'i'},
    {DType::kUint16, "uint16", 16, 'u'},
    {DType::kInt32, "int32", 32, 'i'},
    {DType::kUint32, "uint32", 32, 'u'},
    {DType::kInt64, "int64", 64, 'i'},
    {DType::kUint64, "uint64", 64, 'u'},
    {DType::kFloat16, "float16", 16, 'f'},
    {DType::kBFloat16, "bfloat16", 16, 'f'},
    {DType::kFloat32, "float32", 32, 'f'},
    {DType::kFloat64, "float64", 64, 'f'},
    {DType::kFloat8, "float8", 8, 'f'},
    {DType::kString, "string", 0, 's'},
    {DType::kComplex64, "complex64", 64, 'c'},
    {DType::kComplex128, "complex128", 128, 'c'},
    {DType::kFloat4, "float4", 4, 'f'},
};

const DTypeRow& row(DType t) { return kDTypes[static_cast<size_t>(t)]; }

}  // namespace

std::string_view dtype_name(DType t) { return row(t).name; }
int dtype_bits(DType t) { return row(t).bits; }
bool is_integer(DType t) { return row(t).kind == 'i' || row(t).kind == 'u'; }
bool is_float(DType t) { return row(t).kind == 'f'; }
bool is_signed(DType t) { return row(t).kind == 'i'; }

bool differ_in_sign_only(DType a, DType b) {
  return is_integer(a) && is_integer(b) && dtype_bits(a) == dtype_bits(b) &&
         is_signed(a) != is_signed(b);
}

std::optional<DType> parse_dtype(std::string_view s) {
  std::string t = lower(s);
  for (std::string_view prefix :
       {"hb_dnn_tensor_type_", "hbdnntensortype.", "np.", "numpy.", "torch.", "datatype."})
    if (t.starts_with(prefix)) t.erase(0, prefix.size());
  if (t.ends_with("_t")) t.resize(t.size() - 2);  // int32_t
  for (const DTypeRow& r : kDTypes)
    if (r.type != DType::kUnknown && t == r.name) return r.type;
  static constexpr std::pair<std::string_view, DType> kOther[] = {
      {"s4", DType::kInt4},      {"u4", DType::kUint4},       {"s8", DType::kInt8},
      {"i8", DType::kInt8},      {"si8", DType::kInt8},       {"u8", DType::kUint8},
      {"ui8", DType::kUint8},    {"s16", DType::kInt16},      {"i16", DType::kInt16},
      {"si16", DType::kInt16},   {"u16", DType::kUint16},     {"ui16", DType::kUint16},
      {"s32", DType::kInt32},    {"i32", DType::kInt32},      {"si32", DType::kInt32},
      {"u32", DType::kUint32},   {"ui32", DType::kUint32},    {"s64", DType::kInt64},
      {"i64", DType::kInt64},    {"si64", DType::kInt64},     {"u64", DType::kUint64},
      {"ui64", DType::kUint64},  {"f16", DType::kFloat16},    {"half", DType::kFloat16},
      {"fp16", DType::kFloat16}, {"bf16", DType::kBFloat16},  {"f32", DType::kFloat32},
      {"fp32", DType::kFloat32}, {"float", DType::kFloat32},  {"single", DType::kFloat32},
      {"f64", DType::kFloat64},  {"double", DType::kFloat64}, {"bool8", DType::kBool},
      {"int", DType::kInt32},    {"char", DType::kInt8},      {"long", DType::kInt64},
  };
  for (const auto& [name, type] : kOther)
    if (t == name) return type;
  return std::nullopt;
}

std::string shape_text(const Shape& s) {
  constexpr size_t kMostDims = 64;  // more are in no model
  std::string out = "[";
  for (size_t i = 0; i < s.size() && i < kMostDims; ++i) {
    if (i) out += ", ";
    out += s[i] < 0 ? "?" : std::to_string(s[i]);
  }
  if (s.size() > kMostDims) out += ", … (" + std::to_string(s.size()) + ")";
  return out + "]";
}

std::optional<int64_t> checked_mul(int64_t a, int64_t b) {
  if (a < 0 || b < 0) return std::nullopt;
  int64_t out = 0;
  if (__builtin_mul_overflow(a, b, &out)) return std::nullopt;
  return out;
}

std::optional<int64_t> element_count(const Shape& s) {
  int64_t n = 1;
  bool zero = false;
  for (int64_t d : s) {
    if (d < 0) return std::nullopt;
    zero = zero || d == 0;
  }
  if (zero) return 0;
  for (int64_t d : s) {
    auto m = checked_mul(n, d);
    if (!m) return std::nullopt;
    n = *m;
  }
  return n;
}

std::optional<std::vector<int64_t>> dense_strides(const Shape& s, DType t) {
  if (dtype_bits(t) < 8) return std::nullopt;
  std::vector<int64_t> out(s.size());
  int64_t step = dtype_bits(t) / 8;
  for (size_t i = s.size(); i-- > 0;) {
    out[i] = step;
    if (i == 0) break;
    auto next = checked_mul(step, s[i]);
    if (!next) return std::nullopt;
    step = *next;
  }
  return out;
}

std::optional<int64_t> dense_bytes(const Shape& s, DType t) {
  auto n = element_count(s);
  if (!n || dtype_bits(t) == 0) return std::nullopt;
  auto bits = checked_mul(*n, dtype_bits(t));
  if (!bits || *bits > std::numeric_limits<int64_t>::max() - 7) return std::nullopt;
  return (*bits + 7) / 8;
}

std::optional<size_t> overlapping_dim(const Shape& s, const std::vector<int64_t>& strides) {
  for (size_t i = s.size(); i-- > 1;) {
    if (strides[i - 1] <= 0 || strides[i] <= 0 || s[i] <= 0) continue;
    const auto inner = checked_mul(strides[i], s[i]);
    if (!inner || strides[i - 1] < *inner) return i - 1;
  }
  return std::nullopt;
}

int64_t align_up(int64_t n, int64_t to) { return (n + to - 1) / to * to; }

std::string number_text(double v) {
  std::array<char, 400> buffer;  // fixed form of the largest double has 309 digits
  // to_chars without a format is the shortest of fixed and scientific; small scales read better
  // fixed
  const bool plain = v == 0 || (v > -1e15 && v < 1e15 && (v >= 1e-7 || v <= -1e-7));
  auto r = plain ? std::to_chars(buffer.data(), buffer.data() + buffer.size(), v,
                                 std::chars_format::fixed)
                 : std::to_chars(buffer.data(), buffer.data() + buffer.size(), v);
  return std::string(buffer.data(), r.ptr);
}

std::string list_text(const std::vector<int64_t>& v) {
  std::string out = "[";
  for (size_t i = 0; i < v.size(); ++i) out += (i ? ", " : "") + std::to_string(v[i]);
  return out + "]";
}

std::string list_text(const std::vector<double>& v, size_t most) {
  std::string out = "[";
  for (size_t i = 0; i < v.size() && i < most; ++i) out += (i ? ", " : "") + number_text(v[i]);
  if (v.size() > most) out += ", … (" + std::to_string(v.size()) + ")";
  return out + "]";
}

size_t edit_distance(std::string_view a, std::string_view b, size_t limit) {
  const size_t gap = a.size() > b.size() ? a.size() - b.size() : b.size() - a.size();
  if (gap > limit || a.size() > 200 || b.size() > 200) return limit + 1;
  std::vector<size_t> before, last(b.size() + 1), now(b.size() + 1);
  for (size_t j = 0; j <= b.size(); ++j) last[j] = j;
  for (size_t i = 1; i <= a.size(); ++i) {
    now[0] = i;
    for (size_t j = 1; j <= b.size(); ++j) {
      now[j] =
          std::min({last[j] + 1, now[j - 1] + 1, last[j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1)});
      if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
        now[j] = std::min(now[j], before[j - 2] + 1);
    }
    before = last;
    last = now;
  }
  return std::min(last[b.size()], limit + 1);
}

std::optional<std::string> nearest(std::string_view word,
                                   const std::vector<std::string>& candidates) {
  const std::string w = lower(word);
  const size_t limit = std::max<size_t>(1, w.size() / 3);
  size_t best = limit + 1;
  std::optional<std::string> out;
  for (const std::string& c : candidates) {
    const size_t d = edit_distance(w, lower(c), limit);
    if (d < best) {
      best = d;
      out = c;
    }
  }
  return out;
}

}  // namespace npulint
