#include "lint/dump_read.h"

#include <algorithm>
#include <cstring>
#include <iterator>
#include <limits>

#include "lint/dequant.h"
#include "lint/link_derived.h"
#include "lint/shapes.h"
#include "lint/words.h"
#include "parsers/npy.h"

namespace npulint {
namespace {

constexpr size_t kChunk = 64u << 10;     // bytes
constexpr size_t kMostChangedFiles = 3;  // names that are kept
constexpr std::string_view kOther[] = {
    ".txt", ".csv", ".json", ".log", ".md",  ".npz", ".pkl", ".pt",   ".yaml", ".jpg",   ".png",
    ".gz",  ".bmp", ".zip",  ".tar", ".xml", ".yml", ".py",  ".html", ".toml", ".sha256"};

constexpr Text kSubByte{"{0} elements have no whole number of bytes", "{0} 元素不占整数个字节"};
constexpr Text kDynamic{"the size of the shape {0} is not known", "形状 {0} 的大小未知"};

// Bits that are all set in a NaN and an infinity; 0 for types that have none.
uint64_t exponent_mask(DType t) {
  switch (t) {
    case DType::kFloat16:
      return 0x7C00;
    case DType::kBFloat16:
      return 0x7F80;
    case DType::kFloat32:
      return 0x7F800000;
    case DType::kFloat64:
      return 0x7FF0000000000000;
    default:
      return 0;
  }
}

// Little endian, as the boards and their hosts write.
uint64_t bits_at(const char* p, size_t width) {
  uint64_t v = 0;
  for (size_t k = width; k-- > 0;) v = v << 8 | static_cast<unsigned char>(p[k]);
  return v;
}

int64_t integer_of(uint64_t v, size_t width, bool is_signed) {
  if (is_signed && width < 8 && (v >> (width * 8 - 1)) != 0) v |= ~uint64_t{0} << (width * 8);
  int64_t out = 0;
  std::memcpy(&out, &v, sizeof out);
  return out;
}

Shape without_ones(const Shape& s) {
  Shape out;
  std::copy_if(s.begin(), s.end(), std::back_inserter(out), [](int64_t d) { return d != 1; });
  return out;
}

// A stretch of a file that moves forward only, so that the file is read once.
class Window {
 public:
  Window(RandomAccess& file, uint64_t begin) : file_(file), begin_(begin), buffer_(kChunk, '\0') {}
  // At least `least` bytes at `offset` from the beginning, and how many there are; null at the end.
  const char* at(uint64_t offset, size_t least, size_t* there) {
    if (offset < base_ || offset + least > base_ + have_) {
      base_ = offset;
      have_ = file_.read(begin_ + offset, buffer_.data(), buffer_.size());
      if (have_ < least) return nullptr;
    }
    *there = static_cast<size_t>(base_ + have_ - offset);
    return buffer_.data() + (offset - base_);
  }

