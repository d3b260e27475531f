// What a run is for, and what fails it (formats.md, npulint.toml).
#pragma once

#include <cstdint>

namespace npulint {

enum class Profile : uint8_t { kCommit, kReview, kRelease };
enum class FailOn : uint8_t { kNote, kWarning, kError, kNever };

}  // namespace npulint
