// The files of a [[replay]]: pairs of an image and a tensor, and the values of tensors.
#include <algorithm>
#include <cmath>
#include <cstring>
#include <map>

#include "lint/calibration_check.h"
#include "lint/files.h"
#include "lint/parallel.h"
#include "lint/replay.h"
#include "lint/sources.h"
#include "parsers/npy.h"

namespace npulint {
namespace {

constexpr size_t kMostPairs = 8;
constexpr unsigned kMostAtOnce = 4;                // images decoded at a time, for their memory
constexpr uint64_t kMostTensorBytes = 256u << 20;  // of one tensor

constexpr Text kNotThere{"`{0}` is not there", "`{0}` 不存在"};
constexpr Text kNoSource{"[[replay]] names no `{0}`", "[[replay]] 没有写 `{0}`"};
constexpr Text kNoPairs{"no image of `{0}` has a tensor of its name in `{1}`",
                        "`{0}` 中没有一张图像在 `{1}` 中有同名张量"};
constexpr Text kUnread{"`{0}` cannot be read: {1}", "无法读取 `{0}`：{1}"};
constexpr Text kRawShape{"`{0}` is a raw file: [[replay]] or [[input]] must state its `shape`",
                         "`{0}` 是 raw 文件：须在 [[replay]] 或 [[input]] 中写明 `shape`"};
constexpr Text kSize{"`{0}` has {1} bytes; shape {2} takes {3} as {4}",
                     "`{0}` 有 {1} 字节；形状 {2} 按 {4} 需要 {3} 字节"};
constexpr Text kSizeAny{"`{0}` has {1} bytes, which shape {2} takes in no type",
                        "`{0}` 有 {1} 字节，形状 {2} 在任何类型下都不是这个大小"};
constexpr Text kOneImage{"`{0}` has shape {1}; one image of 1 or 3 channels is compared",
                         "`{0}` 的形状为 {1}；只比较 1 或 3 通道的单张图像"};
constexpr Text kTwoLayouts{
    "`{0}` has shape {1}, which may be NCHW or NHWC; `layout` of [[replay]] tells",
    "`{0}` 的形状 {1} 可能是 NCHW 也可能是 NHWC；请用 [[replay]] 的 `layout` 说明"};
constexpr Text kSmall{"`{0}` holds {1} pixels: too few to tell a preprocessing",
                      "`{0}` 只有 {1} 个像素：不足以判断预处理方式"};
constexpr Text kFortran{"`{0}` is stored in Fortran order, which is not compared",
                        "`{0}` 以 Fortran 顺序存储，不予比较"};
constexpr Text kStorage{"`{0}` is stored as {1}, which is not compared",
                        "`{0}` 以 {1} 存储，不进行比较"};
constexpr Text kFinite{"`{0}` holds NaN or infinite values", "`{0}` 中有 NaN 或无穷大"};

std::string stem(const std::string& name) {
  const std::string base = base_name(name);
  return base.substr(0, base.size() - extension(base).size());
}

bool is_tensor(const std::string& name) {
  static constexpr std::string_view kAll[] = {".npy", ".bin", ".raw", ".rgb",    ".bgr",    ".f32",
                                              ".f64", ".u8",  ".dat", ".rgbchw", ".bgrchw", ".src"};
  return std::find(std::begin(kAll), std::end(kAll), extension(name)) != std::end(kAll);
}

template <class T>
void widen(std::string_view bytes, std::vector<float>& to) {
  const size_t n = bytes.size() / sizeof(T);
  to.resize(n);
  for (size_t i = 0; i < n; ++i) {
    T v;
    std::memcpy(&v, bytes.data() + i * sizeof v, sizeof v);
    to[i] = static_cast<float>(v);
  }
}

float half(uint16_t h) {
  const int exponent = h >> 10 & 31, fraction = h & 1023;
  const float sign = h & 0x8000 ? -1.0f : 1.0f;
  if (exponent == 31) return fraction ? NAN : sign * INFINITY;
  return sign * (exponent ? std::ldexp(static_cast<float>(fraction + 1024), exponent - 25)
                          : std::ldexp(static_cast<float>(fraction), -24));
}

bool values_of(std::string_view bytes, DType t, std::vector<float>& to) {
  switch (t) {
    case DType::kUint8:
      widen<uint8_t>(bytes, to);
      return true;
    case DType::kInt8:
      widen<int8_t>(bytes, to);
      return true;
    case DType::kInt16:
      widen<int16_t>(bytes, to);
      return true;
    case DType::kInt32:
      widen<int32_t>(bytes, to);
      return true;
    case DType::kFloat16:
      widen<uint16_t>(bytes, to);
      for (float& v : to) v = half(static_cast<uint16_t>(v));
      return true;
    case DType::kFloat32:
      widen<float>(bytes, to);
      return true;
    case DType::kFloat64:
      widen<double>(bytes, to);
      return true;
    default:
      return false;
  }
}

constexpr size_t kLeastPixels = 64;  // fewer are explained by almost any gain and offset

bool is_channels(int64_t dim) { return dim == 1 || dim == 3; }

// The dims of one image, without those of a batch of one.
Shape image_dims(Shape s) {
  while (s.size() > 3 && s[0] == 1) s.erase(s.begin());
  return s;
}

// Both outer dims may count the channels, and they differ in what lies between.
bool two_layouts(const Shape& shape) {
  const Shape s = image_dims(shape);
  return s.size() == 3 && is_channels(s[0]) && is_channels(s[2]);
}

// Height, width and channels of the shape of one image; false when it is none.
bool place_dims(const Shape& shape, const std::string& layout, TensorImage& t) {
  Shape s = image_dims(shape);
  if (s.size() == 2) s.insert(s.begin(), 1);
  if (s.size() != 3) return false;
  for (const int64_t d : s)
    if (d < 1) return false;
  const bool first = is_channels(s[0]) && layout != "NHWC";
  const bool last = is_channels(s[2]) && layout != "NCHW";
  if (!first && !last) return false;
  // both: the smaller of the outer dims counts the channels
  t.interleaved = last && (!first || s[2] < s[0]);
  t.channels = static_cast<size_t>(t.interleaved ? s[2] : s[0]);
  t.height = static_cast<size_t>(t.interleaved ? s[0] : s[1]);
  t.width = static_cast<size_t>(t.interleaved ? s[1] : s[2]);
  return true;
}

// The element type of a raw file: stated, else the one that its size tells.
std::optional<DType> raw_type(uint64_t bytes, const Shape& shape, const Fact<DType>& stated,
                              const std::string& name, Message* why) {
  if (stated) {
    const auto need = dense_bytes(shape, *stated);
    if (need && static_cast<uint64_t>(*need) == bytes) return *stated;
    *why = Message(kSize, name, bytes, shape_text(shape), need.value_or(0), dtype_name(*stated));
    return std::nullopt;
  }
  for (const DType t : {DType::kUint8, DType::kFloat32, DType::kFloat64})
    if (const auto need = dense_bytes(shape, t); need && static_cast<uint64_t>(*need) == bytes)
      return t;
  *why = Message(kSizeAny, name, bytes, shape_text(shape));
  return std::nullopt;
}

class Pairs {
 public:
  Pairs(const Contract::Replay& replay, const ReplayFiles& files) : replay_(replay), f_(files) {}

