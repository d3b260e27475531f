#include "lint/svg.h"

#include "lint/html.h"
#include "lint/tensor.h"

namespace npulint {

void Svg::rect(std::string_view css, double x, double y, double w, double h) {
  body += "<rect class=\"";
  body += css;
  body += "\" x=\"" + number_text(x) + "\" y=\"" + number_text(y) + "\" width=\"" + number_text(w) +
          "\" height=\"" + number_text(h) + "\"/>";
}

void Svg::text(double x, double y, std::string_view s, std::string_view css) {
  body += "<text x=\"" + number_text(x) + "\" y=\"" + number_text(y);
  if (!css.empty()) (body += "\" class=\"") += css;
  body += "\">" + escape_html(s) + "</text>";
}

void Svg::text(double x, double y, const Message& m) {
  text(x, y, m.in(Lang::kEn), "en");
  text(x, y, m.in(Lang::kZh), "zh");
}

std::string Svg::write(double height, std::string_view said) const {
  return "<svg viewBox=\"0 0 " + number_text(kSvgWidth) + " " + number_text(height) +
         "\" role=\"img\" aria-label=\"" + escape_html(said) + "\">" + body + "</svg>\n";
}

}  // namespace npulint
