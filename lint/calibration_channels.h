// Least, largest and mean value of each channel of calibration files, of windows spread over each
// plane.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "lint/calibration_sample.h"
#include "lint/files.h"

namespace npulint {

// The value at index i of elements that lie in this machine's order: uint8, float32 or float64.
double sample_value(DType type, std::string_view bytes, size_t i);

class ChannelTally {
 public:
  // `shape` of one file: an image, or a batch of them; `layout`: "NCHW", "NHWC", or "" where the
  // shape has to tell. Counts nothing when the channels cannot be told apart.
  ChannelTally(const Shape& shape, std::string_view layout);
  // Elements of `type` from byte `begin` on. A file that does not hold whole images is passed over.
  void add(RandomAccess& file, uint64_t begin, DType type);
  std::vector<CalibrationSample::Channel> take() const;

 private:
  struct Sum {
    CalibrationSample::Channel of;
    double total = 0;
    uint64_t n = 0;
  };
  uint64_t plane_ = 0;  // elements of one channel of one image
  bool interleaved_ = false;
  std::vector<Sum> channels_;
};

}  // namespace npulint