  bool find(ReplayResult& out, Message* why) {
    std::map<std::string, std::string> images, tensors;  // stem → path
    if (!collect(replay_.source, "source", images, true, why) ||
        !collect(replay_.tensor, "tensor", tensors, false, why))
      return false;
    if (!folders_[0] && !folders_[1]) {
      all_.emplace_back(images.begin()->second, tensors.begin()->second);
    } else {
      for (const auto& [name, image] : images)
        if (const auto it = tensors.find(name); it != tensors.end())
          all_.emplace_back(image, it->second);
      // a file against a folder asks for its own partner alone
      if (folders_[0] && folders_[1])
        out.unpaired = images.size() + tensors.size() - 2 * all_.size();
    }
    out.paired = all_.size();
    if (all_.empty()) *why = Message(kNoPairs, *replay_.source, *replay_.tensor);
    return !all_.empty();
  }

  // Evenly, at most kMostPairs.
  std::vector<std::pair<std::string, std::string>> sample() const {
    const size_t k = std::min(all_.size(), kMostPairs);
    std::vector<std::pair<std::string, std::string>> out;
    for (size_t i = 0; i < k; ++i) out.push_back(all_[i * all_.size() / k]);
    return out;
  }

 private:
  bool collect(const Fact<std::string>& written, const char* key,
               std::map<std::string, std::string>& to, bool images, Message* why) {
    if (!written) {
      *why = written.missing.empty() ? Message(kNoSource, key) : written.missing;
      return false;
    }
    const std::string path = join_path(f_.dir, *written);
    const FileStat st = f_.reader.stat(path);
    if (st.kind == FileStat::Kind::kFile) {
      to.emplace(stem(path), path);
      return true;
    }
    if (st.kind != FileStat::Kind::kDirectory) {
      *why = Message(kNotThere, *written);
      return false;
    }
    folders_[images ? 0 : 1] = true;
    for (const std::string& name : f_.reader.list(path))
      if (images ? is_picture(extension(name)) : is_tensor(name))
        to.emplace(stem(name), join_path(path, name));
    return true;
  }

