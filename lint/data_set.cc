#include "lint/data_set.h"

#include <algorithm>
#include <cstring>
#include <unordered_map>

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

int nibble(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  if (c >= 'A' && c <= 'F') return c - 'A' + 10;
  return -1;
}

std::string_view base_of(std::string_view name) {
  const size_t slash = name.find_last_of("/\\");
  return slash == std::string_view::npos ? name : name.substr(slash + 1);
}

// What tools append to an image's name when they write it as a tensor, and endings of images.
constexpr std::string_view kTensorEndings[] = {".npy",  ".npz",  ".bin",    ".raw",    ".rgb",
                                               ".bgr",  ".f32",  ".rgbchw", ".bgrchw", ".rgbp",
                                               ".bgrp", ".nv12", ".yuv",    ".yuv444"};
constexpr std::string_view kImageEndings[] = {".jpg", ".jpeg", ".png", ".bmp", ".webp"};
constexpr size_t kTelling = 8;  // shorter names ("0001") stand in any set

template <size_t N>
std::string_view without(std::string_view name, const std::string_view (&endings)[N]) {
  const size_t dot = name.find_last_of('.');
  if (dot == name.npos) return name;
  const std::string ext = lower(name.substr(dot));
  return std::find(std::begin(endings), std::end(endings), ext) == std::end(endings)
             ? name
             : name.substr(0, dot);
}

// The image that a file was made of, by its name: "000000000139" of "cal/000000000139.jpg.rgbchw".
// Empty when the name does not tell.
std::string_view image_of(std::string_view base) {
  const std::string_view image = without(base, kTensorEndings);
  const std::string_view stem = without(image, kImageEndings);
  return stem.size() < kTelling || stem.size() == base.size() ? std::string_view() : stem;
}

}  // namespace

bool parse_digest(std::string_view text, DataSet::Digest* to) {
  if (text.starts_with("sha256:")) text.remove_prefix(7);
  if (text.size() != 64) return false;
  for (size_t i = 0; i < 32; ++i) {
    const int high = nibble(text[2 * i]), low = nibble(text[2 * i + 1]);
    if (high < 0 || low < 0) return false;
    (*to)[i] = static_cast<uint8_t>(high * 16 + low);
  }
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
  std::unordered_map<DataSet::Digest, size_t, First> contents;
  std::unordered_map<std::string_view, size_t> names, images;
  // all empty files are equal and none of them is an image
  DataSet::Digest empty;
  parse_digest("e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855", &empty);
  contents.reserve(calibration.digests.size());
  names.reserve(calibration.entries.size());
  for (size_t i = 0; i < calibration.entries.size(); ++i) {
    const DataSet::Entry& e = calibration.entries[i];
    if (e.digest >= 0 && calibration.digests[static_cast<size_t>(e.digest)] != empty)
      contents.emplace(calibration.digests[static_cast<size_t>(e.digest)], i);
    names.emplace(base_of(e.name), i);
    if (const std::string_view image = image_of(base_of(e.name)); !image.empty())
      images.emplace(image, i);
  }
  for (const DataSet::Entry& e : evaluation.entries) {
    const auto add = [&](std::vector<Overlap::Pair>& to, size_t i) {
      const DataSet::Entry& c = calibration.entries[i];
      to.push_back({std::string(c.name), std::string(e.name), calibration.at(c), evaluation.at(e)});
    };
    if (e.digest >= 0)
      if (const auto it = contents.find(evaluation.digests[static_cast<size_t>(e.digest)]);
          it != contents.end()) {
        add(out.by_content, it->second);
        continue;
      }
    const std::string_view base = base_of(e.name);
    if (const auto it = names.find(base); it != names.end()) {
      // both digests are known and differ: two files of one name
      if (e.digest < 0 || calibration.entries[it->second].digest < 0) add(out.by_name, it->second);
    } else if (const auto other = images.find(image_of(base)); other != images.end()) {
      // an image and a tensor have other bytes; two images do not become one by their names
      const std::string_view made = base_of(calibration.entries[other->second].name);
      if (without(made, kTensorEndings) != made || without(base, kTensorEndings) != base)
        add(out.by_name, other->second);
    }
  }
  return out;
}

}  // namespace npulint
