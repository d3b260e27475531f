// Fact<T>: a value with the place that states it, or the reason why nobody does.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>

#include "lint/rare.h"
#include "lint/text.h"

namespace npulint {

// Index into Sources. kNoFile: the statement comes from no file.
using FileId = int32_t;
constexpr FileId kNoFile = -1;
constexpr uint64_t kNoOffset = ~uint64_t{0};

// Where a value is stated: a byte range of a text file, or a logical path inside a binary one
// ("outputs[0].quantization"), or both. Line and column are computed when it is shown.
struct Evidence {
  FileId file = kNoFile;
  uint64_t begin = kNoOffset, end = kNoOffset;  // bytes, half open
  RareString path;
  bool known() const { return file != kNoFile; }
  bool has_range() const { return begin != kNoOffset; }
};

inline Evidence whole_file(FileId file) {
  Evidence e;
  e.file = file;
  return e;
}

template <class T>
struct Fact {
  using Type = T;
  std::optional<T> value;
  Evidence at;
  Message missing;  // empty: the engine says which input would state it

  Fact() = default;
  Fact(T v, Evidence e) : value(std::move(v)), at(std::move(e)) {}
  static Fact absent(Message why) {
    Fact f;
    f.missing = std::move(why);
    return f;
  }
  explicit operator bool() const { return value.has_value(); }
  const T& operator*() const { return *value; }
  const T* operator->() const { return &*value; }
};

}  // namespace npulint
