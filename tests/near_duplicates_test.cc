#include "lint/near_duplicates.h"

#include <doctest/doctest.h>

#include <bit>

#include "lint/files.h"
#include "lint/image_hash.h"
#include "lint/resample.h"
#include "lint/sources.h"
#include "tests/image_writer.h"

namespace npulint {
namespace {

ImageHash hash(const std::string& bytes) {
  Message why;
  auto out = hash_image(bytes, "a", &why);
  REQUIRE(out);
  return *out;
}

int distance(const ImageHash& a, const ImageHash& b) { return std::popcount(a.bits ^ b.bits); }

Image smaller(const Image& in, size_t width, size_t height) {
  const Planes p = resample(in, width, height, Filter::kTriangle);
  Image out;
  out.width = width;
  out.height = height;
  for (size_t i = 0; i < width * height; ++i)
    for (size_t c = 0; c < 3; ++c) out.rgb.push_back(static_cast<uint8_t>(p.of[c][i] + 0.5f));
  return out;
}

DataSet set_of(FileId file, const std::vector<std::string>& names) {
  DataSet out;
  out.file = file;
  out.folder = true;
  for (const std::string& n : names) {
    out.owned.push_back(std::make_shared<std::string>(n));
    DataSet::Entry e;
    e.name = *out.owned.back();
    out.entries.push_back(e);
  }
  return out;
}

}  // namespace

TEST_CASE("near duplicates: copies are near, other scenes are far") {
  std::vector<ImageHash> scenes;
  for (unsigned seed = 1; seed <= 60; ++seed) {
    const Image in = scene(seed, 320, 240);
    const ImageHash original = hash(png_file(in));
    CAPTURE(seed);
    CHECK_FALSE(original.flat);
    for (const std::string& copy :
         {jpeg_file(in, 95), jpeg_file(in, 50), jpeg_file(in, 20), png_file(smaller(in, 160, 120)),
          jpeg_file(smaller(in, 224, 224), 85),
          jpeg_file(in, 80, TJSAMP_444, TJFLAG_PROGRESSIVE)}) {
      const ImageHash h = hash(copy);
      CHECK(distance(original, h) <= kNearDistance);
      CHECK(likeness(original, h) > 0.98);
    }
    for (const ImageHash& other : scenes) CHECK(distance(original, other) > kNearDistance);
    scenes.push_back(original);
  }
  Image flat = scene(1, 64, 48);
  std::fill(flat.rgb.begin(), flat.rgb.end(), uint8_t{77});
  CHECK(hash(png_file(flat)).flat);
}

TEST_CASE("near duplicates: the index finds what a comparison of all finds") {
  uint64_t state = 1;
  const auto next = [&] {
    state ^= state << 13;
    state ^= state >> 7;
    state ^= state << 17;
    return state;
  };
  std::vector<uint64_t> hashes;
  for (int i = 0; i < 2000; ++i) hashes.push_back(next());
  hashes[1500] = hashes[30];
  const HashIndex index(hashes);
  for (int i = 0; i < 2000; ++i) {
    uint64_t q = hashes[static_cast<size_t>(i)];
    for (int flips = i % 14; flips > 0; --flips) q ^= uint64_t{1} << (next() % 64);
    const int limit = i % 20;
    std::optional<HashIndex::Hit> best;
    for (size_t k = 0; k < hashes.size(); ++k)
      if (const int d = std::popcount(hashes[k] ^ q); d <= limit && (!best || d < best->distance))
        best = HashIndex::Hit{k, d};
    const auto hit = index.nearest(q, limit);
    REQUIRE(hit.has_value() == best.has_value());
    if (hit) {
      CHECK(hit->index == best->index);
      CHECK(hit->distance == best->distance);
    }
  }
  CHECK_FALSE(HashIndex({}).nearest(5, 64));
}

TEST_CASE("near duplicates: of two sets, without equal files and flat images") {
  MemoryReader reader;
  Sources sources;
  const FileId cal = sources.add("cal", "/cal"), eval = sources.add("eval", "/eval");
  Image flat = scene(1, 64, 48);
  std::fill(flat.rgb.begin(), flat.rgb.end(), uint8_t{77});
  for (unsigned i = 0; i < 6; ++i)
    reader.files["/cal/" + std::to_string(i) + ".png"] = png_file(scene(i, 96, 72));
  reader.files["/cal/flat.png"] = png_file(flat);
  reader.files["/eval/again.jpg"] = jpeg_file(scene(3, 96, 72), 60);
  reader.files["/eval/other.jpg"] = jpeg_file(scene(77, 96, 72), 60);
  reader.files["/eval/same.png"] = reader.files["/cal/5.png"];
  std::fill(flat.rgb.begin(), flat.rgb.end(), uint8_t{78});
  reader.files["/eval/flat.png"] = png_file(flat);
  reader.files["/eval/broken.jpg"] = "not an image";
  const DataSet a = set_of(cal, {"0.png", "1.png", "2.png", "3.png", "4.png", "5.png", "flat.png"});
  const DataSet b =
      set_of(eval, {"absent.jpg", "again.jpg", "broken.jpg", "flat.png", "other.jpg", "same.png"});
  for (const unsigned jobs : {1u, 4u}) {
    const NearDuplicates n = find_near_duplicates(reader, sources, a, b, kNearDistance, jobs);
    REQUIRE(n.pairs.size() == 1);
    CHECK(n.pairs[0].evaluation == "again.jpg");
    CHECK(n.pairs[0].calibration == "3.png");
    CHECK(n.pairs[0].distance <= kNearDistance);
    CHECK(n.calibration.images == 7);
    CHECK(n.calibration.flat == 1);
    CHECK(n.evaluation.entries == 6);
    CHECK(n.evaluation.images == 4);
  }
}

}  // namespace npulint
