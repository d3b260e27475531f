#include "lint/link_derived.h"
#include "lint/stride_line.h"
#include "lint/strides.h"

namespace npulint {
namespace {

constexpr Text kNoLayout{
    "neither strides nor an aligned shape of the output are known, and its {0} bytes in memory are "
    "not the "
    "{1} of its elements",
    "输出的步长和对齐形状均未知，且其内存大小 {0} 字节不等于元素所需的 {1} 字节"};
constexpr Text kUnordered{"the strides {0} do not step through the shape {1} row by row",
                          "步长 {0} 不是按行遍历形状 {1} 的步长"};

}  // namespace

std::optional<std::vector<int64_t>> stored_steps(const IoRow& row) {
  return stated_steps(row.stored_strides, row.aligned_shape, row.stored_shape->size(),
                      *row.stored_dtype);
}

Fact<Padding> padding_of(const IoRow& row) {
  if (!row.stored_shape) return Fact<Padding>::absent(row.stored_shape.missing);
  if (!row.stored_dtype) return Fact<Padding>::absent(row.stored_dtype.missing);
  const Shape& shape = *row.stored_shape;
  const auto dense = dense_bytes(shape, *row.stored_dtype);
  if (!dense || *dense == 0 || dtype_bits(*row.stored_dtype) < 8) return {};
  const auto at = row.stored_strides  ? row.stored_strides.at
                  : row.aligned_shape ? row.aligned_shape.at
                                      : row.stored_bytes.at;
  Padding out;
  const auto strides = stored_steps(row);
  if (!strides) {
    if (!row.stored_bytes) return {};
    if (*row.stored_bytes == *dense) return {out, at};
    return Fact<Padding>::absent(Message(kNoLayout, *row.stored_bytes, *dense));
  }
  // `need` bytes hold the `elements` elements of one index of dim i, as the strides of the inner
  // dims have it.
  int64_t need = dtype_bits(*row.stored_dtype) / 8, elements = 1;
  for (size_t i = shape.size(); i-- > 0;) {
    if (shape[i] == 1) continue;
    const int64_t stride = (*strides)[i];
    if (stride < need)
      return Fact<Padding>::absent(Message(kUnordered, list_text(*strides), shape_text(shape)));
    if (stride > need && !out.padded) out = {true, elements, stride, need};
    const auto next = checked_mul(stride, shape[i]);
    if (!next) return {};
    need = *next;
    elements *= shape[i];  // at most element_count(shape), which dense_bytes has checked
  }
  return {out, at};
}

Fact<Reading> reading_of(const IoRow& row) {
  std::optional<std::vector<int64_t>> dense;
  std::optional<int64_t> bytes;
  if (row.stored_shape && row.stored_dtype) {
    dense = dense_strides(*row.stored_shape, *row.stored_dtype);
    bytes = dense_bytes(*row.stored_shape, *row.stored_dtype);
  }
  if (row.app_strides && dense) {
    const bool same = same_steps(*row.stored_shape, *row.app_strides, *dense);
    return {{same, "strides_bytes = " + list_text(*row.app_strides)}, row.app_strides.at};
  }
  if (row.assume_contiguous)
    return {{*row.assume_contiguous,
             std::string("assume_contiguous = ") + (*row.assume_contiguous ? "true" : "false")},
            row.assume_contiguous.at};
  if (row.app_bytes && bytes)
    return {{*row.app_bytes == *bytes, "bytes = " + std::to_string(*row.app_bytes)},
            row.app_bytes.at};
  return Fact<Reading>::absent(row.app_bytes.missing);
}

}  // namespace npulint
