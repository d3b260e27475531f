// Which preprocessing turns an image into a tensor: geometry, order of the channels, and one gain
// and offset a channel, found by least squares.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "lint/geometry.h"
#include "lint/resample.h"
#include "lint/tensor.h"

namespace npulint {

// Values of a tensor of one image, in the order of the file.
struct TensorImage {
  DType dtype = DType::kUnknown;
  Shape shape;                                 // as stored
  size_t width = 0, height = 0, channels = 0;  // 1 or 3 channels
  bool interleaved = false;                    // NHWC
  std::vector<float> values;
  float at(size_t c, size_t i) const {
    return values[interleaved ? i * channels + c : c * width * height + i];
  }
};

struct ReplayFit {
  bool explained = false;
  // value = gain * pixel + offset, a channel of the tensor. A channel without contrast in the image
  // has no gain.
  struct Channel {
    bool known = false;
    double gain = 0, offset = 0;
    double mean() const { return -offset / gain; }  // value = (pixel - mean) * gain
  };
  std::vector<Channel> channels;
  std::string order;        // "RGB", "BGR" …: which plane of the image each channel is; "" of one
  bool order_told = false;  // no other order fits about as well
  bool grey = false;        // the image
  bool flat = false;        // the image has no contrast: anything would fit
  double median = 0;        // absolute residual, levels of 0-255
  double r2 = 0;            // of the worst channel, without the worst tenth of the values
  Geometry::Kind geometry = Geometry::Kind::kUnknown;  // kUnknown: the image has the size already
  std::string how;                                     // "letterbox, bilinear"; "same size"
  bool turned = false;                                 // by its EXIF orientation
  bool reshaped = false;  // only the other layout than the shape's fits
  size_t tried = 0;       // geometries and filters
};

// `stated`: only its way is tried first; the others follow when it does not explain the tensor.
ReplayFit fit_replay(const Image& image, int orientation, const TensorImage& tensor,
                     const Geometry& stated);

}  // namespace npulint
