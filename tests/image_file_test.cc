#include "lint/image_file.h"

#include <doctest/doctest.h>

#include <zlib.h>

#include "tests/image_writer.h"

namespace npulint {
namespace {

std::optional<Image> decode(std::string_view bytes, Message* why) {
  return decode_image(bytes, "a", why);
}

std::string why_not(std::string_view bytes) {
  Message why;
  CHECK_FALSE(decode(bytes, &why));
  CHECK_FALSE(why.in(Lang::kZh).empty());
  return why.in(Lang::kEn);
}

double mean_difference(const Image& a, const Image& b) {
  REQUIRE(a.rgb.size() == b.rgb.size());
  double sum = 0;
  for (size_t i = 0; i < a.rgb.size(); ++i) sum += std::abs(a.rgb[i] - b.rgb[i]);
  return sum / static_cast<double>(a.rgb.size());
}

std::string chunk(std::string type, const std::string& data) {
  const auto be = [](uint32_t v) {
    return std::string{static_cast<char>(v >> 24), static_cast<char>(v >> 16),
                       static_cast<char>(v >> 8), static_cast<char>(v)};
  };
  const std::string body = std::move(type) + data;
  return be(static_cast<uint32_t>(data.size())) + body +
         be(static_cast<uint32_t>(crc32(0, reinterpret_cast<const Bytef*>(body.data()),
                                        static_cast<uInt>(body.size()))));
}

// An APP1 segment with one EXIF entry behind the first marker.
std::string with_orientation(std::string jpeg, char value, bool little) {
  std::string tiff = little ? std::string("II*\0\x08\0\0\0\x01\0\x12\x01\x03\0\x01\0\0\0", 18)
                            : std::string("MM\0*\0\0\0\x08\0\x01\x01\x12\0\x03\0\0\0\x01", 18);
  tiff += little ? std::string{value, 0, 0, 0} : std::string{0, value, 0, 0};
  tiff.append(4, '\0');
  const std::string body = std::string("Exif\0\0", 6) + tiff;
  const std::string segment =
      std::string{'\xff', '\xe1', 0, static_cast<char>(body.size() + 2)} + body;
  return jpeg.insert(2, segment);
}

}  // namespace

TEST_CASE("image: a PNG is read to the pixel, whatever its chunks and channels") {
  const Image in = scene(1, 37, 23);
  Message why;
  const std::string file = png_file(in);
  auto out = decode(file, &why);
  REQUIRE(out);
  CHECK(out->width == 37);
  CHECK(out->height == 23);
  CHECK(out->rgb == in.rgb);

  SUBCASE("alpha is dropped, not blended") {
    std::vector<uint8_t> rgba;
    for (size_t i = 0; i < in.rgb.size(); ++i) {
      rgba.push_back(in.rgb[i]);
      if (i % 3 == 2) rgba.push_back(static_cast<uint8_t>(i % 200));
    }
    out = decode(png_file(rgba.data(), 37, 23, PNG_FORMAT_RGBA), &why);
    REQUIRE(out);
    CHECK(out->rgb == in.rgb);
  }
  SUBCASE("gamma is not applied") {
    std::string with = file;
    with.insert(8 + 25, chunk("gAMA", std::string("\0\1\x86\xa0", 4)));  // 1.0
    out = decode(with, &why);
    REQUIRE(out);
    CHECK(out->rgb == in.rgb);
  }
  SUBCASE("grey becomes three equal channels") {
    const uint8_t grey[4] = {0, 90, 180, 255};
    out = decode(png_file(grey, 2, 2, PNG_FORMAT_GRAY), &why);
    REQUIRE(out);
    CHECK(out->rgb == std::vector<uint8_t>{0, 0, 0, 90, 90, 90, 180, 180, 180, 255, 255, 255});
    CHECK(out->grey());
    CHECK_FALSE(in.grey());
  }
}

TEST_CASE("image: a JPEG is read, in full and scaled down") {
  const Image in = scene(2, 160, 120);
  Message why;
  const std::string file = jpeg_file(in, 95, TJSAMP_444);
  const auto out = decode(file, &why);
  REQUIRE(out);
  CHECK(mean_difference(in, *out) < 3);
  const auto progressive = decode(jpeg_file(in, 95, TJSAMP_444, TJFLAG_PROGRESSIVE), &why);
  REQUIRE(progressive);
  CHECK(progressive->rgb == out->rgb);
  const auto small = decode_small(file, "a.jpg", 30, &why);
  REQUIRE(small);
  CHECK(small->height == 30);
  CHECK(small->width == 40);
  CHECK(decode_small(file, "a.jpg", 1000, &why)->width == 160);
}

TEST_CASE("image: damage is a sentence") {
  const Image in = scene(3, 64, 48);
  const std::string jpeg = jpeg_file(in), png = png_file(in);
  CHECK(why_not("") == "`a` is neither a JPEG nor a PNG file");
  CHECK(why_not("GIF89a") == "`a` is neither a JPEG nor a PNG file");
  CHECK(why_not(jpeg.substr(0, 20)) == "`a` has no pixels");
  CHECK(why_not(jpeg.substr(0, jpeg.size() / 2)).find("JPEG data of `a` is damaged") !=
        std::string::npos);
  CHECK(why_not(png.substr(0, 20)).find("PNG data of `a` is damaged") != std::string::npos);
  CHECK(why_not(png.substr(0, png.size() / 2)).find("PNG data of `a` is damaged") !=
        std::string::npos);
  std::string flipped = png;
  flipped[png.size() / 2] = static_cast<char>(flipped[png.size() / 2] ^ 0x55);
  CHECK(why_not(flipped).find("PNG data of `a` is damaged") != std::string::npos);
}

TEST_CASE("image: sizes that a file only claims are refused before they are taken") {
  const auto png_of = [](const std::string& size) {
    return std::string("\x89PNG\r\n\x1a\n") +
           chunk("IHDR", size + std::string("\x08\x02\0\0\0", 5)) + chunk("IDAT", "x") +
           chunk("IEND", "");
  };
  CHECK(why_not(png_of(std::string("\0\x01\0\0\0\x01\0\0", 8))) ==
        "`a` claims 65536 × 65536 pixels; at most 100000000 are decoded");
  CHECK(why_not(png_of(std::string("\0\0\x20\0\0\0\x20\0", 8)))
            .find("`a` claims 8192 × 8192 pixels, more than its ") == 0);
  std::string jpeg = jpeg_file(scene(4, 64, 48));
  const size_t frame = jpeg.find("\xff\xc0");
  REQUIRE(frame != std::string::npos);
  for (const size_t at : {5, 7}) {
    jpeg[frame + at] = '\x27';
    jpeg[frame + at + 1] = '\x0f';
  }
  CHECK(why_not(jpeg).find("`a` claims 9999 × 9999 pixels, more than its ") == 0);
}

TEST_CASE("image: many scans of a large JPEG are refused") {
  const Image in = scene(5, 512, 512);
  std::string jpeg = jpeg_file(in, 90, TJSAMP_420, TJFLAG_PROGRESSIVE);
  std::string scans;
  for (int i = 0; i < 4000; ++i) scans += "\xff\xda";
  CHECK(why_not(jpeg + scans).find("scans of 512 × 512 pixels") != std::string::npos);
}

TEST_CASE("image: EXIF orientation is told, not applied") {
  const std::string jpeg = jpeg_file(scene(6, 24, 16), 100, TJSAMP_444);
  CHECK(exif_orientation(jpeg) == 1);
  CHECK(exif_orientation("") == 1);
  Message why;
  for (const bool little : {false, true}) {
    const std::string turned = with_orientation(jpeg, 6, little);
    CHECK(exif_orientation(turned) == 6);
    CHECK(decode(turned, &why)->width == 24);
    CHECK(exif_orientation(with_orientation(jpeg, 77, little)) == 1);
    for (size_t cut = 0; cut < 64; ++cut) exif_orientation(turned.substr(0, cut));
  }
  Image in;
  in.width = 2;
  in.height = 1;
  in.rgb = {1, 1, 1, 2, 2, 2};  // left, right
  const Image right = oriented(in, 6);
  CHECK(right.width == 1);
  CHECK(right.rgb[0] == 1);
  CHECK(oriented(in, 8).rgb[0] == 2);
  CHECK(oriented(in, 3).rgb[0] == 2);
  CHECK(oriented(in, 1).rgb == in.rgb);
}

}  // namespace npulint
