// Vocabulary of tensors: element types, shapes, strides, and how they are written.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace npulint {

enum class DType : uint8_t {
  kUnknown,
  kBool,
  kInt4,
  kUint4,
  kInt8,
  kUint8,
  kInt16,
  kUint16,
  kInt32,
  kUint32,
  kInt64,
  kUint64,
  kFloat16,
  kBFloat16,
  kFloat32,
  kFloat64,
  kFloat8,
  kString,
  kComplex64,
  kComplex128,
  kFloat4,
};

std::string_view dtype_name(DType t);  // "int32"; "unknown"
// Accepts the spellings of the field: int32, S32, si32, HB_DNN_TENSOR_TYPE_S32, FLOAT32, f32,
// uint8, U8, BOOL8 …
std::optional<DType> parse_dtype(std::string_view s);
int dtype_bits(DType t);   // 0 for unknown and string
bool is_integer(DType t);  // int4 … uint64; bool is none
bool is_float(DType t);
bool is_signed(DType t);  // of integers
// Integers of one width, one of them signed: the bytes are read right, large values are not.
bool differ_in_sign_only(DType a, DType b);

using Shape = std::vector<int64_t>;  // elements; -1: not known before run time

std::string shape_text(const Shape& s);                // "[1, 3, 224, 224]", "?" for -1
std::optional<int64_t> element_count(const Shape& s);  // none on an unknown dim or on overflow
// Bytes from one index to the next per dim, last dim densest. None on an unknown dim, sub-byte type
// or overflow.
std::optional<std::vector<int64_t>> dense_strides(const Shape& s, DType t);
std::optional<int64_t> dense_bytes(const Shape& s, DType t);
// The innermost dim that steps by fewer bytes than the dim inside it takes; none when there is
// none. A stride or dim of 0 or -1 is not known and not compared. As many strides as dims.
std::optional<size_t> overlapping_dim(const Shape& s, const std::vector<int64_t>& strides);
int64_t align_up(int64_t n, int64_t to);  // to > 0, n >= 0
// a*b for sizes from files: none when negative or over int64.
std::optional<int64_t> checked_mul(int64_t a, int64_t b);

// The shortest decimal that reads back as the same double; "0.000371393107343", "1e-05" never in
// fixed files.
std::string number_text(double v);
std::string list_text(const std::vector<int64_t>& v);  // "[1, 2]"
// At most `most` numbers, then "… (1000 in all)".
std::string list_text(const std::vector<double>& v, size_t most = 4);

// Levenshtein with transposition; stops at `limit` and returns limit + 1.
size_t edit_distance(std::string_view a, std::string_view b, size_t limit);
// The candidate nearest to `word` when it is near enough to be a typing error; else none.
std::optional<std::string> nearest(std::string_view word,
                                   const std::vector<std::string>& candidates);

}  // namespace npulint
