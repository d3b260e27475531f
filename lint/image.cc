#include "lint/image.h"

#include <algorithm>
#include <iterator>

namespace npulint {
namespace {

constexpr std::string_view kFormats[] = {"nv12", "rgb", "bgr", "gray", "yuv444", "featuremap"};

struct Image {
  std::string_view how, format;  // "split", "nv12"
};

Image parse(std::string_view s) {
  const size_t gap = s.find_first_of(" _");
  if (gap == std::string_view::npos) return {"", s};
  return {s.substr(0, gap), s.substr(gap + 1)};
}

bool known(std::string_view format) {
  return std::find(std::begin(kFormats), std::end(kFormats), format) != std::end(kFormats);
}

}  // namespace

bool image_agrees(std::string_view takes, std::string_view prepared) {
  const Image t = parse(takes), p = parse(prepared);
  if (!known(t.format) || !known(p.format)) return true;
  if (t.format == p.format) return t.how.empty() || p.how.empty() || t.how == p.how;
  // the first plane of nv12 is a grey image; the channels of a featuremap come in some order
  if (t.format == "gray" && p.format == "nv12") return true;
  return t.format == "featuremap" && p.format != "nv12";
}

}  // namespace npulint
