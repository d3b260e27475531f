#include "lint/image_file.h"

#include <png.h>
#include <turbojpeg.h>

#include <algorithm>
#include <cstring>
#include <memory>

namespace npulint {
namespace {

constexpr std::string_view kPngMagic{"\x89PNG\r\n\x1a\n", 8};
constexpr std::string_view kJpegMagic{"\xff\xd8\xff", 3};
// A file cannot hold more pixels a byte than this: deflate shrinks 1032-fold and a PNG pixel has at
// least one bit; a block of 64 JPEG pixels has at least one bit and planes of 4x4 subsampling none.
constexpr uint64_t kMostPerPngByte = 1032 * 8, kMostPerJpegByte = 2048;

constexpr Text kNoImage{"`{0}` is neither a JPEG nor a PNG file",
                        "`{0}` 既不是 JPEG 也不是 PNG 文件"};
constexpr Text kDamagedJpeg{"the JPEG data of `{0}` is damaged: {1}",
                            "`{0}` 的 JPEG 数据已损坏：{1}"};
constexpr Text kDamagedPng{"the PNG data of `{0}` is damaged: {1}", "`{0}` 的 PNG 数据已损坏：{1}"};
constexpr Text kLarge{"`{0}` claims {1} × {2} pixels; at most {3} are decoded",
                      "`{0}` 声称有 {1} × {2} 像素；最多解码 {3} 像素"};
constexpr Text kTooMany{"`{0}` claims {1} × {2} pixels, more than its {3} bytes can hold",
                        "`{0}` 声称有 {1} × {2} 像素，超出其 {3} 字节所能容纳的数量"};
constexpr Text kScans{"`{0}` has {1} scans of {2} × {3} pixels",
                      "`{0}` 有 {1} 次 {2} × {3} 像素的扫描"};
constexpr Text kUnread{"`{0}` cannot be read: {1}", "无法读取 `{0}`：{1}"};
constexpr Text kEmpty{"`{0}` has no pixels", "`{0}` 没有像素"};

template <class... A>
std::nullopt_t refuse(Message* why, Text text, const A&... args) {
  *why = Message(text, args...);
  return std::nullopt;
}

bool within_limits(uint64_t width, uint64_t height, uint64_t bytes, uint64_t most_per_byte,
                   const std::string& name, Message* why) {
  if (width == 0 || height == 0) {
    *why = Message(kEmpty, name);
  } else if (width > kMaxImagePixels / height) {
    *why = Message(kLarge, name, width, height, kMaxImagePixels);
  } else if (width * height / most_per_byte > bytes) {
    *why = Message(kTooMany, name, width, height, bytes);
  } else {
    return true;
  }
  return false;
}

// ---- JPEG ----

struct Destroy {
  void operator()(void* handle) const { tjDestroy(handle); }
};

// Bytes before a marker are padding that some cameras write; nothing is lost by them.
bool harmless(const char* warning) { return std::strstr(warning, "extraneous bytes") != nullptr; }

// Entropy-coded data never holds these two bytes; other segments rarely do.
uint64_t scans_of(std::string_view bytes) {
  uint64_t n = 0;
  for (size_t at = 0; (at = bytes.find("\xff\xda", at)) != bytes.npos; at += 2) ++n;
  return n;
}

// `side`: 0 for the full size.
std::optional<Image> decode_jpeg(std::string_view bytes, const std::string& name, size_t side,
                                 Message* why) {
  const std::unique_ptr<void, Destroy> jpeg(tjInitDecompress());
  if (!jpeg) return refuse(why, kUnread, name, "tjInitDecompress");
  const auto* data = reinterpret_cast<const unsigned char*>(bytes.data());
  const auto size = static_cast<unsigned long>(bytes.size());
  int width = 0, height = 0, subsampling = 0, space = 0;
  if (tjDecompressHeader3(jpeg.get(), data, size, &width, &height, &subsampling, &space) != 0 &&
      (tjGetErrorCode(jpeg.get()) != TJERR_WARNING || width <= 0))
    return refuse(why, kDamagedJpeg, name, tjGetErrorStr2(jpeg.get()));
  const auto w = static_cast<uint64_t>(std::max(width, 0)),
             h = static_cast<uint64_t>(std::max(height, 0));
  if (!within_limits(w, h, bytes.size(), kMostPerJpegByte, name, why)) return std::nullopt;
  if (const uint64_t scans = scans_of(bytes); scans > kMaxScannedPixels / (w * h))
    return refuse(why, kScans, name, scans, w, h);
  if (side > 0) {
    int count = 0;
    const tjscalingfactor* factors = tjGetScalingFactors(&count);
    int best_w = width, best_h = height;
    for (int i = 0; factors && i < count; ++i) {
      const int sw = TJSCALED(width, factors[i]), sh = TJSCALED(height, factors[i]);
      if (static_cast<size_t>(std::min(sw, sh)) >= side && sw < best_w) best_w = sw, best_h = sh;
    }
    width = best_w;
    height = best_h;
  }
  Image out;
  out.width = static_cast<size_t>(width);
  out.height = static_cast<size_t>(height);
  out.rgb.resize(out.width * out.height * 3);
  if (tjDecompress2(jpeg.get(), data, size, out.rgb.data(), width, 0, height, TJPF_RGB,
                    TJFLAG_ACCURATEDCT) != 0) {
    const char* text = tjGetErrorStr2(jpeg.get());
    if (tjGetErrorCode(jpeg.get()) != TJERR_WARNING || !harmless(text))
      return refuse(why, kDamagedJpeg, name, text);
  }
  return out;
}

// ---- PNG ----

uint32_t big_endian(std::string_view b, size_t at) {
  uint32_t out = 0;
  for (size_t i = 0; i < 4; ++i) out = out << 8 | static_cast<unsigned char>(b[at + i]);
  return out;
}

// The chunks that pixels need. Without the others libpng converts no gamma and inflates no text.
std::string pixels_only(std::string_view bytes) {
  std::string out(kPngMagic);
  for (size_t at = kPngMagic.size(); bytes.size() - at >= 12;) {
    const uint64_t whole = uint64_t{big_endian(bytes, at)} + 12;
    const std::string_view type = bytes.substr(at + 4, 4);
    const size_t n = static_cast<size_t>(std::min<uint64_t>(whole, bytes.size() - at));
    if (type == "IHDR" || type == "PLTE" || type == "tRNS" || type == "IDAT" || type == "IEND")
      out.append(bytes.substr(at, n));
    at += n;
    if (type == "IEND") break;
  }
  return out;
}

std::optional<Image> decode_png(std::string_view bytes, const std::string& name, Message* why) {
  const std::string kept = pixels_only(bytes);
  png_image png;
  std::memset(&png, 0, sizeof png);
  png.version = PNG_IMAGE_VERSION;
  struct Free {
    png_image* png;
    ~Free() { png_image_free(png); }
  } const free_at_end{&png};
  if (!png_image_begin_read_from_memory(&png, kept.data(), kept.size()))
    return refuse(why, kDamagedPng, name, png.message);
  if (!within_limits(png.width, png.height, bytes.size(), kMostPerPngByte, name, why))
    return std::nullopt;
  png.format = PNG_FORMAT_RGBA;
  png.flags |= PNG_IMAGE_FLAG_16BIT_sRGB;
  Image out;
  out.width = png.width;
  out.height = png.height;
  const size_t pixels = out.width * out.height;
  out.rgb.resize(pixels * 4);
  if (!png_image_finish_read(&png, nullptr, out.rgb.data(), 0, nullptr) || PNG_IMAGE_FAILED(png))
    return refuse(why, kDamagedPng, name, png.message);
  for (size_t i = 0; i < pixels; ++i)
    for (size_t c = 0; c < 3; ++c) out.rgb[i * 3 + c] = out.rgb[i * 4 + c];
  out.rgb.resize(pixels * 3);
  return out;
}

// ---- EXIF ----

// An unsigned number of a TIFF structure; 0 outside of it.
uint32_t number(std::string_view b, size_t at, size_t width, bool little) {
  uint32_t out = 0;
  if (at > b.size() || b.size() - at < width) return 0;
  for (size_t i = 0; i < width; ++i)
    out = out << 8 | static_cast<unsigned char>(b[at + (little ? width - 1 - i : i)]);
  return out;
}

int orientation_of(std::string_view tiff) {
  constexpr uint32_t kOrientation = 0x0112;
  const bool little = tiff.starts_with("II");
  if (!little && !tiff.starts_with("MM")) return 1;
  const size_t dir = number(tiff, 4, 4, little);
  const size_t count = number(tiff, dir, 2, little);
  for (size_t i = 0; i < count; ++i) {
    const size_t at = dir + 2 + i * 12;
    if (at + 12 > tiff.size()) break;
    if (number(tiff, at, 2, little) != kOrientation) continue;
    const uint32_t value = number(tiff, at + 8, 2, little);
    return value >= 1 && value <= 8 ? static_cast<int>(value) : 1;
  }
  return 1;
}

}  // namespace

bool Image::grey() const {
  for (size_t i = 0; i + 2 < rgb.size(); i += 3)
    if (rgb[i] != rgb[i + 1] || rgb[i] != rgb[i + 2]) return false;
  return true;
}

std::optional<Image> decode_small(std::string_view bytes, const std::string& name, size_t side,
                                  Message* why) {
  if (bytes.starts_with(kJpegMagic)) return decode_jpeg(bytes, name, side, why);
  if (bytes.starts_with(kPngMagic)) return decode_png(bytes, name, why);
  return refuse(why, kNoImage, name);
}

std::optional<Image> decode_image(std::string_view bytes, const std::string& name, Message* why) {
  return decode_small(bytes, name, 0, why);
}

int exif_orientation(std::string_view jpeg) {
  constexpr std::string_view kExif{"Exif\0\0", 6};
  if (!jpeg.starts_with(kJpegMagic)) return 1;
  for (size_t at = 2; jpeg.size() - at >= 4 && jpeg[at] == '\xff';) {
    const auto marker = static_cast<unsigned char>(jpeg[at + 1]);
    const size_t length = number(jpeg, at + 2, 2, false);
    if (marker == 0xda || length < 2 || length > jpeg.size() - at - 2) break;
    const std::string_view body = jpeg.substr(at + 4, length - 2);
    if (marker == 0xe1 && body.starts_with(kExif)) return orientation_of(body.substr(kExif.size()));
    at += 2 + length;
  }
  return 1;
}

Image oriented(const Image& in, int orientation) {
  if (orientation < 2 || orientation > 8) return in;
  Image out;
  const bool swaps = orientation >= 5;
  out.width = swaps ? in.height : in.width;
  out.height = swaps ? in.width : in.height;
  out.rgb.resize(in.rgb.size());
  // which source axis is mirrored: EXIF 2.3, table of tag 0x0112
  const bool flip_x = orientation == 2 || orientation == 3 || orientation == 7 || orientation == 8;
  const bool flip_y = orientation == 3 || orientation == 4 || orientation == 6 || orientation == 7;
  for (size_t y = 0; y < out.height; ++y)
    for (size_t x = 0; x < out.width; ++x) {
      const size_t u = swaps ? y : x, v = swaps ? x : y;
      const size_t sx = flip_x ? in.width - 1 - u : u, sy = flip_y ? in.height - 1 - v : v;
      std::memcpy(&out.rgb[(y * out.width + x) * 3], &in.rgb[(sy * in.width + sx) * 3], 3);
    }
  return out;
}

}  // namespace npulint
