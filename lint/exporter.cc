#include "lint/embedded.h"
#include "lint/render.h"

namespace npulint {

std::string_view exporter(std::string_view name) {
  if (name == "hbdk") return embedded_hbdk_py;
  if (name == "hrt") return embedded_hrt_sh;
  if (name == "bmodel") return embedded_bmodel_sh;
  return {};
}

}  // namespace npulint
