// How the elements of a tensor lie in memory: which bytes of a row are elements and which are
// padding, as numbers and as a drawn line. Strides come from the artifact; nothing is worked out
// from alignment rules.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "lint/model.h"

namespace npulint {

// A step that is wider than what lies within it.
struct StrideLevel {
  std::optional<size_t> dim;  // whose index makes the step; none: the tensor as a whole
  int64_t count = 0;          // things inside, each of `item` bytes: count * item are valid
  int64_t item = 0;
  int64_t step = 0;  // bytes, > count * item
};

struct MemoryLayout {
  enum class Kind {
    kUnknown,  // not stated, or contradictory: see `why`
    kDense,    // elements without a gap, row by row (there may be padding behind the last)
    kPadded,   // gaps between elements, or dims in another order than the shape has them
    kCaller,   // the step of a dim is the caller's choice
  };
  Kind kind = Kind::kUnknown;
  // Bytes from one index to the next, a dim each. A dim that the caller decides has -1; empty when
  // unknown.
  std::vector<int64_t> steps;
  std::vector<size_t> order;         // dims of more than one index, outermost first
  std::vector<StrideLevel> padding;  // innermost first
  int64_t extent = 0;                // bytes up to the end of the last element; 0: not known
  bool reordered = false;            // `order` is not that of the shape
  bool blocked = false;              // of kUnknown: no stride steps through this layout
  Message why;                       // of kUnknown; empty when the file is silent

  // Bytes between the elements count, those behind the last do not.
  bool gaps() const { return kind == Kind::kPadded; }
};

MemoryLayout memory_layout(const CompiledTensor& t);

// A stride of a compiled tensor that leaves the step to the caller.
constexpr bool caller_decides(int64_t stride) { return stride == 0 || stride == -1; }

// The strides that put elements where an artifact has them: those that it states, else those of a
// dense block of the aligned shape. None when neither fits the rank.
std::optional<std::vector<int64_t>> stated_steps(const Fact<std::vector<int64_t>>& strides,
                                                 const Fact<Shape>& aligned, size_t rank, DType t);

// "19 × 4 B valid | 52 B padding = 128 B a step of dim 2"
Message level_text(const StrideLevel& level);
// The share of valid bytes, `width` cells wide; both parts show when both are there.
std::string level_bar(const StrideLevel& level, size_t width = 32);
// Every level, drawn; and in words what else a reader must know. Nothing for a dense tensor.
std::vector<std::string> stride_lines(const MemoryLayout& layout, Lang lang);

}  // namespace npulint
