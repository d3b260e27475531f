#include "lint/stride_line.h"

#include <algorithm>

namespace npulint {
namespace {

constexpr Text kLevel{"{0} × {1} B valid | {2} B padding = {3} B a step of dim {4}",
                      "{0} × {1} B 有效 | {2} B 填充 = 第 {4} 维每步 {3} B"};
constexpr Text kWhole{"{0} B valid | {1} B padding = {2} B in all",
                      "{0} B 有效 | {1} B 填充 = 共 {2} B"};
constexpr Text kOrder{"stored with dim {0} outermost, then {1}",
                      "存放顺序由外到内为第 {0}、{1} 维"};
constexpr Text kCallerAll{"the caller decides the strides", "步长由调用方决定"};
constexpr Text kCallerDims{"the caller decides the step of dim {0}", "第 {0} 维的步长由调用方决定"};
constexpr Text kRank{"{0} strides do not fit the {1} dims of the shape",
                     "{0} 个步长与形状的 {1} 个维度不符"};
constexpr Text kOverlap{
    "a step of dim {0} is {1} B and what lies within it takes {2} B: the elements overlap",
    "第 {0} 维每步 {1} B，而其内部需要 {2} B：元素相互重叠"};
constexpr Text kSomewhere{"{0} B for {1} B of elements, and no strides say where the padding is",
                          "元素共 {1} B，内存为 {0} B，没有步长说明填充在何处"};

constexpr Text kBlocks{"no stride steps through the layout {0}", "布局 {0} 没有可逐步访问的步长"};

// Elements that lie in blocks or share words: NCHW_8C, NHCW_8W4C_S2D of a BPU; 2N, 4N of a TPU.
bool in_blocks(std::string_view layout) {
  return layout.find('_') != std::string_view::npos || layout == "2N" || layout == "4N";
}

std::string dims_text(const std::vector<size_t>& dims, size_t from = 0) {
  std::string out;
  for (size_t i = from; i < dims.size(); ++i)
    out += (i > from ? ", " : "") + std::to_string(dims[i]);
  return out;
}

// The rows of an image: no element type, but one byte a pixel of Y.
std::optional<StrideLevel> image_row(const CompiledTensor& t) {
  if (!t.image || !t.shape || !t.aligned_shape || !t.layout) return std::nullopt;
  if (*t.image != "y" && !t.image->starts_with("nv12")) return std::nullopt;
  const size_t width = *t.layout == "NCHW" ? 3 : *t.layout == "NHWC" ? 2 : 0;
  if (width == 0 || t.shape->size() != 4 || t.aligned_shape->size() != 4) return std::nullopt;
  const int64_t valid = (*t.shape)[width], step = (*t.aligned_shape)[width];
  if (valid <= 0 || step <= valid) return std::nullopt;
  return StrideLevel{width - 1, valid, 1, step};
}

// Fills order, padding and extent from steps that are all known.
void walk(const Shape& shape, int64_t element, MemoryLayout& out) {
  for (size_t i = 0; i < shape.size(); ++i)
    if (shape[i] != 1) out.order.push_back(i);
  const auto in_shape = out.order;
  std::stable_sort(out.order.begin(), out.order.end(),
                   [&](size_t a, size_t b) { return out.steps[a] > out.steps[b]; });
  out.reordered = out.order != in_shape;
  int64_t need = element, item = element, count = 1, last = element;
  for (size_t n = out.order.size(); n-- > 0;) {
    const size_t dim = out.order[n];
    const int64_t step = out.steps[dim];
    if (step < need) {
      out.kind = MemoryLayout::Kind::kUnknown;
      out.why = Message(kOverlap, dim, step, need);
      return;
    }
    if (step > need) out.padding.push_back({dim, count, item, step});
    const auto all = checked_mul(step, shape[dim]), before = checked_mul(step, shape[dim] - 1);
    if (!all || !before || __builtin_add_overflow(last, *before, &last)) {
      out = {};
      return;
    }
    need = *all;
    item = step;
    count = shape[dim];
  }
  out.extent = last;
  out.kind = out.padding.empty() && !out.reordered ? MemoryLayout::Kind::kDense
                                                   : MemoryLayout::Kind::kPadded;
}

}  // namespace

std::optional<std::vector<int64_t>> stated_steps(const Fact<std::vector<int64_t>>& strides,
                                                 const Fact<Shape>& aligned, size_t rank, DType t) {
  if (strides && strides->size() == rank) return *strides;
  if (aligned && aligned->size() == rank) return dense_strides(*aligned, t);
  return std::nullopt;
}

MemoryLayout memory_layout(const CompiledTensor& t) {
  using Kind = MemoryLayout::Kind;
  MemoryLayout out;
  if (const auto row = image_row(t)) {
    out.kind = Kind::kPadded;
    out.padding.push_back(*row);
    return out;
  }
  if (!t.shape) return out;
  const Shape& shape = *t.shape;
  if (t.strides && t.strides->size() != shape.size()) {
    out.why = Message(kRank, t.strides->size(), shape.size());
    return out;
  }
  if (t.strides) {
    out.steps = *t.strides;
    for (size_t i = 0; i < shape.size(); ++i) {
      if (!caller_decides(out.steps[i])) continue;
      out.steps[i] = -1;
      if (shape[i] != 1) out.kind = Kind::kCaller;
    }
    if (out.kind == Kind::kCaller) return out;
  }
  if (!t.strides && (t.layout ? in_blocks(*t.layout) : !t.layout.missing.empty())) {
    out.why = t.layout ? Message(kBlocks, *t.layout) : t.layout.missing;
    out.blocked = true;
    return out;
  }
  const auto dense = t.dtype ? dense_bytes(shape, *t.dtype) : std::nullopt;
  if (!dense || *dense == 0 || dtype_bits(*t.dtype) < 8) return {};
  if (!t.strides && t.strides.missing.empty())
    if (auto steps = stated_steps(t.strides, t.aligned_shape, shape.size(), *t.dtype))
      out.steps = std::move(*steps);
  if (out.steps.empty() && !t.byte_size) {
    out.why = t.strides.missing;
    if (shape.empty()) out.kind = Kind::kDense, out.extent = *dense;
    return out;
  }
  if (out.steps.empty() && !shape.empty()) {
    if (*t.byte_size != *dense) {
      out.why = !t.strides.missing.empty() ? t.strides.missing
                : *t.byte_size > *dense    ? Message(kSomewhere, *t.byte_size, *dense)
                                           : Message();
      return out;
    }
    if (!t.strides.missing.empty()) {
      out.why = t.strides.missing;
      return out;
    }
    out.steps = *dense_strides(shape, *t.dtype);
  }
  walk(shape, dtype_bits(*t.dtype) / 8, out);
  if (out.kind == Kind::kUnknown || !t.byte_size || *t.byte_size <= 0) return out;
  const int64_t end =
      out.order.empty() ? out.extent : out.steps[out.order[0]] * shape[out.order[0]];
  if (*t.byte_size > end) out.padding.push_back({std::nullopt, 1, end, *t.byte_size});
  return out;
}

Message level_text(const StrideLevel& l) {
  const int64_t valid = l.count * l.item;
  if (!l.dim) return Message(kWhole, valid, l.step - valid, l.step);
  return Message(kLevel, l.count, l.item, l.step - valid, l.step, *l.dim);
}

std::string level_bar(const StrideLevel& l, size_t width) {
  const double share = static_cast<double>(l.count) * static_cast<double>(l.item) /
                       static_cast<double>(std::max<int64_t>(l.step, 1));
  const auto cells = static_cast<size_t>(share * static_cast<double>(width) + 0.5);
  const size_t valid = std::clamp<size_t>(cells, 1, width - 1);
  std::string out;
  for (size_t i = 0; i < width; ++i) out += i < valid ? "█" : "░";
  return out;
}

std::vector<std::string> stride_lines(const MemoryLayout& m, Lang lang) {
  std::vector<std::string> out;
  if (m.kind == MemoryLayout::Kind::kCaller) {
    std::vector<size_t> dims;
    for (size_t i = 0; i < m.steps.size(); ++i)
      if (m.steps[i] == -1) dims.push_back(i);
    out.push_back((dims.size() == m.steps.size() ? Message(kCallerAll)
                                                 : Message(kCallerDims, dims_text(dims)))
                      .in(lang));
  }
  for (const StrideLevel& l : m.padding)
    out.push_back(level_bar(l) + "  " + level_text(l).in(lang));
  if (m.reordered && !m.order.empty())
    out.push_back(Message(kOrder, m.order[0], dims_text(m.order, 1)).in(lang));
  if (!m.why.empty()) out.push_back(m.why.in(lang));
  return out;
}

}  // namespace npulint