 private:
  RandomAccess& file_;
  uint64_t begin_, base_ = 0;
  size_t have_ = 0;
  std::string buffer_;
};

}  // namespace

bool is_raw_dump(std::string_view path) {
  const std::string ext = extension(path), base = lower(base_name(path));
  if (base == "readme" || base == "license" || base == "makefile") return false;
  return std::find(std::begin(kOther), std::end(kOther), ext) == std::end(kOther);
}

std::optional<DumpReader> DumpReader::of(const IoRow& row, Message* why) {
  if (!row.stored_dtype || !row.stored_shape) {
    *why = row.stored_dtype ? row.stored_shape.missing : row.stored_dtype.missing;
    return std::nullopt;
  }
  if (dtype_bits(*row.stored_dtype) < 8) {
    *why = Message(kSubByte, dtype_name(*row.stored_dtype));
    return std::nullopt;
  }
  const auto dense = dense_bytes(*row.stored_shape, *row.stored_dtype);
  if (!dense || *dense == 0 || !dense_strides(*row.stored_shape, *row.stored_dtype)) {
    *why = Message(kDynamic, shape_text(*row.stored_shape));
    return std::nullopt;
  }
  return DumpReader(row);
}

DumpReader::DumpReader(const IoRow& row)
    : type_(*row.stored_dtype),
      shape_(*row.stored_shape),
      dense_steps_(*dense_strides(shape_, type_)),
      count_(*element_count(shape_)),
      dense_(*dense_bytes(shape_, type_)) {
  if (row.quant) quant_ = *row.quant;
  if (row.aligned_shape) aligned_ = *row.aligned_shape;
  strided_sizes(row);
  if (row.decode && *row.decode == Decode::kRuntime) {
    if (row.read_as) decoded_ = *row.read_as;
    return;
  }
  may_be_decoded_ = !row.decode || *row.decode != Decode::kNone;
  if (!is_integer(type_)) return;
  const int bits = dtype_bits(type_);
  const auto n = static_cast<size_t>(count_);
  const auto fits = [&](size_t items) { return items == 1 || items == n; };
  // one score a class: all other dims are 1, so the flat index is the class and the index of its
  // scale
  if (quant_ && carries_scale(*quant_) && count_ >= 2 && bits <= 32)
    ranks_ = quant_->kind == Quantization::Kind::kShift
                 ? fits(quant_->shifts.size())
                 : fits(quant_->scales.size()) &&
                       (quant_->zero_points.empty() || fits(quant_->zero_points.size()));
  if (row.read_as && exponent_mask(*row.read_as) != 0 && dtype_bits(*row.read_as) == bits)
    wrong_type_ = *row.read_as;
  total.wrong_type = wrong_type_;
}

void DumpReader::strided_sizes(const IoRow& row) {
  const Fact<Padding> padding = padding_of(row);
  const auto steps = padding && padding->padded ? stored_steps(row) : std::nullopt;
  if (!steps || shape_.empty()) {
    if (!row.stored_bytes || *row.stored_bytes <= dense_) return;
    stored_ = *row.stored_bytes;  // room behind the last element only
    stored_sizes_ = {*stored_};
    return;
  }
  // up to the last element, and with the room behind it
  int64_t extent = dtype_bits(type_) / 8;
  for (size_t i = 0; i < shape_.size(); ++i) {
    const auto span = checked_mul(shape_[i] - 1, (*steps)[i]);
    if (!span || *span > std::numeric_limits<int64_t>::max() - extent) return;
    extent += *span;
  }
  const auto whole = checked_mul(shape_[0], (*steps)[0]);
  if (!whole) return;
  steps_ = steps;
  stored_ = row.stored_bytes ? *row.stored_bytes : *whole;
  stored_sizes_ = {*stored_, *whole, extent};
}

DumpReader::Sized DumpReader::size_of(std::string shown, const Evidence& at, RandomAccess& file,
                                      uint64_t bytes) const {
  Sized s;
  s.size.file = std::move(shown);
  s.size.at = at;
  s.size.bytes = static_cast<int64_t>(bytes);
  s.size.dense = dense_;
  s.size.stored = stored_;
  s.values = !decoded_;
  Message why;
  if (const auto header = parse_npy(file, &why)) {
    read_header(*header, bytes, s);
    return s;
  }
  using Fits = DumpSize::Fits;
  const auto returned = decoded_ ? dense_bytes(shape_, *decoded_) : std::nullopt;
  const bool stored = std::find(stored_sizes_.begin(), stored_sizes_.end(), s.size.bytes) !=
                      stored_sizes_.end(),
             decoded = !decoded_ && may_be_decoded_ && is_integer(type_) &&
                       dtype_bits(type_) < 32 &&
                       s.size.bytes == dense_bytes(shape_, DType::kFloat32),
             dense = s.size.bytes == dense_ || (returned && s.size.bytes == *returned) || decoded;
  if (decoded && !stored && s.size.bytes != dense_) s.values = false;
  s.strided = steps_ && stored && !dense;
  s.size.fits = stored  ? (dense ? Fits::kBoth : Fits::kStored)
                : dense ? Fits::kDense
                        : Fits::kNeither;
  return s;
}

// A header that says something else than the tensor, and not just what a conversion of its values
// leaves: floats of an application that decodes, or of another width.
bool DumpReader::same_type(DType header, bool* values) const {
  if (header == type_) return true;
  const bool bytes = dtype_bits(header) == 8 && dtype_bits(type_) == 8;
  if (bytes && (header == DType::kBool || type_ == DType::kBool)) return true;
  *values = false;
  if (decoded_ && header == *decoded_) return true;
  if (is_float(header)) return is_float(type_) || may_be_decoded_;
  // NumPy has no such type: its bits are kept in integers
  if (type_ == DType::kBFloat16 && (header == DType::kUint16 || header == DType::kInt16))
    return true;
  // widened integers keep every value
  return is_integer(header) && is_integer(type_) && dtype_bits(header) > dtype_bits(type_) &&
         (is_signed(header) || !is_signed(type_));
}

// Dims of 1 and the cut of a flat list into dims move no element; a stack holds several tensors.
bool DumpReader::same_shape(const Shape& header, Sized& to) const {
  const Shape got = without_ones(header), own = without_ones(shape_);
  if (got == own || (got.size() == 1 && got[0] == count_)) return true;
  if (aligned_ && header.size() == aligned_->size() && got == without_ones(*aligned_)) {
    to.size.fits = DumpSize::Fits::kStored;
    to.strided = steps_ == dense_strides(*aligned_, type_);
    to.values = to.values && to.strided;
    return true;
  }
  if (got.size() == own.size() + 1 && std::equal(own.begin(), own.end(), got.begin() + 1)) {
    to.values = false;
    return true;
  }
  to.values = to.values && !regrouped(header, shape_);
  return regrouped(header, shape_);
}

// What the header says stands in NumPy's own words.
void DumpReader::read_header(const NpyHeader& h, uint64_t bytes, Sized& to) const {
  to.begin = h.data_offset;
  to.size.bytes = static_cast<int64_t>(bytes - h.data_offset);
  to.size.fits = DumpSize::Fits::kDense;
  if (!same_type(h.dtype, &to.values))
    to.size.header = "descr " + h.descr;
  else if (!same_shape(h.shape, to))
    to.size.header = "shape " + shape_text(h.shape);
  else if (h.big_endian)
    to.size.header = "descr " + h.descr;
  else if (h.fortran && without_ones(h.shape).size() > 1)
    to.size.header = "fortran_order True";
  const auto promised = dense_bytes(h.shape, h.dtype);
  const bool cut = promised && *promised != to.size.bytes;
  if (cut || !to.size.header.empty()) to.size.fits = DumpSize::Fits::kNeither;
}

bool DumpReader::measure(const Sized& dump, RandomAccess& file) {
  const std::vector<int64_t>& steps = dump.strided ? *steps_ : dense_steps_;
  const size_t width = static_cast<size_t>(dtype_bits(type_)) / 8;
  // the innermost dims without a gap are one run
  size_t outer = shape_.size();
  int64_t run = 1, need = static_cast<int64_t>(width);
  for (; outer > 0 && (shape_[outer - 1] == 1 || steps[outer - 1] == need); --outer) {
    run *= shape_[outer - 1];
    need *= shape_[outer - 1];  // at most the dense size
  }
  const uint64_t mask = wrong_type_ ? exponent_mask(*wrong_type_) : 0;
  const bool sign = is_signed(type_);
  Window window(file, dump.begin);
  DumpRanking r;
  int64_t not_finite = 0;
  size_t i = 0;  // flat index of the element
  std::vector<int64_t> index(outer, 0);
  const auto take = [&](uint64_t bits) {
    if (mask != 0 && (bits & mask) == mask) ++not_finite;
    if (ranks_) {
      const int64_t v = integer_of(bits, width, sign);
      const double value = dequantize(v, *quant_, i);
      if (i == 0 || v > r.raw_q) {
        r.raw_class = static_cast<int64_t>(i);
        r.raw_q = v;
        r.raw_value = value;
      }
      if (i == 0 || value > r.best_value) {
        r.best_class = static_cast<int64_t>(i);
        r.best_q = v;
        r.best_value = value;
      }
    }
    ++i;
  };
  while (i < static_cast<size_t>(count_)) {
    uint64_t offset = 0;
    for (size_t d = 0; d < outer; ++d)
      offset += static_cast<uint64_t>(index[d]) * static_cast<uint64_t>(steps[d]);
    for (int64_t left = run; left > 0;) {
      size_t there = 0;
      const char* p = window.at(offset, width, &there);
      if (!p) return false;
      const size_t n = std::min(static_cast<size_t>(left), there / width);
      for (size_t k = 0; k < n; ++k) take(bits_at(p + k * width, width));
      offset += n * width;
      left -= static_cast<int64_t>(n);
    }
    for (size_t d = outer; d-- > 0;) {
      if (++index[d] < shape_[d]) break;
      index[d] = 0;
    }
  }
  ++total.files;
  if (mask != 0) {
    total.elements += count_;
    total.not_finite += not_finite;
  }
  if (!ranks_) return true;
  const bool changes = r.raw_class != r.best_class;
  if (!example || (changes && total.changed == 0)) {
    example = r;
    example_at = dump.size.at;
  }
  if (changes && static_cast<size_t>(++total.changed) <= kMostChangedFiles)
    total.changed_files.push_back(base_name(dump.size.file));
  return true;
}

}  // namespace npulint
