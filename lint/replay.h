// A [[replay]] of a contract: which preprocessing made its tensors of its images, and whether that
// is the one that is due.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "lint/fact.h"
#include "lint/model.h"
#include "lint/norm_check.h"
#include "lint/replay_fit.h"

namespace npulint {

class FileReader;
class Sources;

// What a statement demands of the tensors.
struct ReplayDue {
  std::optional<PixelNorm> norm;  // in the order of the tensor's channels
  std::string norm_words;         // "mean_std mean=[…] std=[…]"; "" of raw pixels
  Evidence norm_at;
  std::string norm_by;  // "[training]"
  std::string order;    // "RGB", "BGR"; "": not stated
  Evidence order_at;
  std::string order_by;
  bool silent = false;  // nothing states the normalisation
  Message missing;      // why it is not known, when it is not
};

struct ReplayResult {
  struct Pair {
    std::string image, tensor;  // file names
    Evidence tensor_at;
    Message unread;  // why there is no fit
    DType dtype = DType::kUnknown;
    Shape shape;               // as stored
    std::string other_layout;  // than the one that the shape tells: "NHWC"
    ReplayFit fit;
  };
  std::string source, tensor;  // as written
  Geometry stated;
  std::string resize;   // as written; "" when not stated
  size_t paired = 0;    // images with a tensor of their name; `pairs` is an even sample of them
  size_t unpaired = 0;  // images and tensors without
  std::vector<Pair> pairs;
  ReplayDue due;
};

// Images and tensors are read relative to `dir`; `jobs` threads.
struct ReplayFiles {
  const FileReader& reader;
  Sources& sources;
  std::string dir;
  std::function<std::string(const std::string& real)> shown;
  unsigned jobs = 1;
};
// Of each [[replay]], in their order, at its `tensor`; absent with the reason when there is nothing
// to compare. `due` is not filled.
std::vector<Fact<std::shared_ptr<const ReplayResult>>> read_replays(const Contract& contract,
                                                                    const ReplayFiles& files);

// One .npy or raw file as a tensor of one image; a sentence in `why` otherwise. `layout`: "NCHW",
// "NHWC" or "": as the shape tells.
std::optional<TensorImage> read_tensor_image(const FileReader& reader, const std::string& path,
                                             const std::string& layout, const Fact<Shape>& shape,
                                             const Fact<DType>& dtype, Message* why);

// What a fit is, beside what is due.
struct ReplayFinding {
  enum class Norm {
    kDue,       // once, as it is due; or nothing is due that it could contradict
    kRaw,       // pixels of 0 to 255
    kUnit,      // divided by 255 and nothing more
    kAlready,   // normalised, as `preset` would where it is known, though raw pixels are due
    kTwice,     // what is due, applied to its own result
    kReversed,  // with the constants in the other order
    kPreset,    // as `preset` would
    kOther,     // another gain and offset
  };
  Norm norm = Norm::kDue;
  std::string preset;
  bool wrong_order = false;
};
// One constant, or one a channel of the tensor.
bool covers_channels(const PixelNorm& n, const ReplayFit& fit);
ReplayFinding judge(const ReplayFit& fit, const ReplayDue& due);

// One contradiction, shown at the first pair that has it.
struct ReplayFault {
  enum class Kind { kOrder, kNorm, kReshaped, kResize };
  Kind kind = Kind::kOrder;
  const ReplayResult::Pair* first = nullptr;
  ReplayFinding found;
  size_t count = 0;  // pairs that have it
};
std::vector<ReplayFault> replay_faults(const ReplayResult& result);
Text fault_words(ReplayFinding::Norm norm);  // "normalised twice"
// Why a result without faults is no pass: what cannot be read, told or compared; empty when it is.
Message replay_gap(const ReplayResult& result);

// "(pixel - 123.7 116.3 103.5) x 0.01712 0.01751 0.01743"; "pixel"
std::string fit_text(const ReplayFit& fit);
std::string residual_text(const ReplayFit& fit);  // "0.3", levels of 0-255
struct RenderOptions;
// inspect_replay.cc: a table of the pairs of each [[replay]] and what explains them.
std::string inspect_replays(const Contract& contract, const ReplayFiles& files,
                            const RenderOptions& options);
// Files whose integers are quantised values are not judged.
bool holds_pixels(DType t);

}  // namespace npulint
