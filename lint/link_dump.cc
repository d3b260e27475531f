// An output dump that the contract names, read both ways: which class the raw integers rank first,
// and which the decoded scores do.
#include <cstring>

#include "lint/dequant.h"
#include "lint/link.h"

namespace npulint {
namespace {

// Little endian, as the boards and their hosts write.
int64_t integer_at(std::string_view bytes, size_t i, DType t) {
  const size_t width = static_cast<size_t>(dtype_bits(t)) / 8;
  uint64_t v = 0;
  for (size_t k = width; k-- > 0;) v = v << 8 | static_cast<unsigned char>(bytes[i * width + k]);
  if (is_signed(t) && width < 8 && (v >> (width * 8 - 1)) != 0) v |= ~uint64_t{0} << (width * 8);
  int64_t out = 0;
  std::memcpy(&out, &v, sizeof out);
  return out;
}

}  // namespace

void link_dump(IoRow& row, std::string_view bytes, const Evidence& at) {
  if (!row.stored_dtype || !row.stored_shape || !row.quant) return;
  const DType t = *row.stored_dtype;
  const Quantization& q = *row.quant;
  const int bits = dtype_bits(t);
  if (!is_integer(t) || bits < 8 || bits > 32 || q.scales.empty()) return;
  const auto count = element_count(*row.stored_shape);
  const auto dense = dense_bytes(*row.stored_shape, t);
  if (!count || !dense || *count < 2 || bytes.size() != static_cast<uint64_t>(*dense)) return;
  const size_t n = static_cast<size_t>(*count);
  // one score a class: all other dims are 1, so the flat index is the class and the index of its
  // scale
  if (q.scales.size() != 1 && q.scales.size() != n) return;
  if (q.zero_points.size() > 1 && q.zero_points.size() != n) return;
  DumpRanking r;
  double best = 0, raw_value = 0;
  for (size_t i = 0; i < n; ++i) {
    const int64_t v = integer_at(bytes, i, t);
    const double value = dequantize(v, q, i);
    if (i == 0 || v > r.raw_q) {
      r.raw_class = static_cast<int64_t>(i);
      r.raw_q = v;
      raw_value = value;
    }
    if (i == 0 || value > best) {
      r.best_class = static_cast<int64_t>(i);
      r.best_q = v;
      best = value;
    }
  }
  r.raw_value = raw_value;
  r.best_value = best;
  row.dump = {r, at};
}

}  // namespace npulint
