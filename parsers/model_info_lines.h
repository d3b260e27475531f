// The lines of model_info texts and libdnn dumps, one by one: keys and block headers.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>
#include <utility>

namespace npulint::model_info {

// Keys of a tensor block; kKeys: none of them.
enum Key : size_t {
  kName,
  kSource,
  kShape,
  kAligned,
  kBytes,
  kType,
  kLayout,
  kQuanti,
  kStride,
  kScale,
  kAxis,
  kZero,
  kShift,
  kKeys,
};
extern const std::array<std::string_view, kKeys> kWords;

constexpr int64_t kMaxIndex = 4095;

// The key of a `key: value` line, with what stands after the colon.
std::pair<Key, std::string_view> key_of(std::string_view line);
bool is_telling(Key key);  // prose and other tools do not print it

struct Header {
  bool is_input = false;
  std::optional<int64_t> index;  // none: larger than kMaxIndex
};
// `input[0]` or `output[0]` at the start of `s`, in any case; `length` is its length.
std::optional<Header> tensor_word(std::string_view s, size_t* length);
// A line that opens a block: the word, a colon, nothing else.
std::optional<Header> header_of(std::string_view line);

// Tensors on one line, with enum numbers.
bool is_dump_line(std::string_view line);

std::string_view after(std::string_view s,
                       std::string_view word);       // empty when `word` is not in `s`
std::string_view parenthesised(std::string_view s);  // the first "(…)"; empty when there is none
std::string_view digits(std::string_view s);         // leading digits after spaces

}  // namespace npulint::model_info
