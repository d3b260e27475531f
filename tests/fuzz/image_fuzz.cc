#include "lint/image_file.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  using namespace npulint;
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  Message why;
  const auto image = decode_small(bytes, "x", 16, &why);
  if (image && image->rgb.size() != image->width * image->height * 3) __builtin_trap();
  if (!image) (void)why.in(Lang::kZh);
  (void)exif_orientation(bytes);
  return 0;
}
