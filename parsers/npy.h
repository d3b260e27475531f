// The header of a .npy file (NumPy format 1.0 to 3.0: numpy/lib/format.py). Values are never read.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "lint/files.h"
#include "lint/tensor.h"
#include "lint/text.h"

namespace npulint {

constexpr std::string_view kNpyMagic{"\x93NUMPY"};

struct NpyHeader {
  DType dtype = DType::kUnknown;
  std::string descr;         // as written: "<i4"
  bool big_endian = false;   // of elements of several bytes
  bool fortran = false;      // the first dim is the densest
  Shape shape;               // elements; all dims are 0 or more
  uint64_t data_offset = 0;  // bytes
};

// None with a sentence in `why` when the file is no .npy or its header is damaged.
std::optional<NpyHeader> parse_npy(RandomAccess& file, Message* why);

}  // namespace npulint
