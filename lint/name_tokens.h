// Vocabulary of names: the tokens of a file, folder or product name, and what they state. Tokens
// are bounded by anything but letters and digits ("x3" inside "512x512" is none). A token that is
// not listed states nothing; nor does a name that no file system takes (kMaxName).
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "lint/platform.h"

namespace npulint {

constexpr size_t kMaxName = 4096;  // bytes

struct NameToken {
  std::string text;           // lower case
  size_t begin = 0, end = 0;  // bytes of the name
};
std::vector<NameToken> name_tokens(std::string_view name);

// One name is the other with a slip of the hand: letters that look like others (0 and O, 1 and l,
// another case, - and _), or a letter too few, too many, or swapped with its neighbour within a
// word. Where words or numbers differ at their ends the two are variants: yolo11n and yolo11s, v1
// and v2, det_320 and det_640.
bool is_slip_of_name(std::string_view a, std::string_view b);

// "640x512": both numbers, in their order. None when one is below 16.
std::optional<std::pair<int64_t, int64_t>> size_token(std::string_view token);

// What the token says in the words of the conversion configs; "" when it says nothing.
std::string_view pixel_token(std::string_view token);      // nv12 | rgb | bgr | yuv444
std::string_view precision_token(std::string_view token);  // int8 | int16 | float16
std::string_view data_type_token(std::string_view token);  // float32 | uint8, of stored data

// A march, chip or board that a name states: one token, or two with `-` or
// `_` between them. Words that are no board for certain need "rdk" before them: "ultra", and "x3"
// that does not begin the name.
struct PlatformToken {
  std::string text;  // as in the name
  size_t begin = 0, end = 0;
  Target target;
  bool fits(std::string_view march, const Platforms& platforms) const;
  std::string means() const;  // the march; of a board "BOARD (MARCH)"
};

class PlatformWords {
 public:
  explicit PlatformWords(const Platforms& platforms);
  std::vector<PlatformToken> in(std::string_view name) const;
  const Platforms& platforms() const { return platforms_; }

 private:
  const Platforms& platforms_;
  std::unordered_map<std::string, Target> marches_, boards_;  // lower case, without separators
};

}  // namespace npulint
