// What a folder of calibration files holds: sizes of all, or of an even sample, and values of a
// few, read in windows. Nothing of it depends on the order in which the disk lists the folder.
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "lint/fact.h"
#include "lint/tensor.h"

namespace npulint {

class FileReader;
class Sources;

struct CalibrationSample {
  struct Size {
    uint64_t bytes = 0;
    size_t files = 0;
    std::string example;  // file name of the first
    Evidence at;          // that file
  };
  struct File {
    std::string name;
    Evidence at;
  };
  std::string folder;            // as written
  size_t entries = 0;            // files in the folder
  size_t measured = 0;           // files whose size was taken
  std::vector<Size> sizes;       // distinct sizes, most frequent first
  std::string extension;         // of all measured files; empty when they differ
  DType type = DType::kUnknown;  // the values were read as this
  bool misfit = false;  // a size is not that of the input: the values are not what they seem

  size_t read = 0;                    // files whose values were sampled
  uint64_t values = 0;                // how many values
  double min = 0, max = 0, mean = 0;  // of the finite ones
  struct Channel {
    double min = 0, max = 0, mean = 0;
  };
  std::vector<Channel> channels;             // empty: the layout does not tell them apart
  std::vector<File> not_finite;              // read files that hold NaN or infinite values
  std::vector<File> constant;                // read files all of whose sampled values are equal
  std::vector<std::pair<File, File>> twins;  // read files with equal bytes throughout
};

// `dir` is the folder's real path, `shown` how it is written in reports. kUnknown: sizes only. The
// channels are told where `shape` and `layout` do; a .npy file states its own shape.
CalibrationSample sample_calibration(const FileReader& reader, Sources& sources,
                                     const std::string& dir, const std::string& shown,
                                     std::string folder, DType type, const Shape& shape,
                                     const std::string& layout);

}  // namespace npulint
