// Drawings of the report, as inline SVG: what is drawn is styled by its class.
#pragma once

#include <string>
#include <string_view>

#include "lint/text.h"

namespace npulint {

constexpr double kSvgWidth = 720;  // of every drawing; the page scales it

struct Svg {
  std::string body;

  void rect(std::string_view css, double x, double y, double w, double h);
  void text(double x, double y, std::string_view s, std::string_view css = "");
  void text(double x, double y, const Message& m);  // in both languages
  // The whole drawing; `said` is read out in its place.
  std::string write(double height, std::string_view said) const;
};

}  // namespace npulint