  const Contract::Replay& replay_;
  const ReplayFiles& f_;
  bool folders_[2] = {false, false};
  std::vector<std::pair<std::string, std::string>> all_;
};

std::optional<ReplayResult> read_replay(const Contract::Replay& replay, const Fact<Shape>& shape,
                                        const Fact<DType>& dtype, const ReplayFiles& files,
                                        Message* why) {
  ReplayResult out;
  Pairs pairs(replay, files);
  if (!pairs.find(out, why)) return std::nullopt;
  out.source = *replay.source;
  out.tensor = *replay.tensor;
  out.resize = replay.resize.value.value_or("");
  out.stated = parse_geometry(out.resize);
  const auto sample = pairs.sample();
  for (const auto& [image, tensor] : sample) {
    ReplayResult::Pair& p = out.pairs.emplace_back();
    p.image = base_name(image);
    p.tensor = base_name(tensor);
    p.tensor_at = whole_file(files.sources.add(files.shown(tensor), tensor));
  }
  parallel(sample.size(), std::min(files.jobs, kMostAtOnce), [&](size_t i) {
    ReplayResult::Pair& p = out.pairs[i];
    const auto tensor = read_tensor_image(
        files.reader, sample[i].second, replay.layout.value.value_or(""), shape, dtype, &p.unread);
    if (!tensor) return;
    p.dtype = tensor->dtype;
    p.shape = tensor->shape;
    p.other_layout = tensor->interleaved ? "NCHW" : "NHWC";
    std::string bytes, reason;
    if (!files.reader.read_all(sample[i].first, kMaxImageBytes, &bytes, &reason)) {
      p.unread = Message(kUnread, p.image, reason);
      return;
    }
    const auto image = decode_image(bytes, p.image, &p.unread);
    if (!image) return;
    p.fit = fit_replay(*image, exif_orientation(bytes), *tensor, out.stated);
  });
  return out;
}

}  // namespace

std::optional<TensorImage> read_tensor_image(const FileReader& reader, const std::string& path,
                                             const std::string& layout, const Fact<Shape>& shape,
                                             const Fact<DType>& dtype, Message* why) {
  const std::string name = base_name(path);
  const auto fail = [&](Message m) {
    *why = std::move(m);
    return std::nullopt;
  };
  std::string bytes, reason;
  if (!reader.read_all(path, kMostTensorBytes, &bytes, &reason))
    return fail(Message(kUnread, name, reason));
  TensorImage out;
  std::string_view data = bytes;
  if (data.starts_with(kNpyMagic)) {
    const auto header = parse_npy(*memory_access(bytes), why);
    if (!header) return std::nullopt;
    out.dtype = header->dtype;
    out.shape = header->shape;
    if (header->fortran) return fail(Message(kFortran, name));
    if (header->big_endian) return fail(Message(kStorage, name, header->descr));
    const auto need = dense_bytes(out.shape, out.dtype);
    data.remove_prefix(std::min<size_t>(data.size(), header->data_offset));
    if (!need || static_cast<uint64_t>(*need) > data.size())
      return fail(Message(kSize, name, data.size(), shape_text(out.shape), need.value_or(0),
                          header->descr));
    data = data.substr(0, static_cast<size_t>(*need));
  } else {
    if (!shape) return fail(Message(kRawShape, name));
    out.shape = *shape;
    const auto type = raw_type(data.size(), out.shape, dtype, name, why);
    if (!type) return std::nullopt;
    out.dtype = *type;
  }
  if (!place_dims(out.shape, layout, out))
    return fail(Message(kOneImage, name, shape_text(out.shape)));
  if (layout.empty() && two_layouts(out.shape))
    return fail(Message(kTwoLayouts, name, shape_text(out.shape)));
  if (const size_t n = out.width * out.height; n < kLeastPixels)
    return fail(Message(kSmall, name, n));
  if (!values_of(data, out.dtype, out.values))
    return fail(Message(kStorage, name, dtype_name(out.dtype)));
  for (const float v : out.values)
    if (!std::isfinite(v)) return fail(Message(kFinite, name));
  return out;
}

std::vector<Fact<std::shared_ptr<const ReplayResult>>> read_replays(const Contract& contract,
                                                                    const ReplayFiles& files) {
  using Result = std::shared_ptr<const ReplayResult>;
  std::vector<Fact<Result>> out;
  for (const Contract::Replay& r : contract.replays) {
    const AppTensor* input = nullptr;  // that states what a raw file does not
    for (const AppTensor& a : contract.inputs)
      if (r.input ? a.name && *a.name == *r.input : contract.inputs.size() == 1) input = &a;
    Message why;
    auto result = read_replay(r, r.shape || !input ? r.shape : input->shape,
                              r.dtype || !input ? r.dtype : input->dtype, files, &why);
    out.push_back(
        result ? Fact<Result>(std::make_shared<const ReplayResult>(std::move(*result)), r.tensor.at)
               : Fact<Result>::absent(std::move(why)));
  }
  return out;
}

}  // namespace npulint
