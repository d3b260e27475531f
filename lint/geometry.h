// Vocabulary of how images are brought to the size of a network, as people write it:
// "letterbox_640", "stretch 640x640", "short_side_256_center_crop_224".
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

namespace npulint {

struct Geometry {
  enum class Kind {
    kUnknown,
    kStretch,    // to the size, whatever the aspect ratio
    kLetterbox,  // aspect ratio kept, the rest padded
    kCrop,       // aspect ratio kept, the rest cut off
  };
  Kind kind = Kind::kUnknown;
  std::vector<int64_t> sizes;  // ascending, each once
};
Geometry parse_geometry(std::string_view s);

// None when the words do not tell.
std::optional<bool> same_geometry(std::string_view a, std::string_view b);

}  // namespace npulint
