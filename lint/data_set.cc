#include "lint/data_set.h"

#include <algorithm>
#include <bit>
#include <cstring>
#include <unordered_map>

#include "lint/calibration_check.h"
#include "lint/data_sources.h"
#include "lint/words.h"

namespace npulint {
namespace {

// The digest is random already: its first bytes are a hash.
struct First {
  size_t operator()(const DataSet::Digest& d) const {
    size_t out = 0;
    std::memcpy(&out, d.data(), sizeof out);
    return out;
  }
};

// The value of a hexadecimal digit; 16 of any other byte.
constexpr std::array<uint8_t, 256> kHexDigits = [] {
  std::array<uint8_t, 256> out{};
  out.fill(16);
  for (uint8_t i = 0; i < 10; ++i) out['0' + i] = i;
  for (uint8_t i = 0; i < 6; ++i) out['a' + i] = out['A' + i] = static_cast<uint8_t>(10 + i);
  return out;
}();

std::string_view base_of(std::string_view name) {
  const size_t slash = name.find_last_of("/\\");
  return slash == std::string_view::npos ? name : name.substr(slash + 1);
}

// What tools append to an image's name when they write it as a tensor.
constexpr std::string_view kTensorEndings[] = {".npy",  ".npz",  ".bin",    ".raw",    ".rgb",
                                               ".bgr",  ".f32",  ".rgbchw", ".bgrchw", ".rgbp",
                                               ".bgrp", ".nv12", ".yuv",    ".yuv444"};
constexpr size_t kTelling = 8;  // shorter names ("0001") stand in any set

// The name without its ending, where `is` says that it is one of its kind.
template <class Is>
std::string_view without(std::string_view name, const Is& is) {
  const size_t dot = name.find_last_of('.');
  return dot != name.npos && is(name.substr(dot)) ? name.substr(0, dot) : name;
}

std::string_view without_tensor(std::string_view name) {
  return without(name, [](std::string_view ext) {
    return std::any_of(
        std::begin(kTensorEndings), std::end(kTensorEndings),
        [&](std::string_view e) { return e.size() == ext.size() && lower(ext) == e; });
  });
}

// The image that a file was made of, by its name: "000000000139" of "cal/000000000139.jpg.rgbchw".
// Empty when the name does not tell.
std::string_view image_of(std::string_view base) {
  const std::string_view stem =
      without(without_tensor(base), [](std::string_view ext) { return is_picture(lower(ext)); });
  return stem.size() < kTelling || stem.size() == base.size() ? std::string_view() : stem;
}

// Key → index of the first entry that has it. Nearly all that is looked up is not there: a few bits
// an entry, which stay in the cache, tell so before the table is touched.
template <class Key, class Hash = std::hash<Key>>
class Index {
 public:
  explicit Index(size_t n) : bits_(std::bit_ceil(n + 4) / 4) { map_.reserve(n); }
  void add(const Key& key, size_t i) {
    const uint64_t at = bit(key);
    bits_[at / 64] |= uint64_t{1} << (at % 64);
    map_.emplace(key, i);
  }
  const size_t* find(const Key& key) const {
    const uint64_t at = bit(key);
    if (!(bits_[at / 64] >> (at % 64) & 1)) return nullptr;
    const auto it = map_.find(key);
    return it == map_.end() ? nullptr : &it->second;
  }

 private:
  uint64_t bit(const Key& key) const { return Hash()(key) % (bits_.size() * 64); }
  std::vector<uint64_t> bits_;
  std::unordered_map<Key, size_t, Hash> map_;
};

}  // namespace

bool parse_digest(std::string_view text, DataSet::Digest* to) {
  if (text.starts_with("sha256:")) text.remove_prefix(7);
  if (text.size() != 64) return false;
  unsigned all = 0;
  for (size_t i = 0; i < 32; ++i) {
    const unsigned high = kHexDigits[static_cast<unsigned char>(text[2 * i])],
                   low = kHexDigits[static_cast<unsigned char>(text[2 * i + 1])];
    (*to)[i] = static_cast<uint8_t>(high * 16 + low);
    all |= high | low;
  }
  if (all >= 16) return false;
  return true;
}

Evidence DataSet::at(const Entry& e) const {
  if (folder) return whole_file(file);
  return {file, e.offset, e.offset + e.name.size(), ""};
}

Overlap overlap_of(const DataSet& calibration, const DataSet& evaluation) {
  Overlap out;
  out.calibration_known = calibration.with_digest();
  out.evaluation_known = evaluation.with_digest();
  out.calibration_size = calibration.size();
  out.evaluation_size = evaluation.size();
  // the calibration set is the smaller one by nature: only it is put into tables
  Index<DataSet::Digest, First> contents(calibration.digests.size());
  Index<std::string_view> names(calibration.entries.size()), images(calibration.entries.size());
  // all empty files are equal and none of them is an image
  DataSet::Digest empty;
  parse_digest("e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855", &empty);
  for (size_t i = 0; i < calibration.entries.size(); ++i) {
    const DataSet::Entry& e = calibration.entries[i];
    if (is_beside_data(base_of(e.name))) continue;
    if (e.digest >= 0 && calibration.digests[static_cast<size_t>(e.digest)] != empty)
      contents.add(calibration.digests[static_cast<size_t>(e.digest)], i);
    names.add(base_of(e.name), i);
    if (const std::string_view image = image_of(base_of(e.name)); !image.empty())
      images.add(image, i);
  }
  for (const DataSet::Entry& e : evaluation.entries) {
    const auto add = [&](std::vector<Overlap::Pair>& to, size_t i) {
      const DataSet::Entry& c = calibration.entries[i];
      to.push_back({std::string(c.name), std::string(e.name), calibration.at(c), evaluation.at(e)});
    };
    if (e.digest >= 0)
      if (const size_t* c = contents.find(evaluation.digests[static_cast<size_t>(e.digest)])) {
        add(out.by_content, *c);
        continue;
      }
    const std::string_view base = base_of(e.name);
    if (const size_t* c = names.find(base)) {
      // both digests are known and differ: two files of one name
      if (e.digest < 0 || calibration.entries[*c].digest < 0) add(out.by_name, *c);
    } else if (const size_t* of = images.find(image_of(base))) {
      // an image and a tensor have other bytes; two images do not become one by their names
      const std::string_view made = base_of(calibration.entries[*of].name);
      if (without_tensor(made) != made || without_tensor(base) != base) add(out.by_name, *of);
    }
  }
  return out;
}

}  // namespace npulint
